import { describe, expect, it } from 'vitest';
import { checkRow } from './import-row-check.ts';

const row = (change: object) =>
  checkRow({
    line: 2,
    name: 'Gate',
    ip: '10.0.0.5',
    port: '',
    username: 'admin',
    password: 'secret',
    connectionString: '',
    ...change,
  });

describe('a row of a file of cameras', () => {
  it('CAMWIZ-009: is refused with what is wrong in each of its cells', () => {
    const faults = (change: object) => row(change).faults.map(({ column, problem }) => `${column} ${problem}`);
    expect(row({ name: ' ' })).toMatchObject({
      cause: 'validation_failed',
      faults: [{ column: 'name', problem: 'missing' }],
    });
    expect(faults({ name: '\u200f' })).toEqual(['name invalid']);
    expect(faults({ name: 'n'.repeat(121) })).toEqual(['name tooLong']);
    expect(faults({ ip: '' })).toEqual(['ip missing']);
    expect(faults({ ip: 'http://10.0.0.5/' })).toEqual(['ip invalid']);
    for (const ip of ['10.0.0.5 10.0.0.6', '999.1.1.1', '10.0.0.5:8554', 'a..b', '[::::]'])
      for (const connectionString of ['', '/1']) expect(faults({ ip, connectionString }), ip).toEqual(['ip invalid']);
    for (const port of ['0', '65536', '99999', '100000', '-1', '1.5'])
      expect(faults({ port }), port).toEqual(['port outOfRange']);
    for (const port of ['80a', '8e1', 'http', '٨٠']) expect(faults({ port }), port).toEqual(['port notNumber']);
    expect(faults({ username: 'u'.repeat(201), password: 'p'.repeat(201) })).toEqual([
      'username tooLong',
      'password tooLong',
    ]);
    expect(faults({ username: 'a\r\nb', password: 'c\nd' })).toEqual(['username invalid', 'password invalid']);
    expect(faults({ name: '', ip: '', port: 'x' })).toEqual(['name missing', 'ip missing', 'port notNumber']);
    expect(faults({ name: '', connectionString: 'rtsp://10.0.0.9:99999/1' })).toEqual([
      'name missing',
      'connection string camera_url_port_wrong',
    ]);
  });

  it('CAMWIZ-009: with more or fewer cells than the heading is refused as a whole, because nobody knows which is which', () => {
    const wrong = row({ name: '', ip: '', hasOtherCells: true });
    expect(wrong).toMatchObject({ cause: 'validation_failed', faults: [{ column: 'row', problem: 'cellCount' }] });
    expect(row({ name: '', ip: '', hasOpenQuote: true })).toMatchObject({
      cause: 'validation_failed',
      faults: [{ column: 'row', problem: 'openQuote' }],
    });
  });

  it('is told of an address that is none', () => {
    for (const connectionString of [
      'http://10.0.0.5/1',
      'rtsp://',
      'file:///etc/passwd',
      '=HYPERLINK("http://evil")',
      'rtsp://10.0.0.5/a b',
    ])
      expect(row({ connectionString }), connectionString).toMatchObject({
        cause: 'camera_url_invalid',
        faults: [{ column: 'connection string', problem: 'camera_url_invalid' }],
        url: '',
      });
  });

  it('CAMWIZ-009: is told of an address in which it is not clear where the password ends', () => {
    const wrong = row({ connectionString: 'rtsp://admin:p@ss/w@host/x', username: '', password: '' });
    expect(wrong).toMatchObject({
      cause: 'camera_url_ambiguous',
      faults: [{ problem: 'camera_url_ambiguous' }],
      url: '',
      credentials: { username: '', password: '' },
    });
  });

  it('takes a name that looks like a formula as a name', () => {
    expect(row({ name: '=1+1' })).toMatchObject({ name: '=1+1', cause: null });
    expect(row({ name: 'מצלמה "שער"' })).toMatchObject({ name: 'מצלמה "שער"', cause: null });
  });

  it('asks a device by ONVIF at its port when no address is given', () => {
    expect(row({ port: ' 8000 ' })).toMatchObject({ host: '10.0.0.5', port: 8000, url: '', cause: null });
    expect(row({})).toMatchObject({ port: 80, url: '' });
  });

  it('takes a whole address, and the path of one', () => {
    expect(row({ ip: '', connectionString: 'rtsp://10.0.0.9:8554/1?a=b' })).toMatchObject({
      url: 'rtsp://10.0.0.9:8554/1?a=b',
      cause: null,
    });
    expect(row({ connectionString: '/stream1' }).url).toBe('rtsp://10.0.0.5:554/stream1');
    expect(row({ connectionString: '/stream1', port: '8554' }).url).toBe('rtsp://10.0.0.5:8554/stream1');
  });

  it('takes an account out of an address, unless one stands in its own columns', () => {
    const connectionString = 'rtsp://root:a%40b@10.0.0.9/1';
    expect(row({ connectionString, username: '', password: '' })).toMatchObject({
      url: 'rtsp://10.0.0.9/1',
      credentials: { username: 'root', password: 'a@b' },
    });
    expect(row({ connectionString })).toMatchObject({
      url: 'rtsp://10.0.0.9/1',
      credentials: { username: 'admin', password: 'secret' },
    });
  });

  it('never leaves a password in the address, and is told of an account that is none', () => {
    const own = { username: '', password: '' };
    expect(row({ ...own, connectionString: 'rtsp://root:pa/ss@10.0.0.9/1' })).toMatchObject({
      url: 'rtsp://10.0.0.9/1',
      credentials: { username: 'root', password: 'pa/ss' },
    });
    for (const account of ['a%00b:c', 'a:b%0d%0ac', `a:${'x'.repeat(201)}`])
      expect(row({ ...own, connectionString: `rtsp://${account}@10.0.0.9/1` }), account).toMatchObject({
        cause: 'camera_url_invalid',
        url: '',
      });
  });

  it('takes the path of a device whose address is one of version 6', () => {
    for (const ip of ['fe80::1', '[fe80::1]'])
      expect(row({ ip, connectionString: '/1' })).toMatchObject({ url: 'rtsp://[fe80::1]:554/1', cause: null });
  });

  it('keeps blanks of a password', () => {
    expect(row({ password: ' a ' }).credentials.password).toBe(' a ');
  });
});

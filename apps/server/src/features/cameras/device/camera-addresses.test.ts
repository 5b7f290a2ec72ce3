import { expect, it } from 'vitest';
import { hostOf, machineOf, readAddress } from './camera-addresses.ts';

it('one machine has one name, however its address is spelled', () => {
  const spellings = [
    '10.0.0.5',
    'rtsp://10.0.0.5:8554/1',
    'rtsp://0xa.5/1',
    'rtsp://167772165/1',
    'rtsp://012.0.0.5/1',
    '::ffff:10.0.0.5',
    'rtsp://[::FFFF:a00:5]/1',
  ];
  expect(new Set(spellings.map(machineOf))).toEqual(new Set(['10.0.0.5']));
  expect(new Set(['fe80::1', 'rtsp://[FE80:0:0:0:0:0:0:1]:554/1'].map(machineOf))).toEqual(new Set(['fe80::1']));
  expect(new Set(['Cam.lan', 'rtsp://cam.lan./1'].map(machineOf))).toEqual(new Set(['cam.lan']));
  expect(machineOf('camera_1')).toBe('camera_1');
});

it('whatever stands behind the host is not taken for one', () => {
  for (const url of ['rtsp://10.0.0.5/x@10.0.0.6', 'rtsp://10.0.0.5?x=@10.0.0.6', 'rtsp://10.0.0.5#@10.0.0.6']) {
    expect(readAddress(url, 'url')).toMatchObject({ url, credentials: null });
    expect(hostOf(url)).toBe('rtsp://10.0.0.5');
    expect(machineOf(url)).toBe('10.0.0.5');
  }
});

it('an account is lifted out, and one that can be none is refused', () => {
  expect(readAddress('rtsp://root:pa/ss@10.0.0.5/1', 'url')).toMatchObject({
    url: 'rtsp://10.0.0.5/1',
    credentials: { username: 'root', password: 'pa/ss' },
  });
  for (const url of ['rtsp://a%00b:c@10.0.0.5/1', `rtsp://a:${'x'.repeat(201)}@10.0.0.5/1`, 'rtsp://10.0.0.5:x/1'])
    expect(() => readAddress(url, 'url'), url).toThrow(expect.objectContaining({ code: 'camera_url_invalid' }));
});

it('CAMWIZ-004: an address that may show a part of a password is refused', () => {
  for (const url of ['rtsp://admin:p@ss/w@host/x', 'rtsp://admin:123/4@10.0.0.5/x'])
    expect(() => readAddress(url, 'url'), url).toThrow(
      expect.objectContaining({ code: 'camera_url_ambiguous', data: { fields: ['url'] } }),
    );
});

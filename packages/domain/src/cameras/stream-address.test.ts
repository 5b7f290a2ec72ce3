import { describe, expect, it, test } from 'vitest';
import { addressFault, isStreamAddress, splitAddress, streamAddressKey, withoutSecrets } from './stream-address.ts';

describe('splitAddress', () => {
  it('leaves an address without credentials as it is', () => {
    expect(splitAddress('rtsp://10.0.0.5:554/h264?x=1@2')).toEqual({
      url: 'rtsp://10.0.0.5:554/h264?x=1@2',
      username: '',
      password: '',
    });
  });

  it('keeps an @ that belongs to the password', () => {
    expect(splitAddress('rtsp://admin:p@ss@cam/1')).toEqual({
      url: 'rtsp://cam/1',
      username: 'admin',
      password: 'p@ss',
    });
  });

  it('decodes what was escaped and survives what was not', () => {
    expect(splitAddress('rtsp://a:50%25@cam/1').password).toBe('50%');
    expect(splitAddress('rtsp://a:50%@cam/1').password).toBe('50%');
  });
});

describe('splitAddress of odd accounts', () => {
  it.each([
    ['rtsp://admin:pa/ss@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', 'pa/ss'],
    ['rtsp://admin:80x/@10.0.0.9/', 'rtsp://10.0.0.9/', 'admin', '80x/'],
    ['rtsp://admin:a?b#c@[fe80::1]:554/a', 'rtsp://[fe80::1]:554/a', 'admin', 'a?b#c'],
    ['rtsp://מנהל:סוד@מצלמה/1', 'rtsp://מצלמה/1', 'מנהל', 'סוד'],
  ])('never leaves a password in %s', (typed, url, ...[username, password]) => {
    expect(splitAddress(typed)).toEqual({ url, username, password });
  });

  it.each([
    'rtsp://10.0.0.5/live@10.0.0.6/x',
    'rtsp://10.0.0.5?a=b@c',
    'rtsp://10.0.0.5#@c',
    'rtsp://host:8554/stream@2',
  ])('takes %s for one host', (url) => {
    expect(splitAddress(url)).toEqual({ url, username: '', password: '' });
  });
});

describe('CAMWIZ-004: an @ that leaves it open where the password ends', () => {
  it.each([
    'rtsp://admin:p@ss/w@host/x',
    'rtsp://admin:pass@10.0.0.5/live@1',
    'RTSP://u:p@h?x=a@b',
    'rtsp://admin:123/4@10.0.0.5/x',
    'rtsp://admin:1/2@h:554/x',
  ])('refuses %s, and shows nothing of the password', (typed) => {
    expect(addressFault(typed)).toBe('camera_url_ambiguous');
    expect(splitAddress(typed)).toEqual({ url: typed, username: '', password: '' });
    expect(withoutSecrets(typed)).not.toMatch(/w@|p@|pass|4@/);
  });

  it.each([
    'rtsp://10.0.0.5/live@1',
    'rtsp://h:8554/stream@2',
    'rtsp://10.0.0.5:554/a@10.0.0.6/x',
    'rtsp://host/p@ss.x',
    'rtsp://nvr:8554/a%40b.c',
  ])('takes %s, which can be read in one way', (url) => expect(addressFault(url)).toBeNull());
});

test('CAMWIZ-004: of an address that is none it is said which part is wrong', () => {
  for (const port of ['0', '65536', '655360', '99999999999999999999']) {
    expect(addressFault(`rtsp://10.0.0.5:${port}/live`)).toBe('camera_url_port_wrong');
    expect(addressFault(`rtsps://[::1]:${port}`)).toBe('camera_url_port_wrong');
  }
  expect(addressFault(`rtsp://h/${'x'.repeat(2000)}`)).toBe('camera_url_too_long');
  for (const url of ['h:70000/x', 'rtsp://h:abc/', 'rtsp://ho st:70000/'])
    expect(addressFault(url), url).toBe('camera_url_invalid');
  for (const url of ['rtsp://h:1/', 'rtsp://h:65535?x', `rtsp://h/${'x'.repeat(1991)}`])
    expect(addressFault(url), url).toBeNull();
});

test('an address that no core can connect to is none', () => {
  for (const url of [
    '',
    'http://h/',
    'rtsp://',
    'rtsp:///p',
    'rtsp://u:p@h/',
    'rtsp://ho st/',
    'rtsp://h:abc/',
    'rtsp://h:0/',
    'rtsp://h:65536/',
    'rtsp://u:80x/@h/',
    'rtsp://10.0.0.256/',
    'rtsp://[::::]/',
    'rtsp://a..b/',
    `rtsp://${'h'.repeat(64)}/`,
    `rtsp://${'h.'.repeat(130)}local/`,
    'rtsp://h/a\u200bb',
    'rtsp://h/\ud800',
  ])
    expect(isStreamAddress(url), url).toBe(false);
  for (const url of ['rtsp://h/\0', 'rtsp://h/\u001b[2J', `rtsp://h/${'x'.repeat(2000)}`])
    expect(isStreamAddress(url)).toBe(false);
  for (const url of [
    'rtsp://h',
    'RTSPS://[::1]:322/x',
    'rtsp://h:554/cam?channel=1&subtype=0',
    'rtsp://h_1/a@b',
    'rtsp://מצלמה/1',
    'rtsp://10.1/a',
    'rtsp://nvr.local./a',
  ])
    expect(isStreamAddress(url), url).toBe(true);
});

describe('streamAddressKey', () => {
  it('is the same for every spelling of one stream', () => {
    const spellings = ['rtsp://Cam/Stream1', 'RTSP://cam:554/Stream1/', 'rtsp://u:p@cam/Stream1#x'];
    expect(new Set(spellings.map(streamAddressKey))).toEqual(new Set(['rtsp://cam/Stream1']));
  });

  it('differs by path, because cameras care about its case', () => {
    expect(streamAddressKey('rtsp://cam/a')).not.toBe(streamAddressKey('rtsp://cam/A'));
  });
});

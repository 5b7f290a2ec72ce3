import { describe, expect, it, test } from 'vitest';
import { isStreamAddress, splitAddress, streamAddressKey } from './stream-address.ts';

describe('splitAddress', () => {
  it('leaves an address without credentials as it is', () => {
    expect(splitAddress('rtsp://10.0.0.5:554/h264?x=1@2')).toEqual({ url: 'rtsp://10.0.0.5:554/h264?x=1@2', username: '', password: '' });
  });

  it('keeps an @ that belongs to the password', () => {
    expect(splitAddress('rtsp://admin:p@ss@cam/1')).toEqual({ url: 'rtsp://cam/1', username: 'admin', password: 'p@ss' });
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

  it.each(['rtsp://10.0.0.5/live@10.0.0.6/x', 'rtsp://10.0.0.5?a=b@c', 'rtsp://10.0.0.5#@c', 'rtsp://host:8554/stream@2'])('takes %s for one host', (url) => {
    expect(splitAddress(url)).toEqual({ url, username: '', password: '' });
  });
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
  ])
    expect(isStreamAddress(url), url).toBe(false);
  for (const url of ['rtsp://h/\0', 'rtsp://h/\u001b[2J', `rtsp://h/${'x'.repeat(2000)}`]) expect(isStreamAddress(url)).toBe(false);
  for (const url of ['rtsp://h', 'RTSPS://[::1]:322/x', 'rtsp://h:554/cam?channel=1&subtype=0', 'rtsp://h_1/a@b', 'rtsp://מצלמה/1'])
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

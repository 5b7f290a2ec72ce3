import { describe, expect, test } from 'vitest';
import { splitStreamAddress } from './stream-address.ts';

describe('an address without an account', () => {
  test.each([
    'rtsp://10.0.0.5/live',
    'rtsp://host:8554/stream@2',
    'rtsp://host/user:x@1',
    'rtsps://[fe80::1]:554/a',
    'rtsp://host',
    'http://a:b@host/',
    'not an address',
    '',
  ])('stays as it is: %s', (url) => {
    expect(splitStreamAddress(url)).toEqual({ url, account: null });
  });
});

test.each([
  ['rtsp://admin:secret@10.0.0.5:554/Streaming/101', 'rtsp://10.0.0.5:554/Streaming/101', 'admin', 'secret'],
  ['  rtsp://admin:p@ss:w@10.0.0.5/a  ', 'rtsp://10.0.0.5/a', 'admin', 'p@ss:w'],
  ['rtsp://admin:pa/ss@10.0.0.5/a', 'rtsp://10.0.0.5/a', 'admin', 'pa/ss'],
  ['rtsp://admin:a%40b@host/a', 'rtsp://host/a', 'admin', 'a@b'],
  ['rtsp://admin:100%@host/a', 'rtsp://host/a', 'admin', '100%'],
  ['rtsp://admin@host/a@b', 'rtsp://host/a@b', 'admin', ''],
  ['RTSP://u:p@[fe80::1]:554/a', 'RTSP://[fe80::1]:554/a', 'u', 'p'],
  ['rtsp://משתמש:סוד@מצלמה/1', 'rtsp://מצלמה/1', 'משתמש', 'סוד'],
])('takes the account out of %s', (typed, url, ...[username, password]) => {
  expect(splitStreamAddress(typed)).toEqual({ url, account: { username, password } });
});

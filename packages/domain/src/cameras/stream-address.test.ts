import { describe, expect, it } from 'vitest';
import { splitAddress, streamAddressKey } from './stream-address.ts';

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

describe('streamAddressKey', () => {
  it('is the same for every spelling of one stream', () => {
    const spellings = ['rtsp://Cam/Stream1', 'RTSP://cam:554/Stream1/', 'rtsp://u:p@cam/Stream1#x'];
    expect(new Set(spellings.map(streamAddressKey))).toEqual(new Set(['rtsp://cam/Stream1']));
  });

  it('differs by path, because cameras care about its case', () => {
    expect(streamAddressKey('rtsp://cam/a')).not.toBe(streamAddressKey('rtsp://cam/A'));
  });
});

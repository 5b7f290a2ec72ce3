import { describe, expect, it } from 'vitest';
import { camerasCalls } from './cameras.api.ts';
import { rtspUrl } from './camera.ts';
import { locationUpdate } from '../locations/location.ts';

describe('contracts of cameras and locations', () => {
  it('never let an address with credentials through where none belong', () => {
    for (const url of ['rtsp://u:p@cam/1', 'rtsp://cam @x/1', 'http://cam/1', 'rtsp:///1', ''])
      expect(rtspUrl.safeParse(url).success, url).toBe(false);
    for (const url of ['rtsp://cam/1', 'rtsps://10.0.0.1:322/a?b=c@d', 'rtsp://[fe80::1]:554/x'])
      expect(rtspUrl.safeParse(url).success, url).toBe(true);
  });

  it('leave absent fields of a change absent, so that nothing is reset by silence', () => {
    expect(locationUpdate.parse({ name: 'x' })).toEqual({ name: 'x' });
    expect(camerasCalls.update.body.parse({ name: 'x' })).toEqual({ name: 'x' });
  });
});

import type { StreamTest } from '@sightline/contracts/cameras/camera';
import { expect, test } from 'vitest';
import { begun, edited, failed, succeeded, untested } from './stream-test-state.ts';

const found: StreamTest = {
  format: {
    videoCodec: 'h264',
    width: 640,
    height: 360,
    fps: 15,
    bitrateKbps: null,
    gopMs: null,
    hasBFrames: false,
    audioCodec: null,
  },
  warnings: [],
  snapshot: null,
  setupMs: 1,
  driver: 'rtsp',
  speaker: { speaker: 'yes', cause: null },
};

test('CAM-014 CAM-021: a look at a sub-stream loads, then is connected with width and height', () => {
  const loading = begun(untested('rtsp://a/1'), 'rtsp://a/2');
  expect(loading).toMatchObject({
    connectionString: 'rtsp://a/2',
    loading: true,
    connected: false,
    width: null,
    session: 1,
  });
  expect(succeeded(loading, 1, found)).toMatchObject({ loading: false, connected: true, width: 640, height: 360 });
  expect(failed(loading, 1, 'no')).toMatchObject({ loading: false, connected: false, failure: 'no' });
});

test('CAM-022: success is reset by an edit, and an answer that comes after it does not count', () => {
  const good = succeeded(begun(untested('a'), 'a'), 1, found);
  expect(edited(good, 'b')).toMatchObject({
    connectionString: 'b',
    connected: false,
    width: null,
    height: null,
    failure: null,
  });
  const again = edited(begun(good, 'a'), 'b');
  expect(succeeded(again, 2, found)).toBe(again);
  expect(failed(again, 2, 'no')).toBe(again);
});

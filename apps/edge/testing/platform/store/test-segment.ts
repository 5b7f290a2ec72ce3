import type { NewSegment } from '../../../src/platform/store/segments-store.ts';

/** The row of a recorded file in tests that ask when it was, and not what is in it. */
export const testSegment = (
  segment: Pick<NewSegment, 'streamId' | 'path' | 'startUtcMs' | 'endUtcMs'> & Partial<NewSegment>,
): NewSegment => ({
  bytes: 1,
  initBytes: 1,
  videoCodec: 'h264',
  codecString: 'avc1.4D401F',
  width: 1280,
  height: 720,
  audioCodec: null,
  isRepaired: false,
  ...segment,
});

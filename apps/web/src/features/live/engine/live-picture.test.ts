import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoreClock } from './clocks/core-clock.ts';
import { PictureClock } from './clocks/picture-clock.ts';
import { LivePicture } from './live-picture.ts';

const coreAheadMs = 7_000;
let show: (metadata: Partial<VideoFrameCallbackMetadata>) => void;
let told: number[];
let instants: (number | null)[];
let picture: LivePicture;
let pictureClock: PictureClock;

/** A video element as far as its pictures are concerned. */
const video = {
  requestVideoFrameCallback: (callback: VideoFrameRequestCallback): number => {
    show = (metadata) => callback(performance.now(), { mediaTime: 1, ...metadata } as VideoFrameCallbackMetadata);
    return 1;
  },
  cancelVideoFrameCallback: () => undefined,
} as unknown as HTMLVideoElement;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('document', { hidden: false });
  const clock = new CoreClock();
  const sentAtMs = Date.now() - 10;
  clock.add({ sentAtMs, receivedAtMs: sentAtMs + 10, coreUtcMs: sentAtMs + 5 + coreAheadMs });
  pictureClock = new PictureClock();
  [told, instants] = [[], []];
  picture = new LivePicture(video, {
    clock,
    pictureClock,
    fragmentPosition: () => null,
    fragmentInstant: () => null,
    events: { onFrame: (utcMs) => instants.push(utcMs), onSilence: () => undefined, onDelay: (ms) => told.push(ms) },
  });
});
afterEach(() => {
  picture.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A picture that is shown in 20 ms and came from the network 10 ms ago. */
const shown = (rtpTimestamp: number): void =>
  show({ rtpTimestamp, receiveTime: performance.now() - 10, expectedDisplayTime: performance.now() + 20 });

test('the age of a picture counts from when it reached the core, and not from when it reached this browser', () => {
  // It waited 700 ms in the core, as one does that is converted.
  const atUtcMs = Date.now() + coreAheadMs - 700;
  pictureClock.hear({ rtpTimestamp: 90_000, atUtcMs });
  shown(90_000);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([720]);
  expect(instants).toEqual([atUtcMs]);
});

test('of a core that does not say when a picture reached it, what came after is told as the least', () => {
  shown(90_000);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([35]);
});

test('on a new way the age of the way before says nothing', () => {
  pictureClock.hear({ rtpTimestamp: 90_000, atUtcMs: Date.now() + coreAheadMs - 700 });
  shown(90_000);
  picture.restart();
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([]);
});

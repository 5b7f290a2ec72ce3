import type { StreamConfig } from '@sightline/media/units/access-unit';
import { describe, expect, it } from 'vitest';
import type { ChoiceInput } from './track-choice.ts';
import { chooseTrack } from './track-choice.ts';

const config = (codec: 'h264' | 'h265', reorders = false): StreamConfig => ({
  video: { codec, sps: [], pps: [], vps: [], width: 1, height: 1, codecString: '', nominalFps: null, reorders },
  audio: null,
});
const plain = config('h264');
const bFrames = config('h264', true);
const hevc = config('h265');
const choose = (more: Partial<ChoiceInput>) =>
  chooseTrack({ wanted: 'auto', target: 'rtc', transcode: false, main: undefined, sub: undefined, ...more });

describe('choosing what to show', () => {
  it('chooses nothing while nothing is known', () => {
    expect(choose({ main: null, sub: null })).toBeNull();
    expect(choose({ main: null })).toBeNull();
    expect(choose({ wanted: 'sub', main: plain })).toBeNull();
  });

  it('never changes the stream that was asked for by name', () => {
    expect(choose({ wanted: 'main', main: hevc, sub: plain })).toEqual({ kind: 'main', transcode: true });
    expect(choose({ wanted: 'sub', main: plain, sub: bFrames })).toEqual({ kind: 'sub', transcode: true });
  });

  it.each([
    ['main when it plays', plain, plain, { kind: 'main', transcode: false }],
    ['sub when main has B-frames', bFrames, plain, { kind: 'sub', transcode: false }],
    ['sub when main is H.265', hevc, plain, { kind: 'sub', transcode: false }],
    ['sub when main is not known', null, plain, { kind: 'sub', transcode: false }],
    ['the smaller one converted when neither plays', hevc, hevc, { kind: 'sub', transcode: true }],
    ['main converted when there is no sub', hevc, undefined, { kind: 'main', transcode: true }],
  ] as const)('shows %s', (...[, main, sub, choice]) => {
    expect(choose({ main, sub })).toEqual(choice);
  });

  it('sends B-frames as fragments, and H.265 only to those who did not ask for a conversion', () => {
    expect(choose({ target: 'mse', main: bFrames })).toEqual({ kind: 'main', transcode: false });
    expect(choose({ target: 'mse', main: hevc })).toEqual({ kind: 'main', transcode: false });
    expect(choose({ target: 'mse', main: hevc, sub: plain })).toEqual({ kind: 'sub', transcode: false });
    expect(choose({ target: 'mse', main: hevc, transcode: true })).toEqual({ kind: 'main', transcode: true });
  });
});

import type { AccessUnit } from '@sightline/media/units/access-unit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';
import { createDriverChooser } from './driver-choice.ts';
import { createGopCache } from './gop-cache.ts';
import { createStreamClock } from './stream-clock.ts';

const EPOCH = 1_700_000_000_000;
const unit = (index: number, rest: Partial<AccessUnit> = {}): AccessUnit => ({
  kind: 'video',
  data: new Uint8Array(10),
  key: index % 30 === 0,
  pts90k: index * 6000,
  dts90k: index * 6000,
  arrivalMs: EPOCH + index * (200 / 3),
  gap: false,
  ...rest,
});

describe('the clock of a stream', () => {
  const wall = (one: AccessUnit): number => EPOCH + one.dts90k / 90;

  it('never shows a time far from the arrival for long, whatever the camera counts', () => {
    const jump = fc.record({ at: fc.integer({ min: 31, max: 200 }), by: fc.integer({ min: -400_000_000, max: 400_000_000 }) });
    fc.assert(
      fc.property(fc.array(jump, { maxLength: 3 }), (jumps) => {
        const clock = createStreamClock(EPOCH);
        let offset = 0;
        const late: number[] = [];
        for (let i = 0; i < 400; i++) {
          for (const one of jumps) if (one.at === i) offset += one.by;
          const now = unit(i, { dts90k: i * 6000 + offset, pts90k: i * 6000 + offset });
          clock.video(now);
          if (Math.abs(wall(now) - now.arrivalMs) > 600) late.push(i);
        }
        // Two seconds of doubt, and then the next keyframe (2 s) at the latest, per jump.
        expect(late.length).toBeLessThanOrEqual(jumps.length * 62);
      }),
    );
  });

  it('anchors a new segment at a keyframe only', () => {
    const clock = createStreamClock(EPOCH);
    const cuts: boolean[] = [];
    for (let i = 0; i < 100; i++) {
      const now = unit(i, i >= 40 ? { dts90k: i * 6000 - 3_600_000 } : {});
      if (clock.video(now)) cuts.push(now.key);
      if (i === 40) expect(now.gap).toBe(true);
    }
    expect(cuts).toEqual([true, true]);
  });

  it('ignores a burst after a short stall of the network', () => {
    const clock = createStreamClock(EPOCH);
    const cuts: number[] = [];
    for (let i = 0; i < 200; i++) {
      const stalled = i >= 60 && i < 75;
      if (clock.video(unit(i, stalled ? { arrivalMs: EPOCH + 75 * (200 / 3) } : {}))) cuts.push(i);
    }
    expect(cuts).toEqual([0]);
  });

  it('anchors again when the first unit was late', () => {
    const clock = createStreamClock(EPOCH);
    const cuts: number[] = [];
    for (let i = 0; i < 120; i++) {
      const now = unit(i, i === 0 ? { arrivalMs: EPOCH + 3000 } : {});
      if (clock.video(now)) cuts.push(i);
      if (i > 65) expect(Math.abs(wall(now) - now.arrivalMs)).toBeLessThan(50);
    }
    expect(cuts).toEqual([0, 60]);
  });

  it('does not place sound before the first picture', () => {
    expect(createStreamClock(EPOCH).audio({ kind: 'audio', data: new Uint8Array(1), pts90k: 0, samples: 1, arrivalMs: EPOCH })).toBe(false);
  });
});

describe('waiting before the next attempt', () => {
  it('doubles from a quarter of a second to ten seconds, with jitter downwards only', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((failures) => backOffMs(failures, { random: 0, credentialsRefused: false }))).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
    expect(backOffMs(3, { random: 0.999, credentialsRefused: false })).toBeGreaterThanOrEqual(750);
  });

  it('is long at once for refused credentials, because cameras lock accounts', () => {
    expect(backOffMs(1, { random: 0, credentialsRefused: true })).toBe(10_000);
  });
});

describe('choice of the driver', () => {
  it('does not change for a missing camera or a wrong password', () => {
    const chooser = createDriverChooser('auto', true);
    for (let i = 0; i < 10; i++) chooser.ended(i % 2 === 0 ? 'camera_unreachable' : 'camera_credentials_refused', false);
    expect(chooser.next()).toBe('rtsp');
  });

  it('does not change without a fallback or when people chose', () => {
    for (const chooser of [createDriverChooser('auto', false), createDriverChooser('rtsp', true)]) {
      for (let i = 0; i < 5; i++) chooser.ended('camera_not_rtsp', false);
      expect(chooser.next()).toBe('rtsp');
    }
    expect(createDriverChooser('node-av', true).next()).toBe('node-av');
  });

  it('tries the fallback after three failed set-ups, keeps it while it delivers, and returns when it fails', () => {
    const chooser = createDriverChooser('auto', true);
    for (let i = 0; i < 2; i++) chooser.ended('camera_timeout', false);
    expect(chooser.next()).toBe('rtsp');
    chooser.ended('camera_closed', false);
    expect(chooser.next()).toBe('node-av');
    chooser.ended('camera_stalled', true);
    expect(chooser.next()).toBe('node-av');
    chooser.ended('camera_closed', false);
    expect(chooser.next()).toBe('rtsp');
  });
});

describe('cached group of pictures', () => {
  it('begins with a keyframe, holds nothing older, and gives up on endless groups', () => {
    const cache = createGopCache();
    cache.push(unit(1));
    expect(cache.units()).toHaveLength(0);
    for (let i = 30; i < 65; i++) cache.push(unit(i));
    expect(cache.units().map((one) => one.pts90k / 6000)).toEqual([60, 61, 62, 63, 64]);
    cache.push(unit(90, { key: true, data: new Uint8Array(9_000_000) }));
    cache.push(unit(91, { data: new Uint8Array(9_000_000) }));
    expect(cache.units()).toHaveLength(0);
  });
});

import type { AccessUnit, AudioUnit } from '@sightline/media/units/access-unit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';
import { createDriverChooser } from './driver-choice.ts';
import { createGopCache } from './gop-cache.ts';
import { createStreamClock, type StreamClock } from './stream-clock.ts';

const epoch = 1_700_000_000_000;
const unit = (index: number, rest: Partial<AccessUnit> = {}): AccessUnit => ({
  kind: 'video',
  data: new Uint8Array(10),
  key: index % 30 === 0,
  pts90k: index * 6000,
  dts90k: index * 6000,
  arrivalMs: epoch + index * (200 / 3),
  gap: false,
  ...rest,
});

/** Indexes of the units at which a new segment must begin. */
function cutsOf(clock: StreamClock, units: readonly AccessUnit[]): number[] {
  const placed = [...units.flatMap((one) => clock.take(one)), ...clock.flush()];
  expect(placed.map((one) => one.unit)).toEqual(units);
  return placed.flatMap(({ cut }, index) => (cut ? [index] : []));
}

const units = (count: number, rest: (index: number) => Partial<AccessUnit>): AccessUnit[] =>
  Array.from({ length: count }, (_, index) => unit(index, rest(index)));

describe('the clock of a stream', () => {
  const wall = (one: AccessUnit): number => epoch + one.dts90k / 90;

  it('never shows a time far from the arrival for long, whatever the camera counts', () => {
    const jump = fc.record({
      at: fc.integer({ min: 31, max: 200 }),
      by: fc.integer({ min: -400_000_000, max: 400_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(jump, { maxLength: 3 }), (jumps) => {
        const moved = (index: number): number => jumps.reduce((sum, one) => sum + (one.at <= index ? one.by : 0), 0);
        const all = units(400, (i) => ({ dts90k: i * 6000 + moved(i), pts90k: i * 6000 + moved(i) }));
        cutsOf(createStreamClock(epoch), all);
        const late = all.filter((one) => Math.abs(wall(one) - one.arrivalMs) > 600);
        // Two seconds of doubt, and then the next keyframe (2 s) at the latest, per jump.
        expect(late.length).toBeLessThanOrEqual(jumps.length * 62);
      }),
    );
  });

  it('anchors a new segment at a keyframe only', () => {
    const all = units(100, (i) => (i >= 40 ? { dts90k: i * 6000 - 3_600_000 } : {}));
    expect(cutsOf(createStreamClock(epoch), all)).toEqual([0, 60]);
    expect(all[40]!.gap).toBe(true);
  });

  it('ignores a burst after a short stall of the network', () => {
    const all = units(200, (i) => (i >= 60 && i < 75 ? { arrivalMs: epoch + 75 * (200 / 3) } : {}));
    expect(cutsOf(createStreamClock(epoch), all)).toEqual([0]);
  });

  it('does not move with a network that is slow for half a minute', () => {
    const all = units(900, (i) => (i >= 60 && i < 450 ? { arrivalMs: epoch + i * (200 / 3) + 400 } : {}));
    expect(cutsOf(createStreamClock(epoch), all)).toEqual([0]);
    const furthest = Math.max(...all.map((one, i) => Math.abs(wall(one) - epoch - i * (200 / 3))));
    expect(furthest).toBeLessThan(35);
  });
});

describe('the first pictures of a connection', () => {
  const wall = (one: AccessUnit): number => epoch + one.dts90k / 90;
  const trueMs = (index: number): number => epoch + index * (200 / 3);
  const furthestMs = (all: readonly AccessUnit[]): number =>
    Math.max(...all.map((one, i) => Math.abs(wall(one) - trueMs(i))));

  it.each([61, 339, 3000])('are filed under their own time although the first came %d ms late', (lateMs) => {
    const all = units(120, (i) => (i === 0 ? { arrivalMs: trueMs(0) + lateMs } : {}));
    expect(cutsOf(createStreamClock(epoch), all)).toEqual([0]);
    expect(furthestMs(all)).toBeLessThan(1);
  });

  it('are filed under their own time although a whole group of pictures came at once', () => {
    const all = units(120, (i) => ({ arrivalMs: Math.max(trueMs(i), trueMs(29)) + (i % 3) * 2 }));
    expect(cutsOf(createStreamClock(epoch), all)).toEqual([0]);
    expect(furthestMs(all)).toBeLessThan(10);
  });

  it('come nearer while the line runs when they all were late', () => {
    const all = units(15 * 120, (i) => (i < 8 ? { arrivalMs: trueMs(i) + 300 } : {}));
    expect(cutsOf(createStreamClock(epoch), all)).toEqual([0]);
    expect(furthestMs(all.map((one, i) => (i < 15 * 100 ? unit(i) : one)))).toBeLessThan(60);
  });

  it('wait a second at most, and go out when no more come', () => {
    const clock = createStreamClock(epoch);
    const [first, second] = units(2, () => ({}));
    expect(clock.take(first!)).toEqual([]);
    expect(clock.due(first!.arrivalMs + 900)).toEqual([]);
    expect(clock.due(first!.arrivalMs + 1000)).toEqual([{ unit: first, cut: true }]);
    expect(clock.take(second!)).toEqual([{ unit: second, cut: false }]);
    clock.restart();
    const again = unit(2);
    expect(clock.take(again)).toEqual([]);
    expect(clock.flush()).toEqual([{ unit: again, cut: true }]);
    expect(clock.flush()).toEqual([]);
  });

  it('are not filed over what the connection before brought', () => {
    const clock = createStreamClock(epoch);
    const before = units(60, () => ({}));
    cutsOf(clock, before);
    clock.restart();
    // The camera begins with a keyframe that was sent before, and counts from nought.
    const after = units(60, (i) => ({ arrivalMs: Math.max(trueMs(i + 56), trueMs(61)) }));
    expect(cutsOf(clock, after)).toEqual([0]);
    expect(after[0]!.dts90k).toBeGreaterThan(before.at(-1)!.dts90k);
  });

  it('are no sound: that has no place before the first picture', () => {
    const clock = createStreamClock(epoch);
    const sound = (): AudioUnit => ({
      kind: 'audio',
      data: new Uint8Array(1),
      pts90k: 900,
      samples: 1,
      arrivalMs: epoch,
    });
    expect(clock.take(sound())).toEqual([]);
    const [picture, heard] = [unit(0, { arrivalMs: epoch + 50 }), sound()];
    clock.take(picture);
    clock.take(heard);
    expect(clock.flush()).toEqual([
      { unit: picture, cut: true },
      { unit: heard, cut: false },
    ]);
    expect(heard.pts90k - picture.pts90k).toBe(900);
  });
});

describe('waiting before the next attempt', () => {
  it('doubles from a quarter of a second to ten seconds, with jitter downwards only', () => {
    expect(
      [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => backOffMs(failures, { random: 0, credentialsRefused: false })),
    ).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(backOffMs(3, { random: 0.999, credentialsRefused: false })).toBeGreaterThanOrEqual(750);
  });

  it('is long at once for refused credentials, because cameras lock accounts', () => {
    expect(backOffMs(1, { random: 0, credentialsRefused: true })).toBe(10_000);
  });
});

describe('choice of the driver', () => {
  it('does not change for a missing camera or a wrong password', () => {
    const chooser = createDriverChooser('auto', true);
    for (let i = 0; i < 10; i++)
      chooser.ended(i % 2 === 0 ? 'camera_unreachable' : 'camera_credentials_refused', false);
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

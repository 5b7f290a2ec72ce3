import type { AccessUnit } from '@sightline/media/units/access-unit';
import { describe, expect, it } from 'vitest';
import { createStreamClock } from './stream-clock.ts';

const fps = 15;
const step90k = 90_000 / fps;

/** Pictures of a camera whose clock runs `ppm` faster than ours, arriving up to `jitterMs` late. */
function* picturesOf(camera: { seconds: number; ppm: number; jitterMs: number }): Generator<AccessUnit> {
  for (let index = 0; index < camera.seconds * fps; index++) {
    const ticks = Math.round(index * step90k * (1 + camera.ppm / 1e6));
    const arrivalMs = (index * 1000) / fps + ((index * 7919) % 100) * (camera.jitterMs / 100);
    yield {
      kind: 'video',
      data: new Uint8Array(1),
      key: index % 30 === 0,
      pts90k: ticks,
      dts90k: ticks,
      arrivalMs,
      gap: false,
    };
  }
}

describe('clock of a stream', () => {
  it.each([-200, 200])(
    'stays with the arrival of a camera that is %d ppm off, without a cut and without a step',
    (ppm) => {
      const clock = createStreamClock(0);
      let last = Number.NEGATIVE_INFINITY;
      let cuts = 0;
      let worstMs = 0;
      for (const unit of picturesOf({ seconds: 3 * 3600, ppm, jitterMs: 20 })) {
        for (const { unit: placed, cut } of clock.take(unit)) {
          if (cut) cuts += 1;
          if (placed.kind !== 'video') continue;
          const step = placed.dts90k - last;
          if (Number.isFinite(last)) expect(Math.abs(step - step90k)).toBeLessThan(step90k * 0.002 + 2);
          last = placed.dts90k;
          worstMs = Math.max(worstMs, Math.abs(placed.arrivalMs - 10 - placed.dts90k / 90));
        }
      }
      expect({ cuts, isNear: worstMs < 45 }).toEqual({ cuts: 1, isNear: true });
    },
  );

  it('files pictures that wait for a later one under when they were taken', () => {
    const clock = createStreamClock(0);
    // I P B B P B B ...: a P is sent when it was taken, the two before it after it.
    const inDecodeOrder = [
      0,
      ...Array.from({ length: 60 }, (_, group) => [3, 1, 2].map((step) => 3 * group + step)).flat(),
    ];
    const placed = inDecodeOrder.flatMap((picture, sent) =>
      clock.take({
        kind: 'video',
        data: new Uint8Array(1),
        key: picture === 0,
        pts90k: picture * step90k,
        dts90k: sent * step90k,
        arrivalMs: ((sent + 2) * 1000) / fps,
        gap: false,
      }),
    );
    expect(placed.length).toBe(inDecodeOrder.length);
    for (const [sent, { unit }] of placed.entries())
      expect(Math.abs(unit.pts90k / 90 - (inDecodeOrder[sent]! * 1000) / fps)).toBeLessThan(1);
  });

  it('leaves a camera alone whose pictures only come unevenly', () => {
    const clock = createStreamClock(0);
    for (const unit of picturesOf({ seconds: 60, ppm: 0, jitterMs: 25 })) {
      const before = unit.dts90k;
      clock.take(unit);
      clock.flush();
      expect(unit.dts90k).toBe(before);
    }
  });
});

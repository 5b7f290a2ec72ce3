import { expect, test } from 'vitest';
import type { LiveTrack } from '../recognise/recogniser.ts';
import { createAnalysisPace } from './analysis-pace.ts';
import { createBoxReports } from './box-reports.ts';

const track = (more: Partial<LiveTrack> = {}): LiveTrack => ({
  eventId: 'a',
  class: 'person',
  box: { x: 0.2, y: 0.2, width: 0.1, height: 0.3 },
  velocity: { x: 0, y: 0 },
  score: 0.9,
  plate: null,
  isStationary: true,
  coastingMs: null,
  ...more,
});

/** A camera with a keyframe every `keyframeMs` whose resting things are looked at through the real pace. */
function restingCamera(keyframeMs: number): { looks: number[]; holds: number[] } {
  const reports = createBoxReports();
  const pace = createAnalysisPace();
  const looks: number[] = [];
  const holds: number[] = [];
  for (let atUtcMs = 0; atUtcMs < 60_000; atUtcMs += keyframeMs) {
    reports.noteKeyframe(atUtcMs);
    if (!pace.take({ atUtcMs, level: 0, isGlobal: false, wantsInferences: false, openCount: 1 })) continue;
    reports.noteLook(atUtcMs, (between) => pace.nextLookMs({ atUtcMs, wantsInferences: false, keyframeMs: between }));
    looks.push(atUtcMs);
    holds.push(reports.notify([track()], atUtcMs).holdMs);
  }
  return { looks, holds };
}

test.each([500, 1000, 2000, 4000, 10_000])(
  'what rests is told to hold until the next look of a camera with a keyframe every %i ms, and not for long after',
  (keyframeMs) => {
    const { looks, holds } = restingCamera(keyframeMs);
    // The time between keyframes is known from the second on.
    for (let index = 2; index < looks.length - 1; index++) {
      const nextMs = looks[index + 1]! - looks[index]!;
      expect(holds[index]).toBeGreaterThan(nextMs);
      expect(holds[index]).toBeLessThanOrEqual(nextMs + 2000);
    }
  },
);

test('what is followed while it moves holds for less than a second', () => {
  const reports = createBoxReports();
  const pace = createAnalysisPace();
  reports.noteLook(1000, (keyframeMs) => pace.nextLookMs({ atUtcMs: 1000, wantsInferences: true, keyframeMs }));
  expect(reports.notify([track()], 1000).holdMs).toBeLessThan(1000);
});

test('a look that is overdue makes a guess of everything, and soon nothing', () => {
  const reports = createBoxReports();
  reports.noteLook(1000, () => 600);
  expect(reports.notify([track()], 1900)).toMatchObject({ holdMs: 100, tracks: [{ coastingMs: null }] });
  expect(reports.notify([track(), track({ coastingMs: 900 })], 2500)).toMatchObject({
    holdMs: 0,
    tracks: [{ coastingMs: 500 }, { coastingMs: 900 }],
  });
  expect(reports.notify([track()], 3000)).toEqual({ holdMs: 0, tracks: [] });
});

test('between two looks a thing goes on as it went, but never out of the picture', () => {
  const reports = createBoxReports();
  reports.noteLook(1000, () => 5000);
  const moving = track({ velocity: { x: 0.2, y: 0 } });
  expect(reports.notify([moving], 1500).tracks[0]?.box.x).toBeCloseTo(0.3);
  expect(reports.notify([moving], 4000).tracks[0]?.box.x).toBeCloseTo(0.32);
  const gone = reports.notify([track({ velocity: { x: -2, y: 0 } })], 1500).tracks[0]!.box;
  expect(gone).toMatchObject({ x: 0, width: 0 });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Figure } from '../../../testing/drawn-scene.ts';
import { placeId, told } from '../../../testing/rule-run.ts';
import { sumReachedAt } from './loitering-sum.ts';

const zone = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
};

/** Walks up and down beside the zone, and stands in it in these spans of seconds. */
const visitor = (visits: readonly (readonly [fromS: number, toS: number])[], untilS: number): Figure => ({
  way: [
    [0, 0.1, 0.8],
    ...visits.flatMap(([fromS, toS]) => [
      [fromS - 1, 0.3, 0.8] as const,
      [fromS + 1, 0.7, 0.8] as const,
      [toS - 1, 0.7, 0.8] as const,
      [toS + 1, 0.3, 0.8] as const,
    ]),
    [untilS, 0.1, 0.8],
  ],
});

describe('loitering in several visits', () => {
  const asked = { kind: 'loitering' as const, zones: [zone], limitS: 30, counts: 'sum', sumWithinS: 120 };

  it('is not told of visits that are too far apart, too short, or of different people', () => {
    const apart = visitor(
      [
        [10, 30],
        [140, 160],
      ],
      300,
    );
    expect(told(asked, { figures: { anna: apart }, toS: 320 })).toEqual([]);
    const short = visitor(
      [
        [10, 15],
        [30, 35],
        [50, 55],
      ],
      200,
    );
    expect(told(asked, { figures: { anna: short }, toS: 320 })).toEqual([]);
    const [anna, ben] = [visitor([[10, 28]], 60), visitor([[40, 58]], 90)];
    expect(told(asked, { figures: { anna, ben: { ...ben, way: ben.way.slice(1) } }, toS: 320 })).toEqual([]);
  });

  it('is not told of who left the picture between: who comes back is somebody else', () => {
    const figure = visitor(
      [
        [10, 30],
        [60, 80],
      ],
      100,
    );
    const gone: Figure = { ...figure, hidden: [[35, 50]], tracks: [[0, 'anna'], [50, 'anna again']] }; // prettier-ignore
    expect(told(asked, { figures: { anna: gone }, toS: 320 })).toEqual([]);
  });

  it('is told once the visits together are too long, and says of nearly as long that it was', () => {
    const twice = visitor(
      [
        [10, 28],
        [60, 90],
      ],
      110,
    );
    expect(told(asked, { figures: { anna: twice }, toS: 320 })).toEqual(['opened 71.8', 'closed 90.2']);
    const nearly = visitor(
      [
        [10, 24],
        [60, 74],
      ],
      110,
    );
    expect(told(asked, { figures: { anna: nearly }, toS: 320 })).toEqual(['belowLimit 74.2']);
    // Each visit alone is within the limit, and a rule on one visit says nothing.
    expect(told({ ...asked, counts: 'visit' }, { figures: { anna: nearly }, toS: 320 })).toEqual([]);
  });

  it('counts anew after it was told, and a short way out is no end of it', () => {
    const again = visitor(
      [
        [10, 45],
        [47, 60],
        [80, 100],
        [130, 145],
      ],
      170,
    );
    expect(told(asked, { figures: { anna: again }, toS: 400 })).toEqual([
      'opened 40',
      'closed 60.2',
      'opened 139.8',
      'closed 145.2',
    ]);
  });

  it('does not count the time in which nobody looked', () => {
    const stays = visitor([[10, 60]], 100);
    const seen = told({ ...asked, limitS: 30 }, { figures: { anna: stays }, toS: 200, blind: [[20, 23]] });
    expect(seen).toEqual(['opened 43', 'closed 60.2']);
  });
});

/** Second by second, as slowly as it is said. */
function slowly(
  visits: readonly (readonly [number, number])[],
  since: number,
  [limit, window]: readonly [number, number],
): number {
  for (let at = since; ; at += 1) {
    let sum = at - Math.max(since, at - window);
    for (const [from, to] of visits) sum += Math.max(0, to - Math.max(from, at - window));
    if (sum >= limit) return at;
  }
}

it('finds the instant at which visits together are long enough, for any visits', () => {
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })), { maxLength: 6 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 60 }), (lengths, limit, more) => {
      let at = 0;
      const visits = lengths.map(([gap, stay]): [number, number] => {
        const from = (at += gap);
        return [from, (at += stay)];
      });
      const since = at + 1;
      const window = limit + more;
      const over = visits.map(([fromMs, toMs]) => ({ fromMs, toMs }));
      const found = sumReachedAt(over, since, { limitMs: limit, windowMs: window });
      expect(found).toBe(slowly(visits, since, [limit, window]));
    }),
    { numRuns: 300 },
  );
});

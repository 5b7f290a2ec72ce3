import { describe, expect, it } from 'vitest';
import { atSecond, type DrawnScene, factsOf } from '../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf, told } from '../../testing/rule-run.ts';

/** The right half of the picture. */
const zone = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
};
/** Upwards through the middle: who walks to the right crosses it to the right. */
const line = {
  id: placeId(2),
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};

const walksThrough = (fromS = 2): DrawnScene => ({
  figures: {
    anna: {
      way: [
        [fromS, 0.1, 0.8],
        [fromS + 10, 0.9, 0.8],
      ],
    },
  },
  toS: fromS + 30,
});

for (const looksPerS of [5, 2]) {
  describe(`a crossed line, at ${looksPerS} looks a second`, () => {
    const crossing = (asked: object = {}) => ({ kind: 'lineCrossing' as const, line, ...asked });

    it('is not crossed by who turns round before it, walks beside it, or flickers over it for one look', () => {
      const scenes: DrawnScene[] = [
        {
          figures: {
            anna: {
              way: [
                [0, 0.1, 0.8],
                [5, 0.48, 0.8],
                [10, 0.1, 0.8],
              ],
            },
          },
          toS: 20,
        },
        {
          figures: {
            anna: {
              way: [
                [0, 0.3, 0.9],
                [10, 0.3, 0.4],
              ],
            },
          },
          toS: 20,
        },
        {
          figures: {
            anna: {
              way: [
                [0, 0.47, 0.8],
                [5, 0.47, 0.8],
                [5.1, 0.52, 0.8],
                [5.2, 0.47, 0.8],
                [10, 0.47, 0.8],
              ],
            },
          },
          toS: 20,
        },
      ];
      for (const scene of scenes) expect(told(crossing(), { ...scene, looksPerS })).toEqual([]);
    });

    it('is not crossed beyond its ends', () => {
      const short = {
        id: placeId(2),
        points: [
          { x: 0.5, y: 0.3 },
          { x: 0.5, y: 0 },
        ],
      };
      expect(told({ kind: 'lineCrossing', line: short }, { ...walksThrough(), looksPerS })).toEqual([]);
    });

    it('is crossed once, at the instant in which the feet cut it, in the direction that is asked for', () => {
      const scene = { ...walksThrough(), looksPerS };
      expect(told(crossing(), scene)).toEqual(['opened 7', 'closed 12']);
      expect(told(crossing({ direction: 'right' }), scene)).toEqual(['opened 7', 'closed 12']);
      expect(told(crossing({ direction: 'left' }), scene)).toEqual([]);
    });

    it('says that somebody was lost on it when nobody looked for more than three seconds', () => {
      const scene: DrawnScene = {
        figures: {
          anna: {
            way: [
              [2, 0.1, 0.8],
              [12, 0.9, 0.8],
            ],
            hidden: [[5.1, 8.9]],
          },
        },
        toS: 30,
        looksPerS,
      };
      expect(told(crossing(), scene)).toEqual(['lostAtLine 9']);
    });
  });

  describe(`somebody in a zone, at ${looksPerS} looks a second`, () => {
    it('trespasses from the entry on, and no more ten seconds after the last has left', () => {
      const asked = { kind: 'trespassing' as const, zones: [zone] };
      expect(told(asked, { ...walksThrough(), looksPerS })).toEqual(['opened 8', 'closed 12']);
      expect(told({ ...asked, classes: ['vehicle'] }, { ...walksThrough(), looksPerS })).toEqual([]);
    });

    it('walks along the border with trembling feet and enters once at most', () => {
      const scene: DrawnScene = {
        figures: {
          anna: {
            way: [
              [0, 0.5, 0.5],
              [60, 0.5, 0.99],
            ],
          },
        },
        toS: 90,
        looksPerS,
        noise: 0.02,
      };
      const entries = told({ kind: 'appearing', zones: [zone], countsPresent: false, reappearS: 0 }, scene);
      expect(entries.filter((one) => one.startsWith('opened')).length).toBeLessThanOrEqual(1);
    });
  });
}

describe('somebody whose legs are hidden', () => {
  it('stays where the feet were seen last: behind a counter nobody leaves the zone', () => {
    const counter = [
      { x: 0, y: 0.7 },
      { x: 1, y: 0.7 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ];
    const legsHidden = (atS: number) => atS > 20 && atS < 22;
    const facts = factsOf({
      figures: { anna: { way: [[0, 0.5, 0.9], [60, 0.5, 0.9]], height: 0.6, end: 'lost' } }, // prettier-ignore
      toS: 80,
    }).map((fact) =>
      fact.kind === 'look' && legsHidden((fact.atUtcMs - atSecond(0)) / 1000)
        ? {
            ...fact,
            sights: fact.sights.map((sight) => ({ ...sight, box: { ...sight.box, height: 0.3 } })),
          }
        : fact,
    );
    const effects = effectsOf(
      ruleOf({ kind: 'loitering', zones: [{ id: placeId(1), points: counter }], mayLeaveS: 0 }),
      facts,
    );
    expect(effects.map(({ kind, atUtcMs }) => [kind, atUtcMs])).toEqual([
      ['opened', atSecond(30)],
      ['closed', atSecond(60)],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { atSecond, factsOf, type DrawnScene } from '../../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf } from '../../../testing/rule-run.ts';
import type { CameraFact } from '../facts.ts';

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
/** Cells of the lower right corner, and of the lower left one. */
const [right, left] = [
  [142, 143, 126, 127],
  [128, 129, 112, 113],
];

interface Second {
  cells: readonly number[];
  isGlobal?: boolean;
}

/** A scene with motion of its own in some seconds. */
function facts(scene: DrawnScene, moved: Record<number, Second>): CameraFact[] {
  const seconds = Array.from({ length: scene.toS }, (_, index): CameraFact => {
    const { cells, isGlobal = false } = moved[index] ?? { cells: [] };
    const levels = Array.from({ length: 144 }, (_level, cell) => (cells.includes(cell) ? 60 : 0));
    return { kind: 'motion', sequence: 0, atUtcMs: atSecond(index + 1), levels, isGlobal };
  });
  return [...factsOf(scene), ...seconds]
    .toSorted((a, b) => a.atUtcMs - b.atUtcMs)
    .map((fact, sequence) => (fact.kind === 'tick' ? fact : { ...fact, sequence }));
}

const told = (asked: Parameters<typeof ruleOf>[0], all: readonly CameraFact[]): string[] =>
  effectsOf(ruleOf(asked), all).map(({ kind, atUtcMs }) => `${kind} ${(atUtcMs - atSecond(0)) / 1000}`);

const nobody: DrawnScene = { figures: {}, toS: 30 };
const somebody: DrawnScene = {
  figures: {
    anna: {
      way: [
        [0, 0.94, 0.99],
        [30, 0.94, 0.99],
      ],
    },
  },
  toS: 30,
};
const inSeconds = (seconds: readonly number[], second: Second): Record<number, Second> =>
  Object.fromEntries(seconds.map((one) => [one, second]));

describe('motion', () => {
  const asked = { kind: 'motion' as const, zones: [zone] };

  it('is not told of elsewhere, of too few cells, of a change of light, and of who is followed', () => {
    expect(told(asked, facts(nobody, inSeconds([5, 6], { cells: left })))).toEqual([]);
    expect(told(asked, facts(nobody, inSeconds([5, 6], { cells: [143] })))).toEqual([]);
    expect(told(asked, facts(nobody, inSeconds([5, 6], { cells: right, isGlobal: true })))).toEqual([]);
    expect(told(asked, facts(somebody, inSeconds([5, 6], { cells: right })))).toEqual([]);
  });

  it('is told after the time that was asked for, and is over when it was calm for a while', () => {
    expect(told(asked, facts(nobody, inSeconds([5, 6, 9], { cells: right })))).toEqual(['opened 6', 'closed 10']);
    const longer = { ...asked, onS: 2 };
    expect(told(longer, facts(nobody, inSeconds([5, 8], { cells: right })))).toEqual([]);
    expect(told(longer, facts(nobody, inSeconds([5, 6], { cells: right })))).toEqual(['opened 7', 'closed 7']);
  });

  it('counts the motion of who is followed where that is asked for', () => {
    const all = { ...asked, ignoresExplained: false };
    expect(told(all, facts(somebody, inSeconds([5], { cells: right })))).toEqual(['opened 6', 'closed 6']);
  });
});

describe('zone protection', () => {
  const asked = { kind: 'zoneProtection' as const, zones: [zone], withMotion: true };

  it('is told of somebody, and of motion that nobody explains for two seconds', () => {
    expect(told(asked, facts(nobody, inSeconds([5], { cells: right })))).toEqual([]);
    expect(told(asked, facts(nobody, inSeconds([5, 6], { cells: right })))).toEqual(['opened 7', 'closed 7']);
    expect(told(asked, facts(somebody, {}))).toEqual(['opened 0.5']);
    expect(told({ ...asked, withMotion: false }, facts(nobody, inSeconds([5, 6], { cells: right })))).toEqual([]);
  });
});

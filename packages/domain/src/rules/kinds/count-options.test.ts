import { describe, expect, it } from 'vitest';
import { atSecond, type DrawnScene, factsOf, type Figure } from '../../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf, told } from '../../../testing/rule-run.ts';
import type { CameraFact } from '../facts.ts';

const zone = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
};
/** Upwards: from left to right is in. */
const gate = {
  id: placeId(2),
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};

const stands = (fromS: number, untilS: number, y = 0.8): Figure => ({
  way: [
    [fromS, 0.7, y],
    [untilS, 0.7, y],
  ],
});
/** Crosses the gate at this second, inwards or outwards, and is gone. */
const walks = (atS: number, to: 'in' | 'out', y = 0.8): Figure => {
  const [from, until] = to === 'in' ? [0.1, 0.9] : [0.9, 0.1];
  return {
    way: [
      [atS - 4, from, y],
      [atS + 4, until, y],
    ],
  };
};
const people = (...figures: Figure[]): DrawnScene['figures'] =>
  Object.fromEntries(figures.map((figure, index) => [`person ${index}`, figure]));

describe('a number of people between two', () => {
  const asked = { kind: 'occupancy' as const, zones: [zone], compare: 'between', count: 2, maxCount: 3, forS: 5 };

  it('is not told of fewer, of more, and of a moment', () => {
    expect(told(asked, { figures: people(stands(0, 60)), toS: 80 })).toEqual([]);
    const four = people(stands(0, 60), stands(0, 60, 0.6), stands(0, 60, 0.4), stands(0, 60, 0.95));
    expect(told(asked, { figures: four, toS: 60 })).toEqual([]);
    expect(told(asked, { figures: people(stands(0, 60), stands(20, 23, 0.5)), toS: 80 })).toEqual([]);
  });

  it('is told from the first to the second of them, and over when there are more', () => {
    const three = people(stands(0, 90), stands(10, 90, 0.5), stands(20, 90, 0.4), stands(40, 90, 0.6));
    expect(told(asked, { figures: three, toS: 85 })).toEqual(['opened 15', 'closed 40']);
  });
});

describe('people counted over lines', () => {
  const asked = { kind: 'occupancy' as const, countedBy: 'lines', lines: [gate], count: 2, forS: 5 };

  it('is not told of who went out again, of who only stands at the gate, and of fewer than asked for', () => {
    const out = people(walks(10, 'in'), walks(20, 'out'), walks(30, 'in'), walks(40, 'out'));
    expect(told(asked, { figures: out, toS: 60 })).toEqual([]);
    expect(told(asked, { figures: people(stands(0, 60), stands(0, 60, 0.5), stands(0, 60, 0.4)), toS: 60 })).toEqual(
      [],
    );
    expect(told(asked, { figures: people(walks(10, 'in')), toS: 60 })).toEqual([]);
  });

  it('begins at nobody: who goes out of a place that was full before is not counted below that', () => {
    const first = people(walks(10, 'out'), walks(20, 'out'), walks(30, 'in'), walks(40, 'in'));
    expect(told(asked, { figures: first, toS: 60 })).toEqual(['opened 45']);
  });

  it('is told of those who went in although nobody sees them any more, and over when enough went out', () => {
    const figures = people(walks(10, 'in'), walks(20, 'in'), walks(60, 'out'));
    const effects = effectsOf(ruleOf(asked), factsOf({ figures, toS: 90 }));
    expect(effects.map(({ kind, atUtcMs }) => [kind, Math.round((atUtcMs - atSecond(0)) / 1000)])).toEqual([
      ['opened', 25],
      ['closed', 60],
    ]);
    expect(effects[0]).toMatchObject({
      why: [{ what: 'insideCount', value: 2, limit: 2, placeId: gate.id }],
      subjectIds: ['person 0', 'person 1'],
    });
  });

  it('counts over each of its lines, in its direction', () => {
    const other = { id: placeId(3), points: [{ x: 0.3, y: 0 }, { x: 0.3, y: 1 }] }; // prettier-ignore
    // Over the first line in, over the other, which is drawn downwards, out.
    expect(told({ ...asked, count: 1, lines: [gate, other] }, { figures: people(walks(10, 'in')), toS: 60 })).toEqual([
      'opened 15',
    ]);
    expect(told({ ...asked, count: 1, lines: [other] }, { figures: people(walks(10, 'in')), toS: 60 })).toEqual([]);
  });

  it('keeps its count while nobody looks for minutes, and its alert is open anew once somebody does', () => {
    const figures = people(walks(10, 'in'), walks(20, 'in'));
    const seen = told(asked, { figures, toS: 300, blind: [[40, 200]] });
    expect(seen).toEqual(['opened 25', 'closed 40 blind', 'opened 205']);
  });

  it('begins at nobody again at the hour of the site', () => {
    // The scene begins at 08:00 UTC on a day without summer time: 09:00 in Berlin.
    const looks = (toS: number): CameraFact[] => factsOf({ figures: people(walks(10, 'in'), walks(20, 'in')), toS });
    const late = (atS: number): CameraFact => ({
      kind: 'look',
      sequence: 1_000_000 + atS,
      atUtcMs: atSecond(atS),
      sights: [],
      ended: [],
    });
    const run = (resetHour: number, timeZone: string): string[] =>
      effectsOf(ruleOf({ ...asked, resetHour }, { timeZone }), [...looks(100), late(130), late(3590), late(3700)]).map(
        ({ kind, atUtcMs }) => `${kind} ${Math.round((atUtcMs - atSecond(0)) / 1000)}`,
      );
    expect(run(9, 'UTC')).toEqual(['opened 25', 'closed 3600']);
    expect(run(10, 'Europe/Berlin')).toEqual(['opened 25', 'closed 3600']);
    expect(run(9, 'Europe/Berlin')).toEqual(['opened 25']);
  });
});

import { trackCondition } from '@sightline/contracts/alert-rules/track-conditions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atSecond, type DrawnScene, factsOf, type Figure } from '../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf } from '../../testing/rule-run.ts';
import type { CameraFact } from './facts.ts';

const zone = {
  id: placeId(1),
  points: [
    { x: 0.3, y: 0.3 },
    { x: 0.8, y: 0.2 },
    { x: 0.7, y: 1 },
    { x: 0.2, y: 0.9 },
  ],
};
const line = {
  id: placeId(2),
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};
const secondLine = {
  id: placeId(3),
  points: [
    { x: 0.7, y: 1 },
    { x: 0.7, y: 0 },
  ],
};
const people = { classes: ['person'] };
// Limits that no look falls on: what is due falls due between two of them.
const conditions = [
  { kind: 'appearing' as const, zones: [zone], minStayS: 1.07 },
  { kind: 'disappearing' as const, zones: [zone], goneS: 5.17 },
  { kind: 'trespassing' as const, zones: [zone], minStayS: 0.93 },
  { kind: 'trespassing' as const, zones: [zone], minStayS: 0.93, point: 'any' },
  { kind: 'loitering' as const, zones: [zone], limitS: 5.13, mayLeaveS: 2.09 },
  { kind: 'loitering' as const, zones: [zone], limitS: 9.13, mayLeaveS: 2.09, counts: 'sum', sumWithinS: 60 },
  { kind: 'lineCrossing' as const, line },
  { kind: 'occupancy' as const, zones: [zone], count: 2, forS: 3.03 },
  { kind: 'occupancy' as const, zones: [zone], compare: 'between', count: 1, maxCount: 2, forS: 3.03 },
  { kind: 'occupancy' as const, countedBy: 'lines', lines: [line], count: 1, forS: 2.03 },
  { kind: 'absence' as const, zones: [zone], forS: 10.11 },
  { kind: 'tailgating' as const, line, withinS: 8 },
  { kind: 'proximity' as const, ...people, otherClasses: ['person'], distance: 3, forS: 0.77 },
  { kind: 'trafficControl' as const, ...people, zones: [zone], judges: { what: 'wrongWay', heading: 270 } },
  { kind: 'trafficControl' as const, ...people, zones: [zone], judges: { what: 'stopped', limitS: 5.13 } },
  { kind: 'speedControl' as const, ...people, line, secondLine, metres: 20, limitKmh: 3, when: 'measured' },
  { kind: 'missingObject' as const, ...people, place: { x: 0.5, y: 0.4, width: 0.1, height: 0.3 }, forS: 5.13 },
  { kind: 'personalSafety' as const, ...people, stillS: 15.13, alone: false },
  { kind: 'motion' as const, minCells: 2, onS: 1.07 },
  { kind: 'zoneProtection' as const, zones: [zone], minStayS: 0.53, withMotion: true },
];

const figure: fc.Arbitrary<Figure> = fc
  .record({
    fromS: fc.integer({ min: 0, max: 60 }),
    points: fc.array(
      fc.tuple(
        fc.integer({ min: 2, max: 15 }),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        fc.double({ min: 0.4, max: 1, noNaN: true }),
      ),
      { minLength: 2, maxLength: 6 },
    ),
    hidden: fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 8 })), { maxLength: 2 }),
    breaksS: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
    end: fc.constantFrom('left' as const, 'lost' as const, 'cut' as const),
  })
  .map(({ fromS, points, hidden, breaksS, end }) => {
    let atS = fromS;
    const way = points.map(([afterS, x, y]) => [(atS += afterS), x, y] as const);
    const key = `figure-${fromS}-${way.length}-${breaksS ?? 'whole'}`;
    const tracks = breaksS === undefined ? [[0, key] as const] : [[0, key] as const, [breaksS, `${key}-2`] as const];
    return { way, hidden: hidden.map(([from, s]) => [from, from + s] as const), tracks, end };
  });

/** Stands in its place without stirring, then is gone. */
const still: Figure = {
  way: [
    [5, 0.55, 0.7],
    [40, 0.55, 0.7],
  ],
  moved: () => 0,
};

/** Walks to the right through all of the picture; two of these follow each other, so that every kind has something to decide. */
const walker = (fromS: number): Figure => ({
  way: [
    [fromS, 0.1, 0.8],
    [fromS + 12, 0.9, 0.8],
  ],
});

const scene: fc.Arbitrary<DrawnScene> = fc
  .uniqueArray(figure, { minLength: 1, maxLength: 4, selector: (one) => one.tracks?.[0]?.[1] })
  .map((figures) => ({
    figures: {
      ...Object.fromEntries(figures.map((one, index) => [String(index), one])),
      still,
      first: walker(2),
      second: walker(5),
    },
    toS: 150,
    noise: 0.01,
    blind: [[70, 80]],
  }));

/** What moves in which cells, second by second, between the looks; so that what is judged on motion has something to judge. */
const moving = fc.array(fc.tuple(fc.nat(140), fc.nat(40)), { minLength: 8, maxLength: 8 });

/** The facts of a scene with what moves: twenty seconds of each of these cells and its neighbours, as strong as that. */
function allFacts(drawn: DrawnScene, cells: readonly (readonly [number, number])[]): CameraFact[] {
  const looks = factsOf(drawn);
  const facts: CameraFact[] = [];
  let second = 1;
  for (const look of looks) {
    // Half a look after one: the order of both is known.
    for (; atSecond(second) + 50 < look.atUtcMs; second += 1) {
      const [cell, level] = cells[Math.floor(second / 20) % cells.length]!;
      const levels = Array.from({ length: 144 }, (_, at) => (at >= cell && at < cell + 4 ? level : 0));
      facts.push({ kind: 'motion', sequence: 0, atUtcMs: atSecond(second) + 50, levels, isGlobal: false });
    }
    facts.push(look);
  }
  return facts.map((fact, sequence): CameraFact => (fact.kind === 'tick' ? fact : { ...fact, sequence }));
}

/** The same picture, with those in it told in another order. */
const turned = (fact: CameraFact): CameraFact =>
  fact.kind === 'look' ? { ...fact, sights: fact.sights.toReversed(), ended: fact.ended.toReversed() } : fact;

const settings = { coolDownMs: 15_000, mergeMs: 5000 };

it('decides alike on facts that come twice, and with ticks between them or without', () => {
  fc.assert(
    fc.property(
      fc.tuple(scene, moving),
      fc.constantFrom(...conditions),
      fc.array(fc.nat({ max: 600 })),
      (seen, condition, again) => {
        const facts = allFacts(...seen);
        const once = effectsOf(ruleOf(condition, settings), facts);
        const twice = facts.flatMap((fact, index) => {
          const before = facts[again[index % (again.length || 1)] ?? 0];
          const old = before !== undefined && before.atUtcMs <= fact.atUtcMs ? [before] : [];
          return [...old, fact, fact];
        });
        expect(effectsOf(ruleOf(condition, settings), twice)).toEqual(once);
        const ticked = facts.flatMap((fact): CameraFact[] => [
          { kind: 'tick', atUtcMs: fact.atUtcMs - 130 },
          { kind: 'tick', atUtcMs: fact.atUtcMs - 70 },
          fact,
        ]);
        expect(effectsOf(ruleOf(condition, settings), ticked)).toEqual(once);
      },
    ),
    { numRuns: 100 },
  );
});

it('is proved for every kind that is judged on tracks and motion, and each of them decides something', () => {
  const kinds = trackCondition.options.map(({ shape }) => shape.kind.value);
  expect(new Set<string>(conditions.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const decided = new Set<string>();
  fc.assert(
    fc.property(scene, moving, (drawn, cells) => {
      const facts = [...allFacts(drawn, cells), { kind: 'tick' as const, atUtcMs: atSecond(400) }];
      for (const condition of conditions)
        if (effectsOf(ruleOf(condition, settings), facts).length > 0) decided.add(JSON.stringify(condition));
    }),
    { numRuns: 6 },
  );
  expect(conditions.filter((condition) => !decided.has(JSON.stringify(condition)))).toEqual([]);
});

it('decides alike in whatever order those in one picture are told', () => {
  fc.assert(
    fc.property(scene, moving, fc.constantFrom(...conditions), (drawn, cells, condition) => {
      const facts = allFacts(drawn, cells);
      const decided = (given: readonly CameraFact[]) =>
        effectsOf(ruleOf(condition, settings), given)
          .map(({ kind, atUtcMs }) => `${atUtcMs} ${kind}`)
          .toSorted();
      expect(decided(facts.map(turned))).toEqual(decided(facts));
    }),
    { numRuns: 100 },
  );
});

it('opens each alert once, closes what it opened, and tells nothing of the future', () => {
  fc.assert(
    fc.property(scene, fc.constantFrom(...conditions), (drawn, condition) => {
      const open = new Set<string>();
      const known = new Set<string>();
      const rule = ruleOf(condition, settings);
      const facts: CameraFact[] = [...factsOf(drawn), { kind: 'tick', atUtcMs: atSecond(400) }];
      for (const fact of facts)
        for (const effect of rule.step(fact)) {
          expect(effect.atUtcMs).toBeLessThanOrEqual(fact.atUtcMs);
          if (effect.kind === 'opened') {
            expect(known.has(effect.alertId)).toBe(false);
            known.add(effect.alertId);
          }
          if (effect.kind === 'opened' || effect.kind === 'updated') {
            expect(known.has(effect.alertId)).toBe(true);
            open.add(effect.alertId);
          }
          if (effect.kind === 'closed') expect(open.delete(effect.alertId)).toBe(true);
        }
      // Who went in over a line stays inside, and what is gone stays away.
      const mayLast = ['absence', 'missingObject'].includes(condition.kind) || 'countedBy' in condition;
      if (!mayLast) expect([...open]).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

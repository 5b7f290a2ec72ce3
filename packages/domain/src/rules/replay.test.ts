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

const scene: fc.Arbitrary<DrawnScene> = fc
  .uniqueArray(figure, { minLength: 1, maxLength: 4, selector: (one) => one.tracks?.[0]?.[1] })
  .map((figures) => ({
    figures: Object.fromEntries(figures.map((one, index) => [String(index), one])),
    toS: 150,
    noise: 0.01,
    blind: [[70, 80]],
  }));

const settings = { coolDownMs: 15_000, mergeMs: 5000 };

it('decides alike on facts that come twice, and with ticks between them or without', () => {
  fc.assert(
    fc.property(scene, fc.constantFrom(...conditions), fc.array(fc.nat({ max: 600 })), (drawn, condition, again) => {
      const facts = factsOf(drawn);
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
      // Who went in over a line stays inside.
      if (condition.kind !== 'absence' && !('countedBy' in condition)) expect([...open]).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

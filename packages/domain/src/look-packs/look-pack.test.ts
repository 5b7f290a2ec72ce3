import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawnScene, factsOf } from '../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf } from '../../testing/rule-run.ts';
import type { CameraFact } from '../rules/facts.ts';
import { type PictureVitals, vitalNames } from '../rules/pictures/picture-vitals.ts';
import type { ToldFact } from '../rules/told-fact.ts';
import { packLooks, unpackLooks } from './look-pack.ts';
import { roundedLook, roundedSpots, roundedTraitsFact } from './rounded-looks.ts';

const trackId = fc
  .integer({ min: 0, max: 20 })
  .map((number) => `01a2b3c4-0000-7000-8000-${String(number).padStart(12, '0')}`);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const box = fc.record({ x: share, y: share, width: share, height: share });
const startUtcMs = Date.UTC(2026, 0, 5);

const look = fc.record({
  afterMs: fc.integer({ min: 1, max: 60_000 }),
  sights: fc.uniqueArray(
    fc.record(
      {
        trackId,
        class: fc.constantFrom('person' as const, 'vehicle' as const, 'animal' as const),
        isResting: fc.boolean(),
        box,
        score: share,
        movedShare: share,
        past: fc.array(fc.record({ agoMs: fc.integer({ min: 1, max: 5000 }), box, score: share, movedShare: share }), {
          maxLength: 4,
        }),
        continuesId: trackId,
      },
      { requiredKeys: ['trackId', 'class', 'isResting', 'box', 'score', 'movedShare'] },
    ),
    { maxLength: 6, selector: (sight) => sight.trackId },
  ),
  ended: fc.array(fc.record({ trackId, reason: fc.constantFrom('left' as const, 'lost' as const, 'cut' as const) }), {
    maxLength: 3,
  }),
  other: fc.constantFrom('look', 'blind', 'blindToThings', 'seen', 'motion', 'calm', 'picture', 'spots', 'containers'),
  vitals: fc.record(
    Object.fromEntries(vitalNames.map((name) => [name, fc.nat(255)])) as Record<
      keyof PictureVitals,
      fc.Arbitrary<number>
    >,
  ),
  levels: fc.uint8Array({ minLength: 144, maxLength: 144 }),
  isGlobal: fc.boolean(),
});

const facts: fc.Arbitrary<ToldFact[]> = fc.array(look, { maxLength: 30 }).map((looks) => {
  let atUtcMs = startUtcMs;
  return looks.flatMap(({ afterMs, sights, ended, other, levels, isGlobal, vitals }): ToldFact[] => {
    atUtcMs += afterMs;
    if (other === 'blind') return [{ kind: 'blind', atUtcMs, sees: 'nothing' }];
    if (other === 'blindToThings') return [{ kind: 'blind', atUtcMs, sees: 'motion' }];
    if (other === 'spots')
      return [
        {
          kind: 'spots',
          atUtcMs,
          task: 'fireSmoke',
          found: sights.map((one) => ({ word: 'smoke', box: one.box, score: one.score })),
        },
      ];
    if (other === 'containers')
      return [
        {
          kind: 'spots',
          atUtcMs,
          task: 'containerText',
          found: sights.map((one) => ({
            word: 'containerNumber',
            box: one.box,
            score: one.score,
            text: `CSQU30543${String(one.score).slice(-2).padStart(2, '0')}`,
          })),
        },
      ];
    if (other === 'picture') return [{ kind: 'picture', atUtcMs, vitals }];
    if (other === 'seen') return [{ kind: 'seen', atUtcMs }];
    if (other === 'motion') return [{ kind: 'motion', atUtcMs, levels, isGlobal }];
    if (other === 'calm')
      return [1, 2, 3].map(() => {
        atUtcMs += 1000;
        return { kind: 'motion', atUtcMs, levels: new Uint8Array(144), isGlobal: false };
      });
    const seen = sights.map(({ past, ...sight }) => ({
      ...sight,
      atUtcMs,
      ...(past && { past: past.map(({ agoMs, ...one }) => ({ ...one, atUtcMs: atUtcMs - agoMs })) }),
    }));
    return [{ kind: 'look', atUtcMs, sights: seen, ended }];
  });
});

const rounded = (fact: ToldFact): ToldFact =>
  fact.kind === 'look' ? roundedLook(fact) : fact.kind === 'spots' ? roundedSpots(fact) : fact;

/** As a judge numbers them. */
const numbered = (all: readonly ToldFact[]): CameraFact[] =>
  all.flatMap((fact, sequence): CameraFact[] => (fact.kind === 'seen' ? [] : [{ ...fact, sequence }]));

describe('a look pack', () => {
  it('keeps what became known of whom, and is then of a version that programs of before do not take for another', () => {
    const traits = {
      kind: 'traits' as const,
      atUtcMs: startUtcMs + 400.4,
      of: [
        { trackId: placeId(1), plate: { text: 'AB12345', score: 0.913, reads: 40 }, face: null, colours: [] },
        {
          trackId: placeId(2),
          plate: null,
          face: { sights: 3, score: 0.8 },
          colours: [{ part: 'lower' as const, colour: 'beige' as const, share: 0.273 }],
        },
      ],
    };
    const look = { kind: 'look' as const, atUtcMs: startUtcMs, sights: [], ended: [] };
    const pack = packLooks([look, roundedTraitsFact(traits), look]);
    expect(pack[0]).toBe(2);
    expect(unpackLooks(pack)).toEqual([look, roundedTraitsFact(traits), look]);
    expect(roundedTraitsFact(traits).of[0]!.plate?.reads).toBe(10);
    expect(packLooks([look])[0]).toBe(1);
  });

  it('gives back every fact in its rounded numbers', () => {
    fc.assert(
      fc.property(facts, (all) => {
        expect(unpackLooks(packLooks(all))).toEqual(all.map(rounded));
      }),
    );
  });

  it('gives what lies before the damage when it is cut off, and never anything else', () => {
    fc.assert(
      fc.property(facts, fc.nat(), (all, cut) => {
        const pack = packLooks(all);
        const found = unpackLooks(pack.subarray(0, cut % (pack.length + 1)));
        expect(all.map(rounded).slice(0, found.length)).toEqual(found);
      }),
    );
  });

  it('is read without failing, whatever stands in it, and not at all when it is of another version', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => void unpackLooks(noise)));
    const pack = packLooks([{ kind: 'blind', atUtcMs: startUtcMs, sees: 'nothing' }]);
    pack[0] = 3;
    expect(unpackLooks(pack)).toEqual([]);
  });

  it('may be read thinly: rules decide alike by fewer seconds in which nothing moved', () => {
    const stretch = fc.record({ forS: fc.integer({ min: 1, max: 90 }), cells: fc.integer({ min: 0, max: 4 }) });
    const asked = { kind: 'motion' as const, minCells: 2, onS: 1.3, offS: 7.7 };
    const cool = { coolDownMs: 33_000, mergeMs: 12_000 };
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 8 }), (stretches) => {
        let atUtcMs = startUtcMs;
        const seconds = stretches.flatMap(({ forS, cells }) =>
          Array.from({ length: forS }, () => {
            atUtcMs += 1000;
            const levels = Uint8Array.from({ length: 144 }, (_, cell) => (cell < cells ? 90 : 0));
            return { kind: 'motion' as const, atUtcMs, levels, isGlobal: false };
          }),
        );
        const pack = packLooks(seconds);
        const thin = unpackLooks(pack, { isThin: true });
        expect(effectsOf(ruleOf(asked, cool), numbered(thin))).toEqual(
          effectsOf(ruleOf(asked, cool), numbered(unpackLooks(pack))),
        );
        expect(thin.at(-1)?.atUtcMs).toBe(seconds.at(-1)!.atUtcMs);
        const passed = unpackLooks(pack, { skipsCells: true });
        expect(passed.map((fact) => fact.atUtcMs)).toEqual(seconds.map((fact) => fact.atUtcMs));
      }),
    );
    const calm = Array.from({ length: 100 }, (_, second): ToldFact => {
      return { kind: 'motion', atUtcMs: startUtcMs + second * 1000, levels: new Uint8Array(144), isGlobal: false };
    });
    expect(unpackLooks(packLooks(calm), { isThin: true })).toHaveLength(11);
  });

  it('takes few bytes a sight of who walks', () => {
    const scene: DrawnScene = {
      figures: {
        [placeId(1)]: {
          way: [
            [0, 0.1, 0.8],
            [60, 0.9, 0.5],
          ],
        },
      },
      toS: 60,
      noise: 0.01,
    };
    const walked = factsOf(scene).flatMap((fact) => (fact.kind === 'look' ? [fact] : []));
    expect(packLooks(walked).length / walked.length).toBeLessThan(20);
  });

  it('decides in a replay as the rule did live, ids and reasons included', () => {
    const asked = {
      kind: 'loitering' as const,
      limitS: 5,
      zones: [
        {
          id: placeId(3),
          points: [
            { x: 0.3, y: 0.2 },
            { x: 0.7, y: 0.3 },
            { x: 0.6, y: 1 },
            { x: 0.2, y: 0.9 },
          ],
        },
      ],
    };
    const scene: DrawnScene = {
      figures: {
        [placeId(1)]: {
          way: [
            [0, 0.1, 0.8],
            [20, 0.5, 0.7],
            [60, 0.9, 0.5],
          ],
        },
        [placeId(2)]: {
          way: [
            [3, 0.9, 0.6],
            [40, 0.1, 0.9],
          ],
        },
      },
      toS: 80,
      noise: 0.02,
    };
    const seen = factsOf(scene).flatMap((fact) => (fact.kind === 'look' ? [fact] : []));
    const live = effectsOf(ruleOf(asked), seen.map(roundedLook));
    expect(live.length).toBeGreaterThan(2);
    expect(effectsOf(ruleOf(asked), numbered(unpackLooks(packLooks(seen))))).toEqual(live);
  });
});

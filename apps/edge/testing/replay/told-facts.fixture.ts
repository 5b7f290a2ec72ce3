import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import fc from 'fast-check';

/** What happens at a camera for a while. */
export interface Stretch {
  /** Of the time that it takes, s. */
  forS: number;
  /** People by their numbers, each from one place to another. */
  people: readonly { number: number; from: number; to: number }[];
  /** Cells that move in every second of it. */
  moving: readonly number[];
  /** Nobody looks: at anything, or at people. */
  sees: 'all' | 'motion' | 'nothing';
}

const stretch: fc.Arbitrary<Stretch> = fc.record({
  forS: fc.integer({ min: 1, max: 40 }),
  people: fc.uniqueArray(
    fc.record({
      number: fc.integer({ min: 1, max: 5 }),
      from: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      to: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    }),
    { maxLength: 3, selector: ({ number }) => number },
  ),
  moving: fc.uniqueArray(fc.integer({ min: 0, max: 143 }), { maxLength: 6 }),
  sees: fc.constantFrom('all' as const, 'all' as const, 'all' as const, 'motion' as const, 'nothing' as const),
});

export const stretches = fc.array(stretch, { minLength: 1, maxLength: 12 });

const trackId = (number: number): string => `01a2b3c4-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** As the worker tells it: looks while people are there, motion by the second, and twice a second how far it has come. */
export function factsOf(all: readonly Stretch[], startUtcMs: number): ToldFact[] {
  const facts: ToldFact[] = [];
  let atUtcMs = startUtcMs;
  let there = new Set<number>();
  const look = (sights: readonly (readonly [number: number, x: number])[]): ToldFact => {
    const now = new Set(sights.map(([number]) => number));
    const ended = [...there].filter((number) => !now.has(number));
    there = now;
    return roundedLook({
      kind: 'look' as const,
      atUtcMs,
      ended: ended.map((number) => ({ trackId: trackId(number), reason: 'left' as const })),
      sights: sights.map(([number, x]) => ({
        trackId: trackId(number),
        class: 'person' as const,
        isResting: false,
        atUtcMs,
        score: 0.8,
        movedShare: 0.5,
        box: { x: x - 0.03, y: 0.4, width: 0.06, height: 0.3 },
      })),
    });
  };
  for (const { forS, people, moving, sees } of all) {
    if (sees !== 'all') facts.push({ kind: 'blind', atUtcMs, sees });
    for (let half = 0; half < forS * 2; half += 1) {
      atUtcMs += 500;
      const share = half / (forS * 2);
      if (sees === 'all' && (people.length > 0 || there.size > 0))
        facts.push(look(people.map(({ number, from, to }) => [number, from + (to - from) * share])));
      if (sees !== 'nothing' && half % 2 === 1) {
        const levels = Uint8Array.from({ length: 144 }, (_, cell) => (moving.includes(cell) ? 60 : 0));
        facts.push({ kind: 'motion', atUtcMs, levels, isGlobal: false });
      }
      if (sees !== 'nothing') facts.push({ kind: 'seen', atUtcMs: atUtcMs + 1 });
    }
  }
  // Everybody is gone, and stays so.
  for (let second = 0; second < 200; second += 10) {
    atUtcMs += 10_000;
    facts.push(look([]));
  }
  return facts;
}

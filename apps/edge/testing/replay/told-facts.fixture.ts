import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { roundedLook, roundedSpots, roundedTraitsFact } from '@sightline/domain/look-packs/rounded-looks';
import { spotTask, spotWord, spotWords, type SpotWord } from '@sightline/contracts/analysis/spot-tasks';
import { type PictureVitals, vitalNames } from '@sightline/domain/rules/pictures/picture-vitals';
import fc from 'fast-check';

const usualVitals = Object.fromEntries(vitalNames.map((name) => [name, 100])) as unknown as PictureVitals;
const view = { bright: 1, shift: 0, blocked: 0, stillS: 0 };
/** What is told of a picture after something was done to the camera. */
const tampered = {
  hand: { matched: 0, matchedShifted: 0, blocked: 100, edges: 0, likeness: 36, spreadShare: 19 },
  turned: { matched: 11, matchedShifted: 93, shift: 8, blocked: 63, likeness: 64 },
  unfocused: { matched: 56, matchedShifted: 56, sharpness: 9 },
} satisfies Record<string, Partial<PictureVitals>>;

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
  /** What was done to the camera; else the view is as usual. */
  deed?: keyof typeof tampered;
  /** What models recognise where the first person is, in every look; the models say so even when that is nothing. */
  spots?: readonly SpotWord[];
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
  deed: fc.option(fc.constantFrom('hand' as const, 'turned' as const, 'unfocused' as const), { nil: undefined }),
  spots: fc.uniqueArray(fc.constantFrom(...spotWord.options), { maxLength: 2 }),
  sees: fc.constantFrom('all' as const, 'all' as const, 'all' as const, 'motion' as const, 'nothing' as const),
});

export const stretches = fc.array(stretch, { minLength: 1, maxLength: 12 });

/** The last of five is a vehicle. */
const classOf = (number: number): 'person' | 'vehicle' => (number === 5 ? 'vehicle' : 'person');

const trackId = (number: number): string => `01a2b3c4-0000-7000-8000-${String(number).padStart(12, '0')}`;

const middleOf = ([first]: Stretch['people'], share: number): number =>
  first === undefined ? 0.5 : first.from + (first.to - first.from) * share;

/** Of containers the number is read, of one at the left and of another at the right. */
const textOf = (word: SpotWord, middle: number): { text?: string } =>
  word === 'containerNumber' ? { text: middle < 0.5 ? 'CSQU3054383' : 'TCLU1234568' } : {};

/** What every model says of a picture. What they find grows and shrinks a little, as flames do. */
function spotted(words: readonly SpotWord[], { atUtcMs, middle }: { atUtcMs: number; middle: number }): ToldFact[] {
  const width = 0.04 + 0.01 * ((atUtcMs / 500) % 3);
  const box = { x: Math.max(0, middle - width / 2), y: 0.5, width, height: 0.1 };
  return spotTask.options.map((task) => {
    const said: readonly SpotWord[] = spotWords[task];
    const found = words
      .filter((word) => said.includes(word))
      .map((word) => ({ word, box, score: 0.7, ...textOf(word, middle) }));
    return roundedSpots({ kind: 'spots' as const, atUtcMs, task, found });
  });
}

/** What is known of people by now: plate and face are made out bit by bit. */
function described(people: Stretch['people'], { atUtcMs, looks }: { atUtcMs: number; looks: number }): ToldFact {
  const of = people.map(({ number }) => ({
    trackId: trackId(number),
    plate: number === 5 ? { text: 'AB12345', score: 0.91, reads: looks } : null,
    face: number === 5 ? null : { sights: looks, score: 0.83 },
    colours: [{ part: number === 5 ? ('body' as const) : ('upper' as const), colour: 'red' as const, share: 0.61 }],
  }));
  return roundedTraitsFact({ kind: 'traits' as const, atUtcMs, of });
}

/** As the worker tells it: looks while people are there, motion by the second, and twice a second how far it has come. */
export function factsOf(all: readonly Stretch[], startUtcMs: number): ToldFact[] {
  const facts: ToldFact[] = [];
  let atUtcMs = startUtcMs;
  let there = new Set<number>();
  const look = (sights: readonly (readonly [number: number, x: number, isStill: boolean])[]): ToldFact => {
    const now = new Set(sights.map(([number]) => number));
    const ended = [...there].filter((number) => !now.has(number));
    there = now;
    return roundedLook({
      kind: 'look' as const,
      atUtcMs,
      ended: ended.map((number) => ({ trackId: trackId(number), reason: 'left' as const })),
      sights: sights.map(([number, x, isStill]) => ({
        trackId: trackId(number),
        class: classOf(number),
        isResting: isStill,
        atUtcMs,
        score: 0.8,
        movedShare: isStill ? 0 : 0.5,
        box: { x: x - 0.03, y: 0.4, width: 0.06, height: 0.3 },
      })),
    });
  };
  for (const { forS, people, moving, sees, deed, spots = [] } of all) {
    if (sees !== 'all') facts.push({ kind: 'blind', atUtcMs, sees });
    for (let half = 0; half < forS * 2; half += 1) {
      atUtcMs += 500;
      const share = half / (forS * 2);
      if (sees === 'all' && (people.length > 0 || there.size > 0))
        facts.push(look(people.map(({ number, from, to }) => [number, from + (to - from) * share, from === to])));
      if (sees === 'all' && people.length > 0 && half % 3 === 1)
        facts.push(described(people, { atUtcMs, looks: 1 + Math.floor(half / 3) }));
      if (sees === 'all' && (people.length > 0 || spots.length > 0))
        facts.push(...spotted(spots, { atUtcMs, middle: middleOf(people, share) }));
      if (sees !== 'nothing' && half % 2 === 1) {
        const levels = Uint8Array.from({ length: 144 }, (_, cell) => (moving.includes(cell) ? 60 : 0));
        facts.push({ kind: 'motion', atUtcMs, levels, isGlobal: false });
        const vitals = { ...usualVitals, ...view, ...(deed && tampered[deed]) };
        if (half % 4 === 1) facts.push({ kind: 'picture', atUtcMs, vitals });
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atSecond, type DrawnScene, factsOf, type Figure } from '../../testing/drawn-scene.ts';
import type { CameraFact } from '../rules/facts.ts';
import { addCount, type CountedMinute } from './counted-minutes.ts';
import { type CountedEntrance, EntranceCounter, type Passage } from './entrance-counter.ts';

/** Upright, from the bottom to the top: who walks to the right ends on its right side. */
const door: CountedEntrance = {
  line: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
  inSide: 'right',
  classes: ['person'],
};

function counterOf(entrance: Partial<CountedEntrance> = {}): EntranceCounter {
  const counter = new EntranceCounter();
  counter.configure(new Map([['door', { ...door, ...entrance }]]));
  return counter;
}

const passagesOf = (facts: readonly CameraFact[], counter = counterOf()): Passage[] =>
  facts.flatMap((fact) => counter.step(fact).passages);
const waysOf = (scene: DrawnScene, entrance: Partial<CountedEntrance> = {}): string[] =>
  passagesOf(factsOf(scene), counterOf(entrance)).map(({ way }) => way);

const walk = (fromX: number, toX: number, rest: Partial<Figure> = {}): Figure => ({
  way: [
    [1, fromX, 0.8],
    [5, toX, 0.8],
  ],
  ...rest,
});
const rightward = walk(0.2, 0.8);

describe('nobody is counted', () => {
  it.each<[string, Figure, Partial<CountedEntrance>?]>([
    ['who turns round before the line', walk(0.2, 0.47)],
    ['who is of another class', walk(0.2, 0.8, { class: 'vehicle' })],
    ['who was never seen clearly', walk(0.2, 0.8, { score: 0.4 })],
    ['who walks past the end of the line', rightward, { line: [{ x: 0.5, y: 0.5 }, { x: 0.5, y: 0 }] }], // prettier-ignore
    ['who was out of sight for long while crossing', { way: [[1, 0.2, 0.8], [9, 0.8, 0.8]], hidden: [[3, 7.5]] }], // prettier-ignore
  ])('%s', (_what, figure, entrance) => {
    expect(waysOf({ figures: { one: figure }, toS: 32 }, entrance)).toEqual([]);
  });

  it('when a box flickers over the line for one look', () => {
    const facts = factsOf({ figures: { one: { way: [[0, 0.45, 0.8], [10, 0.45, 0.8]] } }, toS: 10 }); // prettier-ignore
    const flicker = facts.map((fact, index) =>
      fact.kind === 'look' && index % 10 === 9
        ? { ...fact, sights: fact.sights.map((sight) => ({ ...sight, box: { ...sight.box, x: 0.47 } })) }
        : fact,
    );
    expect(passagesOf(flicker)).toEqual([]);
  });

  it('by facts that are older than the newest or come again', () => {
    const facts = factsOf({ figures: { one: rightward }, toS: 6 });
    const counter = counterOf();
    expect(passagesOf(facts, counter)).toHaveLength(1);
    expect(passagesOf(facts, counter)).toEqual([]);
  });
});

it('counts who goes in and out, at the time of the crossing, whichever way the line was drawn', () => {
  const scene = { figures: { in: rightward, out: { way: [[10, 0.8, 0.7], [14, 0.2, 0.7]] } as Figure }, toS: 16 }; // prettier-ignore
  const told = passagesOf(factsOf(scene));
  expect(told.map(({ way }) => way)).toEqual(['in', 'out']);
  for (const [index, second] of [3, 12].entries())
    expect(Math.abs(told[index]!.atUtcMs - atSecond(second))).toBeLessThan(150);
  expect(waysOf(scene, { inSide: 'left' })).toEqual(['out', 'in']);
  expect(waysOf(scene, { line: door.line.toReversed() })).toEqual(['out', 'in']);
});

it('counts once who is followed by another track since the line, and both of two who come together', () => {
  const broken = walk(0.2, 0.8, { tracks: [[0, 'a'], [3, 'b']], end: 'left' }); // prettier-ignore
  expect(waysOf({ figures: { one: broken }, toS: 7 })).toEqual(['in']);
  const pair = { a: walk(0.2, 0.8), b: { way: [[1.2, 0.15, 0.5], [5.2, 0.75, 0.5]] } as Figure }; // prettier-ignore
  expect(waysOf({ figures: pair, toS: 7 })).toEqual(['in', 'in']);
});

it('counts who is seen clearly only while going over the line, and nobody whose crossing was over before that', () => {
  const clearFrom = (second: number): Figure => walk(0.2, 0.8, { score: (at) => (at < second ? 0.4 : 0.8) });
  // The line is crossed at second 3.
  expect(waysOf({ figures: { one: clearFrom(2.8) }, toS: 6 })).toEqual(['in']);
  expect(waysOf({ figures: { one: clearFrom(4.5) }, toS: 6 })).toEqual([]);
});

it('keeps who stands at a line that stayed the same, and knows nobody yet at another one', () => {
  const facts = factsOf({ figures: { one: rightward }, toS: 6 });
  const half = facts.findIndex(({ atUtcMs }) => atUtcMs > atSecond(2.6));
  const counter = counterOf();
  passagesOf(facts.slice(0, half), counter);
  counter.configure(new Map([['door', { ...door }], ['other', { ...door, inSide: 'left' as const }]])); // prettier-ignore
  expect(passagesOf(facts.slice(half), counter).map(({ entranceId }) => entranceId)).toEqual(['door']);
});

describe('how much was watched', () => {
  const scene: DrawnScene = { figures: {}, toS: 150, blind: [[70, 100]] };
  const minutesOf = (facts: readonly CameraFact[]): CountedMinute[] => {
    const counter = counterOf();
    const minutes = new Map<number, CountedMinute>();
    for (const fact of facts)
      for (const minute of addCount((at) => minutes.get(at), counter.step(fact))) minutes.set(minute.atUtcMs, minute);
    return [...minutes.values()];
  };

  it('leaves out the time in which nobody looked, also when time passes meanwhile', () => {
    const facts = factsOf(scene).flatMap((fact): CameraFact[] =>
      fact.kind === 'blind' ? [fact, { kind: 'tick', atUtcMs: atSecond(95) }] : [fact],
    );
    const watched = minutesOf(facts).map(({ watchedMs }) => watchedMs);
    // Between the last look and the word that nobody looks any more nothing was told.
    expect(watched).toEqual([60_000, 29_800, 30_000]);
  });

  it('leaves out what lies beyond a gap of more than a minute', () => {
    const facts = factsOf({ figures: {}, toS: 300 }).filter(
      ({ atUtcMs }) => atUtcMs < atSecond(60) || atUtcMs >= atSecond(240),
    );
    expect(minutesOf(facts).map(({ watchedMs }) => watchedMs)).toEqual([59_800, 60_000]);
  });

  it('puts each passage at its second of its minute', () => {
    const figures = { one: { way: [[58, 0.2, 0.8], [64, 0.8, 0.8]] } as Figure }; // prettier-ignore
    const minutes = minutesOf(factsOf({ figures, toS: 130 }));
    expect(minutes.map(({ ins }) => ins)).toEqual([[], [1], []]);
  });
});

const figure: fc.Arbitrary<Figure> = fc
  .record({
    fromS: fc.integer({ min: 0, max: 60 }),
    steps: fc.array(fc.tuple(fc.integer({ min: 2, max: 9 }), fc.double({ min: 0.1, max: 0.9, noNaN: true })), {
      minLength: 2,
      maxLength: 6,
    }),
    y: fc.double({ min: 0.4, max: 1, noNaN: true }),
    breaksS: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
  })
  .map(({ fromS, steps, y, breaksS }) => {
    let atS = fromS;
    const way = steps.map(([afterS, x]) => [(atS += afterS), x, y] as const);
    const key = `figure-${fromS}-${way.length}-${y}`;
    const tracks = breaksS === undefined ? [[0, key] as const] : [[0, key] as const, [breaksS, `${key}-2`] as const];
    return { way, tracks };
  });
const scene = fc
  .uniqueArray(figure, { minLength: 1, maxLength: 4, selector: (one) => one.tracks?.[0]?.[1] })
  .map((figures): DrawnScene => ({
    figures: Object.fromEntries(figures.map((one, index) => [String(index), one])),
    toS: 130,
    noise: 0.01,
    blind: [[70, 80]],
  }));

it('counts alike on facts that come twice or too late, and live as in a replay with ticks left out', () => {
  fc.assert(
    fc.property(scene, fc.array(fc.nat({ max: 600 })), (drawn, again) => {
      const facts = factsOf(drawn);
      const once = passagesOf(facts);
      const repeated = facts.flatMap((fact, index) => {
        const before = facts[again[index % (again.length || 1)] ?? 0];
        const old = before !== undefined && before.atUtcMs <= fact.atUtcMs ? [before] : [];
        return [...old, fact, fact];
      });
      expect(passagesOf(repeated)).toEqual(once);
      const ticked = facts.flatMap((fact): CameraFact[] => [fact, { kind: 'tick', atUtcMs: fact.atUtcMs + 50 }]);
      expect(passagesOf(ticked)).toEqual(once);
    }),
    { numRuns: 60 },
  );
});

it('never counts more ways than figures crossed, and nobody in twice without going out', () => {
  fc.assert(
    fc.property(figure, (one) => {
      const ways = waysOf({ figures: { one }, toS: 130 });
      for (const [index, way] of ways.entries()) if (index > 0) expect(way).not.toBe(ways[index - 1]);
    }),
    { numRuns: 100 },
  );
});

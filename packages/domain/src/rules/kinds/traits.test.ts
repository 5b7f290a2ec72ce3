import { describe, expect, it } from 'vitest';
import { atSecond, factsOf, sceneStartUtcMs, type DrawnScene, type Figure } from '../../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf } from '../../../testing/rule-run.ts';
import type { CameraFact, Traits } from '../facts.ts';

const right = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
};
/** Comes from the left at 0 s, is in the right half from 10 s on, and leaves at 20 s. */
const passer = (more: Partial<Figure> = {}): Figure => ({
  way: [
    [0, 0.1, 0.8],
    [20, 0.9, 0.8],
  ],
  ...more,
});
const nothing: Traits = { plate: null, face: null, colours: [] };
const plate = (text: string, reads: number): Partial<Traits> => ({ plate: { text, score: 0.9, reads } });
const red = (part: 'upper' | 'lower' | 'body', share = 0.6): Traits['colours'][number] => ({
  part,
  colour: 'red',
  share,
});

type Asked = Parameters<typeof ruleOf>[0];
type Said = readonly [atS: number, who: string, traits: Partial<Traits>];

/** What a rule decides on a scene in which this becomes known: `opened 10 AB12345`. */
function told(asked: Asked, scene: DrawnScene, known: readonly Said[]): string[] {
  const traits = known.map(([atS, trackId, of]): CameraFact => {
    return { kind: 'traits', sequence: 0, atUtcMs: atSecond(atS), of: [{ trackId, ...nothing, ...of }] };
  });
  const facts = [...factsOf(scene), ...traits].toSorted((a, b) => a.atUtcMs - b.atUtcMs);
  const numbered = facts.map((fact, sequence) => ({ ...fact, sequence }) as CameraFact);
  return effectsOf(ruleOf(asked), numbered).flatMap((effect) => {
    const second = Math.round((effect.atUtcMs - sceneStartUtcMs) / 1000);
    if (effect.kind === 'closed') return [];
    return [[effect.kind, second, ...effect.why.map(({ what, value }) => `${what} ${value}`)].join(' ')];
  });
}

const car = { figures: { car: passer({ class: 'vehicle' }) }, toS: 40 };
const walker = { figures: { walker: passer() }, toS: 40 };

describe('a licence plate', () => {
  const list = { kind: 'licensePlate' as const, mode: 'onList', plates: ['ab-123 45'] };

  it('alerts of nothing that was read too seldom, is of somebody who is no vehicle, or is not on the list', () => {
    expect(told(list, car, [[3, 'car', plate('AB12345', 1)]]).filter((one) => !one.startsWith('opened 20'))).toEqual(
      [],
    );
    expect(told(list, walker, [[3, 'walker', plate('AB12345', 5)]])).toEqual([]);
    expect(told(list, car, [[3, 'car', plate('AB12346', 5)]])).toEqual([]);
    expect(told(list, car, [[3, 'other', plate('AB12345', 5)]])).toEqual([]);
  });

  it('alerts of one on the list as soon as enough readings agree, once for each vehicle', () => {
    const read: Said[] = [
      [3, 'car', plate('AB12345', 1)],
      [4, 'car', plate('AB12345', 2)],
      [6, 'car', plate('AB12345', 9)],
    ];
    expect(told(list, car, read)).toEqual(['opened 4 plate AB12345']);
  });

  it('alerts of one that was read once when it goes, but never says of it that it is on no list', () => {
    expect(told(list, car, [[3, 'car', plate('AB12345', 1)]])).toEqual(['opened 20 plate AB12345']);
    const others = { ...list, mode: 'notOnList' };
    expect(told(others, car, [[3, 'car', plate('AB12346', 1)]])).toEqual([]);
    expect(told(others, car, [[3, 'car', plate('AB12345', 4)]])).toEqual([]);
    expect(told(others, car, [[3, 'car', plate('AB12346', 2)]])).toEqual(['opened 3 plateNotOnList AB12346']);
  });

  it('takes signs that are mistaken for each other for one only where that is asked for', () => {
    const read: Said[] = [[3, 'car', plate('A812345', 5)]];
    expect(told(list, car, read)).toEqual([]);
    expect(told({ ...list, match: 'similar' }, car, read)).toEqual(['opened 3 plate A812345']);
  });

  it('waits until the vehicle is in the zone, and goes on with a track that continues another', () => {
    const inZone = { ...list, zones: [right] };
    expect(told(inZone, car, [[3, 'car', plate('AB12345', 5)]])).toEqual(['opened 10 plate AB12345']);
    const broken = {
      figures: {
        car: passer({
          class: 'vehicle',
          hidden: [[6, 8]],
          tracks: [
            [0, 'car'],
            [8, 'again'],
          ],
        }),
      },
      toS: 40,
    };
    expect(told(inZone, broken, [[3, 'car', plate('AB12345', 5)]])).toEqual(['opened 10 plate AB12345']);
  });
});

describe('a face', () => {
  const face = (sights: number, personId?: string | null): Partial<Traits> => ({
    face: { sights, score: 0.9, ...(personId === undefined ? {} : { personId }) },
  });
  const asked = { kind: 'face' as const };

  it('alerts once it was found often enough, and never by a list of people where it was not compared', () => {
    expect(told(asked, walker, [[3, 'walker', face(1)]])).toEqual([]);
    expect(told(asked, walker, [[3, 'walker', face(2)]])).toEqual(['opened 3 face 2']);
    for (const mode of ['onList', 'notOnList'])
      expect(told({ ...asked, mode, personIds: [placeId(5)] }, walker, [[3, 'walker', face(5)]])).toEqual([]);
  });

  it('of somebody on the list alerts when it is recognised, that of others does not', () => {
    const onList = { ...asked, mode: 'onList' as const, personIds: [placeId(5)] };
    expect(told(onList, walker, [[3, 'walker', face(3, null)]])).toEqual([]);
    expect(told(onList, walker, [[3, 'walker', face(3, placeId(6))]])).toEqual([]);
    expect(told(onList, walker, [[3, 'walker', face(1, placeId(5))]])).toEqual([]);
    const late = told(onList, walker, [
      [3, 'walker', face(2, null)],
      [4, 'walker', face(3, placeId(5))],
    ]);
    expect(late).toEqual(['opened 4 face 3']);
  });

  it('of a stranger alerts when enough looks say so, not while somebody may yet turn out to be known', () => {
    const notOnList = { ...asked, mode: 'notOnList' as const, personIds: [placeId(5)] };
    const known = told(notOnList, walker, [
      [3, 'walker', face(2, null)],
      [4, 'walker', face(3, placeId(5))],
    ]);
    expect(known).toEqual([]);
    expect(told(notOnList, walker, [[3, 'walker', face(4, null)]])).toEqual(['opened 3 face 4']);
    expect(told(notOnList, walker, [[3, 'walker', face(2, placeId(6))]])).toEqual(['opened 3 face 2']);
  });

  it('that nobody knows alerts of strangers alone, not of people who are known and stand on no list', () => {
    const unknown = { ...asked, mode: 'unknown' as const };
    expect(told(unknown, walker, [[3, 'walker', face(5)]])).toEqual([]);
    expect(told(unknown, walker, [[3, 'walker', face(5, placeId(6))]])).toEqual([]);
    expect(told(unknown, walker, [[3, 'walker', face(4, null)]])).toEqual(['opened 3 face 4']);
  });
});

describe('a description', () => {
  const asked = { kind: 'suspect' as const, upper: ['red', 'pink'] };

  it('fits nobody of whom too little, another part or another colour is seen, or only for a moment', () => {
    expect(told(asked, walker, [[3, 'walker', { colours: [red('upper', 0.2)] }]])).toEqual([]);
    expect(told(asked, walker, [[3, 'walker', { colours: [red('lower')] }]])).toEqual([]);
    expect(told({ ...asked, upper: ['green'] }, walker, [[3, 'walker', { colours: [red('upper')] }]])).toEqual([]);
    const turned: Said[] = [
      [3.1, 'walker', { colours: [red('upper')] }],
      [3.5, 'walker', { colours: [{ part: 'upper', colour: 'blue', share: 0.9 }] }],
    ];
    expect(told(asked, walker, turned)).toEqual([]);
  });

  it('fits whoever has one of the colours of each part that is described, in three looks', () => {
    expect(told(asked, walker, [[3, 'walker', { colours: [red('upper')] }]])).toEqual(['opened 4 upperColour red']);
    const both = { ...asked, lower: ['red'] };
    expect(told(both, walker, [[3, 'walker', { colours: [red('upper')] }]])).toEqual([]);
    expect(told(both, walker, [[3, 'walker', { colours: [red('upper'), red('lower')] }]])).toEqual([
      'opened 4 upperColour red lowerColour red',
    ]);
  });

  it('with people fits only whoever is one of them, or is known to nobody', () => {
    const dressed = { colours: [red('upper')] };
    const as = (personId: string | null | undefined): Said[] =>
      [3, 4, 5, 6].map((at) => [
        at,
        'walker',
        { ...dressed, face: { sights: 4, score: 0.9, ...(personId === undefined ? {} : { personId }) } },
      ]);
    const ofList = { kind: 'suspect' as const, upper: ['red' as const], mode: 'onList', personIds: [placeId(5)] };
    expect(told(ofList, walker, as(placeId(6)))).toEqual([]);
    expect(told(ofList, walker, as(undefined))).toEqual([]);
    expect(told(ofList, walker, [[3, 'walker', dressed]])).toEqual([]);
    expect(told(ofList, walker, as(placeId(5)))).toHaveLength(1);
    expect(told({ ...ofList, mode: 'notOnList' }, walker, as(placeId(5)))).toEqual([]);
    expect(told({ ...ofList, mode: 'notOnList' }, walker, as(null))).toHaveLength(1);
    expect(told({ ...ofList, mode: 'unknown' }, walker, as(placeId(6)))).toEqual([]);
  });

  it('of nothing fits everybody of the class', () => {
    const anybody = { kind: 'suspect' as const, class: 'vehicle', upper: ['red'] };
    expect(told(anybody, walker, [[3, 'walker', { colours: [red('upper')] }]])).toEqual([]);
    expect(told(anybody, car, [[3, 'car', { colours: [red('body')] }]])).toEqual(['opened 4 appeared 0']);
  });

  it('of a vehicle is of its body', () => {
    const vehicle = { kind: 'suspect' as const, class: 'vehicle', body: ['red'] };
    expect(told(vehicle, walker, [[3, 'walker', { colours: [red('body')] }]])).toEqual([]);
    expect(told(vehicle, car, [[3, 'car', { colours: [red('body')] }]])).toEqual(['opened 4 bodyColour red']);
  });
});

import { accessCondition, type AccessCondition } from '@sightline/contracts/alert-rules/access-conditions';
import type { DoorSight } from '@sightline/contracts/alert-rules/door-sight-link';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeGrant, type DoorFacts, type DoorVerdict, type Grant } from './people-at-door.ts';

const startUtcMs = Date.UTC(2026, 2, 2, 8);
const at = (seconds: number): number => startUtcMs + Math.round(seconds * 1000);

type Pass = readonly [seconds: number, who: string, to?: 'towards' | 'away'];
interface Scene {
  badges: readonly (readonly [seconds: number, direction?: 'in' | 'out'])[];
  passes?: readonly Pass[];
  closed?: readonly number[];
  /** In view from, to, who. */
  views?: readonly (readonly [from: number, to: number, ...who: string[]])[];
  seen?: readonly (readonly [from: number, to: number])[];
  lost?: readonly number[];
}

const grantsOf = ({ badges }: Scene): Grant[] =>
  badges.map(([seconds, direction = null], index) => ({ id: `badge-${index}`, atUtcMs: at(seconds), direction }));

function factsOf(scene: Scene): DoorFacts {
  const { passes = [], closed = [], views = [], seen = [[-200, 900]], lost = [] } = scene;
  const people = [...new Set([...passes.map(([, who]) => who), ...views.flatMap(([, , ...who]) => who)])];
  const looks = views.flatMap(([from, to, ...who]) =>
    Array.from({ length: (to - from) * 2 }, (_, index) => {
      return { atUtcMs: at(from + index / 2), who: who.map((one) => people.indexOf(one)) };
    }),
  );
  const sight: DoorSight = {
    seen: seen.map(([from, to]) => ({ fromUtcMs: at(from), toUtcMs: at(to) })),
    people,
    passes: passes.map(([seconds, who, to = 'towards']) => ({ atUtcMs: at(seconds), to, who: people.indexOf(who) })),
    lostUtcMs: lost.map(at),
    looks,
  };
  return { grants: grantsOf(scene), closedUtcMs: closed.map(at), sight };
}

const verdictsOf = (condition: AccessCondition, scene: Scene): DoorVerdict[] =>
  grantsOf(scene).map((grant) => judgeGrant(condition, grant, factsOf(scene)));

const words = (verdicts: readonly DoorVerdict[]): string[] =>
  verdicts.flatMap(({ instant, isBlind }) => {
    if (instant === null) return isBlind ? ['blind'] : [];
    const [{ what, value, limit } = { what: '', value: 0, limit: null }] = instant.why;
    const seconds = (instant.atUtcMs - startUtcMs) / 1000;
    return [`${what} ${value}${limit === null ? '' : ` of ${limit}`} at ${seconds}`];
  });

const conditionOf = (said: object): AccessCondition => accessCondition.parse(said);
const tailgating = conditionOf({ kind: 'doorTailgating', windowS: 10 });
const told = (scene: Scene, condition = tailgating): string[] => words(verdictsOf(condition, scene));

describe('tailgating at a door', () => {
  it.each<[string, Scene]>([
    ['nobody goes through', { badges: [[10]] }],
    ['one goes in on one badge', { badges: [[10]], passes: [[12, 'anna']] }],
    ['one is told a moment before the badge', { badges: [[10]], passes: [[8, 'anna']] }],
    [
      'each of two has a badge, the second at the open door',
      { badges: [[10], [13]], passes: [[12, 'anna'], [14, 'ben']] }, // prettier-ignore
    ],
    [
      'two badges come first, and then both people',
      { badges: [[10], [11]], passes: [[13, 'anna'], [14, 'ben']] }, // prettier-ignore
    ],
    ['others come out', { badges: [[10]], passes: [[12, 'anna'], [13, 'ben', 'away'], [14, 'carl', 'away']] }], // prettier-ignore
    [
      'one turns round in the door and comes again',
      { badges: [[10]], passes: [[12, 'anna'], [13, 'anna', 'away'], [19, 'anna']] }, // prettier-ignore
    ],
    ['somebody comes after the time is over', { badges: [[10]], passes: [[12, 'anna'], [21, 'ben']] }], // prettier-ignore
    ['somebody crosses after the door was closed', { badges: [[10]], closed: [14], passes: [[12, 'anna'], [18, 'ben']] }], // prettier-ignore
    ['nobody was let in', { badges: [], passes: [[12, 'anna']] }],
    ['somebody was let out', { badges: [[10, 'out']], passes: [[12, 'anna'], [13, 'ben']] }], // prettier-ignore
    [
      'a rush comes in, each with a badge, for longer than anything is weighed',
      {
        badges: Array.from({ length: 120 }, (_, index) => [index * 4] as const),
        passes: Array.from({ length: 120 }, (_, index) => [index * 4 + 2, `p${String(index)}`] as const),
      },
    ],
  ])('is not told when %s', (_, scene) => {
    expect(told(scene)).toEqual([]);
  });

  it('is told of the one too many, once, with how many went in for how many', () => {
    const scene: Scene = { badges: [[10]], passes: [[12, 'anna'], [13, 'ben'], [14, 'carl']] }; // prettier-ignore
    expect(told(scene)).toEqual(['peopleThrough 3 of 1 at 13']);
    expect(verdictsOf(tailgating, scene)[0]?.instant).toMatchObject({ eventIds: ['anna', 'ben', 'carl'] });
  });

  it('goes by the way that people walk who go in', () => {
    const scene: Scene = { badges: [[10]], passes: [[12, 'anna', 'away'], [13, 'ben', 'away']] }; // prettier-ignore
    expect(told(scene)).toEqual([]);
    expect(told(scene, conditionOf({ kind: 'doorTailgating', inwards: 'away' }))).toEqual([
      'peopleThrough 2 of 1 at 13',
    ]);
  });

  it('lets nobody in on a badge that was not used before the door closed', () => {
    const passes: Pass[] = [[24, 'anna'], [25, 'ben']]; // prettier-ignore
    expect(told({ badges: [[15], [22]], closed: [20], passes })).toEqual(['peopleThrough 2 of 1 at 25']);
    expect(told({ badges: [[15], [22]], passes })).toEqual([]);
  });

  it('takes a second one who is taken for the first for two, when the first did not come out', () => {
    expect(told({ badges: [[10]], passes: [[12, 'anna'], [18, 'anna']] })).toEqual(['peopleThrough 2 of 1 at 18']); // prettier-ignore
  });

  it('is told with the grant that it is behind, in the middle of a rush', () => {
    const badges = Array.from({ length: 30 }, (_, index) => [index * 4] as const);
    const passes: Pass[] = badges.map(([seconds], index) => [seconds + 2, `p${String(index)}`]);
    const verdicts = verdictsOf(tailgating, { badges, passes: [...passes, [42.5, 'zoe']] });
    expect(verdicts.flatMap(({ instant }, index) => (instant ? [index] : []))).toHaveLength(1);
  });

  it('cannot be told where the camera saw too little, and is told where it saw enough', () => {
    const away: Scene['seen'] = [[-200, 12], [15, 400]]; // prettier-ignore
    expect(told({ badges: [[10]], passes: [[11, 'anna']], seen: away })).toEqual(['blind']);
    expect(told({ badges: [[10]], seen: [] })).toEqual(['blind']);
    expect(told({ badges: [[10]], lost: [12] })).toEqual(['blind']);
    expect(told({ badges: [[10]], passes: [[11, 'anna'], [11.5, 'ben']], seen: away })).toEqual([
      'peopleThrough 2 of 1 at 11.5',
    ]); // prettier-ignore
    expect(told({ badges: [[10]], seen: [[-200, 12], [12.9, 400]] })).toEqual([]); // prettier-ignore
  });
});

describe('validation of an access event', () => {
  const nobody = conditionOf({ kind: 'eventValidation', mode: 'nobody' });
  const more = conditionOf({ kind: 'eventValidation', mode: 'morePeople' });

  it.each<[string, AccessCondition, Scene]>([
    ['somebody is there', nobody, { badges: [[20]], views: [[10, 40, 'anna']] }],
    ['somebody comes after the badge', nobody, { badges: [[20]], views: [[27, 29, 'anna']] }],
    ['somebody was there just before', nobody, { badges: [[20]], views: [[15, 18, 'anna']] }],
    ['it went out, and is asked about those who go in', conditionOf({ ...nobody, direction: 'in' }), { badges: [] }],
    ['as many are there as have badges', more, { badges: [[20], [24]], views: [[10, 40, 'anna', 'ben']] }],
    [
      'one too many is a flicker of the detector',
      more,
      { badges: [[20]], views: [[10, 22, 'anna'], [22, 23, 'anna', 'ben'], [23, 40, 'anna']] }, // prettier-ignore
    ],
  ])('is not told when %s', (_, condition, scene) => {
    expect(told(scene, condition)).toEqual([]);
  });

  it('cannot be told where the camera was away, but somebody who was seen was there', () => {
    const seen: Scene['seen'] = [[-200, 21], [24, 400]]; // prettier-ignore
    expect(told({ badges: [[20]], seen }, nobody)).toEqual(['blind']);
    expect(told({ badges: [[20]], seen, views: [[25, 26, 'anna']] }, nobody)).toEqual([]);
    expect(told({ badges: [[20]], seen, views: [[25, 28, 'anna']] }, more)).toEqual(['blind']);
    expect(told({ badges: [[20]], seen, views: [[25, 28, 'anna', 'ben']] }, more)).toEqual([
      'peopleInView 2 of 1 at 20',
    ]);
  });

  it('is told of a badge without anybody in view', () => {
    expect(told({ badges: [[20]], views: [[10, 16, 'anna'], [31, 40, 'ben']] }, nobody)).toEqual([
      'nobodyInView 13 at 20',
    ]); // prettier-ignore
  });

  it('is told of more people than badges', () => {
    const scene: Scene = { badges: [[20]], views: [[10, 40, 'anna', 'ben', 'carl']] };
    expect(told(scene, more)).toEqual(['peopleInView 3 of 1 at 20']);
    expect(verdictsOf(more, scene)[0]?.instant).toMatchObject({ eventIds: ['anna', 'ben', 'carl'] });
  });
});

describe('in whatever order, and however often, things are told', () => {
  const who = fc.constantFrom('anna', 'ben', 'carl', 'dora');
  const seconds = fc.integer({ min: 0, max: 150 });
  const scene = fc.record({
    badges: fc.array(fc.tuple(seconds, fc.constantFrom('in' as const, 'out' as const)), { maxLength: 8 }),
    passes: fc.array(fc.tuple(seconds, who, fc.constantFrom('towards' as const, 'away' as const)), { maxLength: 12 }),
    closed: fc.array(seconds, { maxLength: 5 }),
    views: fc.array(
      fc.tuple(seconds, who).map(([from, one]) => [from, from + 3, one] as const),
      { maxLength: 6 },
    ),
    seen: fc.constantFrom<Scene['seen']>([[-200, 400]], [[-200, 60], [61, 90], [80, 400]]), // prettier-ignore
  });
  const conditions = [
    tailgating,
    conditionOf({ kind: 'eventValidation' }),
    conditionOf({ kind: 'eventValidation', mode: 'morePeople', direction: 'in' }),
  ];

  it('is decided alike', () => {
    fc.assert(
      fc.property(scene, fc.constantFrom(...conditions), (drawn, condition) => {
        const facts = factsOf(drawn);
        const { grants, closedUtcMs, sight } = facts;
        const twice = <T>(all: readonly T[]): T[] => [...all, ...all].toReversed();
        const mixed: DoorFacts = {
          grants: twice(grants),
          closedUtcMs: twice(closedUtcMs),
          sight: {
            ...sight,
            seen: twice(sight.seen),
            passes: sight.passes.toReversed(),
            looks: sight.looks.toReversed(),
          },
        };
        for (const grant of grants) {
          const [one, other] = [judgeGrant(condition, grant, facts), judgeGrant(condition, grant, mixed)];
          expect({ ...other, instant: sorted(other) }).toEqual({ ...one, instant: sorted(one) });
        }
      }),
      { numRuns: 400 },
    );
  });

  it('tells of as many tailgaters as there are people without a grant of their own, and never of one twice', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const all = { ...drawn, seen: undefined } as unknown as Scene;
        const verdicts = verdictsOf(tailgating, all).flatMap(({ instant }) => instant ?? []);
        for (const { why } of verdicts) expect(Number(why[0]?.value)).toBeGreaterThan(Number(why[0]?.limit));
        expect(new Set(verdicts.map(({ id }) => id)).size).toBe(verdicts.length);
        expect(verdicts.length).toBeLessThanOrEqual(new Set(drawn.passes.map(([, one]) => one)).size * 12);
      }),
      { numRuns: 200 },
    );
  });

  const sorted = ({ instant }: DoorVerdict) => instant && { ...instant, eventIds: [...instant.eventIds].toSorted() };
});

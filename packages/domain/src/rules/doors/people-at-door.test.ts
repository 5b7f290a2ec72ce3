import { ruleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { describe, expect, it } from 'vitest';
import type { WatchEffect } from '../watches/watched-rule.ts';
import { lookAtDoorEvents, type DoorEventRule, type DoorEventWatch } from './door-events.ts';
import type { DoorFact, DoorState } from './door-facts.ts';

const startUtcMs = Date.UTC(2026, 2, 2, 8);
const at = (seconds: number): number => startUtcMs + Math.round(seconds * 1000);
const gate = { times: null, snoozedUntilUtcMs: null, coolDownMs: 0 };
const ruleOf = (condition: object): DoorEventRule => ({
  gate,
  mergeMs: 0,
  condition: ruleCondition.parse(condition) as DoorEventRule['condition'],
});

let count = 0;
const id = (): string => `fact-${String((count += 1)).padStart(4, '0')}`;
const state = (seconds: number, is: DoorState): DoorFact => {
  return { kind: 'state', id: id(), atUtcMs: at(seconds), state: is };
};
const badge = (seconds: number, isGranted = true): DoorFact => {
  return { kind: 'access', id: id(), atUtcMs: at(seconds), isGranted };
};
const pass = (seconds: number, subjectId: string, to: 'in' | 'out' = 'in'): DoorFact => {
  return { kind: 'pass', id: id(), atUtcMs: at(seconds), to, subjectId };
};
/** Two looks a second from one second to another. */
const looks = (fromS: number, toS: number, ...people: string[]): DoorFact[] =>
  Array.from({ length: (toS - fromS) * 2 }, (_, index) => {
    return { kind: 'look', id: id(), atUtcMs: at(fromS + index / 2), people };
  });

interface Told {
  effects: WatchEffect[];
  words: string[];
}

/** Told each second what happened in it; `late` seconds later. */
function run(rule: DoorEventRule, facts: readonly DoorFact[], late = 0): Told {
  let watch: DoorEventWatch | null = null;
  const effects: WatchEffect[] = [];
  for (let nowS = 0; nowS <= 120; nowS += 1) {
    const news = facts.filter(({ atUtcMs }) => Math.ceil((atUtcMs - startUtcMs) / 1000) + late === nowS);
    const looked = lookAtDoorEvents(watch, rule, { facts: [...news, ...news].toReversed(), nowUtcMs: at(nowS) });
    watch = looked.watch;
    effects.push(...looked.effects);
  }
  const told = effects.filter(({ kind }) => kind !== 'closed');
  const words = told.map((effect) => {
    const seconds = Math.round((effect.atUtcMs - startUtcMs) / 1000);
    if (effect.kind === 'nearMiss') return `${effect.hindrance} ${seconds}`;
    const [{ what, value, limit } = { what: '', value: 0, limit: null }] = effect.why;
    return `${what} ${value}${limit === null ? '' : ` of ${limit}`} at ${seconds}`;
  });
  return { effects, words };
}

describe('tailgating at a door', () => {
  const asked = ruleOf({ kind: 'doorTailgating', windowS: 20 });

  it.each<[string, DoorFact[]]>([
    ['nobody goes through', [state(0, 'closed'), badge(10), state(11, 'open'), state(15, 'closed')]],
    [
      'one goes in on one badge',
      [state(0, 'closed'), badge(10), state(11, 'open'), pass(12, 'anna'), state(15, 'closed')],
    ],
    [
      'each of two has a badge, the second at the open door',
      [
        state(0, 'closed'),
        badge(10),
        state(11, 'open'),
        pass(12, 'anna'),
        badge(13),
        pass(14, 'ben'),
        state(16, 'closed'),
      ],
    ],
    [
      'others come out',
      [
        state(0, 'closed'),
        badge(10),
        state(11, 'open'),
        pass(12, 'anna'),
        pass(13, 'ben', 'out'),
        pass(14, 'carl', 'out'),
        state(16, 'closed'),
      ],
    ],
    [
      'one turns round in the door and comes again',
      [
        state(0, 'closed'),
        badge(10),
        state(11, 'open'),
        pass(12, 'anna'),
        pass(13, 'anna', 'out'),
        pass(14, 'anna'),
        state(16, 'closed'),
      ],
    ],
    [
      'somebody crosses the line while the door is long closed',
      [state(0, 'closed'), badge(10), state(11, 'open'), pass(12, 'anna'), state(13, 'closed'), pass(20, 'ben')],
    ],
  ])('is not told when %s', (_, facts) => {
    expect(run(asked, facts).words).toEqual([]);
  });

  it('is told of the one too many, with how many went in on how many badges', () => {
    const facts = [state(0, 'closed'), badge(10), state(11, 'open'), pass(12, 'anna'), pass(13, 'ben'), pass(14, 'carl'), state(16, 'closed')]; // prettier-ignore
    const { words, effects } = run(asked, facts);
    expect(words).toEqual(['peopleThrough 3 of 1 at 13']);
    expect(effects[0]).toMatchObject({ kind: 'opened', eventIds: ['anna', 'ben', 'carl'] });
    expect(run(asked, facts, 4).words).toEqual(words);
  });

  it('is told of who slips in while somebody goes out without a badge', () => {
    const facts = [
      state(0, 'closed'),
      state(11, 'open'),
      pass(12, 'anna', 'out'),
      pass(13, 'ben'),
      state(16, 'closed'),
    ];
    expect(run(asked, facts).words).toEqual(['peopleThrough 1 of 0 at 13']);
  });

  it('counts each opening by itself, and a refused badge as none', () => {
    const first = [badge(10), state(11, 'open'), pass(12, 'anna'), state(14, 'closed')];
    const second = [
      badge(40),
      badge(41, false),
      state(42, 'open'),
      pass(43, 'ben'),
      pass(44, 'carl'),
      state(46, 'closed'),
    ];
    expect(run(asked, [state(0, 'closed'), ...first, ...second]).words).toEqual(['peopleThrough 2 of 1 at 44']);
  });

  it('goes by badges alone where nobody tells how the door is', () => {
    expect(run(asked, [badge(10), pass(12, 'anna'), badge(20), pass(25, 'ben')]).words).toEqual([]);
    expect(run(asked, [badge(10), pass(12, 'anna'), pass(14, 'ben')]).words).toEqual(['peopleThrough 2 of 1 at 14']);
  });
});

describe('validation of an access event', () => {
  const nobody = ruleOf({ kind: 'eventValidation', mode: 'nobody' });
  const more = ruleOf({ kind: 'eventValidation', mode: 'morePeople' });

  it.each<[string, DoorEventRule, DoorFact[]]>([
    ['somebody is there', nobody, [badge(20), ...looks(10, 40, 'anna')]],
    [
      'somebody comes after the badge',
      nobody,
      [badge(20), ...looks(10, 27), ...looks(27, 29, 'anna'), ...looks(29, 40)],
    ],
    ['the badge was refused', nobody, [badge(20, false), ...looks(10, 40)]],
    ['as many are there as have badges', more, [badge(20), badge(24), ...looks(10, 40, 'anna', 'ben')]],
    [
      'one too many is a flicker of the detector',
      more,
      [badge(20), ...looks(10, 22, 'anna'), ...looks(22, 23, 'anna', 'ben'), ...looks(23, 40, 'anna')],
    ],
  ])('is not told when %s', (_, rule, facts) => {
    expect(run(rule, facts).words).toEqual([]);
  });

  it('says that nobody can tell when the camera looked too seldom', () => {
    expect(run(nobody, [badge(20), ...looks(18, 19)]).words).toEqual(['tooFewLooks 20']);
    expect(run(more, [badge(20)]).words).toEqual(['tooFewLooks 20']);
  });

  it('is told of a badge without anybody in view', () => {
    expect(run(nobody, [badge(20), ...looks(10, 40)]).words).toEqual(['nobodyInView 27 at 20']);
  });

  it('is told of more people than badges', () => {
    const { words, effects } = run(more, [badge(20), ...looks(10, 40, 'anna', 'ben', 'carl')]);
    expect(words).toEqual(['peopleInView 3 of 1 at 20']);
    expect(effects[0]).toMatchObject({ eventIds: ['anna', 'ben', 'carl'] });
  });
});

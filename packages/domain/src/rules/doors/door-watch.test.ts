import { ruleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WatchEffect } from '../watches/watched-rule.ts';
import type { DoorFact, DoorState } from './door-facts.ts';
import { lookAtDoor, type DoorRule, type DoorWatch } from './door-watch.ts';

const startUtcMs = Date.UTC(2026, 2, 2, 8);
const at = (seconds: number): number => startUtcMs + seconds * 1000;

const ruleOf = (states: readonly string[], heldS = 30): DoorRule => ({
  gate: { times: null, snoozedUntilUtcMs: null, coolDownMs: 0 },
  condition: ruleCondition.parse({ kind: 'door', states, heldS }) as DoorRule['condition'],
});

let count = 0;
const state = (seconds: number, is: DoorState): DoorFact => {
  return { kind: 'state', id: `state-${(count += 1)}`, atUtcMs: at(seconds), state: is };
};
const badge = (seconds: number, isGranted = true): DoorFact => {
  return { kind: 'access', id: `badge-${(count += 1)}`, atUtcMs: at(seconds), isGranted };
};

/** Told as it happens, and looked at whenever something is due. */
function run(rule: DoorRule, facts: readonly DoorFact[], toS: number): WatchEffect[] {
  const effects: WatchEffect[] = [];
  let watch: DoorWatch | null = null;
  let dueUtcMs = Number.POSITIVE_INFINITY;
  const look = (nowUtcMs: number, told: readonly DoorFact[]): void => {
    const looked = lookAtDoor(watch, rule, { facts: told, nowUtcMs });
    effects.push(...looked.effects);
    watch = looked.watch;
    dueUtcMs = looked.dueUtcMs ?? Number.POSITIVE_INFINITY;
  };
  for (const fact of facts) {
    while (dueUtcMs <= fact.atUtcMs) look(dueUtcMs, []);
    look(fact.atUtcMs, [fact]);
  }
  while (dueUtcMs <= at(toS)) look(dueUtcMs, []);
  return effects;
}

const words = (effects: readonly WatchEffect[]): string[] =>
  effects.map((effect) => {
    const seconds = Math.round((effect.atUtcMs - startUtcMs) / 1000);
    return effect.kind === 'opened' ? `${effect.why[0]?.what} ${seconds}` : `${effect.kind} ${seconds}`;
  });
const told = (states: readonly string[], facts: readonly DoorFact[], toS = 400): string[] =>
  words(run(ruleOf(states), facts, toS));

const all = ['forced', 'held', 'open'];

describe('nothing is told', () => {
  it.each<[string, readonly string[], DoorFact[]]>([
    ['of a door of which nothing is known', all, []],
    ['of a closed door', all, [state(0, 'closed'), badge(10), badge(20, false)]],
    [
      'of one that somebody was let in by, and that closes in time',
      ['forced', 'held'],
      [state(0, 'closed'), badge(10), state(12, 'open'), state(30, 'closed')],
    ],
    ['of force where nobody saw it open', ['forced'], [state(0, 'open'), state(20, 'closed')]],
    [
      'of force where nobody could say how it was before',
      ['forced'],
      [state(0, 'closed'), state(10, 'unknown'), state(40, 'open')],
    ],
    ['of what the rule does not ask about', ['held'], [state(0, 'closed'), state(10, 'open'), state(20, 'closed')]],
    [
      'of one that was held open as long as is allowed',
      ['held'],
      [state(0, 'closed'), badge(9), state(10, 'open'), state(40, 'closed')],
    ],
  ])('%s', (_, states, facts) => {
    expect(told(states, facts)).toEqual([]);
  });
});

describe('a door', () => {
  it('is forced when it opens and nobody was let in just before, also after a badge that was refused', () => {
    expect(told(['forced'], [state(0, 'closed'), badge(3), state(10, 'open'), state(20, 'closed')])).toEqual([
      'doorForcedS 10',
      'closed 20',
    ]);
    expect(told(['forced'], [state(0, 'closed'), badge(9, false), state(10, 'ajar'), state(20, 'closed')])).toEqual([
      'doorForcedS 10',
      'closed 20',
    ]);
  });

  it('is held open at the limit, with the time and the limit, until it is closed', () => {
    const facts = [state(0, 'closed'), badge(9), state(10, 'open'), state(25, 'ajar'), state(90, 'closed')];
    const effects = run(ruleOf(['held']), facts, 400);
    expect(words(effects)).toEqual(['doorHeldS 40', 'closed 90']);
    expect(effects[0]).toMatchObject({ why: [{ what: 'doorHeldS', value: 30, limit: 30 }] });
  });

  it('is open each time it opens; soon after each other it is one alert', () => {
    const facts = [state(0, 'closed'), state(10, 'open'), state(15, 'closed'), state(30, 'open'), state(35, 'closed')];
    expect(told(['open'], facts)).toEqual(['doorOpenS 10', 'closed 35']);
    const apart = [
      state(0, 'closed'),
      state(10, 'open'),
      state(15, 'closed'),
      state(120, 'open'),
      state(125, 'closed'),
    ];
    expect(told(['open'], apart)).toEqual(['doorOpenS 10', 'closed 15', 'doorOpenS 120', 'closed 125']);
  });

  it('is not forced when the access system tells of the badge later than the door of its opening', () => {
    const [closed, open, granted] = [state(0, 'closed'), state(10, 'open'), badge(9)];
    const rule = ruleOf(['forced']);
    let watch: DoorWatch | null = null;
    const effects: WatchEffect[] = [];
    for (const [nowS, facts] of [
      [0, [closed]],
      [10, [open]],
      [14, [granted]],
      [30, []],
    ] as const) {
      const looked = lookAtDoor(watch, rule, { facts, nowUtcMs: at(nowS) });
      watch = looked.watch;
      effects.push(...looked.effects);
    }
    expect(effects).toEqual([]);
  });

  it('stays as it was told while nobody can say how it is', () => {
    const facts = [state(0, 'closed'), state(10, 'open'), state(20, 'unknown'), state(200, 'closed')];
    expect(told(['forced'], facts)).toEqual(['doorForcedS 10', 'closed 200']);
  });
});

it('decides alike in whatever order, and however often, facts of five seconds are told', () => {
  const fact = fc.record({
    seconds: fc.integer({ min: 0, max: 200 }),
    is: fc.constantFrom('closed', 'open', 'ajar', 'unknown', 'granted', 'denied'),
    lateS: fc.integer({ min: 0, max: 4 }),
    again: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 25 }), (drawn) => {
      const facts = drawn.map(({ seconds, is, lateS, again }, index) => {
        const id = `fact-${String(index).padStart(2, '0')}`;
        const one: DoorFact =
          is === 'granted' || is === 'denied'
            ? { kind: 'access', id, atUtcMs: at(seconds), isGranted: is === 'granted' }
            : { kind: 'state', id, atUtcMs: at(seconds), state: is as DoorState };
        return { one, heardS: seconds + lateS, again };
      });
      const judged = (nowsAndFacts: readonly (readonly [number, readonly DoorFact[]])[]): WatchEffect[] => {
        let watch: DoorWatch | null = null;
        const effects: WatchEffect[] = [];
        for (const [nowS, news] of nowsAndFacts) {
          const looked = lookAtDoor(watch, ruleOf(all), { facts: news, nowUtcMs: at(nowS) });
          watch = looked.watch;
          effects.push(...looked.effects);
        }
        return effects;
      };
      const everySecond = (heardAt: (one: (typeof facts)[number]) => number, twice: boolean) =>
        Array.from({ length: 320 }, (_, nowS) => {
          const news = facts.filter((each) => heardAt(each) === nowS);
          const more = twice ? facts.filter((each) => each.again && heardAt(each) + 1 === nowS) : [];
          return [nowS, [...news, ...more].map(({ one }) => one).toReversed()] as const;
        });
      const inTime = judged(everySecond(({ one }) => (one.atUtcMs - startUtcMs) / 1000, false));
      expect(judged(everySecond(({ heardS }) => heardS, true))).toEqual(inTime);
    }),
    { numRuns: 150 },
  );
});

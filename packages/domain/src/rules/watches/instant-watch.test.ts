import { ruleCondition, type RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepInstants, type Instant, type InstantRule, type InstantWatch } from './instant-watch.ts';
import { tagMatch } from './tag-matching.ts';
import type { WatchEffect } from './watched-rule.ts';

const start = Date.UTC(2026, 5, 1, 8);
const s = (seconds: number): number => start + seconds * 1000;
const gate = { times: null, snoozedUntilUtcMs: null, coolDownMs: 60_000 };
const rule: InstantRule = { gate, mergeMs: 30_000, condition: 'tag' };
const at = (seconds: number, id = `i${seconds}`): Instant => ({ id, atUtcMs: s(seconds), why: [], eventIds: [id] });

/** Judges instants one by one, at the time that each comes, and ends what is due. */
function judge(instants: readonly [comesS: number, Instant][], given = rule, untilS = 10_000): WatchEffect[] {
  const effects: WatchEffect[] = [];
  let [watch, dueUtcMs]: [InstantWatch | null, number | null] = [null, null];
  const step = (some: readonly Instant[], nowUtcMs: number): void => {
    const stepped = stepInstants(watch, given, { instants: some, nowUtcMs });
    [watch, dueUtcMs] = [stepped.watch, stepped.dueUtcMs];
    effects.push(...stepped.effects);
  };
  for (const [comesS, instant] of instants) {
    if (dueUtcMs !== null && dueUtcMs < s(comesS)) step([], dueUtcMs);
    step([instant], s(comesS));
  }
  if (dueUtcMs !== null && dueUtcMs < s(untilS)) step([], dueUtcMs);
  return effects;
}
const told = (effects: readonly WatchEffect[]): string[] =>
  effects.map((effect) => {
    const seconds = (effect.atUtcMs - start) / 1000;
    if (effect.kind === 'nearMiss') return `${seconds} held back: ${effect.hindrance}`;
    return `${seconds} ${effect.isLate ? 'late ' : ''}${effect.closeReason ?? effect.kind} ${effect.count}`;
  });
const hours = { timeZone: 'UTC', hours: [{ day: 1, fromMinute: 540, toMinute: 600 }], exceptions: [] };

const cases: [string, [number, Instant][], string[], InstantRule?][] = [
  ['nothing outside the hours', [[0, at(0)]], ['0 held back: schedule'], { ...rule, gate: { ...gate, times: hours } }],
  [
    'nothing while its alarm is disarmed',
    [[0, at(0)]],
    ['0 held back: disarmed'],
    {
      ...rule,
      gate: { ...gate, arming: [{ state: 'disarmed' as const, fromUtcMs: 0, untilUtcMs: null, schedule: null }] },
    },
  ],
  [
    'nothing in a pause',
    [[0, at(0)]],
    ['0 held back: snoozed'],
    { ...rule, gate: { ...gate, snoozedUntilUtcMs: s(1) } },
  ],
  [
    'nothing while its camera is muted',
    [[0, at(0)]],
    ['0 held back: muted'],
    { ...rule, gate: { ...gate, mutedUntilUtcMs: s(1) } },
  ],
  ['nothing that is told too late', [[601, at(0)]], ['0 held back: tooOld'], { ...rule, maxAgeMs: 600_000 }],
  ['what is told just in time', [[600, at(0)]], ['0 late opened 1', '30 over 1'], { ...rule, maxAgeMs: 600_000 }],
  [
    'what follows too soon',
    [
      [0, at(0)],
      [40, at(40)],
    ],
    ['0 opened 1', '30 over 1', '40 held back: coolDown'],
  ],
  [
    'the same thing twice once',
    [
      [0, at(0)],
      [1, at(0)],
      [500, at(0)],
    ],
    ['0 opened 1', '30 over 1'],
  ],
  [
    'what follows at once as one',
    [
      [0, at(0)],
      [20, at(20)],
      [45, at(45)],
    ],
    ['0 opened 1', '20 updated 2', '45 updated 3', '75 over 3'],
  ],
  [
    'what follows later as another',
    [
      [0, at(0)],
      [100, at(100)],
    ],
    ['0 opened 1', '30 over 1', '100 opened 1', '130 over 1'],
  ],
  ['what comes late, with its own time', [[600, at(100)]], ['100 late opened 1', '130 over 1']],
  [
    'what was long before what is open as an alert of its own',
    [
      [0, at(0)],
      [5, at(-300)],
    ],
    ['0 opened 1', '-300 late opened 1', '-270 over 1', '30 over 1'],
  ],
];
it.each(cases)('tells %s', (...[, instants, expected, given]) => {
  expect(told(judge(instants, given))).toEqual(expected);
});

describe('whatever the order', () => {
  const within = fc.uniqueArray(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 10 });

  it('things of one moment come to one alert that counts them all, and those that come twice change nothing', () => {
    fc.assert(
      fc.property(within, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (seconds, picks) => {
        const twice = seconds.flatMap((second) => [second, seconds[picks.next().value % seconds.length]!]);
        const effects = judge(twice.map((second) => [15, at(second)]));
        expect(effects.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
        expect(effects.at(-1)).toMatchObject({ kind: 'closed', count: seconds.length });
        const last = effects.at(-1);
        const ids = last?.kind === 'closed' ? last.eventIds : [];
        expect(ids.toSorted()).toEqual(seconds.map((second) => `i${second}`).toSorted());
      }),
    );
  });
});

it.each([
  ['a list of nothing', { field: 'badge', compare: 'in', value: [] }],
  ['one value where several are meant', { field: 'badge', compare: 'in', value: 'A' }],
  ['several where one is meant', { field: 'badge', compare: 'is', value: ['A'] }],
  [
    'a list that is too long',
    { field: 'badge', compare: 'in', value: Array.from({ length: 51 }, (_, index) => index) },
  ],
])('a rule on an event tag is refused with %s', (_what, field) => {
  expect(ruleCondition.safeParse({ kind: 'eventTag', tag: 'Gate', fields: [field] }).success).toBe(false);
});

describe('a posted event', () => {
  const wanting = (...fields: object[]) =>
    ruleCondition.parse({ kind: 'eventTag', tag: 'Gate opened', fields }) as Extract<
      RuleCondition,
      { kind: 'eventTag' }
    >;
  const posted = { tag: 'gate OPENED', fields: { badge: 'B-17', people: 3, isForced: false } };
  const matches: [boolean, object][] = [
    [false, { field: 'badge', compare: 'is', value: 'b-17' }],
    [false, { field: 'badge', compare: 'isNot', value: 'B-17' }],
    [false, { field: 'people', compare: 'is', value: '3' }],
    [false, { field: 'people', compare: 'atLeast', value: 4 }],
    [false, { field: 'people', compare: 'atMost', value: 2 }],
    [false, { field: 'badge', compare: 'atLeast', value: 1 }],
    [false, { field: 'badge', compare: 'contains', value: '18' }],
    [false, { field: 'people', compare: 'contains', value: '3' }],
    [false, { field: 'nothing', compare: 'atMost', value: 5 }],
    [false, { field: 'nothing', compare: 'is', value: '' }],
    [false, { field: 'constructor', compare: 'contains', value: 'Object' }],
    [false, { field: 'badge', compare: 'in', value: ['b-17', 17] }],
    [false, { field: 'people', compare: 'in', value: ['3', true] }],
    [false, { field: 'nothing', compare: 'in', value: ['', 0, false] }],
    [true, { field: 'badge', compare: 'in', value: ['A-1', 'B-17'] }],
    [true, { field: 'people', compare: 'in', value: [1, 3] }],
    [true, { field: 'badge', compare: 'is', value: 'B-17' }],
    [true, { field: 'nothing', compare: 'isNot', value: 'x' }],
    [true, { field: 'people', compare: 'atLeast', value: 3 }],
    [true, { field: 'people', compare: 'atMost', value: 3 }],
    [true, { field: 'badge', compare: 'contains', value: 'b-1' }],
    [true, { field: 'isForced', compare: 'is', value: false }],
  ];
  it.each(matches)('ALERT-030: is meant: %s, by %o', (isMeant, field) => {
    expect(tagMatch(wanting(field), posted) !== null).toBe(isMeant);
  });

  it('is meant by its tag, with all fields, and says them', () => {
    expect(tagMatch(wanting(), { ...posted, tag: 'Gate' })).toBeNull();
    const both = [
      { field: 'people', compare: 'atLeast', value: 2 },
      { field: 'badge', compare: 'is', value: 'X' },
    ];
    expect(tagMatch(wanting(...both), posted)).toBeNull();
    expect(tagMatch(wanting(both[0]!), posted)).toMatchObject([
      { what: 'tag', value: 'gate OPENED' },
      { what: 'field', field: 'people', value: 3, limit: 2 },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAtStatus, type StatusRule, type StatusWatch, type WatchedStatus } from './status-watch.ts';
import type { WatchEffect } from './watched-rule.ts';

const start = Date.UTC(2026, 5, 1, 8);
const s = (seconds: number): number => start + seconds * 1000;
const gate = { times: null, snoozedUntilUtcMs: null, coolDownMs: 60_000 };
const rule: StatusRule = { gate, forMs: 60_000, condition: 'offline' };
/** Open from 8:00 to 8:10 and from 9:00 to 17:00. */
const hours = {
  timeZone: 'UTC',
  hours: [480, 540].map((fromMinute, at) => ({ day: 1, fromMinute, toMinute: [490, 1020][at]! })),
  exceptions: [],
};
const good = (since: number): WatchedStatus => ({ kind: 'good', sinceUtcMs: s(since) });
const bad = (since: number, what = 'offlineS'): WatchedStatus => ({ kind: 'bad', what, sinceUtcMs: s(since) });
const away = (since: number): WatchedStatus => ({ kind: 'unknown', hindrance: 'coreOffline', sinceUtcMs: s(since) });

type Step = [at: number, status: WatchedStatus, rule?: StatusRule];

/** Looks when something happened, when something is due, and where `between` says so. */
function watch(steps: readonly Step[], { untilS = 0, between = [] as readonly number[] } = {}): WatchEffect[] {
  const effects: WatchEffect[] = [];
  let [before, dueUtcMs]: [StatusWatch | null, number | null] = [null, null];
  const look = (utcMs: number, [, status, given = rule]: Step): void => {
    const looked = lookAtStatus(before, given, { status, nowUtcMs: utcMs });
    before = looked.watch;
    dueUtcMs = looked.dueUtcMs;
    effects.push(...looked.effects);
  };
  for (const [index, step] of steps.entries()) {
    const nextUtcMs = s(steps[index + 1]?.[0] ?? untilS);
    look(s(step[0]), step);
    const extra = between.map(s).filter((utcMs) => utcMs > s(step[0]) && utcMs < nextUtcMs);
    while (true) {
      const next = Math.min(dueUtcMs ?? Number.POSITIVE_INFINITY, ...extra);
      if (next >= nextUtcMs) break;
      while (extra.includes(next)) extra.splice(extra.indexOf(next), 1);
      look(next, step);
    }
  }
  return effects;
}

const at = (utcMs: number): number => (utcMs - start) / 1000;
const told = (effects: readonly WatchEffect[]) =>
  effects.map((effect) =>
    effect.kind === 'nearMiss'
      ? `${at(effect.atUtcMs)} held back: ${effect.hindrance}`
      : `${at(effect.atUtcMs)} ${effect.isLate ? 'late ' : ''}${effect.closeReason ?? effect.kind}`,
  );

const silent: [string, Step[]][] = [
  ['what is good', [[0, good(-500)]]],
  [
    'what is bad for less than the limit',
    [
      [0, good(-500)],
      [100, bad(100)],
      [159, good(159)],
    ],
  ],
  [
    'two short times that together are long',
    [
      [0, good(-9)],
      [100, bad(100)],
      [150, good(150)],
      [155, bad(155)],
      [210, good(210)],
    ],
  ],
  ['what nobody can say', [[0, { kind: 'unknown', hindrance: null, sinceUtcMs: s(0) }]]],
  [
    'what was bad before its core went away and is not after',
    [
      [0, bad(0)],
      [30, away(30)],
      [80, good(80)],
    ],
  ],
];
it.each(silent)('does not alert of %s', (_what, steps) => {
  expect(told(watch(steps, { untilS: 2000 })).filter((one) => !one.includes('held back'))).toEqual([]);
});

const cases: [string, Step[], string[]][] = [
  [
    'a core that is away, not its cameras',
    [
      [0, good(-9)],
      [10, away(10)],
    ],
    ['70 held back: coreOffline'],
  ],
  [
    'one that is bad after its core came back, from then on',
    [
      [0, good(-9)],
      [10, away(10)],
      [40, bad(10)],
    ],
    ['100 opened'],
  ],
  [
    'one alert from the limit until it was good for a minute',
    [
      [0, good(-9)],
      [10, bad(10)],
      [300, good(300)],
    ],
    ['70 opened', '300 over'],
  ],
  [
    'the same alert when it is bad again within that minute',
    [
      [0, bad(0)],
      [100, good(100)],
      [130, bad(130)],
      [400, good(400)],
    ],
    ['60 opened', '400 over'],
  ],
  [
    'the same alert while nobody can say',
    [
      [0, bad(0)],
      [100, away(100)],
      [5000, bad(100)],
    ],
    ['60 opened'],
  ],
  ['what was bad before the rule, from the rule on', [[0, bad(-90_000)]], ['0 opened']],
  [
    'what another one of its states goes on with as the same alert',
    [
      [0, bad(0)],
      [90, bad(90, 'notRecordingS')],
    ],
    ['60 opened'],
  ],
  [
    'a pause',
    [[0, bad(0), { ...rule, gate: { ...gate, snoozedUntilUtcMs: s(500) } }]],
    ['60 held back: snoozed', '500 opened'],
  ],
  [
    'a mute of the camera, which ends by itself',
    [[0, bad(0), { ...rule, gate: { ...gate, mutedUntilUtcMs: s(500) } }]],
    ['60 held back: muted', '500 opened'],
  ],
  [
    'a mute that begins while an alert is open: that stays',
    [
      [0, bad(0)],
      [90, bad(0), { ...rule, gate: { ...gate, mutedUntilUtcMs: s(500) } }],
    ],
    ['60 opened'],
  ],
  [
    'a mute that is ended by hand, from then on',
    [
      [0, bad(0), { ...rule, gate: { ...gate, mutedUntilUtcMs: s(500) } }],
      [300, bad(0)],
    ],
    ['60 held back: muted', '300 opened'],
  ],
  [
    'a pause that is taken back, from then on',
    [
      [0, bad(0), { ...rule, gate: { ...gate, snoozedUntilUtcMs: s(500) } }],
      [300, bad(0)],
    ],
    ['60 held back: snoozed', '300 opened'],
  ],
  [
    'the cool-down, after which it still holds',
    [
      [0, bad(0), { ...rule, gate: { ...gate, coolDownMs: 900_000 } }],
      ...(
        [
          [100, good(100)],
          [200, bad(200)],
        ] as const
      ).map(([time, status]): Step => [time, status, { ...rule, gate: { ...gate, coolDownMs: 900_000 } }]),
    ],
    ['60 opened', '100 over', '260 held back: coolDown', '960 opened'],
  ],
  [
    'hours: its alert ends with them and begins with the next',
    [[0, bad(0), { ...rule, gate: { ...gate, times: hours } }]],
    ['60 opened', '600 scheduleOver', '3600 opened'],
  ],
  [
    'hours that begin later',
    [[700, bad(650), { ...rule, gate: { ...gate, times: hours } }]],
    ['710 held back: schedule', '3600 opened'],
  ],
  [
    'another condition, which begins anew',
    [
      [0, bad(0)],
      [100, bad(0), { ...rule, condition: 'other' }],
    ],
    ['60 opened', '100 ruleChanged', '100 held back: coolDown', '120 opened'],
  ],
  [
    'a time before which nothing is said',
    [[0, { kind: 'bad', what: 'coreAwayS', sinceUtcMs: s(0), notBeforeUtcMs: s(300) }]],
    ['300 opened'],
  ],
];
it.each(cases)('tells %s', (_what, steps, expected) => {
  expect(told(watch(steps, { untilS: 4000 }))).toEqual(expected);
});

it('says why with the value and the limit, and how long it had been so when the rule came', () => {
  expect(watch([[0, bad(0)]], { untilS: 100 })).toMatchObject([{ why: [{ what: 'offlineS', value: 60, limit: 60 }] }]);
  expect(watch([[0, bad(-90_000)]], { untilS: 10 })).toMatchObject([{ why: [{ value: 90_000, limit: 60 }] }]);
});

it('opens late, with its own time, what nobody could look at in time', () => {
  const before = lookAtStatus(null, rule, { status: good(-9), nowUtcMs: s(0) }).watch;
  const looked = lookAtStatus(before, rule, { status: bad(10), nowUtcMs: s(3600) });
  expect(told(looked.effects)).toEqual(['70 late opened']);
  expect(lookAtStatus(looked.watch, rule, { status: bad(10), nowUtcMs: s(3601) }).effects).toEqual([]);
});

describe('whatever happens', () => {
  const kinds = fc.constantFrom('good', 'bad', 'away');
  const history = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 400 }), kinds), { minLength: 1, maxLength: 12 })
    .map((parts) => {
      let time = 0;
      return parts.map(([pause, kind]): Step => {
        time += pause;
        const status = kind === 'good' ? good(time) : kind === 'bad' ? bad(time) : away(time);
        return [time, status, { ...rule, gate: { ...gate, times: hours } }];
      });
    });

  it('looking more often, and later with an older clock, changes nothing', () => {
    fc.assert(
      fc.property(history, fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 60 }), (steps, between) => {
        expect(watch(steps, { untilS: 6000, between })).toEqual(watch(steps, { untilS: 6000 }));
      }),
    );
  });

  it('no alert is opened twice or closed unopened, and at most one is open', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const open: string[] = [];
        const opened = new Set<string>();
        for (const effect of watch(steps, { untilS: 6000 })) {
          if (effect.kind === 'opened') {
            expect(opened.has(effect.episode) || open.length > 0).toBe(false);
            opened.add(effect.episode);
            open.push(effect.episode);
          }
          if (effect.kind === 'closed') expect(open.pop()).toBe(effect.episode);
        }
      }),
    );
  });
});

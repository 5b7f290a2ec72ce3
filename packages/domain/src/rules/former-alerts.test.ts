import { describe, expect, it } from 'vitest';
import { atSecond, type DrawnScene, factsOf } from '../../testing/drawn-scene.ts';
import { conditionOf, effectsOf, placeId, ruleId, ruleOf } from '../../testing/rule-run.ts';
import type { CameraRules, RuleEffect } from './camera-rules.ts';
import type { FormerAlert } from './episodes.ts';

const zone = {
  id: placeId(1),
  points: [
    { x: 0.4, y: 0.4 },
    { x: 1, y: 0.4 },
    { x: 1, y: 1 },
    { x: 0.4, y: 1 },
  ],
};
const trespassing = { kind: 'trespassing' as const, zones: [zone], minStayS: 1 };
const line = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};

/** Somebody stands in the zone between these seconds. */
const standing = (fromS: number, toS: number): DrawnScene => ({
  figures: {
    anna: {
      way: [
        [fromS, 0.7, 0.8],
        [toS, 0.7, 0.8],
      ],
    },
  },
  toS: 100,
});

const former = (rest: Partial<FormerAlert> = {}): FormerAlert => ({
  id: 'before',
  openedAtUtcMs: atSecond(-30),
  lastMetUtcMs: atSecond(-30),
  count: 1,
  why: [{ what: 'stayS', value: 1, limit: 1, placeId: zone.id, class: 'person', score: 0.8 }],
  subjectIds: ['berta'],
  waitsUntilUtcMs: atSecond(60),
  ...rest,
});

const adopting = (rules: CameraRules, alert: FormerAlert = former()): CameraRules => {
  rules.adopt(ruleId, alert);
  return rules;
};

const words = (effects: readonly RuleEffect[]): string[] =>
  effects.map((effect) => {
    if (effect.kind === 'nearMiss') return effect.hindrance;
    const id = effect.alertId === 'before' ? 'before' : 'new';
    return `${effect.kind} ${id}${effect.kind === 'closed' ? ` ${effect.reason}` : ''}`;
  });

const run = (rules: CameraRules, scene: DrawnScene): string[] => words(effectsOf(rules, factsOf(scene)));

describe('an alert that a program of before left open', () => {
  it('is closed once its time is over when nothing is met, and only then', () => {
    expect(run(adopting(ruleOf(trespassing)), standing(200, 201))).toEqual(['closed before coreRestarted']);
    expect(run(adopting(ruleOf(trespassing), former({ waitsUntilUtcMs: atSecond(150) })), standing(200, 201))).toEqual(
      [],
    );
  });

  it('does not go on by an instant, nor at another place', () => {
    const walker: DrawnScene = {
      figures: {
        anna: {
          way: [
            [0, 0.1, 0.8],
            [10, 0.9, 0.8],
          ],
        },
      },
      toS: 70,
    };
    const crossing = ruleOf({ kind: 'lineCrossing', line });
    expect(run(adopting(crossing), walker)).toEqual(['closed before coreRestarted', 'opened new', 'closed new over']);
    const elsewhere = former({ why: [{ ...former().why[0]!, placeId: placeId(5) }] });
    expect(run(adopting(ruleOf(trespassing), elsewhere), standing(2, 20)).slice(0, 2)).toEqual([
      'closed before coreRestarted',
      'opened new',
    ]);
  });

  it('goes on when it is so again in time: with its id and its count, and is over as ever', () => {
    const rules = adopting(ruleOf(trespassing), former({ count: 3 }));
    const effects = effectsOf(rules, factsOf(standing(20, 40)));
    expect(words(effects)).toEqual(['updated before', 'closed before over']);
    expect(effects[0]).toMatchObject({ count: 3, subjectIds: ['berta', 'anna'] });
  });

  it('ends when its rule ends', () => {
    const rules = adopting(ruleOf(trespassing));
    expect(words(rules.configure(new Map(), atSecond(1)))).toEqual(['closed before ruleOff']);
  });

  it('that was closed holds back the next by its cool-down', () => {
    const closed = former({ waitsUntilUtcMs: null });
    const settings = { coolDownMs: 60_000 };
    expect(run(adopting(ruleOf(trespassing, settings), closed), standing(2, 8))).toEqual(['coolDown']);
    expect(run(adopting(ruleOf(trespassing, settings), closed), standing(40, 60))).toEqual([
      'opened new',
      'closed new over',
    ]);
  });
});

describe('rules that are edited while somebody is there', () => {
  const settings = { coolDownMs: 0, mergeMs: 0, spans: null, alertId: (name: string) => name };
  const open = (): CameraRules => {
    const rules = ruleOf(trespassing);
    const facts = factsOf(standing(0, 100)).filter(({ atUtcMs }) => atUtcMs < atSecond(10));
    expect(words(effectsOf(rules, facts))).toEqual(['opened new']);
    return rules;
  };
  const rest = factsOf(standing(0, 100)).filter(({ atUtcMs }) => atUtcMs >= atSecond(10));
  const edited = (asked: Record<string, unknown>, more: Partial<typeof settings> = {}) =>
    new Map([[ruleId, { ...settings, ...more, condition: conditionOf({ ...trespassing, ...asked }) }]]);

  it('tell nothing and forget nothing when the condition stays', () => {
    const rules = open();
    expect(rules.configure(edited({}, { coolDownMs: 1000 }), atSecond(10))).toEqual([]);
    expect(words(effectsOf(rules, rest))).toEqual([]);
  });

  it('close their alert when the condition changes, and begin anew', () => {
    const rules = open();
    expect(words(rules.configure(edited({ minStayS: 2 }), atSecond(10)))).toEqual(['closed new ruleChanged']);
    expect(words(effectsOf(rules, rest))).toEqual(['opened new']);
  });

  it('close their alert when the new schedule is not open, and tell it again when it opens', () => {
    const rules = open();
    const spans = [{ fromUtcMs: atSecond(50), toUtcMs: atSecond(200) }];
    expect(words(rules.configure(edited({}, { spans } as never), atSecond(10)))).toEqual(['closed new scheduleOver']);
    expect(words(effectsOf(rules, rest))).toEqual(['opened new']);
  });

  it('close everything with their camera', () => {
    expect(words(open().close(atSecond(10), 'cameraRemoved'))).toEqual(['closed new cameraRemoved']);
  });
});

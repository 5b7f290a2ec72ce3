import { describe, expect, it } from 'vitest';
import { atSecond, type DrawnScene, factsOf, type Figure } from '../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleId, ruleOf, told } from '../../testing/rule-run.ts';
import type { CameraFact } from './facts.ts';

const line = {
  id: placeId(2),
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};
const asked = { kind: 'lineCrossing' as const, line };

const walker = (atS: number): Figure => ({
  way: [
    [atS - 5, 0.1, 0.8],
    [atS + 5, 0.9, 0.8],
  ],
});

/** Somebody crosses the line at each of these seconds. */
const crossedAt = (...seconds: number[]): DrawnScene => ({
  figures: Object.fromEntries(seconds.map((atS) => [`walker-${atS}`, walker(atS)])),
  toS: Math.max(...seconds) + 20,
});

/** Somebody stands in the picture all the time. */
const stander: DrawnScene = {
  figures: {
    anna: {
      way: [
        [0, 0.7, 0.8],
        [200, 0.7, 0.8],
      ],
    },
  },
  toS: 200,
};
const loitering = { kind: 'loitering' as const, limitS: 30 };

describe('cool-down and merging', () => {
  it('runs from the last alert that was opened, and says what it swallowed', () => {
    const alerts = told(asked, crossedAt(10, 40, 75), { coolDownMs: 60_000 });
    expect(alerts).toEqual(['opened 10', 'closed 15', 'coolDown 40', 'opened 75', 'closed 80']);
  });

  it('keeps back what holds only until it ends', () => {
    const settings = { coolDownMs: 60_000 };
    const twice: DrawnScene = {
      figures: {
        anna: {
          way: [
            [0, 0.3, 0.8],
            [40, 0.3, 0.8],
          ],
          end: 'lost',
        },
        ben: {
          way: [
            [30, 0.7, 0.8],
            [120, 0.7, 0.8],
          ],
          end: 'lost',
        },
      },
      toS: 160,
    };
    expect(told(loitering, twice, settings)).toEqual([
      'opened 30',
      'closed 40',
      'coolDown 60',
      'opened 90',
      'closed 120',
    ]);
  });

  it('does not run from what never alerted', () => {
    const spans = [{ fromUtcMs: atSecond(30), toUtcMs: atSecond(1000) }];
    const alerts = told(asked, crossedAt(10, 40), { coolDownMs: 60_000, spans });
    expect(alerts).toEqual(['schedule 10', 'opened 40', 'closed 45']);
  });

  it('counts what follows within the time to merge into the same alert', () => {
    const rule = ruleOf(asked, { mergeMs: 20_000 });
    const effects = effectsOf(rule, factsOf(crossedAt(10, 25, 38, 70)));
    const changes = effects.filter((effect) => effect.kind !== 'nearMiss');
    expect(changes.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      'opened 1',
      'closed 1',
      'updated 2',
      'closed 2',
      'updated 3',
      'closed 3',
      'opened 1',
      'closed 1',
    ]);
    expect(new Set(changes.map(({ alertId }) => alertId)).size).toBe(2);
    expect(changes[4]?.subjectIds).toEqual(['walker-10', 'walker-25', 'walker-38']);
  });
});

describe('a schedule', () => {
  it('gates opening only: what holds already when it opens is told then, with its own beginning', () => {
    const spans = [{ fromUtcMs: atSecond(90), toUtcMs: atSecond(150) }];
    expect(told(loitering, stander, { spans })).toEqual(['schedule 30', 'opened 90', 'closed 150 scheduleOver']);
    const effects = effectsOf(ruleOf(loitering, { spans }), factsOf(stander));
    expect(effects.find(({ kind }) => kind === 'opened')).toMatchObject({
      alertId: expect.stringMatching(`#${atSecond(0)}$`),
    });
  });
});

describe('arming and silence', () => {
  const gate = (
    atS: number,
    change: { isArmed?: boolean; isSnoozed?: boolean; isMuted?: boolean },
    sequence: number,
  ): CameraFact => ({
    kind: 'gate',
    atUtcMs: atSecond(atS),
    sequence,
    ruleId,
    isArmed: true,
    isSnoozed: false,
    isMuted: false,
    ...change,
  });

  /** Gates between the looks of a scene, all numbered anew. */
  const withGates = (scene: DrawnScene, gates: readonly CameraFact[]): CameraFact[] =>
    [...factsOf(scene), ...gates]
      .toSorted((a, b) => a.atUtcMs - b.atUtcMs)
      .map((fact, sequence) => (fact.kind === 'tick' ? fact : { ...fact, sequence }));

  it('keeps a disarmed rule from alerting, closes what is open, and opens what still holds when it is armed again', () => {
    const facts = withGates(stander, [gate(60, { isArmed: false }, 0), gate(100, {}, 0)]);
    const effects = effectsOf(ruleOf(loitering), facts).map((effect) => [effect.kind, effect.atUtcMs]);
    expect(effects).toEqual([
      ['opened', atSecond(30)],
      ['closed', atSecond(60)],
      ['opened', atSecond(100)],
    ]);
  });

  it('keeps a silenced rule from alerting, and leaves what is open as it is', () => {
    const facts = withGates(crossedAt(10, 40), [gate(20, { isSnoozed: true }, 0)]);
    const effects = effectsOf(ruleOf(asked), facts).map((effect) =>
      effect.kind === 'nearMiss' ? effect.hindrance : effect.kind,
    );
    expect(effects).toEqual(['opened', 'closed', 'snoozed']);
  });

  it('ALERT-041: keeps a rule from alerting while its camera is muted, and leaves what is open as it is', () => {
    const facts = withGates(crossedAt(10, 40), [gate(20, { isMuted: true }, 0)]);
    const effects = effectsOf(ruleOf(asked), facts).map((effect) =>
      effect.kind === 'nearMiss' ? effect.hindrance : effect.kind,
    );
    expect(effects).toEqual(['opened', 'closed', 'muted']);
    // A mute that ends tells what still holds then.
    const ended = withGates(stander, [gate(20, { isMuted: true }, 0), gate(100, {}, 0)]);
    const told = effectsOf(ruleOf(loitering), ended).map((effect) =>
      effect.kind === 'nearMiss' ? `${effect.hindrance} ${effect.atUtcMs}` : `${effect.kind} ${effect.atUtcMs}`,
    );
    expect(told).toEqual([`muted ${atSecond(30)}`, `opened ${atSecond(100)}`]);
  });
});

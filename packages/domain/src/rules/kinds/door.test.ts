import { doorCondition } from '@sightline/contracts/alert-rules/door-condition';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import { describe, expect, it } from 'vitest';
import { CameraRules, type RuleEffect } from '../camera-rules.ts';

const startUtcMs = Date.UTC(2026, 2, 2, 8);
const [store, gate] = ['0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000002'];

type Told = [seconds: number, state: DoorPosition | 'gone' | 'blind', doorId?: string];

/** What a rule tells: what began or ended it, and at which second. Time passes by the second. */
function told(asked: object, facts: Told[], toS = 300): string[] {
  const settings = {
    condition: doorCondition.parse({ kind: 'door', ...asked }),
    coolDownMs: 0,
    mergeMs: 0,
    spans: null,
    alertId: (name: string, atUtcMs: number) => `${name} ${String(atUtcMs)}`,
  };
  const rules = new CameraRules(new Map([['rule', settings]]));
  const effects: RuleEffect[] = [];
  let sequence = 0;
  for (let second = 0; second <= toS; second++) {
    const atUtcMs = startUtcMs + second * 1000;
    effects.push(...rules.step({ kind: 'tick', atUtcMs }));
    for (const [, state, doorId = store] of facts.filter(([at]) => at === second)) {
      const at = { sequence: sequence++, atUtcMs };
      effects.push(
        ...rules.step(
          state === 'blind'
            ? { kind: 'blind', ...at }
            : { kind: 'doorSeen', ...at, doorId, state, sinceUtcMs: atUtcMs },
        ),
      );
    }
  }
  return effects.map((effect) => {
    const second = (effect.atUtcMs - startUtcMs) / 1000;
    return `${effect.kind === 'opened' ? String(effect.why[0]?.what) : effect.kind} ${String(second)}`;
  });
}

const all = { states: ['open', 'held', 'blocked'] };

describe('nothing is told', () => {
  it.each<[string, object, Told[]]>([
    [
      'of a closed door, or of one of which nobody can say anything',
      all,
      [
        [1, 'unsure'],
        [9, 'closed'],
        [50, 'unsure'],
      ],
    ],
    [
      'of one that is held open as long as is allowed',
      {},
      [
        [1, 'closed'],
        [10, 'open'],
        [39, 'closed'],
      ],
    ],
    [
      'as opened of one that was open before anybody looked',
      { states: ['open'] },
      [
        [1, 'open'],
        [20, 'ajar'],
      ],
    ],
    [
      'as opened where nobody could say how it was before',
      { states: ['open'] },
      [
        [1, 'closed'],
        [9, 'unsure'],
        [20, 'open'],
      ],
    ],
    [
      'as held while nobody can say',
      {},
      [
        [1, 'closed'],
        [10, 'open'],
        [20, 'unsure'],
        [45, 'open'],
        [70, 'closed'],
      ],
    ],
    [
      'of a blockade that goes in time',
      { states: ['blocked'] },
      [
        [1, 'open'],
        [10, 'blocked'],
        [30, 'open'],
      ],
    ],
    [
      'of doors that the rule does not ask about',
      { ...all, doorIds: [gate] },
      [
        [1, 'closed'],
        [10, 'open'],
      ],
    ],
    [
      'of a door that was taken away',
      {},
      [
        [1, 'closed'],
        [10, 'open'],
        [20, 'gone'],
      ],
    ],
    [
      'while nobody looks',
      {},
      [
        [1, 'closed'],
        [10, 'open'],
        [15, 'blind'],
      ],
    ],
  ])('%s', (_, asked, facts) => {
    expect(told(asked, facts)).toEqual([]);
  });
});

describe('a door', () => {
  it('alerts each time it opens, until it is closed', () => {
    const facts: Told[] = [
      [1, 'closed'],
      [10, 'ajar'],
      [11, 'open'],
      [20, 'closed'],
      [40, 'open'],
    ];
    expect(told({ states: ['open'] }, facts)).toEqual(['doorOpenS 10', 'closed 20', 'doorOpenS 40']);
  });

  it('alerts when it was open or ajar for as long as is asked, also with something in it', () => {
    const facts: Told[] = [
      [1, 'closed'],
      [10, 'open'],
      [20, 'ajar'],
      [30, 'blocked'],
      [90, 'closed'],
    ];
    expect(told({}, facts)).toEqual(['doorHeldS 40', 'closed 90']);
    expect(told({ heldS: 60 }, facts)).toEqual(['doorHeldS 70', 'closed 90']);
  });

  it('alerts when it is blocked for so long, until nothing stands in it', () => {
    const facts: Told[] = [
      [1, 'open'],
      [10, 'blocked'],
      [100, 'open'],
    ];
    expect(told({ states: ['blocked'] }, facts)).toEqual(['doorBlockedS 40', 'closed 100']);
  });

  it('stays as it was told while nobody can say, and ends when it is taken away', () => {
    const facts: Told[] = [
      [1, 'closed'],
      [10, 'open'],
      [60, 'unsure'],
      [200, 'gone'],
    ];
    expect(told({}, facts)).toEqual(['doorHeldS 40', 'closed 200']);
  });

  it('is judged apart from others', () => {
    const facts: Told[] = [
      [1, 'closed'],
      [1, 'closed', gate],
      [10, 'open', gate],
      [20, 'open'],
      [30, 'closed', gate],
    ];
    expect(told({}, facts)).toEqual(['doorHeldS 50']);
  });
});

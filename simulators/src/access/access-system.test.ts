import type { AccessEventInput } from '@sightline/contracts/access-events/access-event';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { AccessSystem } from './access-system.ts';

let nowMs: number;
let isThere: boolean;
let came: AccessEventInput[][];
let system: AccessSystem;
const doorId = randomUUID();

beforeEach(() => {
  nowMs = 1_000_000;
  isThere = true;
  came = [];
  const known = new Set<string>();
  system = new AccessSystem({
    source: 'Test',
    nowMs: () => nowMs,
    post: async (events) => {
      await Promise.resolve();
      if (!isThere) throw new Error('nobody is there');
      came.push([...events]);
      return events.map(({ externalId, source }) => {
        const outcome = known.has(externalId) ? ('known' as const) : ('taken' as const);
        known.add(externalId);
        return { externalId, source, outcome, code: null };
      });
    },
  });
});

const badge = (person: string): void => system.happens({ kind: 'granted', doorId, person });
const people = (): (string | null)[][] => came.map((events) => events.map(({ person }) => person));
const outcomes = (): (string | null)[] => system.kept.map(({ outcome }) => outcome);

describe('an access system', () => {
  test('keeps what nobody took, and brings it in its order with the same ids and times', async () => {
    isThere = false;
    badge('Anna');
    await system.bring();
    nowMs += 60_000;
    badge('Ben');
    await system.bring();
    expect(outcomes()).toEqual([null, null]);
    isThere = true;
    await system.bring();
    expect(people()).toEqual([['Anna', 'Ben']]);
    expect(came[0]?.map(({ atUtcMs }) => atUtcMs)).toEqual([1_000_000, 1_060_000]);
    expect(outcomes()).toEqual(['taken', 'taken']);
  });

  test('brings nothing while it is away, and all of it when it is back', async () => {
    system.mode = 'away';
    badge('Anna');
    await system.bring();
    expect(came).toEqual([]);
    system.mode = 'ok';
    await system.bring();
    expect(people()).toEqual([['Anna']]);
  });

  test('brings everything twice as one that lost the answer', async () => {
    system.mode = 'repeats';
    badge('Anna');
    await system.bring();
    expect(people()).toEqual([['Anna'], ['Anna']]);
    expect(new Set(came.flat().map(({ externalId }) => externalId)).size).toBe(1);
    expect(outcomes()).toEqual(['known']);
  });

  test('is late by a minute, with the time at which it happened', async () => {
    system.mode = 'late';
    badge('Anna');
    await system.bring();
    expect(came).toEqual([]);
    nowMs += 60_000;
    await system.bring();
    expect(came.flat()).toMatchObject([{ atUtcMs: 1_000_000, source: 'Test', kind: 'granted', direction: null }]);
  });

  test('says times of a clock that is ahead', async () => {
    system.mode = 'clock ahead';
    badge('Anna');
    await system.bring();
    expect(came.flat()).toMatchObject([{ atUtcMs: 1_600_000 }]);
  });
});

import { expect, it } from 'vitest';
import { edgeStatusOf, listedStatus } from './edge-status.ts';

const facts = { isClaimed: true, isRevoked: false, isLinked: true, wasLinked: true, sinceUtcMs: 7 };

it('STATUS-010: a core that is missing from the statuses is unhealthy, one that is there is what it is', () => {
  const kept = { state: 'online', part: null, cause: null, sinceUtcMs: 5, isFlapping: false } as const;
  for (const missing of [undefined, null])
    expect(listedStatus(missing, 7)).toMatchObject({ state: 'unhealthy', cause: 'status_unknown', sinceUtcMs: 7 });
  expect(listedStatus(kept, 7)).toBe(kept);
});

it('has its link or not, once it had one', () => {
  expect(edgeStatusOf({ ...facts, isLinked: false })).toEqual({
    state: 'offline',
    part: null,
    cause: 'core_offline',
    sinceUtcMs: 7,
  });
  expect(edgeStatusOf(facts)).toMatchObject({ state: 'online', cause: null });
  expect(edgeStatusOf({ ...facts, isClaimed: false, isLinked: false })).toMatchObject({
    state: 'notConnected',
    cause: null,
  });
  expect(edgeStatusOf({ ...facts, isLinked: false, wasLinked: false })).toMatchObject({
    state: 'notConnected',
    cause: null,
  });
  expect(edgeStatusOf({ ...facts, isRevoked: true, isLinked: false })).toMatchObject({
    state: 'notConnected',
    cause: 'core_revoked',
  });
});

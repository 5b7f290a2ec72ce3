import type { Coverage } from '@sightline/contracts/recordings/recording';
import { expect, test } from 'vitest';
import { accountOf, worstOf } from './account.ts';

const coverage = (recorded: [number, number][], gaps: [number, number][]): Coverage => ({
  fromUtcMs: 1_000,
  toUtcMs: 11_000,
  resolutionMs: 0,
  recorded: recorded.map(([fromUtcMs, toUtcMs]) => ({ fromUtcMs, toUtcMs })),
  gaps: gaps.map(([fromUtcMs, toUtcMs]) => ({ fromUtcMs, toUtcMs, cause: 'recorder_down', open: false })),
  uncertain: [],
  motion: { bucketMs: 1_000, levels: [] },
  oldestUtcMs: null,
  newestUtcMs: null,
});

test('time of which nothing is said is unnamed, before, between and behind', () => {
  expect(accountOf(coverage([], []))).toMatchObject({
    wallMs: 10_000,
    recordedMs: 0,
    namedMs: 0,
    unnamedMs: 10_000,
    causes: [],
  });
  expect(accountOf(coverage([[2_000, 4_000]], [[5_000, 6_000]]))).toMatchObject({
    recordedMs: 2_000,
    namedMs: 1_000,
    unnamedMs: 7_000,
  });
});

test('what lies outside of the asked time, and what is said twice, counts for nothing', () => {
  const seen = accountOf(coverage([[0, 6_000]], [[5_500, 20_000]]));
  expect(seen).toMatchObject({ recordedMs: 5_000, namedMs: 5_000, unnamedMs: 0, causes: ['recorder_down 5.5 s'] });
});

test('the worst of several is the one with most unnamed time', () => {
  const [good, bad] = [accountOf(coverage([[1_000, 11_000]], [])), accountOf(coverage([[1_000, 9_000]], []))];
  expect(worstOf([good, bad])).toBe(bad);
});

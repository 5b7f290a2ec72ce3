import { expect, test } from 'vitest';
import { alertClip } from './alert-clip.ts';

test('an alert without footage has no clip', () => {
  expect(alertClip({ clip: null, openedAtUtcMs: 10_000 })).toBeNull();
  expect(alertClip({ clip: { fromUtcMs: 9000, toUtcMs: 9000 }, openedAtUtcMs: 9000 })).toBeNull();
});

test('plays from three seconds before, within the clip or before it', () => {
  expect(alertClip({ clip: { fromUtcMs: 5000, toUtcMs: 20_000 }, openedAtUtcMs: 10_000 })).toEqual({
    fromUtcMs: 5000,
    startUtcMs: 7000,
    toUtcMs: 20_000,
  });
  expect(alertClip({ clip: { fromUtcMs: 10_000, toUtcMs: 20_000 }, openedAtUtcMs: 10_000 })).toEqual({
    fromUtcMs: 7000,
    startUtcMs: 7000,
    toUtcMs: 20_000,
  });
});

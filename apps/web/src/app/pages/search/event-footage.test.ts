import { expect, test } from 'vitest';
import { firstSnapshot } from '../../../features/live/engine/player-snapshot.ts';
import { previewRange, whyNoFootage } from './event-footage.ts';

const event = (startedAtUtcMs: number, bestMs: number, lastSeenUtcMs: number) => ({
  startedAtUtcMs,
  lastSeenUtcMs,
  best: { atUtcMs: bestMs, box: { x: 0, y: 0, width: 1, height: 1 } },
});

test('says nothing while footage may still come', () => {
  expect(whyNoFootage(firstSnapshot)).toBeNull();
  expect(
    whyNoFootage({ ...firstSnapshot, mode: 'playback', footage: { phase: 'seeking', gap: null, cause: null } }),
  ).toBeNull();
});

test('says why none comes', () => {
  expect(whyNoFootage({ ...firstSnapshot, live: { phase: 'noPermission' } })).toEqual({ code: 'forbidden' });
  expect(
    whyNoFootage({ ...firstSnapshot, live: { phase: 'offline', cause: 'core_offline', sinceUtcMs: null } }),
  ).toEqual({ code: 'core_offline' });
  expect(
    whyNoFootage({ ...firstSnapshot, mode: 'playback', footage: { phase: 'gap', gap: null, cause: 'disk_full' } }),
  ).toEqual({ code: 'disk_full' });
});

test('plays around the best moment, never from before the event, and at most 12 s', () => {
  expect(previewRange(event(100_000, 100_500, 104_000))).toEqual({ fromUtcMs: 100_000, toUtcMs: 105_000 });
  expect(previewRange(event(100_000, 130_000, 190_000))).toEqual({ fromUtcMs: 128_000, toUtcMs: 140_000 });
});

test('a glimpse still plays for two seconds', () => {
  expect(previewRange(event(100_000, 100_000, 100_000))).toEqual({ fromUtcMs: 100_000, toUtcMs: 102_000 });
});

import type { EventMark } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import { nextEvent, previousEvent } from './neighbour-event.ts';
import { aMark } from './lane/test-mark.ts';

const at = 1_760_000_000_000;
const minute = 60_000;
const marks = [
  aMark({ id: 'days', startedAtUtcMs: at - 3000 * minute, endedAtUtcMs: at - 2999 * minute }),
  aMark({ id: 'car', class: 'vehicle', startedAtUtcMs: at - 10 * minute, endedAtUtcMs: at - 9 * minute }),
  aMark({ id: 'here', startedAtUtcMs: at - 20_000, endedAtUtcMs: at + 20_000 }),
  aMark({ id: 'later', startedAtUtcMs: at + 5 * minute, endedAtUtcMs: at + 6 * minute }),
];
const touching = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }): Promise<EventMark[]> =>
  Promise.resolve(marks.filter((mark) => mark.startedAtUtcMs <= toUtcMs && (mark.endedAtUtcMs ?? at) >= fromUtcMs));
const request = (atMs: number, classes: EventMark['class'][] = []) => ({
  cameraId: 'c',
  atMs,
  nowMs: at + 60 * minute,
  classes,
});

test('answers none where nothing happened', async () => {
  expect(await nextEvent(request(at + 10 * minute), touching)).toBeNull();
  expect(await previousEvent(request(at - 4000 * minute), touching)).toBeNull();
});

test('the next event is one that begins later, not the one under way', async () => {
  expect(await nextEvent(request(at), touching)).toBe(at + 5 * minute - 2000);
});

test('back begins the event under way anew, and from its start goes to the one before', async () => {
  expect(await previousEvent(request(at), touching)).toBe(at - 20_000 - 2000);
  expect(await previousEvent(request(at - 22_000), touching)).toBe(at - 10 * minute - 2000);
});

test('looks further back when the class was not seen lately', async () => {
  expect(await previousEvent(request(at - 60_000, ['person']), touching)).toBe(at - 3000 * minute - 2000);
});

import { expect, test } from 'vitest';
import { eventPoints } from './event-points.ts';

test('SHELL-028 places events by time and score, also one alone and one with an impossible score', () => {
  expect(eventPoints([])).toEqual([]);
  expect(eventPoints([{ id: 'a', class: 'person', score: 3, startedAtUtcMs: 5 }])).toEqual([
    { id: 'a', class: 'person', x: 0.5, y: 0 },
  ]);
  const [old, young] = eventPoints([
    { id: 'a', class: 'person', score: 0.25, startedAtUtcMs: 0 },
    { id: 'b', class: 'vehicle', score: 1, startedAtUtcMs: 10 },
  ]);
  expect(old).toMatchObject({ x: 0, y: 0.75 });
  expect(young).toMatchObject({ x: 1, y: 0 });
});

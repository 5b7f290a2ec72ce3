import type { EventClass } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import { toggled } from './toggled.ts';

const all = ['person', 'vehicle', 'animal'] as const satisfies EventClass[];

test('CAM-004 CAM-019: an object to scan is removed when it is there and added when it is not; twice is back to the start', () => {
  const start: EventClass[] = [...all];
  const without = toggled<EventClass>(all, start, 'animal');
  expect(without).toEqual(['person', 'vehicle']);
  expect(toggled<EventClass>(all, without, 'animal')).toEqual(start);
});

test('CAM-020: an object to pixelate is added when it is not there and removed when it is; twice is back to the start', () => {
  const start: EventClass[] = ['vehicle'];
  const withPerson = toggled<EventClass>(all, start, 'person');
  expect(withPerson).toEqual(['person', 'vehicle']);
  expect(toggled<EventClass>(all, withPerson, 'person')).toEqual(start);
});

import type { Event } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import { rawFields } from './raw-fields.ts';

test('SHELL-029 writes fields as they are on the wire, and nothing where nothing is known', () => {
  const event = {
    score: 0.876,
    startedAtUtcMs: 0,
    endedAtUtcMs: null,
    best: { atUtcMs: 0, box: { x: 0.1, y: 0, width: 0.25, height: 1 } },
    colours: [{ part: 'upper', colour: 'red', share: 0.5 }],
    plate: null,
    zones: [{ zoneId: 'z1', name: null, enteredAtUtcMs: 0, leftAtUtcMs: null }],
  } as unknown as Event;
  const text = (name: string) => rawFields[name]?.(event);
  expect(['score', 'startedAtUtcMs', 'endedAtUtcMs', 'best.box', 'colours', 'plate', 'zones'].map(text)).toEqual([
    '0.88',
    '1970-01-01T00:00:00.000Z',
    '',
    '0.100 0.000 0.250 1.000',
    'upper red 0.50',
    '',
    'z1',
  ]);
});

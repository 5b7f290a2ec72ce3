import type { EventMark } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import { currentMark, endOf, mergeMarks, ofClasses } from './merge-marks.ts';
import { aMark } from './test-mark.ts';

test('an older revision never replaces a newer one, whatever comes last', () => {
  const opened = aMark({ id: 'a', revision: 1 });
  const closed = aMark({ id: 'a', revision: 3, phase: 'closed', endedAtUtcMs: 9000 });
  expect(mergeMarks([[closed], [opened]])).toEqual([closed]);
});

test('an event that lies in two pieces is one, in order of its start', () => {
  const marks = [aMark({ id: 'b', startedAtUtcMs: 2000 }), aMark({ id: 'a', startedAtUtcMs: 1000 })];
  expect(mergeMarks([marks, marks]).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('without a chosen class all are shown', () => {
  const marks = [aMark({ id: 'a', class: 'person' }), aMark({ id: 'b', class: 'vehicle' })];
  expect(ofClasses(marks, [])).toHaveLength(2);
  expect(ofClasses(marks, ['vehicle']).map(({ id }) => id)).toEqual(['b']);
});

test('an open event reaches to now, a closed one to its end', () => {
  expect(endOf(aMark({ lastSeenUtcMs: 5000 }), 8000)).toBe(8000);
  expect(endOf(aMark({ endedAtUtcMs: 5000 }), 8000)).toBe(5000);
});

test('points out the event that began last among those under way', () => {
  const marks: EventMark[] = [
    aMark({ id: 'ended', startedAtUtcMs: 1000, endedAtUtcMs: 2000 }),
    aMark({ id: 'long', startedAtUtcMs: 1500, endedAtUtcMs: 9000 }),
    aMark({ id: 'short', startedAtUtcMs: 3000, endedAtUtcMs: 4000 }),
  ];
  expect(currentMark(marks, 3500)?.id).toBe('short');
  expect(currentMark(marks, 5000)?.id).toBe('long');
  expect(currentMark(marks, 9500)).toBeUndefined();
});

test('an open event that nothing was heard of for a minute reaches to where it was seen last, and is pointed out no longer', () => {
  const lost = aMark({ lastSeenUtcMs: 5000 });
  expect(endOf(lost, 65_000)).toBe(5000);
  expect(currentMark([lost], 65_001)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { minuteAfterKey, overlap, snapped, withDrawn, withEnd, withMoved } from './drawn-hours.ts';

const morning = { fromMinute: 480, toMinute: 720 };
const evening = { fromMinute: 900, toMinute: 1200 };
const day = [morning, evening];

test('draws nothing of a press that went nowhere, nor out of the day', () => {
  expect(withDrawn(day, 800, 802)).toBe(day);
  expect(withDrawn([], -30, 1500)).toEqual([{ fromMinute: 0, toMinute: 1440 }]);
});

test('draws in both directions, in quarters of an hour, and ends where another span begins', () => {
  expect(withDrawn([], 601, 487)).toEqual([{ fromMinute: 480, toMinute: 600 }]);
  expect(withDrawn(day, 760, 1300).at(-1)).toEqual({ fromMinute: 765, toMinute: 900 });
  expect(withDrawn(day, 860, 300).at(-1)).toEqual({ fromMinute: 720, toMinute: 855 });
});

test('an end stops at its neighbour and at the other end', () => {
  expect(withEnd(day, 0, { end: 'to', minute: 1000 })[0]).toEqual({ fromMinute: 480, toMinute: 900 });
  expect(withEnd(day, 1, { end: 'from', minute: 100 })[1]).toEqual({ fromMinute: 720, toMinute: 1200 });
  expect(withEnd(day, 0, { end: 'to', minute: 10 })[0]).toEqual({ fromMinute: 480, toMinute: 481 });
  expect(withEnd(day, 7, { end: 'to', minute: 10 })).toBe(day);
});

test('a span that is moved keeps its length, within the free time around it', () => {
  expect(withMoved(day, 0, 60)[0]).toEqual({ fromMinute: 540, toMinute: 780 });
  expect(withMoved(day, 0, 6000)[0]).toEqual({ fromMinute: 660, toMinute: 900 });
  expect(withMoved(day, 1, -6000)[1]).toEqual({ fromMinute: 720, toMinute: 1020 });
  expect(withMoved([evening], 0, 6000)[0]).toEqual({ fromMinute: 1140, toMinute: 1440 });
});

test('arrow keys go by a quarter of an hour, and by a minute where it must be exact', () => {
  expect(['ArrowRight', 'ArrowLeft', 'PageUp', 'Home', 'End'].map((key) => minuteAfterKey(key, 480, false))).toEqual([
    495, 465, 540, 0, 1440,
  ]);
  expect(minuteAfterKey('ArrowUp', 480, true)).toBe(481);
  expect(minuteAfterKey('Enter', 480, false)).toBeNull();
});

test('snaps within the day', () => expect([snapped(-3), snapped(488), snapped(2000)]).toEqual([0, 495, 1440]));

test('spans that touch do not overlap', () => {
  expect(overlap([{ fromMinute: 720, toMinute: 800 }, morning])).toBe(false);
  expect(overlap([{ fromMinute: 719, toMinute: 800 }, morning])).toBe(true);
});

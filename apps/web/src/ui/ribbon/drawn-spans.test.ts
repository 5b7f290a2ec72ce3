import { expect, test } from 'vitest';
import { drawnSpans, drawnUnits } from './drawn-spans.ts';

const hour = 3_600_000;
const midnight = Date.UTC(2026, 10, 22);
const day = { fromUtcMs: midnight, toUtcMs: midnight + 24 * hour };
const span = (from: number, to: number, state = 'online') => ({
  fromUtcMs: midnight + from * hour,
  toUtcMs: midnight + to * hour,
  state,
});
const isBad = ({ state }: { state: string }): boolean => state !== 'online';
const places = (spans: ReturnType<typeof span>[], range = day) =>
  drawnSpans(range, spans, isBad).map(({ span: { state }, x, width }) => [
    state,
    Number(x.toFixed(3)),
    Number(width.toFixed(3)),
  ]);

test('draws an outage at its hour, in coordinates that a browser holds', () => {
  expect(places([span(0, 12), span(12, 18, 'offline'), span(18, 20)])).toEqual([
    ['online', 0, 500],
    ['offline', 500, 250],
    ['online', 750, 83.333],
  ]);
  for (const { x, width } of drawnSpans(day, [span(0, 24)], isBad)) expect(x + width).toBeLessThanOrEqual(drawnUnits);
});

test('a day of 23 or 25 hours is as wide as any other', () => {
  const long = { fromUtcMs: midnight, toUtcMs: midnight + 25 * hour };
  expect(places([span(0, 25)], long)).toEqual([['online', 0, 1000]]);
  expect(places([span(12.5, 25, 'offline')], long)).toEqual([['offline', 500, 500]]);
});

test('an outage of seconds is wide enough to be seen and hides nothing bad beside it', () => {
  const second = 1 / 3600;
  expect(places([span(0, 12), span(12, 12 + second, 'offline'), span(12 + second, 24)])).toEqual([
    ['online', 0, 498.506],
    ['offline', 498.506, 3],
    ['online', 501.506, 498.494],
  ]);
  // At the edges it stays inside of the day; what is shorter than the room it leaves goes.
  expect(places([span(0, second, 'offline'), span(second, 2 * second), span(23.999, 24, 'unhealthy')])).toEqual([
    ['offline', 0, 3],
    ['unhealthy', 997, 3],
  ]);
});

test('draws nothing outside of the range, and nothing of a range without length', () => {
  expect(places([span(-5, -1, 'offline'), span(-1, 6, 'offline'), span(20, 30, 'offline'), span(30, 31)])).toEqual([
    ['offline', 0, 250],
    ['offline', 833.333, 166.667],
  ]);
  expect(places([span(0, 24)], { fromUtcMs: midnight, toUtcMs: midnight })).toEqual([]);
});

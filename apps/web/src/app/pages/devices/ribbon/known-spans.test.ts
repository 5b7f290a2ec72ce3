import { expect, test } from 'vitest';
import { knownSpans } from './known-spans.ts';

const span = (fromUtcMs: number, toUtcMs: number) => ({ fromUtcMs, toUtcMs });

test('is nothing where nothing is known', () => {
  expect(knownSpans({ known: null, unwanted: [span(0, 10)] })).toEqual([]);
  expect(knownSpans({ known: span(0, 10), unwanted: [span(0, 10)] })).toEqual([]);
});

test('leaves out what nobody wanted, at the edges and in between', () => {
  expect(knownSpans({ known: span(5, 100), unwanted: [] })).toEqual([span(5, 100)]);
  expect(knownSpans({ known: span(5, 100), unwanted: [span(0, 10), span(40, 50), span(90, 120)] })).toEqual([
    span(10, 40),
    span(50, 90),
  ]);
});

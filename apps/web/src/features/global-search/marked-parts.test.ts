import { expect, it } from 'vitest';
import { markedParts } from './marked-parts.ts';

const marked = (name: string, typed: string): string =>
  markedParts(name, typed)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

it.each([
  ['Gate', '', 'Gate'],
  ['Gate', 'xyz', 'Gate'],
  ['North gate', 'gate', 'North [gate]'],
  ['Floodgate', 'gate', 'Flood[gate]'],
  ['Floodgate gate', 'gate', 'Floodgate [gate]'],
  ['North gate 12', '12 nor', '[Nor]th gate [12]'],
  ['Café Zürich', 'cafe zur', '[Café] [Zür]ich'],
  ['צה"ל', 'צהל', '[צה"ל]'],
  ['חניון ב׳', 'חניונ', '[חניון] ב׳'],
  ['Straße', 'stra', '[Stra]ße'],
  ['North-east/Yard', 'east', 'North-[east]/Yard'],
  ['🚪 Door', 'do', '🚪 [Do]or'],
])('marks in %j what was typed: %j', (name, typed, expected) => {
  expect(marked(name, typed)).toBe(expected);
  expect(
    markedParts(name, typed)
      .map(({ text }) => text)
      .join(''),
  ).toBe(name);
});

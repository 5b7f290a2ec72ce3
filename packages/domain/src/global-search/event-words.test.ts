import { expect, it } from 'vitest';
import { readEventWords, readPlate } from './event-words.ts';
import { searchWords } from './fold-name.ts';

const read = (query: string) => {
  const { kinds, rest } = readEventWords(searchWords(query));
  return [kinds.map((kind) => kind.subtype ?? kind.class).join('|'), rest.join(' ')];
};

it.each([
  ['gate', '', 'gate'],
  ['ca', '', 'ca'],
  ['person', 'person', ''],
  ['car gate', 'car', 'gate'],
  ['North gate TRUCKS', 'truck', 'north gate'],
  ['משאית שער', 'truck', 'שער'],
  ['אנש', 'person', ''],
  ['בעל חיים', 'animal', ''],
  ['בעלי חיים חצר', 'animal', 'חצר'],
  ['רכב', 'vehicle', ''],
])('GSEARCH-008 %j is of %j, and what is left is %j', (query, kinds, rest) => {
  expect(read(query)).toEqual([kinds, rest]);
});

it.each([
  ['12-345-67', '1234567'],
  ['ab 123', 'AB123'],
  ['12', null],
  ['gate', null],
  ['gate 9 / north', null],
  ['1234567890123', null],
])('GSEARCH-008 %j may be the plate %j', (query, plate) => {
  expect(readPlate(query)).toBe(plate);
});

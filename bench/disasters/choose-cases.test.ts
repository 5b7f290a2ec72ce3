import { expect, test } from 'vitest';
import { chooseCases } from './choose-cases.ts';

const all = [
  { slug: 'core-killed', name: 'kill -9: the whole core' },
  { slug: 'clock-ahead', name: 'the clock of the core is 3 days ahead' },
  { slug: 'clock', name: 'the clock on the wall' },
];

const slugs = (asked?: string[]) => {
  const chosen = chooseCases(all, asked);
  return 'unknown' in chosen ? chosen : chosen.cases.map(({ slug }) => slug);
};

test('a word that means no case is refused by its name, also the empty one', () => {
  expect(slugs(['core-killed,flood'])).toEqual({ unknown: 'flood' });
  expect(slugs(['core-killed,'])).toEqual({ unknown: '' });
});

test('cases are chosen by slug or by a word of their name, with commas or one by one, and stand in their order', () => {
  expect(slugs()).toEqual(['core-killed', 'clock-ahead', 'clock']);
  expect(slugs(['clock-ahead, core-killed'])).toEqual(['core-killed', 'clock-ahead']);
  expect(slugs(['ahead', 'kill -9'])).toEqual(['core-killed', 'clock-ahead']);
});

test('a slug means its own case alone, although other names hold the word', () => {
  expect(slugs(['clock'])).toEqual(['clock']);
});

import { expect, test } from 'vitest';
import { likenessWord, shareOfSame } from './likeness.ts';

const look = (similarity: number, kind: 'person' | 'vehicle' | 'animal' = 'person') =>
  likenessWord({ similarity, isMatch: null }, { isFace: false, class: kind });
const face = (similarity: number, isMatch: boolean | null) =>
  likenessWord({ similarity, isMatch }, { isFace: true, class: 'person' });

test('nothing is called more than a possible match, however alike: different people reach 0.97', () => {
  expect([look(0.97), look(1), face(1, true)]).toEqual(['possibleMatch', 'possibleMatch', 'possibleMatch']);
  expect(likenessWord({ similarity: 1, isMatch: true }, { isFace: false, class: 'person' })).toBe('possibleMatch');
});

test('what one in seventy pairs of different people reach is no possible match', () => {
  // 1.4 % of different people at one camera reach 0.9, which was once the border.
  expect([look(0.9), look(0.949), look(0.95), look(0.849)]).toEqual(['alike', 'alike', 'possibleMatch', 'lessAlike']);
});

test('vehicles and animals, of which too few were compared, are alike at most', () => {
  expect([look(0.86), look(0.86, 'vehicle'), look(0.86, 'animal')]).toEqual(['alike', 'lessAlike', 'lessAlike']);
  expect([look(0.9, 'vehicle'), look(1, 'vehicle'), look(1, 'animal')]).toEqual(['alike', 'alike', 'alike']);
});

test('a face follows the threshold of its model, not the number, and without one has no word', () => {
  expect([face(0.95, false), face(0.6, true)]).toEqual(['belowThreshold', 'possibleMatch']);
  expect([face(0.99, null), face(0.2, null)]).toEqual(['ungraded', 'ungraded']);
});

test('what a band is worth depends on how many there are', () => {
  const band = { same: { reached: 13, of: 56 }, different: { reached: 1, of: 434 } };
  expect(shareOfSame(band, 20)).toBeCloseTo(0.84, 2);
  expect(shareOfSame(band, 200)).toBeLessThan(0.5);
  expect(shareOfSame({ ...band, same: { reached: 0, of: 56 } }, 20)).toBe(0);
});

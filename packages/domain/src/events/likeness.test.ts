import { expect, test } from 'vitest';
import { likenessWord } from './likeness.ts';

const look = (similarity: number, kind: 'person' | 'vehicle' | 'animal' = 'person') =>
  likenessWord({ similarity, isMatch: null }, { isFace: false, class: kind });

test('a look is never called the same, however alike', () => {
  expect(look(1)).toBe('veryAlike');
  expect(likenessWord({ similarity: 1, isMatch: true }, { isFace: false, class: 'person' })).toBe('veryAlike');
});

test('what one in seventy pairs of different people reach is not called very alike', () => {
  // 1.4 % of different people at one camera reach 0.9, which was once the border.
  expect(look(0.9)).toBe('alike');
  expect(look(0.949)).toBe('alike');
  expect(look(0.95)).toBe('veryAlike');
  expect(look(0.849)).toBe('lessAlike');
});

test('vehicles, which look more alike, need more than people, and animals as much as vehicles', () => {
  expect([look(0.86), look(0.86, 'vehicle'), look(0.86, 'animal')]).toEqual(['alike', 'lessAlike', 'lessAlike']);
  expect([look(0.9, 'vehicle'), look(0.96, 'animal')]).toEqual(['alike', 'veryAlike']);
});

test('a face follows the threshold of its model, not the number', () => {
  expect(likenessWord({ similarity: 0.95, isMatch: false }, { isFace: true, class: 'person' })).toBe('noMatch');
  expect(likenessWord({ similarity: 0.6, isMatch: true }, { isFace: true, class: 'person' })).toBe('likelySame');
});

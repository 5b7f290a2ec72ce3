import { describe, expect, it } from 'vitest';
import { closestWords, typosAllowed, typosToBeginning } from './close-words.ts';

describe('typos', () => {
  it('are not allowed in short words, in numbers, and in what is no word', () => {
    expect(['', 'ab', 'abc', 'cam12', '1234', 'x'.repeat(41)].map(typosAllowed)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(['gate', 'kitchen', 'corridor'].map(typosAllowed)).toEqual([1, 1, 2]);
  });

  it.each([
    ['reception', 'reception', 0],
    ['recep', 'reception', 0],
    ['recepton', 'reception', 1],
    ['recpetion', 'reception', 1],
    ['xeception', 'reception', 1],
    ['receptionn', 'reception', 1],
    ['rcepton', 'reception', 2],
    ['warehouse', 'reception', Infinity],
    ['reception', 're', Infinity],
  ])('from %j to a beginning of %j: %d', (typed, word, typos) => {
    expect(typosToBeginning(typed, word, 2)).toBe(typos);
  });
});

describe('the closest words', () => {
  const words = ['entrance', 'gate', 'gallery', 'date', 'reception', 'receptionist', 'מחסנ', 'מחסנימ', 'חניונ'];

  it('are none when nothing is near, and none for a number', () => {
    expect(closestWords('zzzzzz', words, 5)).toEqual([]);
    expect(closestWords('gat3', words, 5)).toEqual([]);
  });

  it('are those with the fewest typos, the shortest first', () => {
    expect(closestWords('recepton', words, 5)).toEqual(['reception', 'receptionist']);
    expect(closestWords('gaet', words, 5)).toEqual(['gate']);
    expect(closestWords('late', words, 5)).toEqual(['date', 'gate']);
    expect(closestWords('late', words, 1)).toEqual(['date']);
  });

  it('are found in Hebrew', () => {
    expect(closestWords('מכסנ', words, 5)).toEqual(['מחסנ', 'מחסנימ']);
  });
});

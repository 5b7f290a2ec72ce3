import { expect, test } from 'vitest';
import { inOrder } from './test-order.ts';

const order = (files: string[], first: string[], later: { after: number; names: string[] } = { after: 0, names: [] }) =>
  inOrder(files, (file) => file, { first, later }).join(' ');

test('files that are named begin first, in the order of their names, and no file is left out or comes twice', () => {
  expect(order(['a', 'b', 'c', 'd'], ['c', 'missing', 'b'])).toBe('c b a d');
  expect(order(['a/x', 'b/x', 'b/y'], ['b/', 'x'])).toBe('b/x b/y a/x');
});

test('others begin when so many have begun', () => {
  expect(order(['a', 'b', 'c', 'd', 'e'], ['e'], { after: 3, names: ['d', 'c'] })).toBe('e a b d c');
  expect(order(['a', 'b'], [], { after: 9, names: ['a'] })).toBe('b a');
  expect(order(['a', 'b'], ['b'], { after: 0, names: ['b', 'a'] })).toBe('b a');
});

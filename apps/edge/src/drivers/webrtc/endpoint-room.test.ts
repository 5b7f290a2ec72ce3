import { expect, test } from 'vitest';
import { hasRoom, type AtEndpoint } from './endpoint-room.ts';

const some = (count: number, address: string, isIn: boolean): AtEndpoint[] =>
  Array.from({ length: count }, () => ({ address, isIn }));

test.each<[string, AtEndpoint[], boolean]>([
  ['nobody is there', [], true],
  ['one address knocks without end: it has its own places only', some(4, 'a', false), false],
  ['another address knocks without end', some(4, 'b', false), true],
  ['all places to knock are taken, by many', ['b', 'c', 'd', 'e'].flatMap((address) => some(4, address, false)), false],
  ['many of one house are in, and one more comes', some(31, 'a', true), true],
  ['as many of one address as may be are in', some(32, 'a', true), false],
  ['the core is full', Array.from({ length: 128 }, (_, index) => ({ address: String(index), isIn: true })), false],
])('room at the door: %s', (_what, present, expected) => {
  expect(hasRoom(present, 'a')).toBe(expected);
});

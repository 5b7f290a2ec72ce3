import { describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

describe('readRange', () => {
  it.each([
    [undefined, null],
    ['bytes=0-0,5-6', null],
    ['bytes=-', null],
    ['lines=1-2', null],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=5-2', 'unsatisfiable'],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
  ])('reads %s of 100 bytes as %o', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected);
  });
});

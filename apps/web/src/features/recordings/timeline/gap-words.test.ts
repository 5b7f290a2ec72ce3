import { describe, expect, it } from 'vitest';
import { placeGapWords } from './gap-words.ts';

describe('words of a gap', () => {
  it('stay away where they would run into the next gap', () => {
    expect(placeGapWords({ from: 100, to: 170 }, { width: 200, freeUntil: 300 })).toBeNull();
  });

  it('stand inside a wide gap, also when its start is out of view', () => {
    expect(placeGapWords({ from: 100, to: 500 }, { width: 200, freeUntil: 1000 })).toBe(110);
    expect(placeGapWords({ from: -300, to: 500 }, { width: 200, freeUntil: 1000 })).toBe(10);
  });

  it('stand after a narrow one', () => {
    expect(placeGapWords({ from: 100, to: 170 }, { width: 200, freeUntil: 1000 })).toBe(180);
  });
});

import { describe, expect, it } from 'vitest';
import { crossesItself } from './polygon.ts';

const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));

describe('an area of the picture', () => {
  it.each([
    ['with fewer than three corners', points([0, 0], [1, 1])],
    ['like a bow tie', points([0, 0], [1, 1], [1, 0], [0, 1])],
    ['like a star', points([0.5, 0], [0.8, 1], [0, 0.4], [1, 0.4], [0.2, 1])],
    ['with one corner twice', points([0, 0], [1, 0], [1, 0], [1, 1])],
    ['without width', points([0, 0], [0.5, 0.5], [1, 1])],
    ['with a side that runs back over another', points([0, 0], [1, 0], [0.5, 0], [0.5, 1])],
    ['with a corner that touches another side', points([0, 0], [1, 0], [1, 1], [0.5, 0], [0, 1])],
  ])('crosses itself %s', (_name, area) => {
    expect(crossesItself(area)).toBe(true);
    expect(crossesItself(area.toReversed())).toBe(true);
  });

  it.each([
    ['a triangle', points([0, 0], [1, 0], [0, 1])],
    ['the whole picture', points([0, 0], [1, 0], [1, 1], [0, 1])],
    ['an L', points([0, 0], [0.4, 0], [0.4, 0.6], [1, 0.6], [1, 1], [0, 1])],
    ['one with a corner on a straight side', points([0, 0], [0.5, 0], [1, 0], [1, 1], [0, 1])],
    ['a thin one', points([0, 0], [1, 0.001], [1, 0.002])],
  ])('is whole as %s', (_name, area) => {
    expect(crossesItself(area)).toBe(false);
    for (let shift = 1; shift < area.length; shift += 1)
      expect(crossesItself([...area.slice(shift), ...area.slice(0, shift)])).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { entranceLineFault } from './entrance-line.ts';

const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));

describe('DB-ENT-005 the line of an entrance', () => {
  it.each([
    ['entrance_line', 'is too short', points([0.5, 0.5], [0.505, 0.5])],
    ['entrance_line', 'is too short, at the border too', points([0, 0.5], [0, 0.505])],
    ['entrance_line_border', 'lies on the left border', points([0, 0.2], [0, 0.8])],
    ['entrance_line_border', 'lies a hair beside the right border', points([0.998, 0.2], [1, 0.8])],
    ['entrance_line_border', 'lies on the upper border', points([0.2, 0], [0.5, 0], [0.8, 0])],
    ['entrance_line_border', 'goes round a corner of the picture', points([0, 0.2], [0, 1], [0.8, 1])],
    ['entrance_line_border', 'goes round the whole picture', points([0, 0], [1, 0], [1, 1], [0, 1])],
    ['entrance_line_crossing', 'is a loop', points([0.2, 0.6], [0.8, 0.6], [0.5, 0.2], [0.5, 0.9])],
    ['entrance_line_crossing', 'runs back over itself', points([0.2, 0.6], [0.8, 0.6], [0.4, 0.6])],
    ['entrance_line_crossing', 'touches itself', points([0.2, 0.6], [0.8, 0.6], [0.8, 0.2], [0.5, 0.6])],
    ['entrance_line_crossing', 'ends where it began', points([0.2, 0.6], [0.8, 0.6], [0.5, 0.2], [0.2, 0.6])],
    ['entrance_line_crossing', 'runs back after a point twice', points([0.2, 0.6], [0.8, 0.6], [0.8, 0.6], [0.4, 0.6])],
  ])('is refused as %s where it %s', (code, _how, line) => {
    expect(entranceLineFault(line)).toBe(code);
    expect(entranceLineFault(line.toReversed())).toBe(code);
  });

  it.each([
    ['across the whole picture', points([0, 0.6], [1, 0.6])],
    ['from corner to corner', points([0, 0], [1, 1])],
    ['cutting off a corner', points([0, 0.8], [0.2, 1])],
    ['close to the border', points([0.2, 0.98], [0.8, 0.98])],
    ['partly on the border', points([0, 0.2], [0, 0.6], [0.5, 0.6])],
    ['with a point on a straight piece', points([0.2, 0.6], [0.5, 0.6], [0.8, 0.6])],
    ['with a point twice', points([0.2, 0.6], [0.5, 0.6], [0.5, 0.6], [0.8, 0.6])],
    ['like a U', points([0.2, 0.2], [0.2, 0.8], [0.8, 0.8], [0.8, 0.2])],
  ])('is taken %s', (_how, line) => {
    expect(entranceLineFault(line)).toBeNull();
    expect(entranceLineFault(line.toReversed())).toBeNull();
  });
});

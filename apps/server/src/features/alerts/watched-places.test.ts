import { expect, it } from 'vitest';
import { watchesOnlyHidden } from './watched-places.ts';

const area = (left: number, right: number) => [
  { x: left, y: 0 },
  { x: right, y: 0 },
  { x: right, y: 1 },
  { x: left, y: 1 },
];

it('knows whether a rule watches nothing but what is hidden, of one zone, of several and of the whole picture', () => {
  expect(watchesOnlyHidden([area(0.1, 0.2)], [])).toBe(false);
  expect(watchesOnlyHidden([area(0.1, 0.2)], [area(0.1, 0.2)])).toBe(true);
  expect(watchesOnlyHidden([area(0.101, 0.102)], [area(0.2, 0.3)])).toBe(false);
  expect(watchesOnlyHidden([area(0.1, 0.2), area(0.5, 0.6)], [area(0, 0.3)])).toBe(false);
  expect(watchesOnlyHidden([area(0.1, 0.4)], [area(0, 0.3)])).toBe(false);
  expect(watchesOnlyHidden([], [area(0, 0.5)])).toBe(false);
  expect(watchesOnlyHidden([], [area(0, 0.5), area(0.5, 1)])).toBe(true);
});

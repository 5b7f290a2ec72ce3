import { expect, it } from 'vitest';
import { isCutOff } from './cut-plate.ts';

const read = (confused: string, count = 1) => ({ confused, count });

it.each([
  ['another plate of a fleet', read('5194320'), read('51943207', 4)],
  ['one that was read nearly as often', read('712840', 2), read('7128409', 9)],
  ['one of four signs', read('7128'), read('71284', 90)],
  ['one that lost a sign in its middle', read('718409'), read('7128409', 90)],
  ['one that differs in a sign', read('51943207'), read('51943208', 90)],
])('takes %s for a plate of its own', (_what, plate, whole) => {
  expect(isCutOff(plate, whole)).toBe(false);
});

it('takes a plate that lost its first or last sign for the whole one, where that was read far more often', () => {
  expect(isCutOff(read('712840'), read('7128409', 5))).toBe(true);
  expect(isCutOff(read('128409', 2), read('7128409', 10))).toBe(true);
});

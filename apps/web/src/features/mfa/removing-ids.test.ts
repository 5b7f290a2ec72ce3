import { expect, it } from 'vitest';
import { withRemoving } from './removing-ids.ts';

it('MFA-003 only the row of a method that is being removed is busy, each for itself', () => {
  const both = withRemoving(withRemoving(new Set(), 'one', true), 'two', true);
  expect([both.has('one'), both.has('two'), both.has('three')]).toEqual([true, true, false]);
  expect([...withRemoving(both, 'one', false)]).toEqual(['two']);
  expect([...withRemoving(both, 'three', false)]).toEqual(['one', 'two']);
});

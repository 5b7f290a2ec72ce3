import { id } from '@sightline/contracts/shared/ids';
import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('makes ids that the contract takes, each another one, in order of time', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((ms) => newId(ms));
  for (const each of ids) expect(id.parse(each)).toBe(each);
  expect(ids.toSorted()).toEqual(ids);
  expect(newId(1)).not.toBe(newId(1));
  expect(ids[0]?.[14]).toBe('7');
});

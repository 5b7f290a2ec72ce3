import { expect, test } from 'vitest';
import { ruleKindNames } from './rule-kind-names.ts';
import { ruleKinds } from './rule-kinds.ts';

test('names every kind of rules once, in the order in which people choose them', () => {
  expect(ruleKindNames).toEqual(Object.keys(ruleKinds));
});

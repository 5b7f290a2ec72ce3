import { expect, test } from 'vitest';
import { matchingOrganizations, needsSearch } from './organization-choice.ts';

const named = (...names: string[]) =>
  names.map((name) => ({ organizationId: name, name, color: '#066e88', supportUntil: null }));

test('ORG-003 offers a search box above eight organizations only', () => {
  expect(needsSearch(named('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'))).toBe(false);
  expect(needsSearch(named('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'))).toBe(true);
});

test('finds organizations by a part of the name in any case, by name', () => {
  const organizations = named('Tamar', 'amber', 'Oak');
  expect(matchingOrganizations(organizations, ' AM ').map(({ name }) => name)).toEqual(['amber', 'Tamar']);
  expect(matchingOrganizations(organizations, '')).toHaveLength(3);
  expect(matchingOrganizations(organizations, 'x')).toEqual([]);
});

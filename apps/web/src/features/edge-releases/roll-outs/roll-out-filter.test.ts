import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';
import { expect, test } from 'vitest';
import { filteredCores, sitesOf, versionsOf, withShown, type CoreFilter } from './roll-out-filter.ts';

const core = (name: string, locationName: string, more: Partial<RollOutCandidate> = {}): RollOutCandidate => ({
  edgeId: name,
  name,
  locationId: locationName,
  locationName,
  version: '0.9.0',
  isOnline: true,
  isCurrent: false,
  problem: null,
  ...more,
});
const cores = [
  core('Core 1', 'North yard'),
  core('Core 2', 'North yard', { version: '0.10.0', isOnline: false }),
  core('Core 3', 'מחסן דרום', { version: null }),
  core('Core 4', 'Quay', { isCurrent: true }),
];
const all: CoreFilter = { search: '', version: undefined, link: undefined };
const names = (filter: Partial<CoreFilter>): string[] =>
  filteredCores(cores, { ...all, ...filter }).map(({ name }) => name);

test('cores are found by words of their name, their site and their version, in any order', () => {
  expect(names({})).toHaveLength(4);
  expect(names({ search: 'NORTH core' })).toEqual(['Core 1', 'Core 2']);
  expect(names({ search: 'yard 0.10' })).toEqual(['Core 2']);
  expect(names({ search: 'דרום' })).toEqual(['Core 3']);
  expect(names({ search: 'core - yard' })).toEqual(['Core 1', 'Core 2']);
  expect(names({ search: 'north quay' })).toEqual([]);
});

test('cores are narrowed by what they run and by whether they have their link', () => {
  expect(names({ version: '0.9.0' })).toEqual(['Core 1', 'Core 4']);
  expect(names({ version: '?' })).toEqual(['Core 3']);
  expect(names({ link: 'offline' })).toEqual(['Core 2']);
  expect(names({ link: 'online', search: 'north' })).toEqual(['Core 1']);
});

test('versions are offered newest first, and sites only where a core can take the release', () => {
  expect(versionsOf(cores)).toEqual(['0.10.0', '0.9.0', '?']);
  expect(sitesOf(cores)).toEqual([
    { id: 'North yard', name: 'North yard', count: 2 },
    { id: 'מחסן דרום', name: 'מחסן דרום', count: 1 },
  ]);
});

test('all that are shown are chosen beside what was chosen before, and left out when they were chosen', () => {
  expect(withShown(['a', 'x'], ['a', 'b'])).toEqual(['a', 'x', 'b']);
  expect(withShown(['a', 'x', 'b'], ['a', 'b'])).toEqual(['x']);
});

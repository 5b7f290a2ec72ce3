import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';
import { expect, test } from 'vitest';
import { bodyOf, type RollOutValues } from './roll-out-values.ts';

const release = { id: 'release' } as EdgeRelease;
const values: RollOutValues = {
  of: 'all',
  chosen: [],
  firstEdgeId: '',
  settleMinutes: '30',
  atOnce: '5',
  hasHours: false,
  from: '01:00',
  to: '04:00',
};
const core = (edgeId: string, locationId: string, more: Partial<RollOutCandidate> = {}): RollOutCandidate => ({
  edgeId,
  name: edgeId,
  locationId,
  locationName: locationId,
  version: '0.1.0',
  isOnline: true,
  isCurrent: false,
  problem: null,
  ...more,
});
const cores = [
  core('a', 'yard'),
  core('b', 'yard', { isCurrent: true }),
  core('c', 'yard', { problem: 'core_in_roll_out' }),
  core('d', 'hall in the yard'),
];

test('of chosen sites the cores go that the dialog counted there, and none of the sites below', () => {
  const body = bodyOf(release, { ...values, of: 'sites', chosen: ['yard'] }, cores);
  expect(body).toMatchObject({ edgeIds: ['a'] });
  expect(body).not.toHaveProperty('locationIds');
});

test('all are left to the server, chosen ones are named, and hours go as minutes of the day', () => {
  expect(bodyOf(release, values, cores)).toEqual({
    releaseId: 'release',
    firstEdgeId: null,
    settleMinutes: 30,
    atOnce: 5,
    hours: null,
  });
  expect(
    bodyOf(release, { ...values, of: 'cores', chosen: ['d'], firstEdgeId: 'd', hasHours: true, from: '23:15' }, cores),
  ).toMatchObject({
    edgeIds: ['d'],
    firstEdgeId: 'd',
    hours: { fromMinute: 1_395, toMinute: 240 },
  });
});

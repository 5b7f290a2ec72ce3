import { eventsCalls } from '@sightline/contracts/events/events.api';
import { expect, test } from 'vitest';
import { eventQuery, plateLetters, readFilters, toggled } from './event-filters.ts';
import type { SearchAddress } from '../search-address.ts';

const cameraId = '0199a0b0-0000-7000-8000-000000000001';
const range = { fromUtcMs: 1000, toUtcMs: undefined };
const sent = (address: SearchAddress) =>
  Object.fromEntries(
    Object.entries(eventQuery(readFilters(address), range)).filter(([, value]) => value !== undefined),
  );

test('an old or broken link still opens', () => {
  const filters = readFilters({
    class: 'person,ufo',
    colour: 'mauve',
    camera: `x,${cameraId}`,
    range: 'eternity',
    stay: 'a-b',
    motion: '999',
    from: 'NaN',
  });
  expect(filters).toMatchObject({
    classes: ['person'],
    colours: [],
    cameraIds: [cameraId],
    range: '3d',
    minStay: null,
    maxStay: null,
    minMotion: null,
    fromUtcMs: null,
  });
});

test('one letter of a plate is not searched for yet', () => {
  expect(sent({ plate: '7' })).not.toHaveProperty('plate');
  expect(sent({ plate: '7' })).not.toHaveProperty('plateMatch');
});

test('separators of a plate do not matter', () => {
  expect(plateLetters('12-345-67 ab')).toBe('1234567AB');
});

test('zones and parts count only with the cameras and colours that they belong to', () => {
  expect(sent({ zone: cameraId, part: 'upper' })).not.toHaveProperty('zoneIds');
  expect(sent({ zone: cameraId, part: 'upper' })).not.toHaveProperty('colourPart');
});

test('everything together is what the call accepts', () => {
  const query = sent({
    class: 'person,vehicle',
    colour: 'red,orange',
    part: 'upper',
    plate: '12-34',
    match: 'similar',
    camera: cameraId,
    site: cameraId,
    zone: cameraId,
    severity: 'critical',
    stay: '5-600',
    motion: '50',
    face: 'true',
    plates: 'true',
    rest: 'exclude',
  });
  expect(eventsCalls.list.query.parse(query)).toMatchObject({
    classes: ['person', 'vehicle'],
    colours: ['red', 'orange'],
    colourPart: 'upper',
    plate: '1234',
    plateMatch: 'similar',
    minDwellMs: 5000,
    maxDwellMs: 600_000,
    minMotion: 50,
    minScore: 0.5,
    stationary: 'exclude',
  });
});

test('only what the model is sure of, unless everything is wanted', () => {
  expect(sent({})).toHaveProperty('minScore');
  expect(sent({ sure: 'all' })).not.toHaveProperty('minScore');
});

test('choosing twice takes back', () => {
  expect(toggled(['red'], 'blue')).toBe('red,blue');
  expect(toggled(['red'], 'red')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { degreesOf } from '../../../platform/geo/degrees.ts';
import { isWrongCoordinate, locationInputOf, locationValuesOf } from './location-values.ts';

const empty = locationValuesOf(undefined, 'Asia/Jerusalem');

test.each(['', 'north', '91', '-90.1', '1e1', '32,8', '0x10', '1.', 'Infinity', '1234'])(
  'LOC-023 takes %j for no latitude',
  (text) => {
    expect(degreesOf(text, 90)).toBeNull();
  },
);

test('LOC-023 wants both coordinates or none', () => {
  expect(isWrongCoordinate(empty, 'lat')).toBe(false);
  expect(isWrongCoordinate({ ...empty, lat: '32.8' }, 'lon')).toBe(true);
  expect(isWrongCoordinate({ ...empty, lat: '32.8' }, 'lat')).toBe(false);
  expect(isWrongCoordinate({ ...empty, lat: '32.8', lon: '181' }, 'lon')).toBe(true);
  expect(isWrongCoordinate({ ...empty, lat: '-90', lon: '180' }, 'lat')).toBe(false);
});

test('LOC-023 sends what is empty as nothing, and the rest without blanks around it', () => {
  const nothing = { address: null, city: null, state: null, zip: null, notes: null, coordinates: null };
  expect(locationInputOf({ ...empty, name: ' Port ', notes: ' ' })).toEqual({
    ...nothing,
    name: 'Port',
    parentId: null,
    timeZone: 'Asia/Jerusalem',
  });
  const texts = { name: 'Port', address: ' 1 Quay', city: ' Haifa', state: 'North ', zip: ' 3303139 ', notes: ' Gate' };
  const place = { parentId: 'north', timeZone: 'Europe/Athens' };
  expect(locationInputOf({ ...texts, ...place, lat: ' 32.82 ', lon: '\u221234.5' })).toEqual({
    ...place,
    name: 'Port',
    address: '1 Quay',
    city: 'Haifa',
    state: 'North',
    zip: '3303139',
    notes: 'Gate',
    coordinates: { lat: 32.82, lon: -34.5 },
  });
  expect(locationInputOf({ ...empty, name: 'Port', lat: '32' }).coordinates).toBeNull();
});

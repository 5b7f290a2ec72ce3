import type { Location } from '@sightline/contracts/locations/location';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { locationById } from './location-queries.ts';
import { createInStore, LocationIdMissing } from './location-store.ts';

const record: Omit<Location, 'id'> = {
  name: 'Demonstration',
  parentId: null,
  timeZone: 'Asia/Jerusalem',
  address: null,
  city: 'Haifa',
  state: null,
  zip: null,
  notes: null,
  coordinates: null,
  localLiveStream: true,
  faceRecognition: true,
  edgeCount: 0,
  cameraCount: 0,
  status: null,
  createdAt: 1,
  revision: 1,
  isNameOnly: false,
  can: { edit: true, remove: true, createCore: true, createCamera: true },
};

test('LOC-038: a site made without a server needs its id', () => {
  const client = new QueryClient();
  for (const id of [undefined, '']) {
    expect(() => createInStore(client, { ...record, id })).toThrow(new LocationIdMissing());
    expect(() => createInStore(client, { ...record, id })).toThrow('location id is required');
  }
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('LOC-039: with its id it is made in the store alone, and read from there', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const id = '01890000-0000-7000-8000-000000000001';
  expect(createInStore(client, { ...record, id })).toEqual({ ...record, id });
  expect(await client.fetchQuery(locationById(id))).toEqual({ ...record, id });
});

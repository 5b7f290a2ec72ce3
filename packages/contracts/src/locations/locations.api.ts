import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { location, locationDeleteCheck, locationFitting, locationInput, locationUpdate } from './location.ts';

export const locationsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/locations',
    permission: 'LocationView',
    summary: 'Lists the locations that the caller may see, by name.',
    query: pageQuery.extend({
      search: z.string().max(120).optional(),
      outside: id.optional().describe('leaves out this location and everything below it: where it could be moved to'),
    }),
    output: listOf(location),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/locations',
    permission: 'LocationCreate',
    summary: 'Makes a location.',
    body: locationInput,
    output: location,
    status: 201,
    errors: ['time_zone_unknown'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/locations/{id}',
    permission: 'LocationView',
    summary: 'Answers one location.',
    params: idParams,
    output: location,
  }),
  update: defineCall({
    method: 'PATCH',
    path: '/api/v1/locations/{id}',
    permission: 'LocationEdit',
    summary: 'Changes a location; absent fields stay.',
    params: idParams,
    body: locationUpdate,
    output: location,
    errors: [
      'time_zone_unknown',
      'location_parent_invalid',
      'camera_not_below_core',
      'conflict',
      'privacy_needs_originals',
    ],
  }),
  deleteCheck: defineCall({
    method: 'GET',
    path: '/api/v1/locations/{id}/delete-check',
    permission: 'LocationDelete',
    summary: 'Says whether a location can be deleted, and what is in the way.',
    params: idParams,
    output: locationDeleteCheck,
  }),
  fitting: defineCall({
    method: 'GET',
    path: '/api/v1/locations/{id}/fitting',
    permission: 'LocationView',
    summary:
      'Says of each core of a location whether it has the capacity for its cameras, from its load as measured just now. Cores that the caller may not see are left out.',
    params: idParams,
    output: locationFitting,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/locations/{id}',
    permission: 'LocationDelete',
    summary: 'Deletes a location without cores and without locations below it.',
    params: idParams,
    output: z.object({}),
    errors: ['location_not_empty'],
  }),
};

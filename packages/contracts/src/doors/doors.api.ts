import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { door, doorChange, doorImage, doorInput, doorSpan } from './door.ts';

const permission = 'OrganizationDatabaseDoorsDirectory';

/** Doors that cores watch; whoever calls sees those of cameras with CameraView. */
export const doorsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/doors',
    permission,
    summary:
      'Lists saved doors by their names, or unsaved ones, the newest first, of cameras that the caller may see, by pages of 20.',
    query: z.object({
      status: z.enum(['saved', 'unsaved']).default('saved'),
      pageNumber: z.coerce.number().int().min(1).max(1_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
      /** Part of the name. */
      query: z.string().trim().max(120).optional(),
      cameraId: id.optional(),
      /** Only those that were told at that instant. */
      timestamp: z.coerce.number().pipe(utcMs).optional(),
    }),
    output: z.object({ items: z.array(door), total: z.number().int() }),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/doors/{id}',
    permission,
    summary: 'Answers one door, saved or unsaved.',
    params: idParams,
    output: door,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/doors',
    permission,
    summary:
      'Adds a door that was marked by hand; its core gathers how it looks. An organization has at most 2,000 saved doors.',
    body: doorInput,
    output: door,
    status: 201,
    errors: ['door_area', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/doors/{id}',
    permission,
    summary: 'Saves an unsaved door under a name, renames a saved one, or makes it unsaved again.',
    params: idParams,
    body: doorChange,
    output: door,
    errors: ['conflict', 'door_in_use', 'door_no_looks', 'too_many'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/doors/{id}',
    permission,
    summary:
      'Deletes a door with its pictures and its history, or an unsaved one, which comes back when new looks of it are known.',
    params: idParams,
    output: z.object({}),
    errors: ['door_in_use'],
  }),
  states: defineCall({
    method: 'GET',
    path: '/api/v1/doors/{id}/states',
    permission,
    summary: 'Answers how a door was, newest first; kept for 400 days.',
    params: idParams,
    query: pageQuery,
    output: listOf(doorSpan),
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/v1/media/doors/training/{edgeId}/{cameraId}/{image}',
    permission: 'public',
    summary: 'A picture of a door as JPEG. The address is signed for 5 minutes; nothing else opens it.',
    params: z.object({ edgeId: id, cameraId: id, image: doorImage }),
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'image/jpeg',
    errors: ['not_found', 'privacy_picture_before'],
  }),
};

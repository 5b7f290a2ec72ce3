import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id } from '../shared/ids.ts';
import { favourite, favouriteKind } from './favourite.ts';

const target = z.object({ kind: favouriteKind, entityId: id });

export const favouritesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/favourites',
    permission: 'person',
    summary: 'Lists what the caller has starred and may see, the first starred first.',
    output: z.object({ items: z.array(favourite) }),
  }),
  star: defineCall({
    method: 'PUT',
    path: '/api/v1/favourites/{kind}/{entityId}',
    permission: 'person',
    summary: 'Stars a camera or a location for the caller alone; a second time changes nothing. At most 200 are kept.',
    params: target,
    output: z.object({}),
    errors: ['too_many'],
  }),
  unstar: defineCall({
    method: 'DELETE',
    path: '/api/v1/favourites/{kind}/{entityId}',
    permission: 'person',
    summary: 'Takes a star away; nothing happens where there is none.',
    params: target,
    output: z.object({}),
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { entrance, entranceFigures, entranceInput, figureStep, occupancy, occupancyCorrection } from './entrance.ts';

/** Entrances that count who goes in and out; whoever calls sees those of cameras with CameraView. */
export const entrancesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/entrances',
    permission: 'Entrances',
    summary: 'Lists the entrances of cameras that the caller may see, by their names, with how many are inside.',
    query: pageQuery.extend({ query: z.string().trim().max(120).optional(), cameraId: id.optional() }),
    output: listOf(entrance),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/entrances/{id}',
    permission: 'Entrances',
    summary: 'Answers one entrance.',
    params: idParams,
    output: entrance,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/entrances',
    permission: 'Entrances',
    summary: 'Adds an entrance at a camera; its core begins to count. An organization has at most 500.',
    body: entranceInput,
    output: entrance,
    status: 201,
    errors: ['entrance_line', 'entrance_line_border', 'entrance_line_crossing', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/entrances/{id}',
    permission: 'Entrances',
    summary: 'Changes an entrance. What was counted stays.',
    params: idParams,
    body: entranceInput.extend({ revision: z.number().int() }),
    output: entrance,
    errors: ['entrance_line', 'entrance_line_border', 'entrance_line_crossing', 'conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/entrances/{id}',
    permission: 'Entrances',
    summary: 'Deletes an entrance with all that it counted.',
    params: idParams,
    output: z.object({}),
  }),
  figures: defineCall({
    method: 'GET',
    path: '/api/v1/entrances/{id}/figures',
    permission: 'Entrances',
    summary:
      'Answers who went in and out, by minute (of at most 1 day), hour (31 days) or day (366 days) in the zone of the site, and how much of it was watched.',
    params: idParams,
    query: z.object({
      fromUtcMs: z.coerce.number().pipe(utcMs),
      untilUtcMs: z.coerce.number().pipe(utcMs),
      per: figureStep,
    }),
    output: entranceFigures,
    errors: ['entrance_range'],
  }),
  occupancy: defineCall({
    method: 'GET',
    path: '/api/v1/entrances/{id}/occupancy',
    permission: 'Entrances',
    summary: 'Answers how many are inside now.',
    params: idParams,
    output: occupancy,
  }),
  correct: defineCall({
    method: 'PUT',
    path: '/api/v1/entrances/{id}/occupancy',
    permission: 'Entrances',
    summary: 'Sets how many are inside now, with a reason. It holds until the next reset.',
    params: idParams,
    body: occupancyCorrection,
    output: occupancy,
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams, utcMs } from '../shared/ids.ts';
import { statusHistory } from './status.ts';

/** Longest range that is answered at once, in days. History is kept for 400. */
export const longestStatusDays = 100;

/** All site days that this range touches. */
const range = z.object({ fromUtcMs: z.coerce.number().pipe(utcMs), toUtcMs: z.coerce.number().pipe(utcMs) });

export const statusCalls = {
  ofCamera: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/status-history',
    permission: 'CameraView',
    summary:
      'How a camera was: uptime and states by site day, the changes, and its parts now. At most 100 days at once.',
    params: idParams,
    query: range,
    output: statusHistory,
    errors: ['search_range_invalid'],
  }),
  ofEdge: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/status-history',
    permission: 'CoreView',
    summary: 'How a core was: uptime and states by site day, and the changes. At most 100 days at once.',
    params: idParams,
    query: range,
    output: statusHistory,
    errors: ['search_range_invalid'],
  }),
  ofLocation: defineCall({
    method: 'GET',
    path: '/api/v1/locations/{id}/status-history',
    permission: 'LocationView',
    summary:
      'How everything at or below a location was together, by site day, and the changes. At most 100 days at once.',
    params: idParams,
    query: range,
    output: statusHistory,
    errors: ['search_range_invalid'],
  }),
};

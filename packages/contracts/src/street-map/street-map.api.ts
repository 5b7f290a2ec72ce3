import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { streetMapInfo } from './street-map.ts';

export const streetMapCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/v1/street-map',
    permission: 'member',
    summary:
      'Answers the street map of this installation, the same for every organization; none unless whoever runs it gave one.',
    output: streetMapInfo,
  }),
  read: defineCall({
    method: 'GET',
    path: '/api/v1/media/street-map/{version}',
    permission: 'member',
    summary:
      'A part of the street map as the PMTiles file has it: one range of at most 8 MiB. What a version answers never changes.',
    params: z.object({ version: z.string().max(64) }),
    output: z.unknown(),
    streams: 'application/vnd.pmtiles',
    errors: ['not_found', 'street_map_changed', 'range_unsatisfiable'],
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { coverage, recordedDay } from './recording.ts';
import { streamKind } from '../cameras/camera.ts';
import { storageDay, storageForecast, storageOverview, storageRequest } from './storage.ts';

const range = z.object({
  fromUtcMs: z.coerce.number().int().min(0),
  toUtcMs: z.coerce.number().int().min(0),
  stream: streamKind.default('main'),
});

export const recordingsCalls = {
  coverage: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/recordings/coverage',
    permission: 'PlaybackView',
    summary:
      'Recorded intervals, gaps with cause and motion between two instants, at most 400 days apart. Answered by the core.',
    params: idParams,
    query: range.extend({ buckets: z.coerce.number().int().min(1).max(2000).default(500) }),
    output: coverage,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout', 'export_range_invalid'],
  }),
  days: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/recordings/days',
    permission: 'PlaybackView',
    summary: 'Days of the site that have footage, at most 400 days apart.',
    params: idParams,
    query: range,
    output: z.object({ items: z.array(recordedDay) }),
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout', 'export_range_invalid'],
  }),
  storage: defineCall({
    method: 'POST',
    path: '/api/v1/recordings/storage',
    permission: 'PlaybackView',
    summary:
      'What is kept of a camera on each day of its site that the range touches, at most 62 days, and how long its room will last. The core has 20 s to answer.',
    body: storageRequest,
    output: z.object({ items: z.array(storageDay), forecast: storageForecast }),
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout', 'search_range_invalid'],
  }),
  storageOfEdge: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/storage',
    permission: 'CoreView',
    summary: 'Room on the disk of a core, and what each camera that the caller may see holds, writes and has room for.',
    params: idParams,
    output: storageOverview,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
};

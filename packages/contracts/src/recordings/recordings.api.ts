import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { coverage, recordedDay } from './recording.ts';
import { streamKind } from '../cameras/camera.ts';

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
    summary: 'Recorded intervals, gaps with cause and motion between two instants, at most 400 days apart. Answered by the core.',
    params: idParams,
    query: range.extend({ buckets: z.coerce.number().int().min(1).max(2000).default(500) }),
    output: coverage,
    errors: ['core_offline', 'core_timeout', 'export_range_invalid'],
  }),
  days: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/recordings/days',
    permission: 'PlaybackView',
    summary: 'Days of the site that have footage, at most 400 days apart.',
    params: idParams,
    query: range,
    output: z.object({ items: z.array(recordedDay) }),
    errors: ['core_offline', 'core_timeout', 'export_range_invalid'],
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id } from '../shared/ids.ts';
import { postedEvent } from './event-tag.ts';

export const eventTagsCalls = {
  post: defineCall({
    method: 'POST',
    path: '/api/v1/posted-events',
    permission: 'EventTags',
    summary:
      'Another system says what happened at a camera, with fields of its own; rules of the kind event tag judge it. The same id counts once; said otherwise it is refused.',
    body: postedEvent,
    output: z.object({
      id,
      /** False when it was posted before. */
      isNew: z.boolean(),
    }),
    status: 201,
    errors: ['conflict', 'rate_limited', 'integration_quota_used'],
  }),
};

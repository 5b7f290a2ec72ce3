import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { accessEvent, accessEventInput, accessEventKind, accessEventResult, maxPostedAtOnce } from './access-event.ts';

const permission = 'AccessEvents';

/** What access systems say of doors; whoever calls posts to and sees those of cameras with CameraView. */
export const accessEventsCalls = {
  post: defineCall({
    method: 'POST',
    path: '/api/v1/access-events',
    permission,
    summary:
      'An access system says what happened at doors of the directory, up to 500 at a time; each is answered for itself, in their order. The same id of a source counts once; said otherwise it is refused. Rules of the kinds door tailgating and event validation judge them.',
    body: z.object({ events: z.array(accessEventInput).min(1).max(maxPostedAtOnce) }),
    output: z.object({ results: z.array(accessEventResult) }),
    errors: ['rate_limited'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/access-events',
    permission,
    summary:
      'Lists what access systems said, newest first, of doors whose cameras the caller may see; kept for 400 days.',
    query: pageQuery.extend({
      doorId: id.optional(),
      cameraId: id.optional(),
      kind: accessEventKind.optional(),
      fromUtcMs: z.coerce.number().pipe(utcMs).optional(),
      toUtcMs: z.coerce.number().pipe(utcMs).optional(),
    }),
    output: listOf(accessEvent),
  }),
};

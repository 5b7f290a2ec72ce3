import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { alertLink, longestLinkHours, newAlertLink, sharedAlert } from './alert-link.ts';

export const alertLinksCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/v1/alerts/{id}/links',
    permission: 'ExportCreate',
    summary: 'Makes a link that shows the clip of an alert to whoever holds it, without an account, until it expires.',
    params: idParams,
    body: z.object({ hours: z.number().int().min(1).max(longestLinkHours) }),
    output: newAlertLink,
    status: 201,
    errors: ['alert_no_clip', 'alert_hidden', 'alert_links_too_many'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/alerts/{id}/links',
    permission: 'AlertMonitoring',
    summary: 'Lists the links of an alert, newest first: 50 at most, also those that are over.',
    params: idParams,
    output: z.object({ items: z.array(alertLink) }),
  }),
  revoke: defineCall({
    method: 'DELETE',
    path: '/api/v1/alerts/{id}/links/{linkId}',
    permission: 'AlertMonitoring',
    summary: 'Ends a link at once. Allowed to whoever made it, and to whoever may export footage of the camera.',
    params: idParams.extend({ linkId: id }),
    output: alertLink,
  }),
  open: defineCall({
    method: 'POST',
    path: '/api/v1/alert-video',
    permission: 'public',
    summary:
      'What a shared link shows. A link that expired, was revoked or never was is answered `not_found`. Ask again while the clip waits.',
    body: z.object({ token: z.string().min(1).max(100) }),
    output: sharedAlert,
    errors: ['rate_limited'],
  }),
  clip: defineCall({
    method: 'GET',
    path: '/api/v1/media/alert-links/{id}/clip',
    permission: 'public',
    summary:
      'The clip of a shared link. The address is signed for 5 minutes and ends with the link. Answers byte ranges.',
    params: idParams,
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'video/mp4',
    errors: ['export_not_ready'],
  }),
};

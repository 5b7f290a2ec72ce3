import { z } from 'zod';
import { email } from '../accounts/credentials.ts';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { exportLink, longestExportLinkHours, mostExportLinkMails, newExportLink, sharedExport } from './export-link.ts';

export const exportLinksCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/v1/exports/{id}/links',
    permission: 'ExportCreate',
    summary:
      'Makes a link that hands a finished export to whoever holds it, without an account, until it expires; with `emails` it is also mailed.',
    params: idParams,
    body: z.object({
      hours: z.number().int().min(1).max(longestExportLinkHours),
      emails: z.array(email).max(mostExportLinkMails).default([]),
    }),
    output: newExportLink,
    status: 201,
    errors: ['export_not_ready', 'export_shows_hidden', 'export_links_too_many'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/exports/{id}/links',
    permission: 'ExportCreate',
    summary: 'Lists the links of an export, newest first: 50 at most, also those that are over.',
    params: idParams,
    output: z.object({ items: z.array(exportLink) }),
  }),
  revoke: defineCall({
    method: 'DELETE',
    path: '/api/v1/exports/{id}/links/{linkId}',
    permission: 'ExportCreate',
    summary: 'Ends a link to an export at once.',
    params: idParams.extend({ linkId: id }),
    output: exportLink,
  }),
  open: defineCall({
    method: 'POST',
    path: '/api/v1/export-video',
    permission: 'public',
    summary:
      'What a link to an export hands out. One that expired, was revoked or never was is answered `not_found`, as is one whose maker lost the right, or whose camera hides something else since.',
    body: z.object({ token: z.string().min(1).max(100) }),
    output: sharedExport,
    errors: ['rate_limited'],
  }),
  file: defineCall({
    method: 'GET',
    path: '/api/v1/media/export-links/{id}/file',
    permission: 'public',
    summary:
      'The file behind a link to an export. The address is signed for 5 minutes and ends with the link. Answers byte ranges.',
    params: idParams,
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'video/mp4',
    errors: ['export_not_ready'],
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { exportInput, footageExport } from './export.ts';

export const exportsCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/{id}/exports',
    permission: 'ExportCreate',
    summary: 'Starts an export of a range as one MP4. Follow it by its state; it can be cancelled.',
    params: idParams,
    body: exportInput,
    output: footageExport,
    status: 201,
    errors: [
      'export_range_invalid',
      'export_no_room',
      'no_footage',
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'privacy_core_too_old',
    ],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/exports',
    permission: 'ExportCreate',
    summary: 'Lists exports of the cameras that the caller may export, newest first.',
    query: pageQuery.extend({ cameraId: id.optional() }),
    output: listOf(footageExport),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/exports/{id}',
    permission: 'ExportCreate',
    summary: 'Answers one export.',
    params: idParams,
    output: footageExport,
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/exports/{id}/cancel',
    permission: 'ExportCreate',
    summary: 'Stops an export and removes what it wrote. A finished one stays.',
    params: idParams,
    output: footageExport,
  }),
  file: defineCall({
    method: 'GET',
    path: '/api/v1/media/exports/{id}/file',
    permission: 'public',
    summary:
      'The finished MP4. The address is signed for 5 minutes (`fileUrl`); nothing else opens it. Answers byte ranges.',
    params: idParams,
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'video/mp4',
    errors: ['not_found', 'export_not_ready'],
  }),
};

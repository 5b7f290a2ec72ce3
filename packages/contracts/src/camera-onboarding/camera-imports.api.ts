import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import {
  cameraImport,
  cameraImportRow,
  importFileName,
  importRowBatch,
  importRowLimit,
  importSettings,
} from './camera-import.ts';

const rowParams = idParams.extend({ line: z.coerce.number().int().min(2).max(1_000_000) });

export const cameraImportsCalls = {
  create: defineCall({
    method: 'POST',
    path: '/api/v1/camera-imports',
    permission: 'CameraCreate',
    summary:
      'Brings a list of cameras for one core. Nothing is looked at or made before `start`. Of lists that are not worked on, the newest 20 of the caller are kept.',
    body: z.object({
      type: z.enum(['scan', 'file']),
      fileName: importFileName.default(''),
      edgeId: id,
      locationId: id,
      settings: importSettings.default({ retentionDays: 30, isWebrtc: true, isWebrtcRelay: true }),
      /** Rows of the whole list, where more come by `addRows`: before they are all there nothing is begun. */
      expectedRows: z.number().int().min(1).max(importRowLimit).optional(),
      rows: importRowBatch,
    }),
    output: cameraImport,
    status: 201,
    errors: ['too_many', 'camera_not_below_core'],
  }),
  addRows: defineCall({
    method: 'POST',
    path: '/api/v1/camera-imports/{id}/rows',
    permission: 'CameraCreate',
    summary: 'Adds rows to a list; a line that is there already is replaced unless its camera was made.',
    params: idParams,
    body: z.object({ rows: importRowBatch }),
    output: cameraImport,
    errors: ['too_many', 'camera_import_running'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/camera-imports',
    permission: 'CameraCreate',
    summary: 'Lists the newest lists of cameras that the caller brought, at most 20.',
    output: z.object({ items: z.array(cameraImport) }),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/camera-imports/{id}',
    permission: 'CameraCreate',
    summary: 'Answers a list of cameras and how far its work is.',
    params: idParams,
    output: cameraImport,
  }),
  rows: defineCall({
    method: 'GET',
    path: '/api/v1/camera-imports/{id}/rows',
    permission: 'CameraCreate',
    summary: 'Answers rows of a list in the order of the file.',
    params: idParams,
    query: z.object({
      afterLine: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(100),
      only: z.enum(['all', 'failed', 'created']).default('all'),
    }),
    output: z.object({ items: z.array(cameraImportRow) }),
  }),
  start: defineCall({
    method: 'POST',
    path: '/api/v1/camera-imports/{id}/start',
    permission: 'CameraCreate',
    summary:
      'Lets the server look at rows, or make their cameras, one after the other. Made ones are left as they are.',
    params: idParams,
    body: z.object({
      /** `again`: what each failed row failed at. */
      action: z.enum(['test', 'create', 'again']),
      /** `open`: all that were neither made nor failed. `failed`: those. Means nothing with `again`. */
      only: z.enum(['open', 'failed']).default('open'),
      /** These rows instead, whatever came of them before. */
      lines: z.array(z.number().int().min(2).max(1_000_000)).max(500).optional(),
    }),
    output: cameraImport,
    errors: ['camera_import_running', 'camera_import_incomplete'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/camera-imports/{id}/cancel',
    permission: 'CameraCreate',
    summary: 'Lets no further row begin. Cameras that were made stay. Safe to repeat.',
    params: idParams,
    output: cameraImport,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/camera-imports/{id}',
    permission: 'CameraCreate',
    summary: 'Throws a list away, with the passwords in it. Cameras that were made stay.',
    params: idParams,
    output: z.object({}),
  }),
  snapshot: defineCall({
    method: 'GET',
    path: '/api/v1/media/camera-imports/{id}/rows/{line}/snapshot',
    permission: 'public',
    summary:
      'What the core saw of a row, as JPEG. The address is signed for 5 minutes (`snapshotUrl`); nothing else opens it.',
    params: rowParams,
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'image/jpeg',
    errors: ['not_found'],
  }),
};

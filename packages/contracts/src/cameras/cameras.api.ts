import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { cameraSettingsChange, cameraSettingsRecord, cameraSnapshot } from './camera-edit.ts';
import {
  camera,
  cameraInput,
  cameraState,
  cameraUpdate,
  credentialsInput,
  streamAddress,
  streamDriver,
  streamProbe,
  streamTransport,
} from './camera.ts';

const addressFailures = [
  'camera_url_invalid',
  'camera_url_port_wrong',
  'camera_url_too_long',
  'camera_url_ambiguous',
] as const;

const streamFailures = [
  ...addressFailures,
  'camera_unreachable',
  'camera_address_refused',
  'camera_credentials_refused',
  'camera_path_not_found',
  'camera_not_rtsp',
  'camera_timeout',
  'camera_no_video',
  'camera_codec_unsupported',
  'camera_transport_refused',
  'camera_no_parameter_sets',
  'camera_duplicate',
  'core_offline',
  'core_never_connected',
  'core_pairing_revoked',
  'core_timeout',
  'core_part_down',
] as const;

const settingsFailures = [
  'zone_crossing',
  'schedule_overlaps',
  'organization_switch_off',
  'privacy_needs_originals',
] as const;

export const camerasCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/cameras',
    permission: 'CameraView',
    summary: 'Lists the cameras that the caller may see, by name.',
    query: pageQuery.extend({
      locationId: id.optional(),
      /** Whether cameras of locations below `locationId` count too. */
      locationDepth: z.enum(['own', 'below']).default('below'),
      edgeId: id.optional(),
      /** Only these, as ids separated by commas; at most 200. */
      ids: z
        .string()
        .max(8000)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(id).max(200))
        .optional(),
      state: cameraState.optional(),
      search: z.string().max(120).optional(),
    }),
    output: listOf(camera),
  }),
  test: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/test',
    permission: 'CameraCreate',
    summary: 'Asks a core to look at a stream address for a few seconds. Saves nothing; safe to repeat.',
    body: z.object({
      edgeId: id,
      url: streamAddress,
      transport: streamTransport.default('tcp'),
      driver: streamDriver.default('auto'),
      credentials: credentialsInput.default({ username: '', password: '' }),
      /** A camera being edited: its own address is no duplicate, and its stored password is used when none is given. */
      cameraId: id.optional(),
    }),
    output: streamProbe,
    errors: streamFailures,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/cameras',
    permission: 'CameraCreate',
    summary: 'Adds a camera to a core; recording starts as soon as the core has it.',
    body: cameraInput,
    output: camera,
    status: 201,
    errors: [
      ...addressFailures,
      'camera_duplicate',
      'camera_not_below_core',
      'privacy_device_unknown',
      ...settingsFailures,
    ],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}',
    permission: 'CameraView',
    summary: 'Answers one camera.',
    params: idParams,
    output: camera,
  }),
  update: defineCall({
    method: 'PATCH',
    path: '/api/v1/cameras/{id}',
    permission: 'CameraEdit',
    summary: 'Changes a camera; absent fields stay.',
    params: idParams,
    body: cameraUpdate,
    output: camera,
    errors: [
      ...addressFailures,
      'camera_duplicate',
      'camera_not_below_core',
      'camera_password_needed',
      'conflict',
      'privacy_device_unknown',
      ...settingsFailures,
    ],
  }),
  getSettings: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/settings',
    permission: 'CameraView',
    summary: 'Answers all settings of one camera, and what of them its organization allows.',
    params: idParams,
    output: cameraSettingsRecord,
  }),
  updateSettings: defineCall({
    method: 'PATCH',
    path: '/api/v1/cameras/{id}/settings',
    permission: 'CameraEdit',
    summary: 'Changes settings of a camera; absent parts and absent fields of a part stay.',
    params: idParams,
    body: cameraSettingsChange,
    output: cameraSettingsRecord,
    errors: ['conflict', ...settingsFailures],
  }),
  snapshot: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/snapshot',
    permission: 'CameraView',
    summary:
      'Has the core take a picture now, unless there is one of the last 30 seconds; while it is away, answers the last one that is kept.',
    params: idParams,
    output: cameraSnapshot,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'camera_not_ready',
      'privacy_core_too_old',
    ],
  }),
  move: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/move',
    permission: 'CameraEdit',
    summary:
      'Moves cameras to a location, for instance into or out of a part of it; all of them or none. The right is needed at both places.',
    body: z.object({ cameraIds: z.array(id).min(1).max(200), locationId: id }),
    output: z.object({ moved: z.number().int() }),
    errors: ['camera_not_below_core', 'privacy_needs_originals'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/cameras/{id}',
    permission: 'CameraDelete',
    summary: 'Deletes a camera; its footage stays on the core until its retention ends.',
    params: idParams,
    output: z.object({}),
  }),
  poster: defineCall({
    method: 'GET',
    path: '/api/v1/media/cameras/{id}/poster',
    permission: 'public',
    summary:
      'The latest picture of a camera as JPEG. The address is signed for 5 minutes (`posterUrl`); nothing else opens it.',
    params: idParams,
    query: z.object({ expires: z.coerce.number().int(), session: z.string().max(64), signature: z.string().max(128) }),
    output: z.unknown(),
    streams: 'image/jpeg',
    errors: ['not_found', 'core_offline', 'core_never_connected', 'core_pairing_revoked'],
  }),
};

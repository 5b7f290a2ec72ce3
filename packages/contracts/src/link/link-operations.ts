import { z } from 'zod';
import { analysisSettings, defaultAnalysis } from '../cameras/camera-analysis.ts';
import { cameraSettings, defaultCameraSettings } from '../cameras/camera-settings.ts';
import { recordingMode, retentionDays, rtspUrl, streamDriver, streamKind, streamTransport } from '../cameras/camera.ts';
import { onvifAddress } from '../cameras/device-address.ts';
import { id } from '../shared/ids.ts';

/** What an edge must know to record a camera. Carries secrets: never logged, kept encrypted. */
export const cameraConfig = z.object({
  id,
  name: z.string(),
  streams: z
    .array(z.object({ id, kind: streamKind, url: rtspUrl, transport: streamTransport, driver: streamDriver }))
    .max(2),
  credentials: z.object({ username: z.string(), password: z.string() }),
  /** Counts changes of the credentials; part of the content hash instead of the secrets. */
  credentialsVersion: z.number().int(),
  recordingMode,
  retentionDays,
  retentionBytes: z.number().int().nullable(),
  timeZone: z.string(),
  /** Older servers do not send it. */
  analysis: analysisSettings.default(() => defaultAnalysis),
  /** Older servers do not send it. */
  settings: cameraSettings.default(() => defaultCameraSettings),
  /** Address for ONVIF, or null: the camera is known by its streams alone. */
  onvif: onvifAddress.nullable().default(null),
});

/**
 * "Entity X reaches revision N": the whole desired state, or null for gone. An edge ignores a revision that is not newer
 * than its own. `sequence` is per edge (`edgeLogId`) and rises; after applying, the edge answers `applied`.
 */
export const operation = z.object({
  sequence: z.number().int().min(1),
  entity: z.literal('camera'),
  entityId: id,
  revision: z.number().int().min(1),
  desired: cameraConfig.nullable(),
});

/** Stable text whose SHA-256 (hex) both sides compare: ids and revisions of all live entities, sorted. */
export const contentHashText = (entities: readonly { id: string; revision: number }[]): string =>
  entities
    .map((entity) => `${entity.id}:${String(entity.revision)}`)
    .sort()
    .join('\n');

export type CameraConfig = z.infer<typeof cameraConfig>;
export type Operation = z.infer<typeof operation>;

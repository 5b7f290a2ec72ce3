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
  /**
   * Whose `locationPrivacy` and `organizationSwitches` count beside what stands here. Null: they are part of it already, because the
   * server or the core does not know that kind; older servers do not send it.
   */
  locationId: id.nullable().default(null),
  organizationId: id.nullable().default(null),
});

/** Name of a kind of entity that is synced, for instance `camera`: a key of `syncedKinds`, or one that this version does not know. */
export const syncedKindName = z.string().min(1).max(60);

/** What a core or a server knows that does not say which kinds it knows. */
export const firstSyncedKinds: readonly string[] = ['camera'];

/**
 * "Entity X reaches revision N": the whole desired state, or null for gone. An edge ignores a revision that is not newer
 * than its own. `sequence` is per edge (`edgeLogId`) and rises; after applying, the edge answers `applied`. `desired` is
 * parsed by the schema of its kind (`syncedKinds`), so that kinds that are not known do not make the message unreadable.
 */
export const operation = z.object({
  sequence: z.number().int().min(1),
  entity: syncedKindName,
  entityId: id,
  revision: z.number().int().min(1),
  desired: z.record(z.string(), z.unknown()).nullable(),
});

/** A live entity in the content hash; a `camera` when it does not say its kind. */
export interface HashedEntity {
  kind?: string;
  id: string;
  revision: number;
}

/**
 * Stable text whose SHA-256 (hex) both sides compare: kinds, ids and revisions of all live entities, sorted. Lines of cameras
 * stand without their kind, as when there was no other. Secrets are in it by the revision that a change of them makes.
 */
export const contentHashText = (entities: readonly HashedEntity[]): string =>
  entities
    .map(({ kind = 'camera', id: entityId, revision }) =>
      [...(kind === 'camera' ? [] : [kind]), entityId, String(revision)].join(':'),
    )
    .sort()
    .join('\n');

export type CameraConfig = z.infer<typeof cameraConfig>;
export type Operation = z.infer<typeof operation>;

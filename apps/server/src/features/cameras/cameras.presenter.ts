import type { Camera, CameraStatus } from '@sightline/contracts/cameras/camera';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { cameraStatusOf } from '@sightline/domain/cameras/camera-status';
import type { MemberActor } from '../../platform/http/actor.ts';
import { cameraRights } from './cameras.policy.ts';
import type { CameraRow } from './cameras.repository.ts';

/** Status of a camera from what is stored of it, its streams and its core. */
export const statusOf = (row: CameraRow): CameraStatus =>
  cameraStatusOf({
    isCoreLinked: row.isEdgeLinked,
    coreSinceUtcMs: row.edgeSince?.getTime() ?? null,
    createdAtUtcMs: row.createdAt.getTime(),
    isReported: row.streams.some((stream) => stream.isReported),
    recordingMode: row.recordingMode,
    streams: row.streams.map((stream) => ({ ...stream, sinceUtcMs: stream.stateSinceMs, recordingSinceUtcMs: stream.recordingSinceMs })),
  });

/** Path of the picture of a camera, which is signed for whoever may see it. */
export const posterPath = (cameraId: string): string => `/api/v1/media/cameras/${cameraId}/poster`;

/** The only form in which a camera leaves the server: no password, no address with credentials. */
export function presentCamera(row: CameraRow, actor: MemberActor, sign: (path: string) => string): Camera {
  return {
    id: row.id,
    name: row.name,
    locationId: row.locationId,
    locationName: row.locationName,
    timeZone: row.timeZone,
    edgeId: row.edgeId,
    edgeName: row.edgeName,
    streams: row.streams.map((stream) => ({
      id: stream.id,
      kind: stream.kind,
      url: stream.url,
      transport: stream.transport,
      driver: stream.driver,
      format: stream.format,
      status: { state: stream.state, cause: stream.cause, sinceUtcMs: stream.stateSinceMs },
    })),
    username: row.username,
    hasPassword: row.hasPassword,
    recordingMode: row.recordingMode,
    retentionDays: row.retentionDays,
    retentionBytes: row.retentionBytes,
    analysis: analysisSettings.parse(row.analysis),
    status: statusOf(row),
    posterUrl: row.streams.some((stream) => stream.format !== null) ? sign(posterPath(row.id)) : null,
    isSync: row.appliedRevision >= row.revision,
    createdAt: row.createdAt.getTime(),
    revision: row.revision,
    can: cameraRights(actor, row.entityPath),
  };
}

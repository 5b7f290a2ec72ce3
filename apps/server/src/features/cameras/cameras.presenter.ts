import type { Camera } from '@sightline/contracts/cameras/camera';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraSettingsRecord } from '@sightline/contracts/cameras/camera-edit';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import { readShown } from '../../platform/database/shown-status.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { cameraRights } from './cameras.policy.ts';
import type { CameraRow } from './cameras.repository.ts';

/** Where a camera answers ONVIF, or null. */
export const onvifOf = ({ onvifHost, onvifPort }: CameraRow): Camera['onvif'] =>
  onvifHost === null || onvifPort === null ? null : { host: onvifHost, port: onvifPort };

/** Path of the picture of a camera, which is signed for whoever may see it. */
export const posterPath = (cameraId: string): string => `/api/v1/media/cameras/${cameraId}/poster`;

/** The only form in which a camera leaves the server: no password, no address with credentials, and how it is reached only for whoever may edit it. */
export function presentCamera(row: CameraRow, actor: MemberActor, sign: (path: string) => string): Camera {
  const can = cameraRights(actor, row.entityPath);
  return {
    id: row.id,
    name: row.name,
    locationId: row.locationId,
    locationName: row.locationName,
    timeZone: row.timeZone,
    edgeId: row.edgeId,
    edgeName: row.edgeName,
    isHosted: row.isHosted,
    streams: row.streams.map((stream) => ({
      id: stream.id,
      kind: stream.kind,
      url: can.edit ? stream.url : null,
      transport: stream.transport,
      driver: stream.driver,
      format: stream.format,
      status: { state: stream.state, cause: stream.cause, sinceUtcMs: stream.stateSinceMs },
    })),
    username: can.edit ? row.username : null,
    hasPassword: can.edit ? row.hasPassword : null,
    onvif: can.edit ? onvifOf(row) : null,
    recordingMode: row.recordingMode,
    retentionDays: row.retentionDays,
    retentionBytes: row.retentionBytes,
    analysis: analysisSettings.parse(row.analysis),
    status: readShown(row, row.createdAt),
    posterUrl: row.streams.some((stream) => stream.format !== null) ? sign(posterPath(row.id)) : null,
    isSync: row.appliedRevision >= row.revision,
    createdAt: row.createdAt.getTime(),
    revision: row.revision,
    can,
  };
}

/** Everything that is set of a camera, with what of it the organization allows. */
export const presentSettings = (row: CameraRow, organization: AnalyticsSwitches): CameraSettingsRecord => ({
  ...cameraSettings.parse(row.settings),
  cameraId: row.id,
  revision: row.revision,
  recordingMode: row.recordingMode,
  retentionDays: row.retentionDays,
  retentionBytes: row.retentionBytes,
  analysis: analysisSettings.parse(row.analysis),
  place: row.isHosted ? { address: row.address, coordinates: coordinatesOf(row) } : null,
  organization,
});

const coordinatesOf = ({ latitude, longitude }: CameraRow) =>
  latitude === null || longitude === null ? null : { lat: latitude, lon: longitude };

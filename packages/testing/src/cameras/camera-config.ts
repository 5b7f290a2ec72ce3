import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';

/** A camera as a core is told of it: recorded without pause, one main stream. `camera` changes what a test is about. */
export function cameraConfig(
  camera: Pick<CameraConfig, 'id'> & Partial<CameraConfig> & { stream: { id: string; url?: string } },
): CameraConfig {
  const { stream, ...own } = camera;
  return {
    name: 'Gate',
    streams: [
      { id: stream.id, kind: 'main', url: stream.url ?? 'rtsp://10.0.0.9/1', transport: 'tcp', driver: 'auto' },
    ],
    credentials: { username: '', password: '' },
    credentialsVersion: 1,
    recordingMode: 'continuous',
    retentionDays: 7,
    retentionBytes: null,
    timeZone: 'UTC',
    analysis: defaultAnalysis,
    settings: defaultCameraSettings,
    onvif: null,
    locationId: null,
    organizationId: null,
    ...own,
  };
}

import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** A camera that is known by its ONVIF address too. Carries secrets: never logged. */
export interface OnvifCamera {
  cameraId: string;
  host: string;
  port: number;
  credentials: { username: string; password: string };
}

/** Main → device worker, the whole wanted state each time. */
export interface DeviceWorkerConfig {
  /** Networks outside of the private ones that devices may lie in. */
  deviceNetworks: string[];
  cameras: OnvifCamera[];
}

/** Commands of the device worker are those of the link that begin with `onvif.`. Events it emits: */
export type DeviceWorkerEvent =
  /** Motion of a camera began or ended, as the camera itself says. */
  | { type: 'device.motion'; cameraId: string; atUtcMs: number; isMotion: boolean }
  /** Everything that the camera noticed before this instant has been told. */
  | { type: 'device.heard'; cameraId: string; untilUtcMs: number }
  /** Whether the camera tells of its motion; while it does not, nothing is known of it. One that answers but never said a word of motion does not. */
  | { type: 'device.listening'; cameraId: string; isListening: boolean; cause: ErrorCode | null };

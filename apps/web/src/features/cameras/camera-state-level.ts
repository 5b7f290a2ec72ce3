import type { CameraState } from '@sightline/contracts/cameras/camera';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

/** Sign and colour of a camera's state. */
export const cameraLevels: Record<CameraState, StatusLevel> = {
  online: 'ok',
  unhealthy: 'warn',
  notRecording: 'high',
  offline: 'bad',
  notConnected: 'idle',
};

/** All states in the order in which they are counted out. */
export const cameraStates = [
  'online',
  'unhealthy',
  'notRecording',
  'offline',
  'notConnected',
] as const satisfies readonly CameraState[];

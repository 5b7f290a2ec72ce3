import type { StatusState } from '@sightline/contracts/status/status';
import type { StatusLevel } from './status-glyph.tsx';

/** Sign and colour of what is shown of a camera, a core or a site. */
export const stateLevels: Record<StatusState, StatusLevel> = {
  online: 'ok',
  unhealthy: 'warn',
  notRecording: 'high',
  offline: 'bad',
  notConnected: 'idle',
};

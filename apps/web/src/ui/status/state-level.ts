import type { ShownStatus, StatusState } from '@sightline/contracts/status/status';
import type { StatusLevel } from './status-glyph.tsx';

/** Sign and colour of what is shown of a camera, a core or a site. */
export const stateLevels: Record<StatusState, StatusLevel> = {
  online: 'ok',
  unhealthy: 'warn',
  notRecording: 'high',
  offline: 'bad',
  notConnected: 'idle',
};

/** The same of something that comes and goes: never the sign of what is well, also while it is there. */
export const levelOf = ({ state, isFlapping }: Pick<ShownStatus, 'state' | 'isFlapping'>): StatusLevel =>
  isFlapping && state === 'online' ? 'warn' : stateLevels[state];

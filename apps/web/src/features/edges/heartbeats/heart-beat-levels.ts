import type { EdgeHeartBeatStatus } from '@sightline/contracts/edges/edge-health';
import type { StatusLevel } from '../../../ui/status/status-glyph.tsx';

/** Sign of how a core is heard. */
export const heartBeatLevels: Record<EdgeHeartBeatStatus, StatusLevel> = {
  steady: 'ok',
  late: 'warn',
  silent: 'bad',
  never: 'idle',
};

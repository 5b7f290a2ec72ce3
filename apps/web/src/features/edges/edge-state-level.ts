import type { EdgeState } from '@sightline/contracts/edges/edge';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

/** Sign and colour of a core's state. */
export const edgeLevels: Record<EdgeState, StatusLevel> = { online: 'ok', offline: 'bad', unclaimed: 'idle', revoked: 'high' };

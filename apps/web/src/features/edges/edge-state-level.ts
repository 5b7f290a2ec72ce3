import type { Edge, EdgeState } from '@sightline/contracts/edges/edge';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

/** What people read of a core. */
type ShownEdgeState = EdgeState | 'unhealthy';

/** Sign and colour of a core's state. */
export const edgeLevels: Record<ShownEdgeState, StatusLevel> = {
  online: 'ok',
  unhealthy: 'warn',
  offline: 'bad',
  unclaimed: 'idle',
  revoked: 'high',
};

/** State of a core and since when: as it is shown, unless it was never there or must be paired first. */
export function shownEdge({ state, sinceUtcMs, status }: Edge): { state: ShownEdgeState; sinceUtcMs: number | null } {
  if (state === 'unclaimed' || state === 'revoked' || status.state === 'notConnected') return { state, sinceUtcMs };
  return {
    state: status.state === 'online' || status.state === 'offline' ? status.state : 'unhealthy',
    sinceUtcMs: status.sinceUtcMs,
  };
}

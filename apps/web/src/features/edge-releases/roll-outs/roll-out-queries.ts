import { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { RollOut } from '@sightline/contracts/edge-releases/roll-out';
import { useEffect } from 'react';
import { callKey, callQuery } from '../../../platform/api/client.ts';
import { refreshSoon } from '../../../platform/api/cached-items.ts';
import { onEvent } from '../../../platform/realtime/event-bus.ts';

const underWayMs = 10_000;

/** Whether something can still happen by itself. */
export const goesOn = ({ state }: Pick<RollOut, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'stopped';

/** The newest roll-outs; older ones are history that the audit keeps. */
export const rollOuts = () => callQuery(edgeRollOutsCalls.list, { query: { limit: 30 } });

/** One roll-out. What waits for hours or for time that passes changes without any news. */
export const rollOutById = (id: string) => ({
  ...callQuery(edgeRollOutsCalls.get, { params: { id } }),
  refetchInterval: (query: { state: { data?: RollOut | undefined } }) =>
    query.state.data !== undefined && goesOn(query.state.data) ? underWayMs : false,
});

/** Cores for a release, asked of the cores themselves when the dialog opens. */
export const candidatesOf = (releaseId: string) => ({
  ...callQuery(edgeRollOutsCalls.candidates, { params: { id: releaseId } }),
  staleTime: 0,
});

const refresh = (): void =>
  [callKey(edgeRollOutsCalls.list), callKey(edgeRollOutsCalls.get), callKey(edgeReleasesCalls.software)].forEach(
    refreshSoon,
  );

/** Keeps roll-outs on the screen true. */
export const useRollOutUpdates = (): void =>
  useEffect(() => {
    const stops = [
      onEvent('edge-roll-outs.changed', refresh),
      onEvent('edges.status', ({ health }) => health === null && refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);

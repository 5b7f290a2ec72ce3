import type { CoreUpdate } from '@sightline/contracts/edge-releases/edge-release';
import { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import { callQuery } from '../../platform/api/client.ts';

const openStates: readonly CoreUpdate['state'][] = ['waiting', 'fetching', 'checking', 'switching'];
const underWayMs = 2_000;
const restMs = 15_000;

/** Whether an update has not come to its end. */
export const isUnderWay = (update: CoreUpdate | null): boolean => update !== null && openStates.includes(update.state);

/** Packages of the organization, newest first; there are a handful. */
export const edgeReleases = () => callQuery(edgeReleasesCalls.list, { query: { limit: 100 } });

/** Software of a core, looked at more often while it changes. */
export const softwareOf = (edgeId: string) => ({
  ...callQuery(edgeReleasesCalls.software, { params: { id: edgeId } }),
  refetchInterval: (query: { state: { data?: { update: CoreUpdate | null } | undefined } }) =>
    isUnderWay(query.state.data?.update ?? null) ? underWayMs : restMs,
});

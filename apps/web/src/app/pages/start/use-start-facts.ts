import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useQuery } from '@tanstack/react-query';
import { allEdges } from '../../../features/edges/edge-queries.ts';
import { allLocations } from '../../../features/locations/location-queries.ts';
import { callQuery } from '../../../platform/api/client.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import type { StartFacts } from './start-state.ts';

const retryMs = 3000;

/** What exists in the active organization; null until it is known. */
export const useStartFacts = (): StartFacts | null => {
  const session = useSession();
  const enabled = session.activeOrganizationId !== null;
  const name =
    session.organizations.find(({ organizationId }) => organizationId === session.activeOrganizationId)?.name ?? null;
  const sites = useQuery({ ...allLocations(), enabled });
  // Realtime tells when a core comes online; asking too covers a socket that is not open yet.
  const edges = useQuery({
    ...allEdges(),
    enabled,
    refetchInterval: (query) =>
      query.state.data?.items.some(({ state }) => state === 'online') === true ? false : retryMs,
  });
  const cameras = useQuery({ ...callQuery(camerasCalls.list, { query: { limit: 50 } }), enabled });
  if (!enabled) return { organizationName: null, sites: [], edges: [], cameras: [] };
  if (sites.data === undefined || edges.data === undefined || cameras.data === undefined) return null;
  return { organizationName: name, sites: sites.data.items, edges: edges.data.items, cameras: cameras.data.items };
};

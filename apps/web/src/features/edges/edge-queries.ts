import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { callAll, callPages, callQuery } from '../../platform/api/client.ts';

/** All cores that the person may see: one that is left out of a choice, or of those that are silent, is not watched over. */
export const allEdges = () => callAll(edgesCalls.list, { query: { limit: 200 } });

/** Cores by name in pages of ten, where each that is shown is asked for something. */
export const edgePages = () => callPages(edgesCalls.list, { query: { limit: 10 } });

/** One core. */
export const edgeById = (id: string) => callQuery(edgesCalls.get, { params: { id } });

/** The first cores that stand at a site itself: those of the sites below it would crowd them out. */
export const edgesOfSite = (locationId: string) =>
  callQuery(edgesCalls.list, { query: { locationId, locationDepth: 'own', limit: 50 } });

/** All cores that stand at a site itself. */
export const allEdgesOfSite = (locationId: string) =>
  callAll(edgesCalls.list, { query: { locationId, locationDepth: 'own', limit: 200 } });

const statusMs = 10_000;

/** How a core is now, as long as somebody looks. */
export const systemStatusOf = (id: string) => ({
  ...callQuery(edgesCalls.systemStatus, { params: { id } }),
  refetchInterval: statusMs,
});

/** What a core gives out addresses by. */
export const dhcpOf = (id: string) => ({
  ...callQuery(edgesCalls.dhcp, { params: { id } }),
  refetchInterval: statusMs,
  retry: false,
});

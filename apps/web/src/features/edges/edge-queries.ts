import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { callQuery } from '../../platform/api/client.ts';

/** All cores that the person may see; an organization has tens of them. */
export const allEdges = () => callQuery(edgesCalls.list, { query: { limit: 200 } });

/** One core. */
export const edgeById = (id: string) => callQuery(edgesCalls.get, { params: { id } });

/** Cores of a site and of what is below it. */
export const edgesOfSite = (locationId: string) => callQuery(edgesCalls.list, { query: { locationId, limit: 50 } });

const statusMs = 10_000;

/** How a core is now, as long as somebody looks. */
export const systemStatusOf = (id: string) => ({ ...callQuery(edgesCalls.systemStatus, { params: { id } }), refetchInterval: statusMs });

/** What a core gives out addresses by. */
export const dhcpOf = (id: string) => ({ ...callQuery(edgesCalls.dhcp, { params: { id } }), refetchInterval: statusMs, retry: false });

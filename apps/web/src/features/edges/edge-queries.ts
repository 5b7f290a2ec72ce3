import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { callQuery } from '../../platform/api/client.ts';

/** All cores that the person may see; an organization has tens of them. */
export const allEdges = () => callQuery(edgesCalls.list, { query: { limit: 200 } });

/** One core. */
export const edgeById = (id: string) => callQuery(edgesCalls.get, { params: { id } });

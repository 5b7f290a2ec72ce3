import type { LocalEdge } from '@sightline/contracts/edges/edge';
import { localEdgesStore } from './local-edges.ts';

/** The two questions that the lookup asks. */
export interface LocalLookupDeps {
  edgeIds: () => Promise<string[]>;
  lookUp: (request: { edgeIds: string[]; localLiveStream: boolean }) => Promise<{ items: LocalEdge[] }>;
}

let latest = 0;

/**
 * Finds out anew which cores are in this browser's own network. Until the answer is here none counts as local: the network may be
 * another one. Rejects when the server does not answer.
 */
export const lookUpLocalEdges = async (deps: LocalLookupDeps, localLiveStream: boolean): Promise<void> => {
  latest += 1;
  const own = latest;
  localEdgesStore.setState({ edges: new Map() });
  const edgeIds = await deps.edgeIds();
  if (edgeIds.length === 0) return;
  const { items } = await deps.lookUp({ edgeIds, localLiveStream });
  if (own === latest) localEdgesStore.setState({ edges: new Map(items.map((edge) => [edge.edgeId, edge])) });
};

import type { LocalEdge } from '@sightline/contracts/edges/edge';
import { createStore, useStore } from 'zustand';

/** What is known of each core since the network was last here. A core that is not in it is not local. */
export const localEdgesStore = createStore<{ edges: ReadonlyMap<string, LocalEdge> }>(() => ({ edges: new Map() }));

/** What is known of one core; null while it is not local. */
export const useLocalEdge = (edgeId: string): LocalEdge | null => {
  const edge = useStore(localEdgesStore, ({ edges }) => edges.get(edgeId));
  return edge?.isLocal === true ? edge : null;
};

import { createStore, useStore } from 'zustand';

/** The link to the server. `freshUtcMs` is when something was last heard: data on the screen is that old. */
export interface Connection {
  state: 'connecting' | 'online' | 'offline';
  freshUtcMs: number;
}

export const connectionStore = createStore<Connection>(() => ({ state: 'connecting', freshUtcMs: Date.now() }));

export const useConnection = (): Connection => useStore(connectionStore);

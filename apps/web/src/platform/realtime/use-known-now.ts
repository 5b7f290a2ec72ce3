import { useStore } from 'zustand';
import { useNow } from '../clock/use-now.ts';
import { connectionStore, type Connection } from './connection-store.ts';

/** The instant of which what is on the screen is true: now, and while nothing can be known when something was last heard. */
export const knownAt = ({ state, freshUtcMs }: Pick<Connection, 'state' | 'freshUtcMs'>, nowUtcMs: number): number =>
  state === 'offline' ? Math.min(freshUtcMs, nowUtcMs) : nowUtcMs;

/** As `useNow`, for how long something has lasted: nobody knows whether it still does while the server can't be heard. */
export const useKnownNow = (everyMs: number): number => {
  const nowUtcMs = useNow(everyMs);
  return useStore(connectionStore, (connection) => knownAt(connection, nowUtcMs));
};

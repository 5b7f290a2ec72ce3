import { createStore, useStore } from 'zustand';
import { serverNowUtcMs } from '../clock/server-clock.ts';

/** Who is cut off: this device by its own word, or the server, which does not answer, whoever is to blame. */
export type CutOff = 'browser' | 'server';

/** Whether what is on the screen is kept true. The one source for it: whatever shows a state of something asks here whether it can still be known. */
export interface Connection {
  /** `apart`: the server is there and has nothing to tell to this person, who is in no organization or barred from it. */
  state: 'connecting' | 'online' | 'offline' | 'apart';
  /** While offline. */
  cutOff: CutOff | null;
  /** When something was last heard, by the server's clock as every time on the screen: while offline, what is shown is that old. */
  freshUtcMs: number;
}

export const connectionStore = createStore<Connection>(() => ({
  state: 'connecting',
  cutOff: null,
  freshUtcMs: serverNowUtcMs(),
}));

export const useConnection = (): Connection => useStore(connectionStore);

/** Who is cut off; null while what is shown is kept true. */
export const useCutOff = (): CutOff | null => useStore(connectionStore, ({ cutOff }) => cutOff);

/** How often the server has taken this page in. One that was away for too short a time to be missed may be another version all the same. */
export const welcomeStore = createStore<{ count: number }>(() => ({ count: 0 }));

/** How often it was found that news were missed. Whoever goes by each of them, not by what is cached, asks again. */
export const missedStore = createStore<{ count: number }>(() => ({ count: 0 }));

import { createStore, useStore } from 'zustand';

/** What the service worker is about to do: a new one was found, could not be installed, waits to take over; or there is none. */
export type WorkerState = 'unknown' | 'versionDetected' | 'installationFailed' | 'ready' | 'noNewVersion';

export interface UpdateState {
  worker: WorkerState;
  /** A version that is not the one on the screen: the screens must not be used any longer. */
  requiredVersion: string | null;
}

/** What is known of a newer version of the application. */
export const updateStore = createStore<UpdateState>(() => ({ worker: 'unknown', requiredVersion: null }));

export const useUpdate = (): UpdateState => useStore(updateStore);

/** What the rail says: an update is wanted, or it failed; null for nothing. */
export const updateHintOf = ({ worker, requiredVersion }: UpdateState): 'required' | 'failed' | null => {
  if (worker === 'installationFailed') return 'failed';
  return requiredVersion !== null || worker === 'ready' ? 'required' : null;
};

import { createStore, useStore } from 'zustand';
import type { IdleState } from './idle-rules.ts';

const awake: IdleState = {
  idleSeconds: 0,
  isWarned: false,
  isInactive: false,
  inactivityCountdown: null,
  logoutCountdown: null,
};

/** How long nobody has touched anything, in all tabs of this browser. */
export const idleStore = createStore<IdleState>(() => awake);

/** Somebody is there again, or signed out. */
export const resetIdle = (): void => idleStore.setState(awake, true);

/** Whether nobody has been there for so long that pictures and polling pause. */
export const isInactive = (): boolean => idleStore.getState().isInactive;

export const useIdle = <T>(select: (state: IdleState) => T): T => useStore(idleStore, select);

/** Hears when people go and come back, until the returned function is called. */
export const onAttention = (handler: (isInactive: boolean) => void): (() => void) =>
  idleStore.subscribe((state, before) => {
    if (state.isInactive !== before.isInactive) handler(state.isInactive);
  });

import type { Session } from '@sightline/contracts/sessions/session';
import { createStore, useStore } from 'zustand';

/** `unknown` until the first answer about the refresh cookie came. */
export type SessionState = { status: 'unknown' } | { status: 'signedOut' } | { status: 'signedIn'; session: Session };

/** The session of this tab. Access tokens live here, in memory, and nowhere else. */
export const sessionStore = createStore<SessionState>(() => ({ status: 'unknown' }));

/** The signed-in session, or null. */
export const currentSession = (): Session | null => {
  const state = sessionStore.getState();
  return state.status === 'signedIn' ? state.session : null;
};

/** The signed-in session of the screen; only used below the guard that requires one. */
export const useSession = (): Session => {
  const state = useStore(sessionStore);
  if (state.status !== 'signedIn') throw new Error('no session: this screen belongs behind the sign-in guard');
  return state.session;
};

/** Whether somebody is signed in in this tab. */
export const useIsSignedIn = (): boolean => useStore(sessionStore, (state) => state.status === 'signedIn');

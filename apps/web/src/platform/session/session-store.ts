import type { Session } from '@sightline/contracts/sessions/session';
import { createStore, useStore } from 'zustand';

/** Somebody is signed in. */
export interface SignedIn {
  status: 'signedIn';
  session: Session;
  /** Minutes without input after which the person wants to be signed out; null: never. */
  autoLogoutMinutes: number | null;
  /** Nobody has been there for 330 s. */
  isIdle: boolean;
  /** Since when this page knows of a session, ms of `performance.now()`: nothing that it shows was read before. */
  sinceMs: number;
}

/** `unknown` until the first answer about the refresh cookie came. */
export type SessionState = { status: 'unknown' } | { status: 'signedOut' } | SignedIn;

/** The session of this tab. Access tokens live here, in memory, and nowhere else. */
export const sessionStore = createStore<SessionState>(() => ({ status: 'unknown' }));

/** What the store holds for a session; a renewal says nothing about whether somebody is there. */
export const signedInState = (session: Session, before: SessionState): SignedIn => {
  const { autoLogout, autoLogoutEnabled } = session.user.settings;
  const known = before.status === 'signedIn' ? before : null;
  return {
    status: 'signedIn',
    session,
    autoLogoutMinutes: autoLogoutEnabled ? autoLogout : null,
    isIdle: known?.isIdle ?? false,
    sinceMs: known?.sinceMs ?? performance.now(),
  };
};

/** Resolves once it is known whether somebody is signed in. */
export const sessionKnown = (): Promise<'signedIn' | 'signedOut'> =>
  new Promise((resolve) => {
    const check = (): void => {
      const { status } = sessionStore.getState();
      if (status === 'unknown') return;
      stop();
      resolve(status);
    };
    const stop = sessionStore.subscribe(check);
    check();
  });

/** Marks the session as idle, or as in use again. */
export const markIdle = (isIdle: boolean): void => {
  const state = sessionStore.getState();
  if (state.status === 'signedIn' && state.isIdle !== isIdle) sessionStore.setState({ ...state, isIdle }, true);
};

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

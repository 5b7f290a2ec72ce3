import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { call } from '../api/client.ts';
import { keepFarewell, type Farewell } from './farewell.ts';
import { shareSession } from './session-channel.ts';
import { acceptSession, forgetSession } from './session-renewal.ts';
import { currentSession } from './session-store.ts';
import { clearTenantState } from './tenant-state.ts';

/** Enters a session that a call just answered; what was cached before belongs to somebody else. */
export const enterSession = (session: Session): void => {
  clearTenantState();
  keepFarewell(null);
  acceptSession(session);
  shareSession({ type: 'entered', session });
};

/** Ends the session in this tab and in the others; `farewell` says why, where the person did not ask for it. */
export const endSession = (farewell: Farewell | null): void => {
  if (farewell !== null) keepFarewell(farewell);
  forgetSession();
  shareSession({ type: 'ended', farewell });
  clearTenantState();
};

/** Leaves the session in this tab only: it may be alive, nobody could tell. */
export const leaveSession = (farewell: Farewell): void => {
  keepFarewell(farewell);
  forgetSession({ mayReturn: true });
  clearTenantState();
};

/** Ends the session everywhere. A server that is away ends it by its own deadline. */
export const signOut = async (farewell: Farewell | null = null): Promise<void> => {
  // The end comes over the live link, too, to every tab and often before the answer: all must know the reason by then.
  keepFarewell(farewell);
  shareSession({ type: 'leaving', farewell });
  try {
    await call(sessionsCalls.signOut, {});
  } finally {
    if (currentSession() !== null) endSession(farewell);
  }
};

/** Makes another of the own organizations the active one. */
export const switchOrganization = async (organizationId: string): Promise<void> => {
  enterSession(await call(sessionsCalls.switchOrganization, { body: { organizationId } }));
};

/** Fetches the session as it is now: organizations, rights, settings. */
export const refetchSession = async (): Promise<void> => {
  const session = await call(sessionsCalls.current, {});
  // Signed out while the answer was on its way.
  if (currentSession() === null) return;
  acceptSession(session);
  shareSession({ type: 'renewed', session });
};

import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { shareSession } from './session-channel.ts';
import { acceptSession, forgetSession } from './session-renewal.ts';

/** Enters a session that a call just answered; what was cached before belongs to somebody else. */
export const enterSession = (session: Session): void => {
  queryClient.clear();
  acceptSession(session);
  shareSession({ type: 'renewed', session });
};

/** Ends the session here and in the other tabs. A server that is away ends it by its own deadline. */
export const signOut = async (): Promise<void> => {
  try {
    await call(sessionsCalls.signOut, {});
  } finally {
    forgetSession();
    shareSession({ type: 'ended' });
    queryClient.clear();
  }
};

/** Makes another of the own organizations the active one. */
export const switchOrganization = async (organizationId: string): Promise<void> => {
  enterSession(await call(sessionsCalls.switchOrganization, { body: { organizationId } }));
};

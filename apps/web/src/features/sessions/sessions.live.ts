import { readAllAnew } from '../../platform/api/query-client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';
import { endSession, refetchSession, signOut } from '../../platform/session/session-actions.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { logProblem } from '../../platform/log/log.ts';

// Giving a group to many people tells each of them several times.
const gatherMs = 300;

let waiting: ReturnType<typeof setTimeout> | undefined;

const refetchSoon = (): void => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    refetchSession().catch((failure: unknown) => logProblem('The session could not be read anew', failure));
  }, gatherMs);
};

/** What may be seen has changed: what is on the screen was read with the rights of before. */
const readAnew = (): void => {
  refetchSoon();
  void readAllAnew();
};

/** Keeps the session true: its end, its organizations, its rights and settings, whoever changed them. */
export const startLive = (): (() => void) => {
  const stops = [
    onEvent('sessions.ended', ({ isForced }, { isOwn }) => {
      // Signing in again ends the session of before; its end must not end the new one.
      if (isOwn && currentSession() !== null) endSession(isForced ? { reason: 'forced' } : null);
    }),
    onEvent('organizations.deleted', ({ organizationId }) => {
      if (currentSession()?.activeOrganizationId !== organizationId) return refetchSoon();
      signOut({ reason: 'organizationDeleted' }).catch((failure: unknown) =>
        logProblem('Signed out here only', failure),
      );
    }),
    onEvent('permissions.changed', ({ userIds }) => {
      const own = currentSession()?.user.id;
      if (userIds === null || (own !== undefined && userIds.includes(own))) readAnew();
    }),
    onEvent('accounts.changed', ({ userId }) => {
      if (currentSession()?.user.id === userId) refetchSoon();
    }),
  ];
  return () => {
    clearTimeout(waiting);
    stops.forEach((stop) => stop());
  };
};

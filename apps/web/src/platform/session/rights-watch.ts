import type { Session } from '@sightline/contracts/sessions/session';
import { sessionStore, type SessionState } from './session-store.ts';

const rightsOf = ({ permissions, user, activeOrganizationId }: Session): string =>
  JSON.stringify([permissions, user.roles, user.isDeveloper, user.isDevTeam, activeOrganizationId]);

/** Whether the same person may now do something else than before. */
export const haveRightsChanged = (now: SessionState, before: SessionState): boolean =>
  now.status === 'signedIn' &&
  before.status === 'signedIn' &&
  now.session !== before.session &&
  rightsOf(now.session) !== rightsOf(before.session);

/** Hears that the signed-in person may do more or less than before, until the returned function is called. */
export const onRightsChanged = (handler: () => void): (() => void) =>
  sessionStore.subscribe((now, before) => {
    if (haveRightsChanged(now, before)) handler();
  });

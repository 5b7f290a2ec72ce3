import { keepFarewell } from '../platform/session/farewell.ts';
import { onSharedSession, type SessionMessage } from '../platform/session/session-channel.ts';
import { acceptSession, forgetSession } from '../platform/session/session-renewal.ts';
import { currentSession, sessionStore } from '../platform/session/session-store.ts';
import { safeNext } from '../platform/routes/safe-next.ts';

const signInPath = '/auth/login';

/** Where a tab goes that shows the sign-in while somebody signs in in another one. */
const placeAfterSignIn = ({ pathname, search }: Location): string =>
  pathname === signInPath ? safeNext(new URLSearchParams(search).get('redirectUrl') ?? undefined) : '/';

let stopAwaiting = (): void => undefined;

/** The end comes over the live link, too, often before the other tab tells of it: it leads to the root as well. */
const awaitEnd = (page: Location): void => {
  stopAwaiting();
  stopAwaiting = sessionStore.subscribe(({ status }) => {
    if (status !== 'signedOut') return;
    stopAwaiting();
    page.assign('/');
  });
};

/**
 * Follows what another tab of this browser did. Loading the page anew, or its root, is the surest way to let nothing stay of the
 * person, or organization, of before.
 */
export const followOtherTab = (message: SessionMessage, page: Location): void => {
  if (message.type === 'reload') return page.reload();
  if (message.type === 'leaving') {
    keepFarewell(message.farewell);
    return awaitEnd(page);
  }
  stopAwaiting();
  if (message.type === 'ended') {
    if (sessionStore.getState().status === 'signedOut') return;
    if (message.farewell !== null) keepFarewell(message.farewell);
    forgetSession();
    return page.assign('/');
  }
  const { status } = sessionStore.getState();
  // A renewal that was under way while this tab, or another one, signed out.
  if (message.type === 'renewed' && status === 'signedOut') return;
  const before = currentSession();
  if (message.type === 'entered') keepFarewell(null);
  acceptSession(message.session);
  const { user, activeOrganizationId } = message.session;
  if (status === 'signedOut') return page.assign(placeAfterSignIn(page));
  if (before !== null && (before.user.id !== user.id || before.activeOrganizationId !== activeOrganizationId))
    page.assign('/');
};

/** Follows the other tabs of this browser from now on. */
export const listenToOtherTabs = (): void => void onSharedSession((message) => followOtherTab(message, location));

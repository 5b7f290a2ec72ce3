import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { bearCalls } from '../api/bearer.ts';
import { fetchFromServer, serverNowUtcMs } from '../clock/server-clock.ts';
import { keepFarewell } from './farewell.ts';
import { followAccess } from './left-organization.ts';
import { shareSession } from './session-channel.ts';
import { expectsSession, rememberSession } from './session-hint.ts';
import { currentSession, sessionStore, signedInState } from './session-store.ts';
import { clearTenantState } from './tenant-state.ts';

const marginMs = 45_000;
const lockName = 'sightline-session-renewal';

let timer: ReturnType<typeof setTimeout> | undefined;

/** The token for the next call, or null when signed out. */
export const accessToken = (): string | null => currentSession()?.accessToken ?? null;

/** How long to wait before renewing: some time before the end, and never in a tight loop when the clocks disagree. */
export const renewalDelayMs = (expiresAt: number, nowMs: number): number =>
  Math.max(15_000, Math.min(expiresAt - nowMs - marginMs, 5 * 60_000));

const isOfOtherTenant = (session: Session, before: Session): boolean =>
  session.user.id !== before.user.id || session.activeOrganizationId !== before.activeOrganizationId;

/** Makes `session` the session of this tab and plans its renewal. What belongs to another organization, or person, is forgotten, however that came about. */
export const acceptSession = (session: Session): void => {
  const before = currentSession();
  if (before !== null && isOfOtherTenant(session, before)) clearTenantState();
  followAccess(session, before);
  sessionStore.setState((before) => signedInState(session, before), true);
  rememberSession(true);
  clearTimeout(timer);
  timer = setTimeout(() => void renewSession(session.accessToken), renewalDelayMs(session.expiresAt, serverNowUtcMs()));
};

/** Forgets the session of this tab; with `mayReturn` the next visit asks again whether there is one. */
export const forgetSession = ({ mayReturn = false }: { mayReturn?: boolean } = {}): void => {
  clearTimeout(timer);
  if (!mayReturn) rememberSession(false);
  sessionStore.setState({ status: 'signedOut' }, true);
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Renewal = 'renewed' | 'ended' | 'later';

const askOnce = async (): Promise<Renewal | 'race'> => {
  const { method, path } = sessionsCalls.refresh;
  let response: Response;
  try {
    response = await fetchFromServer(path, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
  } catch (offline) {
    // Away is not signed out: the session stays as it is and the next call tries again.
    return offline instanceof TypeError ? 'later' : 'ended';
  }
  // Signed out while the answer was on its way.
  if (sessionStore.getState().status === 'signedOut') return 'ended';
  if (response.ok) {
    const session = (await response.json()) as Session;
    acceptSession(session);
    shareSession({ type: 'renewed', session });
    return 'renewed';
  }
  if (response.status === 409) return 'race';
  return response.status === 401 || response.status === 403 ? 'ended' : 'later';
};

const renewLocked = async (usedToken: string | null): Promise<boolean> => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    // Another tab may have renewed while this one waited for the lock; its token came over the channel.
    const token = accessToken();
    if (token !== null && token !== usedToken) return true;
    const result = await askOnce();
    if (result === 'renewed') return true;
    if (result === 'later') return planRetry();
    if (result === 'ended') break;
    await pause(250);
  }
  // The sign-in page says why somebody is there who was at work a moment ago.
  if (currentSession() !== null) keepFarewell({ reason: 'expired' });
  forgetSession();
  return false;
};

const planRetry = (): boolean => {
  const session = currentSession();
  clearTimeout(timer);
  if (session !== null) timer = setTimeout(() => void renewSession(session.accessToken), 15_000);
  return false;
};

/**
 * Renews the session by its cookie: one renewal at a time over all tabs, because a refresh token works only once.
 * `usedToken` is the token that was refused or is about to end. Answers whether a newer token is there.
 */
export const renewSession = (usedToken: string | null): Promise<boolean> => {
  if (!('locks' in navigator)) return renewLocked(usedToken);
  return navigator.locks.request(lockName, () => renewLocked(usedToken));
};

/** Asks once at start whether this browser is signed in. Leaves `unknown` when the server cannot be reached. */
export const restoreSession = async (): Promise<boolean> => {
  if (expectsSession()) return renewSession(null);
  forgetSession();
  return false;
};

// Whatever can bring a session loads this file, and from then on its token goes out with every call.
bearCalls({ accessToken, renewSession });

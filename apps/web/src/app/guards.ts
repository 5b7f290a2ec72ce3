import { redirect } from '@tanstack/react-router';
import { ApiError } from '../platform/api/api-error.ts';
import { restoreSession } from '../platform/session/session-renewal.ts';
import { currentSession, sessionStore } from '../platform/session/session-store.ts';

/** Screens behind the sign-in: whoever is not signed in goes there and comes back. */
export const requireSession = async (href: string): Promise<void> => {
  if (sessionStore.getState().status === 'unknown') await restoreSession();
  const { status } = sessionStore.getState();
  if (status === 'unknown') throw new ApiError({ code: 'unavailable', data: {}, message: 'no answer from the server', requestId: null }, 0);
  if (status === 'signedOut') redirect({ to: '/auth/login', search: href === '/' ? {} : { next: href }, throw: true });
};

/** Screens of an organization: whoever has none yet is led to making one. */
export const requireOrganization = (): void => {
  if (currentSession()?.activeOrganizationId == null) redirect({ to: '/start', throw: true });
};

/** Where to go after signing in: only paths of this application, never another site. */
export const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/auth/') ? next : '/location/home';

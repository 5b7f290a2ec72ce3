import { redirect } from '@tanstack/react-router';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Session } from '@sightline/contracts/sessions/session';
import { ApiError } from '../api/api-error.ts';
import { isDevelopment } from '../app-info/app-info.ts';
import { may } from '../session/may.ts';
import { currentSession, sessionKnown } from '../session/session-store.ts';
import { safeNext } from './safe-next.ts';
import {
  administrativeRights,
  homeOf,
  isDeveloperPerson,
  mainRole,
  notInDefaultOrganization,
  operatorOnly,
  userOnly,
} from './guard-rules.ts';

/** Query parameters of the sign-in page that decide whether it opens. */
interface WayIn {
  /** Where to go afterwards. */
  redirectUrl?: string | undefined;
  msg?: string | undefined;
  error_description?: string | undefined;
  code?: string | undefined;
}

const refusal = (code: ErrorCode, data: Record<string, unknown> = {}): ApiError =>
  new ApiError({ code, data, message: code, requestId: null }, 0);

/** Screens behind the sign-in: whoever is not signed in goes there and comes back. */
export const requireSession = async (href: string): Promise<void> => {
  // The splash covers the page meanwhile, and ends it when no answer comes.
  const status = await sessionKnown();
  if (status === 'signedOut')
    redirect({ to: '/auth/login', search: href === '/' ? {} : { redirectUrl: href }, throw: true });
};

/**
 * The sign-in page: whoever is signed in goes on to where the sign-in would have led. What a provider brought back is looked at first: a code
 * opens another session, a refusal wants to be read.
 */
export const requireSignedOut = async ({
  redirectUrl,
  code,
  msg,
  error_description: description,
}: WayIn): Promise<void> => {
  if (code !== undefined || msg !== undefined || description !== undefined) return;
  if ((await sessionKnown()) === 'signedOut') return;
  if (signedIn().barredBy === 'mfa_demanded')
    redirect({ to: '/auth/second-factor', search: { redirectUrl }, throw: true });
  redirect({ href: safeNext(redirectUrl), replace: true, throw: true });
};

const signedIn = (): Session => {
  const session = currentSession();
  if (session === null) throw refusal('unauthenticated');
  return session;
};

/** Screens of an organization: whoever is in none chooses one, or is led to making one, or to the second factor that it demands. */
export const requireOrganization = async ({ location }: { location: { href: string } }): Promise<void> => {
  const { activeOrganizationId, organizations, user, barredBy } = signedIn();
  if (barredBy === 'mfa_demanded')
    redirect({ to: '/auth/second-factor', search: { redirectUrl: location.href }, throw: true });
  if (activeOrganizationId !== null) return;
  if (organizations.length > 0) redirect({ to: '/organization-selection', throw: true });
  // Only where that page opens for them: sales people have no more than anybody else without an organization.
  if (mainRole(user) === 'DEVELOPER' && isDeveloperPerson(user, await isDevelopment()))
    redirect({ to: '/logs', throw: true });
  redirect({ to: '/start', throw: true });
};

/** Screens that need a permission somewhere, or one of several; without it the screen says which one, and who can give it. */
export const requirePermission = (permission: Permission, ...others: Permission[]): void => {
  if (![permission, ...others].some((one) => may(one))) throw refusal('forbidden', { permission });
};

/** Whether the settings of the active organization are there for somebody. */
export const seesSettings = (): boolean =>
  notInDefaultOrganization(
    signedIn().organization,
    administrativeRights.some((right) => may(right)),
  ) === null;

/** Settings of the organization: of the first one they are for those who administer it; everybody else goes home. */
export const requireSettings = (): void => {
  if (!seesSettings()) redirect({ to: '/location/home', throw: true });
};

/** The home of users; everybody else has a home of their own. */
export const requireUserHome = (): void => {
  const to = userOnly(signedIn().user);
  if (to !== null) redirect({ to, throw: true });
};

/** Screens of operators; everybody else goes home. */
export const requireOperator = (): void => {
  const to = operatorOnly(signedIn().user);
  if (to !== null) redirect({ to, throw: true });
};

/** Screens of developers; for everybody else there is nothing at this address, which stays as it was typed. */
export const requireDeveloper = async (): Promise<void> => {
  if (!isDeveloperPerson(signedIn().user, await isDevelopment())) throw refusal('not_found');
};

/** Choosing an organization: whoever has none makes one. Where there is nothing to choose, the choice is made. */
export const requireChoice = async (href: string): Promise<void> => {
  await requireSession(href);
  const { activeOrganizationId, organizations } = signedIn();
  if (organizations.length === 0) redirect({ to: '/start', throw: true });
  if (organizations.length === 1 && activeOrganizationId !== null) redirect({ to: '/location/home', throw: true });
};

/** An address that leads nowhere leads home. */
export const toOwnHome = (): void => {
  redirect({ to: homeOf(signedIn().user), throw: true });
};

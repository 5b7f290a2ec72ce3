import type { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { knownDeviceOf, sendRefreshCookie } from '../sessions/sessions.public.ts';
import { createAccountChanges } from './account-changes.ts';
import type { AccountsDeps } from './account-parts.ts';
import { createProfileService } from './account-profile.service.ts';
import { createProtectionService, createSignedInService } from './account-protection.service.ts';
import { createSignUpService } from './sign-up.service.ts';

/** The accounts as their calls need them. */
export function createAccountsServices(deps: AccountsDeps) {
  const whole = { ...deps, change: createAccountChanges(deps) };
  return {
    signUp: createSignUpService(whole),
    profile: createProfileService(whole),
    protection: createProtectionService(whole),
    signedIn: createSignedInService(whole),
  };
}

/** Handlers of the account calls. */
export function accountsRoutes(
  services: ReturnType<typeof createAccountsServices>,
  isSecure: boolean,
): CallHandlers<typeof accountsCalls> {
  const { signUp, profile, protection, signedIn } = services;
  return {
    signUp: ({ body }, { request }) => signUp.signUp(body, request.ip),
    sendVerification: async ({ body }, { request }) => {
      await signUp.sendVerification(body.email, request.ip);
      return {};
    },
    verifyEmail: ({ body }, { request }) => signUp.verifyEmail(body.token, request.ip),
    requestPasswordReset: async ({ body }, { request }) => {
      await signUp.requestPasswordReset(body.email, request.ip);
      return {};
    },
    resetPassword: async ({ body }, { request }) => {
      await signUp.resetPassword(body, { address: request.ip, device: knownDeviceOf(request) });
      return {};
    },
    getProfile: (_input, { actor }) => profile.get(actor),
    updateProfile: ({ body }, { actor }) => profile.update(actor, body),
    updateSettings: ({ body }, { actor }) => profile.updateSettings(actor, body),
    changeEmail: async ({ body }, { actor }) => {
      await protection.changeEmail(actor, body);
      return profile.get(actor);
    },
    changePassword: async ({ body }, { actor, reply }) => {
      const refreshToken = await protection.changePassword(actor, body);
      if (refreshToken !== null) sendRefreshCookie(reply, refreshToken, isSecure);
      return {};
    },
    listSessions: async (_input, { actor }) => ({ items: await signedIn.listSessions(actor) }),
    endSession: async ({ params }, { actor }) => {
      await signedIn.endSession(actor, params.sessionId);
      return {};
    },
    endOtherSessions: async (_input, { actor }) => ({ ended: await signedIn.endOtherSessions(actor) }),
    removeIdentity: async ({ params }, { actor }) => {
      await signedIn.removeIdentity(actor, params.id);
      return {};
    },
    renewMediaToken: ({ body }, { actor }) => profile.renewMediaToken(actor, body.kind),
  };
}

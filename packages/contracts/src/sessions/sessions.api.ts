import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, name } from '../shared/ids.ts';
import { email, newPassword } from '../accounts/credentials.ts';
import { session } from './session.ts';

export const sessionsCalls = {
  setup: defineCall({
    method: 'GET',
    path: '/api/v1/setup',
    permission: 'public',
    summary: 'Says whether the first account is still to be made, and whether a core waits on the same machine.',
    output: z.object({ needsFirstAccount: z.boolean(), localCoreWaits: z.boolean(), version: z.string() }),
  }),
  createFirstAccount: defineCall({
    method: 'POST',
    path: '/api/v1/setup/first-account',
    permission: 'public',
    summary: 'Makes the first account of a new installation and signs it in. Refused once any account exists.',
    body: z.object({ name, email, password: newPassword }),
    output: session,
    status: 201,
    errors: ['setup_already_done', 'password_too_weak', 'password_too_easy'],
  }),
  signIn: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/sign-in',
    permission: 'public',
    summary:
      'Signs in with e-mail and password. Ten wrong passwords within 15 minutes lock an account for 15 minutes (`data.retryAfterMs`) for the line or the known device that they came from, fifty for all who never signed in to it on that device; an address may fail 30 times a minute. Where a second factor is set up it answers `mfa_required` with `data.challenge` for `sessions.answerChallenge`.',
    body: z.object({ email, password: z.string().min(1).max(200) }),
    output: session,
    errors: [
      'sign_in_refused',
      'mfa_required',
      'email_unverified',
      'account_locked',
      'firewall_refused',
      'sign_in_method_refused',
      'rate_limited',
    ],
  }),
  answerChallenge: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/answer-challenge',
    permission: 'public',
    summary:
      'Finishes a sign-in by a code of an authenticator or a backup code. Five wrong codes end the challenge; no code works twice.',
    body: z.object({ challenge: z.string().min(1).max(400), code: z.string().trim().min(6).max(20) }),
    output: session,
    errors: ['mfa_code_wrong', 'mfa_challenge_ended', 'firewall_refused', 'rate_limited'],
  }),
  exchangeCode: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/exchange-code',
    permission: 'public',
    summary:
      'Exchanges the code that a provider sign-in brought back to the login page (once, within a minute, in the same browser) for a session.',
    body: z.object({ code: z.string().min(1).max(400) }),
    output: session,
    errors: ['provider_sign_in_failed', 'mfa_required', 'firewall_refused', 'rate_limited'],
  }),
  current: defineCall({
    method: 'GET',
    path: '/api/v1/sessions/current',
    permission: 'signedIn',
    summary:
      'Answers the session as it is now: organizations, roles, settings, permissions; with a newly minted token.',
    output: session,
    errors: ['firewall_refused', 'sign_in_method_refused'],
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/refresh',
    permission: 'public',
    summary:
      'Renews the session by its refresh cookie. A token works once; within 10 s it is answered again, for an answer that was lost, with one other successor and always the same; reuse after that ends the session.',
    output: session,
    errors: ['unauthenticated', 'refresh_reused', 'refresh_race', 'firewall_refused', 'sign_in_method_refused'],
  }),
  signOut: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/sign-out',
    permission: 'public',
    summary:
      'Ends the session of the access token, or of the cookie where that ran out, everywhere it is open, live views included.',
    output: z.object({}),
    errors: ['login_required'],
  }),
  switchOrganization: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/switch',
    permission: 'signedIn',
    summary: 'Makes another of the own organizations the active one and mints a token for it.',
    body: z.object({ organizationId: id }),
    output: session,
    errors: ['not_found', 'mfa_demanded', 'firewall_refused', 'sign_in_method_refused'],
  }),
};

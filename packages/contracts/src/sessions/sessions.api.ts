import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, name } from '../shared/ids.ts';
import { email, newPassword, session } from './session.ts';

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
    errors: ['setup_already_done', 'password_too_weak'],
  }),
  signIn: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/sign-in',
    permission: 'public',
    summary: 'Signs in with e-mail and password. Limited to 10 attempts a minute per address and account.',
    body: z.object({ email, password: z.string().min(1).max(200) }),
    output: session,
    errors: ['sign_in_refused', 'rate_limited'],
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/refresh',
    permission: 'public',
    summary:
      'Renews the session by its refresh cookie. A token works once; one more time within 10 s, for an answer that was lost; reuse after that ends the session.',
    output: session,
    errors: ['unauthenticated', 'refresh_reused', 'refresh_race'],
  }),
  signOut: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/sign-out',
    permission: 'signedIn',
    summary: 'Ends the session everywhere it is open, live views included.',
    output: z.object({}),
  }),
  switchOrganization: defineCall({
    method: 'POST',
    path: '/api/v1/sessions/switch',
    permission: 'signedIn',
    summary: 'Makes another of the own organizations the active one and mints a token for it.',
    body: z.object({ organizationId: id }),
    output: session,
    errors: ['not_found'],
  }),
};

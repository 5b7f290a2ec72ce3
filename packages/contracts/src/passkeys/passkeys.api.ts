import { z } from 'zod';
import { session } from '../sessions/session.ts';
import { defineCall } from '../shared/call.ts';
import { idParams, name } from '../shared/ids.ts';
import { passkey, passkeyCeremony } from './passkey.ts';

const password = z.string().min(1).max(200).optional();
const ceremony = z.string().min(1).max(200);
/** What the browser made of the options, as `PublicKeyCredential.toJSON` writes it; checked by the server, not by its shape. */
const response = z.record(z.string().max(40), z.unknown());

export const passkeysCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/passkeys',
    permission: 'signedIn',
    summary:
      'Lists the own passkeys. `isAvailable` is false where browsers refuse them: without TLS, or at an address without a name.',
    output: z.object({ items: z.array(passkey), isAvailable: z.boolean() }),
  }),
  begin: defineCall({
    method: 'POST',
    path: '/api/v1/passkeys/begin',
    permission: 'signedIn',
    summary: 'Begins to add a passkey. Accounts with a password give it again.',
    body: z.object({ password }),
    output: passkeyCeremony,
    errors: ['passkey_unavailable', 'password_wrong', 'too_many', 'rate_limited'],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/passkeys',
    permission: 'signedIn',
    summary: 'Adds the passkey that a browser made. The person is told by mail.',
    body: z.object({ ceremony, name, response }),
    output: passkey,
    status: 201,
    errors: ['passkey_unavailable', 'passkey_refused', 'too_many'],
  }),
  rename: defineCall({
    method: 'PATCH',
    path: '/api/v1/passkeys/{id}',
    permission: 'signedIn',
    summary: 'Renames an own passkey.',
    params: idParams,
    body: z.object({ name }),
    output: passkey,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/passkeys/{id}',
    permission: 'signedIn',
    summary: 'Removes an own passkey: it signs nobody in any more. Accounts with a password give it again.',
    params: idParams,
    body: z.object({ password }),
    output: z.object({}),
    errors: ['password_wrong', 'rate_limited'],
  }),
  beginSignIn: defineCall({
    method: 'POST',
    path: '/api/v1/passkeys/begin-sign-in',
    permission: 'public',
    summary: 'Begins a sign-in by passkey. It says nothing of who has one.',
    body: z.object({}),
    output: passkeyCeremony,
    errors: ['passkey_unavailable', 'rate_limited'],
  }),
  signIn: defineCall({
    method: 'POST',
    path: '/api/v1/passkeys/sign-in',
    permission: 'public',
    summary:
      'Signs in by a passkey, which counts as both factors. With the `challenge` of a sign-in that waits for its second factor, finishes that one.',
    body: z.object({ ceremony, response, challenge: z.string().min(1).max(400).optional() }),
    output: session,
    errors: [
      'passkey_unavailable',
      'passkey_refused',
      'mfa_challenge_ended',
      'firewall_refused',
      'sign_in_method_refused',
      'rate_limited',
    ],
  }),
};

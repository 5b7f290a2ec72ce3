import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams, name } from '../shared/ids.ts';
import { backupCodes, mfaEnrolment, mfaMethod } from './mfa.ts';

const code = z.string().trim().min(6).max(20);
const password = z.string().min(1).max(200);

export const mfaCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/mfa/methods',
    permission: 'signedIn',
    summary: 'Lists the own second factors, how many backup codes are left, and whether an organization demands one.',
    output: z.object({ items: z.array(mfaMethod), backupCodesLeft: z.number().int(), isDemanded: z.boolean() }),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/mfa/methods',
    permission: 'signedIn',
    summary:
      'Begins to add an authenticator. It counts once a code of it was verified. Accounts with a password give it again.',
    body: z.object({ name, password: password.optional() }),
    output: mfaEnrolment,
    status: 201,
    errors: ['password_wrong', 'rate_limited'],
  }),
  verify: defineCall({
    method: 'POST',
    path: '/api/v1/mfa/methods/{id}/verify',
    permission: 'signedIn',
    summary: 'Confirms a new authenticator by a code of it. With the first one, ten backup codes are answered, once.',
    params: idParams,
    body: z.object({ code }),
    output: z.object({ method: mfaMethod, codes: z.array(z.string()).nullable() }),
    errors: ['mfa_code_wrong', 'rate_limited'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/mfa/methods/{id}',
    permission: 'signedIn',
    summary: 'Removes a second factor; refused for the last one while an organization demands it.',
    params: idParams,
    body: z.object({ code }),
    output: z.object({}),
    errors: ['mfa_code_wrong', 'mfa_demanded', 'rate_limited'],
  }),
  renewBackupCodes: defineCall({
    method: 'POST',
    path: '/api/v1/mfa/backup-codes',
    permission: 'signedIn',
    summary: 'Makes ten new backup codes; the old ones end.',
    body: z.object({ code }),
    output: backupCodes,
    errors: ['mfa_code_wrong', 'rate_limited'],
  }),
};

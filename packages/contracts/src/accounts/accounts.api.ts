import { z } from 'zod';
import { email, newPassword } from '../accounts/credentials.ts';
import { defineCall } from '../shared/call.ts';
import { id, lastName, name } from '../shared/ids.ts';
import { appliedSettings, mediaToken, ownSession, profile, profileUpdate, settingsUpdate } from './account.ts';

/** A secret of a mailed link: used once, at most a day old. */
const linkToken = z.string().min(1).max(200);
const password = z.string().min(1).max(200);
const nothing = z.object({});

export const accountsCalls = {
  signUp: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/sign-up',
    permission: 'public',
    summary:
      'Makes an account and mails a link to confirm its address. Answers the same for an address that has an account already; its owner is told by mail.',
    body: z.object({
      firstName: name,
      lastName: lastName.default(''),
      email,
      password: newPassword,
      lang: z.enum(['en', 'he']).default('en'),
    }),
    output: z.object({ email: z.string() }),
    status: 202,
    errors: ['password_too_weak', 'password_too_easy', 'sign_up_closed', 'rate_limited'],
  }),
  sendVerification: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/send-verification',
    permission: 'public',
    summary:
      'Mails the link of the confirmation again, or one for a password where none was confirmed, if such an unconfirmed account exists. The answer tells nothing.',
    body: z.object({ email }),
    output: nothing,
    status: 202,
    errors: ['rate_limited'],
  }),
  verifyEmail: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/verify-email',
    permission: 'public',
    summary: 'Confirms an address by the secret of a mailed link, also a changed one.',
    body: z.object({ token: linkToken }),
    output: z.object({ email: z.string() }),
    errors: ['link_invalid', 'rate_limited'],
  }),
  requestPasswordReset: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/request-password-reset',
    permission: 'public',
    summary: 'Mails a link for a new password, if there is such an account. The answer tells nothing.',
    body: z.object({ email }),
    output: nothing,
    status: 202,
    errors: ['rate_limited'],
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/reset-password',
    permission: 'public',
    summary: 'Sets a new password by the secret of a mailed link and ends every session of the account.',
    body: z.object({ token: linkToken, password: newPassword }),
    output: nothing,
    errors: ['link_invalid', 'password_too_weak', 'password_too_easy', 'rate_limited'],
  }),
  getProfile: defineCall({
    method: 'GET',
    path: '/api/v1/accounts/profile',
    permission: 'signedIn',
    summary: 'Answers the own account.',
    output: profile,
  }),
  updateProfile: defineCall({
    method: 'PATCH',
    path: '/api/v1/accounts/profile',
    permission: 'signedIn',
    summary: 'Changes name, telephone or time zone; absent fields stay.',
    body: profileUpdate,
    output: profile,
    errors: ['time_zone_unknown'],
  }),
  updateSettings: defineCall({
    method: 'PATCH',
    path: '/api/v1/accounts/settings',
    permission: 'signedIn',
    summary: 'Changes the own settings; absent fields stay.',
    body: settingsUpdate,
    output: appliedSettings,
  }),
  changeEmail: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/change-email',
    permission: 'signedIn',
    summary: 'Asks for another address: it counts when the mailed link was followed. The old address is told.',
    body: z.object({ email, password }),
    output: profile,
    errors: ['password_wrong', 'email_taken', 'rate_limited'],
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/change-password',
    permission: 'signedIn',
    summary: 'Sets a new password and ends every other session of the account.',
    body: z.object({ currentPassword: password, newPassword }),
    output: nothing,
    errors: ['password_wrong', 'password_too_weak', 'password_too_easy', 'rate_limited'],
  }),
  listSessions: defineCall({
    method: 'GET',
    path: '/api/v1/accounts/sessions',
    permission: 'signedIn',
    summary: 'Lists where the person is signed in, the newest use first.',
    output: z.object({ items: z.array(ownSession) }),
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/api/v1/accounts/sessions/{sessionId}',
    permission: 'signedIn',
    summary: 'Ends one of the own sessions, live views included.',
    params: z.object({ sessionId: z.string().min(1).max(100) }),
    output: nothing,
  }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/sessions/end-others',
    permission: 'signedIn',
    summary: 'Ends every own session but this one.',
    output: z.object({ ended: z.number().int() }),
  }),
  removeIdentity: defineCall({
    method: 'DELETE',
    path: '/api/v1/accounts/identities/{id}',
    permission: 'signedIn',
    summary:
      'Unlinks a way of signing in; the last one stays, also the last by which an administrator comes into an organization.',
    params: z.object({ id }),
    output: nothing,
    errors: ['last_identity', 'last_administrator'],
  }),
  renewMediaToken: defineCall({
    method: 'POST',
    path: '/api/v1/accounts/media-tokens',
    permission: 'person',
    summary: 'Makes a short-lived token for push-to-talk or voicemail playback in the active organization.',
    body: z.object({ kind: z.enum(['twilioPtt', 'vmPlayback']) }),
    output: mediaToken,
    status: 201,
  }),
};

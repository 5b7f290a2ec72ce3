import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'accounts.signUp': () => ({ body: { firstName: 'A', email: 'nobody@example.com', password: 'a long password' } }),
  'accounts.sendVerification': () => ({ body: { email: 'nobody@example.com' } }),
  'accounts.verifyEmail': () => ({ body: { token: 'x' } }),
  'accounts.requestPasswordReset': () => ({ body: { email: 'nobody@example.com' } }),
  'accounts.resetPassword': () => ({ body: { token: 'x', password: 'a long password' } }),
  'accounts.getProfile': () => ({}),
  'accounts.updateProfile': () => ({ body: { firstName: 'Renamed' } }),
  'accounts.updateSettings': () => ({ body: { lang: 'he' } }),
  'accounts.changeEmail': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'accounts.changePassword': () => ({ body: { currentPassword: 'x', newPassword: 'a long password' } }),
  'accounts.listSessions': () => ({}),
  'accounts.endSession': ({ sessionId }) => ({ params: { sessionId } }),
  'accounts.endOtherSessions': () => ({}),
  'accounts.removeIdentity': ({ identityId }) => ({ params: { id: identityId } }),
  'accounts.renewMediaToken': () => ({ body: { kind: 'vmPlayback' } }),
};

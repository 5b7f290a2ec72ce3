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

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'accounts.renewMediaToken': 'hands the own credentials out again, every few minutes',
  'accounts.requestPasswordReset': 'answers the same for everybody; following the link stands in the audit',
  'accounts.sendVerification': 'answers the same for everybody; following the link stands in the audit',
  'accounts.signUp': 'somebody of no organization yet',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['accounts.removeIdentity', 'accounts.resetPassword', 'accounts.verifyEmail'];

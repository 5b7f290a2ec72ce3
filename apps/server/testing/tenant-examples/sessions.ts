import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'sessions.setup': () => ({}),
  'sessions.createFirstAccount': () => ({ body: { name: 'A', email: 'a@example.com', password: 'a long password' } }),
  'sessions.signIn': () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  'sessions.refresh': () => ({}),
  'sessions.signOut': () => ({}),
  'sessions.switchOrganization': ({ organizationId }) => ({ body: { organizationId } }),
  'sessions.answerChallenge': () => ({ body: { challenge: 'x', code: '000000' } }),
  'sessions.exchangeCode': () => ({ body: { code: 'x' } }),
  'sessions.current': () => ({}),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'sessions.createFirstAccount': 'somebody of no organization yet',
  'sessions.refresh': 'a session goes on as it was',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['sessions.answerChallenge', 'sessions.exchangeCode'];

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

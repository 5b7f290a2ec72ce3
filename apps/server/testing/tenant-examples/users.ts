import { newId } from '../../src/platform/ids/ids.ts';
import type { TenantExamples } from '../tenant-things.ts';

/** Far beyond what a clock may lie, and within what helping may last. */
const soonMs = (): number => Date.now() + 86_400_000;

export const tenantExamples: TenantExamples = {
  'users.list': ({ groupId }) => ({ query: { search: 'a', groupId } }),
  'users.update': ({ userId, groupId }) => ({
    params: { id: userId },
    body: { role: 'OPERATOR', groupIds: [groupId] },
  }),
  'users.remove': ({ userId }) => ({ params: { id: userId } }),
  'users.leave': () => ({}),
  'users.listInvites': () => ({ query: { kind: 'user', search: 'a' } }),
  'users.invite': ({ groupId }) => ({ body: { emails: [`${newId()}@example.com`], groupIds: [groupId] } }),
  'users.inviteSupport': ({ groupId }) => ({
    body: { email: `${newId()}@example.com`, accessUntil: soonMs(), groupIds: [groupId] },
  }),
  'users.resendInvite': ({ inviteId }) => ({ params: { id: inviteId } }),
  'users.cancelInvite': ({ inviteId }) => ({ params: { id: inviteId } }),
  'users.readInvite': () => ({ body: { token: 'x' } }),
  'users.acceptInvite': () => ({ body: { token: 'x' } }),
  'users.signUpByInvite': () => ({ body: { token: 'x', firstName: 'A', password: 'a long password' } }),
  'users.listSupport': () => ({}),
  'users.updateSupport': ({ helperId, groupId }) => ({
    params: { id: helperId },
    body: { accessUntil: soonMs(), groupIds: [groupId] },
  }),
  'users.removeSupport': ({ helperId }) => ({ params: { id: helperId } }),
  'users.findAll': ({ organizationId }) => ({ body: { orgIds: [organizationId], query: 'a' } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'users.readInvite': 'a question',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['users.acceptInvite', 'users.signUpByInvite'];

import { newId } from '../../src/platform/ids/ids.ts';
import type { TenantExamples } from '../tenant-things.ts';

const response = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} };

export const tenantExamples: TenantExamples = {
  'passkeys.list': () => ({}),
  'passkeys.begin': () => ({ body: { password: 'x' } }),
  'passkeys.create': () => ({ body: { ceremony: 'x', name: 'Phone', response } }),
  'passkeys.rename': () => ({ params: { id: newId() }, body: { name: 'Phone' } }),
  'passkeys.remove': () => ({ params: { id: newId() }, body: { password: 'x' } }),
  'passkeys.beginSignIn': () => ({ body: {} }),
  'passkeys.signIn': () => ({ body: { ceremony: 'x', response } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = { 'passkeys.beginSignIn': 'a question that nobody has answered yet' };

/** Calls that succeed with what a browser made only; the tests of the feature look at their entries. */
export const needsMore = ['passkeys.begin', 'passkeys.create', 'passkeys.rename', 'passkeys.remove', 'passkeys.signIn'];

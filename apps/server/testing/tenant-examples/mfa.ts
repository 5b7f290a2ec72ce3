import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'mfa.list': () => ({}),
  'mfa.create': () => ({ body: { name: 'Phone', password: 'x' } }),
  'mfa.verify': ({ mfaMethodId }) => ({ params: { id: mfaMethodId }, body: { code: '000000' } }),
  'mfa.remove': ({ mfaMethodId }) => ({ params: { id: mfaMethodId }, body: { code: '000000' } }),
  'mfa.renewBackupCodes': () => ({ body: { code: '000000' } }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['mfa.create', 'mfa.remove', 'mfa.renewBackupCodes', 'mfa.verify'];

import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'mfa.list': () => ({}),
  'mfa.create': () => ({ body: { name: 'Phone', password: 'x' } }),
  'mfa.verify': ({ mfaMethodId }) => ({ params: { id: mfaMethodId }, body: { code: '000000' } }),
  'mfa.remove': ({ mfaMethodId }) => ({ params: { id: mfaMethodId }, body: { code: '000000' } }),
  'mfa.renewBackupCodes': () => ({ body: { code: '000000' } }),
};

import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'loginFirewall.get': () => ({}),
  'loginFirewall.set': () => ({
    body: { isEnabled: false, rules: [{ cidr: '10.0.0.0/8', note: 'Office' }], revision: 9 },
  }),
};

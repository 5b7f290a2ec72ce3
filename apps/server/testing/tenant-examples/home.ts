import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'home.locations': () => ({}),
  'home.facts': () => ({}),
  'home.storage': () => ({}),
  'home.day': (things) => ({ params: { id: things.locationId } }),
};

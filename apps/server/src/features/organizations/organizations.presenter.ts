import type { Organization } from '@sightline/contracts/organizations/organization';
import type { OrganizationRow } from './organizations.repository.ts';

/** The only form in which an organization leaves the server. */
export const presentOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  color: row.color,
  createdAt: row.createdAt.getTime(),
  isDefault: row.isDefault,
  disableInactivity: row.disableInactivity,
  localLiveStream: row.localLiveStream,
  takeLapsesMinutes: row.takeLapsesMinutes,
  signIn: { allowsPassword: row.allowsPassword, allowsProviders: row.allowsProviders, demandsMfa: row.demandsMfa },
  revision: row.revision,
});

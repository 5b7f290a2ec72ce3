import type { Organization } from '@sightline/contracts/organizations/organization';
import type { OrganizationRow } from './organizations.repository.ts';

/** The only form in which an organization leaves the server. */
export const presentOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  color: row.color,
  createdAt: row.createdAt.getTime(),
});

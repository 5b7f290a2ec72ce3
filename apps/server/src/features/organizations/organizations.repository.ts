import type { OrganizationInput } from '@sightline/contracts/organizations/organization';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';

export interface OrganizationRow {
  id: string;
  name: string;
  color: string;
  createdAt: Date;
}

const columns = ['id', 'name', 'color', 'createdAt'] as const;

export async function findOrganization(trx: Work, organizationId: string): Promise<OrganizationRow | undefined> {
  return trx.selectFrom('organizations').select(columns).where('id', '=', organizationId).executeTakeFirst();
}

export async function insertOrganization(trx: Work, organizationId: string, input: OrganizationInput): Promise<OrganizationRow> {
  return trx
    .insertInto('organizations')
    .values({ id: organizationId, ...input })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Makes a person an administrator: a member with every permission on the whole organization. */
export async function addAdministrator(trx: Work, organizationId: string, userId: string): Promise<void> {
  await trx.insertInto('memberships').values({ organizationId, userId }).execute();
  const names = Object.keys(permissions) as Permission[];
  const grants = names.map((permission) => ({ organizationId, id: newId(), userId, permission, locationId: null }));
  await trx.insertInto('grants').values(grants).execute();
}

export async function updateOrganization(trx: Work, organizationId: string, change: Partial<OrganizationInput>): Promise<OrganizationRow> {
  return trx
    .updateTable('organizations')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('id', '=', organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

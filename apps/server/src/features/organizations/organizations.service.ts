import type { Organization, OrganizationInput, OrganizationUpdate } from '@sightline/contracts/organizations/organization';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { presentOrganization } from './organizations.presenter.ts';
import * as repository from './organizations.repository.ts';

/** Organizations: made by anybody who is signed in, changed by their administrators. */
export type OrganizationsService = ReturnType<typeof createOrganizationsService>;

/** Organizations own everything else; whoever makes one is its administrator. */
export function createOrganizationsService({ database, changes }: { database: Database; changes: Changes }) {
  return {
    create: async (actor: SessionActor, input: OrganizationInput): Promise<Organization> => {
      const organizationId = newId();
      return changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
        const row = await repository.insertOrganization(trx, organizationId, input);
        await repository.addAdministrator(trx, organizationId, actor.userId);
        await audit({ action: 'organization.create', entityKind: 'organization', entityId: organizationId, data: { name: row.name } });
        return presentOrganization(row);
      });
    },
    getCurrent: async ({ organizationId }: MemberActor): Promise<Organization> => {
      const row = await database.withOrganization(organizationId, (trx) => repository.findOrganization(trx, organizationId));
      if (!row) throw new AppError('not_found');
      return presentOrganization(row);
    },
    updateCurrent: (actor: MemberActor, change: OrganizationUpdate): Promise<Organization> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit, announce }) => {
        const { signIn, ...rest } = change;
        const set = { ...rest, ...signIn };
        const row = await repository.updateOrganization(trx, actor.organizationId, set);
        await audit({ action: 'organization.update', entityKind: 'organization', entityId: row.id, data: set });
        await announce({ kind: 'organizations.changed' });
        return presentOrganization(row);
      }),
  };
}

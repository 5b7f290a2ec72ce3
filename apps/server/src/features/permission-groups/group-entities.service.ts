import type { PermissionEntity } from '@sightline/contracts/permission-groups/permission-group';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { listEntities } from './group-entities.repository.ts';

/** Things on which permissions are given. */
export type EntitiesService = ReturnType<typeof createEntitiesService>;

/** The tree of things, for the screens on which permissions are given. */
export const createEntitiesService = ({ database }: { database: Database }) => ({
  list: (
    { organizationId }: MemberActor,
    search: string | undefined,
  ): Promise<{ items: PermissionEntity[]; isComplete: boolean }> =>
    database.withOrganization(organizationId, (trx) => listEntities(trx, organizationId, search)),
});

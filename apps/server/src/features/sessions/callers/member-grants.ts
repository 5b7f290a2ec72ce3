import type { Grant } from '@sightline/domain/permissions/grant';
import type { Database } from '../../../platform/database/database.ts';
import { readGrants } from './session-actor.repository.ts';
import { isMember } from '../sessions.repository.ts';

/** What a member may do in an organization now; null for those who are none (any more). Asked for programs, which have no session. */
export const readMemberGrants = (
  database: Database,
  organizationId: string,
  userId: string,
): Promise<readonly Grant[] | null> =>
  database.withOrganization(organizationId, async (trx) =>
    (await isMember(trx, organizationId, userId)) ? readGrants(trx, organizationId, { userId }) : null,
  );

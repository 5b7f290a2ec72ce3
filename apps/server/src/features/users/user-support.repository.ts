import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface SupportRow
  extends
    Pick<Row<'organizations'>, 'id' | 'name' | 'color'>,
    Pick<Row<'supportAccess'>, 'accessUntil' | 'acceptedAt'> {
  groups: { id: string; name: string }[];
}

/** Who helps where. */
export interface SupportPlace {
  organizationId: string;
  helperId: string;
}

export async function listSupport(
  trx: Work,
  organizationId: string,
  helperId: string | null = null,
): Promise<SupportRow[]> {
  const { rows } = await sql<SupportRow>`
    select o.id, o.name, o.color, s.access_until, s.accepted_at,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name collate people) from group_organizations x
        join permission_groups g on g.organization_id = x.organization_id and g.id = x.group_id
        where x.organization_id = s.organization_id and x.helper_organization_id = s.helper_organization_id), '[]') as groups
    from support_access s join organizations o on o.id = s.helper_organization_id
    where s.organization_id = ${organizationId} and (${helperId}::uuid is null or s.helper_organization_id = ${helperId}::uuid)
    order by o.name collate people, o.id`.execute(trx);
  return rows;
}

/** Lets an organization help until a time; accepting again prolongs. */
export async function upsertAccess(
  trx: Work,
  access: SupportPlace & { accessUntil: Date; acceptedBy: string; acceptedAt: Date },
): Promise<void> {
  const { organizationId, helperId: helperOrganizationId, accessUntil, acceptedBy, acceptedAt } = access;
  await trx
    .insertInto('supportAccess')
    .values({ organizationId, helperOrganizationId, accessUntil, acceptedBy, acceptedAt })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'helperOrganizationId']).doUpdateSet({ accessUntil, acceptedBy, acceptedAt }),
    )
    .execute();
  await setEnd(trx, access);
}

export async function setAccessUntil(trx: Work, place: SupportPlace & { accessUntil: Date }): Promise<void> {
  await trx
    .updateTable('supportAccess')
    .set({ accessUntil: place.accessUntil })
    .where('organizationId', '=', place.organizationId)
    .where('helperOrganizationId', '=', place.helperId)
    .execute();
  await setEnd(trx, place);
}

async function setEnd(
  trx: Work,
  { organizationId, helperId: helperOrganizationId, accessUntil: endsAt }: SupportPlace & { accessUntil: Date },
): Promise<void> {
  await trx
    .insertInto('supportEnds')
    .values({ organizationId, helperOrganizationId, endsAt })
    .onConflict((conflict) => conflict.columns(['organizationId', 'helperOrganizationId']).doUpdateSet({ endsAt }))
    .execute();
}

export async function deleteAccess(trx: Work, { organizationId, helperId }: SupportPlace): Promise<boolean> {
  const row = await trx
    .deleteFrom('supportAccess')
    .where('organizationId', '=', organizationId)
    .where('helperOrganizationId', '=', helperId)
    .returning('organizationId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Accesses that ended and are still there. */
export async function endedBefore(database: Database, now: Date): Promise<SupportPlace[]> {
  const rows = await database.global
    .selectFrom('supportEnds')
    .select(['organizationId', 'helperOrganizationId'])
    .where('endsAt', '<=', now)
    .orderBy('endsAt')
    .limit(100)
    .execute();
  return rows.map(({ organizationId, helperOrganizationId: helperId }) => ({ organizationId, helperId }));
}

/** Takes an ended access off the list of ends; the row itself stays, so that people see that and when it ended. False when another process was quicker. */
export async function takeEnded(trx: Work, { organizationId, helperId }: SupportPlace, now: Date): Promise<boolean> {
  const row = await trx
    .deleteFrom('supportEnds')
    .where('organizationId', '=', organizationId)
    .where('helperOrganizationId', '=', helperId)
    .where('endsAt', '<=', now)
    .returning('organizationId')
    .executeTakeFirst();
  return row !== undefined;
}

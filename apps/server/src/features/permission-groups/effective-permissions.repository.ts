import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** One grant and by what it came. `permission` null: all of them, for it comes from the administrators. */
export interface SourceRow {
  permission: string | null;
  kind: EntityKind;
  entityId: string | null;
  groupId: string | null;
  groupName: string | null;
  viaId: string | null;
  viaName: string | null;
}

const fromGroups = (organizationId: string, held: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select case when p.is_administrators then null else g.permission end as permission, coalesce(g.entity_kind, 'organization') as kind, g.entity_id,
    p.id as group_id, p.name as group_name, h.via_id, o.name as via_name
  from (${held}) as h
    join permission_groups p on p.organization_id = ${organizationId} and p.id = h.group_id
    left join group_grants g on g.organization_id = p.organization_id and g.group_id = p.id
    left join organizations o on o.id = h.via_id
  where p.is_administrators or g.permission is not null`;

/** Every grant of a member: given directly, or by groups. */
export async function sourcesOfMember(trx: Work, organizationId: string, userId: string): Promise<SourceRow[]> {
  const held = sql`select group_id, null::uuid as via_id from group_users where organization_id = ${organizationId} and user_id = ${userId}`;
  const { rows } = await sql<SourceRow>`
    select permission, entity_kind as kind, entity_id, null::uuid as group_id, null as group_name, null::uuid as via_id, null as via_name
    from grants where organization_id = ${organizationId} and user_id = ${userId}
    union all ${fromGroups(organizationId, held)}`.execute(trx);
  return rows;
}

/** Every grant that helping organizations have here. */
export async function sourcesOfHelpers(
  trx: Work,
  organizationId: string,
  helperIds: readonly string[],
): Promise<SourceRow[]> {
  const held = sql`select group_id, helper_organization_id as via_id from group_organizations
    where organization_id = ${organizationId} and helper_organization_id = any (${[...helperIds]}::uuid[])`;
  const { rows } = await sql<SourceRow>`${fromGroups(organizationId, held)}`.execute(trx);
  return rows;
}

/** Own organizations of a person that may help here now. */
export async function helpersOf(
  trx: Work,
  place: { organizationId: string; userId: string; now: Date },
): Promise<string[]> {
  // Memberships of other organizations are visible to nobody but their person.
  await sql`select set_config('app.user_id', ${place.userId}, true)`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    select s.helper_organization_id as id from support_access s
      join memberships m on m.organization_id = s.helper_organization_id and m.user_id = ${place.userId}
    where s.organization_id = ${place.organizationId} and s.access_until > ${place.now}`.execute(trx);
  return rows.map((row) => row.id);
}

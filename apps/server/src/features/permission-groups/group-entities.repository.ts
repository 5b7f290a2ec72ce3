import type { EntityKind, PermissionEntity } from '@sightline/contracts/permission-groups/permission-group';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Something on which permissions are given. */
export interface EntityRow {
  kind: EntityKind;
  id: string;
  name: string;
  parentId: string | null;
  /** Ids of everything above it and its own. */
  path: string[];
}

const maxListed = 20_000;

/** Locations, cores and cameras in use: rank 1 to 3, so that parents come before children. */
const things = (organizationId: string): RawBuilder<unknown> => sql`
  select 1 as rank, 'location' as kind, id, name, parent_id, path from locations where organization_id = ${organizationId} and deleted_at is null
  union all
  select 2, 'core', e.id, e.name, e.location_id, l.path || e.id
  from edges e join locations l on l.organization_id = e.organization_id and l.id = e.location_id
  where e.organization_id = ${organizationId} and e.deleted_at is null
  union all
  select 3, 'camera', c.id, c.name, c.edge_id, l.path || array[c.edge_id, c.id]
  from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
  where c.organization_id = ${organizationId} and c.deleted_at is null`;

/** Things by id; those that do not exist in this organization are absent. */
export async function findEntities(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntityRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<EntityRow>`
    select kind, id, name, parent_id, path from (${things(organizationId)}) as t where id = any (${[...new Set(ids)]}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The tree, or with a search what matches and everything above it. */
export async function listEntities(
  trx: Work,
  organizationId: string,
  search: string | undefined,
): Promise<{ items: PermissionEntity[]; isComplete: boolean }> {
  const chosen =
    search === undefined || search === ''
      ? sql`true`
      : sql`t.id in (select unnest(m.path) from things m where strpos(lower(m.name), lower(${search})) > 0)`;
  const { rows } = await sql<PermissionEntity>`
    with things as materialized (${things(organizationId)})
    select t.id, t.kind, t.name, t.parent_id from things t where ${chosen}
    order by t.rank, cardinality(t.path), t.name collate people, t.id limit ${maxListed + 1}`.execute(trx);
  return { items: rows.slice(0, maxListed), isComplete: rows.length <= maxListed };
}

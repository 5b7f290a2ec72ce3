import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** Which doors somebody may see: those of these cameras. */
export interface DoorSight {
  organizationId: string;
  scope: Scope;
}

/** A door by its name. */
interface NamedDoor {
  id: string;
  name: string;
}

/** Doors `d` of cameras `c` that are seen. */
const seen = ({ organizationId, scope }: DoorSight): RawBuilder<unknown> => sql`doors d
  join cameras c on c.organization_id = d.organization_id and c.id = d.camera_id and c.deleted_at is null
    and ${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` })}`;

/** Those of these that are saved and seen, by their names. */
export async function doorsNamed(trx: Work, sight: DoorSight, ids: readonly string[]): Promise<NamedDoor[]> {
  const { rows } =
    await sql<NamedDoor>`select d.id, d.name from ${seen(sight)} where d.organization_id = ${sight.organizationId}::uuid and d.is_saved and d.id = any (${[...ids]}::uuid[])
    order by d.name collate people, d.id`.execute(trx);
  return rows;
}

/** Which of these are saved doors of these cameras. */
export async function doorsAmong(
  trx: Work,
  organizationId: string,
  { ids, cameraIds }: { ids: readonly string[]; cameraIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select d.id from doors d
    where d.organization_id = ${organizationId}::uuid and d.is_saved and d.id = any (${[...ids]}::uuid[])
      and d.camera_id = any (${[...cameraIds]}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** A page of all that are saved and seen, by their names. */
export async function listDoorNames(
  trx: Work,
  sight: DoorSight,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<NamedDoor>> {
  const matches = sql<SqlBool>`strpos(lower(d.name collate people), lower(${request.query ?? ''}::text collate people)) > 0`;
  const { rows } =
    await sql<NamedDoor>`select d.id, d.name from ${seen(sight)} where d.organization_id = ${sight.organizationId}::uuid and d.is_saved and ${matches}
    and ${afterCursor(request, sql`d.name collate people`, sql`d.id`)}
    order by d.name collate people, d.id limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(
    trx,
    sql`select 1 from ${seen(sight)} where d.organization_id = ${sight.organizationId}::uuid and d.is_saved and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

import type { EntranceInput } from '@sightline/contracts/entrances/entrance';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';

/** An entrance within its organization. */
export interface EntrancePlace {
  organizationId: string;
  entranceId: string;
}

/** The one kind of entity that cores are told of entrances. */
export const entranceKind = 'entrance';

export interface EntranceRow extends Omit<Row<'entrances'>, 'organizationId' | 'correctedBy' | 'updatedAt'> {
  cameraName: string;
  edgeId: string;
  locationId: string;
  locationName: string;
  timeZone: string;
  /** Locations from the root down, then the core, then the camera. */
  entityPath: string[];
  /** What the core announces; nothing before it was ever linked. */
  abilities: string[];
  /** What is absent has its default. */
  analysis: Partial<AnalysisSettings>;
  /** The core has it as it is now. */
  isConfirmed: boolean;
  /** Of who set the number by hand; null for somebody who is gone, and where nobody did. */
  correctedByName: string | null;
}

/** Entrances `x` of cameras that are in use, with camera `c`, core `e` and location `l`. */
const entrances = sql`entrances x
  join cameras c on c.organization_id = x.organization_id and c.id = x.camera_id and c.deleted_at is null
  join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.deleted_at is null
  join locations l on l.organization_id = c.organization_id and l.id = c.location_id`;

const columns = sql`x.id, x.name, x.camera_id, x.line, x.in_side, x.classes, x.reset_at, x.corrected_at, x.corrected_inside, x.corrected_reason,
  x.revision, x.created_at, c.name as camera_name, e.id as edge_id, l.id as location_id, l.name as location_name, l.time_zone,
  l.path || e.id || c.id as entity_path, e.capabilities as abilities, c.analysis,
  (select u.name from auth."user" u where u.id = x.corrected_by) as corrected_by_name,
  exists (select from shared_entities s
    where s.organization_id = x.organization_id and s.edge_id = e.id and s.kind = ${entranceKind} and s.entity_id = x.id and s.is_wanted)
  and not exists (select from operations o
    where o.organization_id = x.organization_id and o.edge_id = e.id and o.entity = ${entranceKind} and o.entity_id = x.id
      and o.applied_at is null and o.cancelled_at is null) as is_confirmed`;

/** What entrances are looked for by. */
export interface EntranceFilter {
  /** Cameras that one may see. */
  scope: Scope;
  query?: string | undefined;
  cameraId?: string | undefined;
}

function matching(organizationId: string, { scope, query, cameraId }: EntranceFilter): RawBuilder<boolean> {
  const isSeen = insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  return sql<boolean>`(x.organization_id = ${organizationId}::uuid and strpos(lower(x.name), lower(${query ?? ''})) > 0
    and (${cameraId ?? null}::uuid is null or c.id = ${cameraId ?? null}::uuid) and ${isSeen})`;
}

/** A page of those that may be seen, by name. */
export async function listEntrances(
  trx: Work,
  organizationId: string,
  request: PageRequest & EntranceFilter,
): Promise<Page<EntranceRow>> {
  const matches = matching(organizationId, request);
  const { rows } = await sql<EntranceRow>`
    select ${columns} from ${entrances}
    where x.organization_id = ${organizationId}::uuid and ${matches} and ${afterCursor(request, sql`x.name collate people`, sql`x.id`)}
    order by x.name collate people, x.id limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(trx, sql`select 1 from ${entrances} where ${matches}`);
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

export async function findEntrance(
  trx: Work,
  { organizationId, entranceId }: EntrancePlace,
): Promise<EntranceRow | undefined> {
  const { rows } = await sql<EntranceRow>`
    select ${columns} from ${entrances} where x.organization_id = ${organizationId}::uuid and x.id = ${entranceId}::uuid`.execute(
    trx,
  );
  return rows[0];
}

/** Keeps it as it is until the transaction ends; answers its revision. */
export async function holdEntrance(
  trx: Work,
  { organizationId, entranceId }: EntrancePlace,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('entrances')
    .select('revision')
    .where('organizationId', '=', organizationId)
    .where('id', '=', entranceId)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision;
}

/** Held, so that two at once are counted one after the other. */
export async function countEntrances(trx: Work, organizationId: string): Promise<number> {
  await sql`select from organizations where id = ${organizationId}::uuid for no key update`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from entrances where organization_id = ${organizationId}::uuid`.execute(trx);
  return rows[0]?.count ?? 0;
}

const columnsOf = ({ line, classes, ...input }: EntranceInput) => ({
  ...input,
  line: JSON.stringify(line),
  classes: [...classes],
});

export async function insertEntrance(
  trx: Work,
  organizationId: string,
  { at, ...input }: EntranceInput & { at: Date },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('entrances')
    .values({ organizationId, id, ...columnsOf(input), createdAt: at, updatedAt: at })
    .execute();
  return id;
}

export async function updateEntrance(
  trx: Work,
  { organizationId, entranceId }: EntrancePlace,
  { at, ...input }: EntranceInput & { at: Date },
): Promise<void> {
  await trx
    .updateTable('entrances')
    .set((eb) => ({ ...columnsOf(input), updatedAt: at, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', entranceId)
    .execute();
}

/** From that instant on so many were inside. What the entrance is stays as it is. */
export async function correctEntrance(
  trx: Work,
  { organizationId, entranceId }: EntrancePlace,
  correction: { at: Date; inside: number; reason: string; by: string },
): Promise<void> {
  await trx
    .updateTable('entrances')
    .set({
      correctedAt: correction.at,
      correctedInside: correction.inside,
      correctedReason: correction.reason,
      correctedBy: correction.by,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', entranceId)
    .execute();
}

export async function deleteEntrance(trx: Work, { organizationId, entranceId }: EntrancePlace): Promise<void> {
  await trx.deleteFrom('entrances').where('organizationId', '=', organizationId).where('id', '=', entranceId).execute();
}

/** Entrances of the cameras of a core, as the core counts at them; `only`: this one. */
export async function entrancesOfCore(
  trx: Work,
  core: { organizationId: string; edgeId: string },
  only?: string,
): Promise<Pick<EntranceRow, 'id' | 'cameraId' | 'line' | 'inSide' | 'classes'>[]> {
  const { rows } = await sql<EntranceRow>`
    select x.id, x.camera_id, x.line, x.in_side, x.classes from ${entrances}
    where x.organization_id = ${core.organizationId}::uuid and c.edge_id = ${core.edgeId}::uuid
      and (${only ?? null}::uuid is null or x.id = ${only ?? null}::uuid)
    order by x.id`.execute(trx);
  return rows;
}

/** Names of entrances, with where they may be read. */
export async function entranceNames(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; path: string[] }[]> {
  const { rows } = await sql<{ id: string; name: string; path: string[] }>`
    select x.id, x.name, l.path || c.edge_id || c.id as path from entrances x
      join cameras c on c.organization_id = x.organization_id and c.id = x.camera_id
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where x.organization_id = ${organizationId}::uuid and x.id = any (${[...ids]}::uuid[])`.execute(trx);
  return rows;
}

import type { AccessEventInput, AccessEventKind } from '@sightline/contracts/access-events/access-event';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { countUpTo, cursorInstant, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';

/** An access event with its door and the place of that. */
export interface AccessEventRow extends Row<'accessEvents'> {
  doorName: string;
  cameraId: string;
  cameraName: string;
  locationId: string;
  timeZone: string;
}

/** A saved door, with what decides who may see it. */
export interface PostedDoor {
  id: string;
  cameraId: string;
  locationId: string;
  /** Locations from the root down, then the core, then the camera. */
  entityPath: string[];
}

/** Those of these doors that are saved, of cameras in use. Held, so that none of them goes before what is said of it is kept. */
export async function findPostedDoors(
  trx: Work,
  organizationId: string,
  doorIds: readonly string[],
): Promise<PostedDoor[]> {
  const { rows } = await sql<PostedDoor>`
    select d.id, c.id as camera_id, c.location_id, l.path || e.id || c.id as entity_path from doors d
      join cameras c on c.organization_id = d.organization_id and c.id = d.camera_id and c.deleted_at is null
      join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.deleted_at is null
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where d.organization_id = ${organizationId}::uuid and d.is_saved and d.id = any (${[...doorIds]}::uuid[])
    order by d.id for key share of d`.execute(trx);
  return rows;
}

/** Keeps an access event: false when it was kept before, null when another one has its id. */
export async function keepAccessEvent(
  trx: Work,
  organizationId: string,
  said: AccessEventInput & { receivedAt: Date },
): Promise<boolean | null> {
  const { externalId, source, doorId, kind, direction, person, credential, atUtcMs, receivedAt } = said;
  const key = { organizationId, source, externalId };
  const facts = { doorId, kind, direction, person, credential };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('accessEvents')
    .values({ ...key, ...facts, id: newId(), at: new Date(atUtcMs), receivedAt })
    .onConflict((conflict) => conflict.columns(['organizationId', 'source', 'externalId']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows > 0n) return true;
  // One that was said of the future counts from when it came, and is said again as before.
  const { rows } = await sql`
    select from access_events where organization_id = ${organizationId}::uuid and source = ${source} and external_id = ${externalId}
      and (at = ${new Date(atUtcMs)} or at = received_at) and door_id = ${doorId}::uuid and kind = ${kind} and direction is not distinct from ${direction}
      and person is not distinct from ${person} and credential is not distinct from ${credential}`.execute(trx);
  return rows.length > 0 ? false : null;
}

/** What access events are looked for by. */
export interface AccessEventFilter extends PageRequest {
  scope: Scope;
  doorId?: string | undefined;
  cameraId?: string | undefined;
  kind?: AccessEventKind | undefined;
  fromUtcMs?: number | undefined;
  toUtcMs?: number | undefined;
}

const instant = (utcMs: number | undefined): Date | null => (utcMs === undefined ? null : new Date(utcMs));

/** A page of those of doors that may be seen, newest first. */
export async function listAccessEvents(
  trx: Work,
  organizationId: string,
  filter: AccessEventFilter,
): Promise<Page<AccessEventRow>> {
  const { scope, doorId = null, cameraId = null, kind = null, fromUtcMs, toUtcMs, limit, after } = filter;
  const isSeen = insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  const [from, to] = [instant(fromUtcMs), instant(toUtcMs)];
  const [key, id] = [after === null ? null : cursorInstant(after), after?.id ?? null];
  const found = sql`access_events a
    join doors d on d.organization_id = a.organization_id and d.id = a.door_id and d.is_saved
    join cameras c on c.organization_id = d.organization_id and c.id = d.camera_id and c.deleted_at is null
    join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where a.organization_id = ${organizationId}::uuid and ${isSeen}
      and (${doorId}::uuid is null or a.door_id = ${doorId}::uuid) and (${cameraId}::uuid is null or c.id = ${cameraId}::uuid)
      and (${kind}::text is null or a.kind = ${kind}) and (${from}::timestamptz is null or a.at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or a.at < ${to}::timestamptz)`;
  const { rows } = await sql<AccessEventRow>`
    select a.*, d.name as door_name, c.id as camera_id, c.name as camera_name, l.id as location_id, l.time_zone from ${found}
      and (${key}::timestamptz is null or (a.at, a.id) < (${key}::timestamptz, ${id}::uuid))
    order by a.at desc, a.id desc limit ${limit + 1}`.execute(trx);
  const total = await countUpTo(trx, sql`select 1 from ${found}`);
  return { ...toPage(rows, filter, (row) => ({ key: row.at.toISOString(), id: row.id })), total };
}

/** A door is deleted: what was said of it goes with it. */
export async function forgetDoor(
  trx: Work,
  { organizationId, doorId }: { organizationId: string; doorId: string },
): Promise<void> {
  await trx
    .deleteFrom('accessEvents')
    .where('organizationId', '=', organizationId)
    .where('doorId', '=', doorId)
    .execute();
}

/** Forgets what was received before, of every organization. */
export async function forgetOld(database: Database, before: Date): Promise<void> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  for (const { organizationId } of rows)
    await database.withOrganization(organizationId, (trx) =>
      trx
        .deleteFrom('accessEvents')
        .where('organizationId', '=', organizationId)
        .where('receivedAt', '<', before)
        .execute(),
    );
}

import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeRef } from './link.repository.ts';

/** What one core said of cameras that nobody here knows: more of it pushes out the oldest. */
const keptRecords = 20_000;
/** As long as footage is kept where nothing else is said. */
const keptDays = 31;

/** A record about a camera, before anything was done with it. */
export interface CameraRecord {
  cameraId: string;
  atUtcMs: number;
  body: unknown;
}

/** Keeps the records whose camera this organization never had; answers how many those are, and which cameras are spoken of for the first time. */
export async function holdUnknown(
  trx: Work,
  { organizationId, edgeId }: EdgeRef,
  { records, receivedAt }: { records: readonly CameraRecord[]; receivedAt: Date },
): Promise<{ held: number; fresh: string[] }> {
  const asked = [...new Set(records.map(({ cameraId }) => cameraId))];
  if (asked.length === 0) return { held: 0, fresh: [] };
  const { rows } = await sql<{ cameraId: string; isFresh: boolean }>`
    select a.id as camera_id, not exists (select 1 from unknown_camera_records u
      where u.organization_id = ${organizationId} and u.edge_id = ${edgeId} and u.camera_id = a.id) as is_fresh
    from unnest(${asked}::uuid[]) as a (id)
    where not exists (select 1 from cameras c where c.organization_id = ${organizationId} and c.id = a.id)`.execute(
    trx,
  );
  const unknown = new Set(rows.map(({ cameraId }) => cameraId));
  const held = records.filter(({ cameraId }) => unknown.has(cameraId));
  if (held.length === 0) return { held: 0, fresh: [] };
  await trx
    .insertInto('unknownCameraRecords')
    .values(
      held.map(({ cameraId, atUtcMs, body }) => ({
        organizationId,
        edgeId,
        cameraId,
        id: newId(),
        at: new Date(atUtcMs),
        receivedAt,
        body: JSON.stringify(body),
      })),
    )
    .execute();
  await sql`
    delete from unknown_camera_records where organization_id = ${organizationId} and edge_id = ${edgeId} and id <= (
      select id from unknown_camera_records where organization_id = ${organizationId} and edge_id = ${edgeId} order by id desc offset ${keptRecords} limit 1)`.execute(
    trx,
  );
  return { held: held.length, fresh: rows.flatMap(({ cameraId, isFresh }) => (isFresh ? [cameraId] : [])) };
}

interface HeldOf {
  cameraId: string;
  limit: number;
}

/** The oldest records of a camera that are kept, in the order in which they came. */
export async function findHeld(
  trx: Work,
  { organizationId, edgeId }: EdgeRef,
  { cameraId, limit }: HeldOf,
): Promise<CameraRecord[]> {
  const rows = await trx
    .selectFrom('unknownCameraRecords')
    .select(['at', 'body'])
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('cameraId', '=', cameraId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ at, body }) => ({ cameraId, atUtcMs: at.getTime(), body }));
}

/** Cameras of which records are kept although this core has them by now: nobody was there to apply them when they were adopted. */
export async function findAdopted(trx: Work, { organizationId, edgeId }: EdgeRef): Promise<string[]> {
  const { rows } = await sql<{ cameraId: string }>`
    select distinct u.camera_id from unknown_camera_records u
    join cameras c on c.organization_id = u.organization_id and c.id = u.camera_id and c.edge_id = u.edge_id
    where u.organization_id = ${organizationId} and u.edge_id = ${edgeId}`.execute(trx);
  return rows.map(({ cameraId }) => cameraId);
}

/** Whether the core has said here how the streams of a camera are: what is kept of that is older. */
export async function isReported(trx: Work, { organizationId, edgeId }: EdgeRef, cameraId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('cameraStreams')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('cameraId', '=', cameraId)
    .where('reportedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** As `findHeld`, and forgets them. */
export async function takeHeld(trx: Work, place: EdgeRef, held: HeldOf): Promise<CameraRecord[]> {
  const { organizationId, edgeId } = place;
  // Whoever releases the same records waits, and finds them gone.
  await sql`select from edges where organization_id = ${organizationId} and id = ${edgeId} for update`.execute(trx);
  const records = await findHeld(trx, place, held);
  await sql`
    delete from unknown_camera_records where organization_id = ${organizationId} and edge_id = ${edgeId} and camera_id = ${held.cameraId} and id in (
      select id from unknown_camera_records where organization_id = ${organizationId} and edge_id = ${edgeId} and camera_id = ${held.cameraId}
      order by id limit ${held.limit})`.execute(trx);
  return records;
}

/** Throws away what nobody adopted in time. */
export async function deleteOldUnknown(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  const organizations = await database.global
    .selectFrom('edgeIdentities')
    .select('organizationId')
    .distinct()
    .execute();
  for (const { organizationId } of organizations)
    await database.withOrganization(organizationId, (trx) =>
      trx
        .deleteFrom('unknownCameraRecords')
        .where('organizationId', '=', organizationId)
        .where('receivedAt', '<', before)
        .execute(),
    );
}

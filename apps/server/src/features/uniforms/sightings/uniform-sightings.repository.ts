import { sql } from 'kysely';
import type { Database, Work } from '../../../platform/database/database.ts';

/** An event of somebody who wears a uniform. */
export interface UniformSighting {
  uniformId: string;
  eventId: string;
  startedAt: Date;
  cameraId: string;
  score: number;
}

/** Two that write the same rows write them in one order, or they would wait for each other. */
const inOrder = (sightings: readonly UniformSighting[]): UniformSighting[] =>
  sightings.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));

/** Notes who wears what. What somebody marked in a training stays as it was marked. */
export async function putUniformSightings(
  trx: Work,
  organizationId: string,
  sightings: readonly UniformSighting[],
): Promise<void> {
  if (sightings.length === 0) return;
  await sql`
    insert into uniform_sightings (organization_id, uniform_id, event_id, started_at, camera_id, score)
    select ${organizationId}::uuid, n."uniformId", n."eventId", n."startedAt", n."cameraId", n.score
    from json_to_recordset(${JSON.stringify(inOrder(sightings))}::json) as n ("uniformId" uuid, "eventId" uuid, "startedAt" timestamptz, "cameraId" uuid, score real)
    where not exists (select from uniform_examples x where x.organization_id = ${organizationId}::uuid and x.uniform_id = n."uniformId" and x.event_id = n."eventId")
    on conflict (organization_id, uniform_id, event_id) do update set score = excluded.score`.execute(trx);
}

/** Nobody is known to wear anything in these events any more, but for what somebody marked. */
export async function dropUniformSightings(
  trx: Work,
  organizationId: string,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`delete from uniform_sightings s where s.organization_id = ${organizationId}::uuid and s.event_id = any (${[...eventIds]}::uuid[])
    and not exists (select from uniform_examples x where x.organization_id = s.organization_id and x.uniform_id = s.uniform_id and x.event_id = s.event_id and x.is_same)`.execute(
    trx,
  );
}

/** What was found by a former judge is gone; what is marked as the same is the uniform, whatever the judge says. */
export async function beginSightings(trx: Work, organizationId: string, uniformId: string): Promise<void> {
  await sql`delete from uniform_sightings where organization_id = ${organizationId}::uuid and uniform_id = ${uniformId}::uuid`.execute(
    trx,
  );
  await sql`
    insert into uniform_sightings (organization_id, uniform_id, event_id, started_at, camera_id, score)
    select x.organization_id, x.uniform_id, x.event_id, x.started_at, x.camera_id, 1 from uniform_examples x
    where x.organization_id = ${organizationId}::uuid and x.uniform_id = ${uniformId}::uuid and x.is_same`.execute(trx);
}

/** Those of these cameras whose looks may be compared. */
export async function camerasCompared(
  trx: Work,
  organizationId: string,
  cameraIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cameras c where c.organization_id = ${organizationId}::uuid and c.id = any (${[...cameraIds]}::uuid[])
      and coalesce(c.settings -> 'cameraSearchSettings' ->> 'comparesLooks', 'true') <> 'false'
      and coalesce(c.settings -> 'cameraSearchSettings' ->> 'isSearchable', 'true') <> 'false'`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** What events showed is kept as long as they are. */
export async function expireClothing(trx: Work, organizationId: string, now: Date): Promise<void> {
  for (const table of ['uniform_sightings', 'uniform_examples', 'clothing_sightings'])
    await sql`delete from ${sql.table(table)} s using cameras c
      where s.organization_id = ${organizationId}::uuid and c.organization_id = s.organization_id and c.id = s.camera_id
        and s.started_at < ${now}::timestamptz - make_interval(days => c.retention_days + 1)`.execute(trx);
}

/** Events are no examples any more, and in no group. */
export async function endExamples(trx: Work, organizationId: string, eventIds: readonly string[]): Promise<void> {
  const ids = [...eventIds];
  for (const table of ['uniform_examples', 'clothing_sightings', 'uniform_training_images'])
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}::uuid and event_id = any (${ids}::uuid[])`.execute(
      trx,
    );
}

/** Organizations that have cores, and therefore events. */
export async function organizationsWithCores(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  return rows.map((row) => row.organizationId);
}

import { maxGrantedCameras } from '@sightline/contracts/local-grants/local-grant';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** More grants of one core than this are not told one by one as taken back. */
export const maxRevoked = 20_000;

export type LocalGrantRow = Pick<Row<'localGrants'>, 'id' | 'edgeId' | 'userId' | 'sessionId' | 'cameras'>;

/** A camera that may be granted, with everything above it. */
export interface GrantableCamera extends Pick<Row<'cameras'>, 'id' | 'edgeId'> {
  path: string[];
}

interface EdgeKey {
  organizationId: string;
  edgeId: string;
}

// The core stands where local streams are allowed, so does the camera, and the camera may be shown over WebRTC.
const allowedCameras = (organizationId: string) => sql`
  from cameras c
  join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.deleted_at is null
  join locations l on l.organization_id = c.organization_id and l.id = c.location_id and l.local_live_stream
  join locations el on el.organization_id = e.organization_id and el.id = e.location_id and el.local_live_stream
  join organizations o on o.id = c.organization_id and o.local_live_stream
  where c.organization_id = ${organizationId}::uuid and c.deleted_at is null
    and coalesce((c.settings->'delivery'->>'isWebrtc')::boolean, true)`;

/** Cores with cameras that may be granted inside the scope. */
export async function coresInScope(trx: Work, organizationId: string, scope: Scope): Promise<string[]> {
  const inside = insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  const { rows } = await sql<{
    edgeId: string;
  }>`select distinct c.edge_id ${allowedCameras(organizationId)} and ${inside}`.execute(trx);
  return rows.map((row) => row.edgeId);
}

/** What may be granted of one core inside the scope, by id. */
export async function camerasInScope(
  trx: Work,
  { organizationId, edgeId }: EdgeKey,
  scope: Scope,
): Promise<GrantableCamera[]> {
  const inside = insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  const { rows } = await sql<GrantableCamera>`
    select c.id, c.edge_id, l.path || array[c.edge_id, c.id] as path ${allowedCameras(organizationId)}
      and c.edge_id = ${edgeId}::uuid and ${inside} order by c.id limit ${maxGrantedCameras}`.execute(trx);
  return rows;
}

/** Those of the cameras that exist: their place when they may be granted, null when they may not. */
export async function placesNow(
  trx: Work,
  organizationId: string,
  cameraIds: readonly string[],
): Promise<Map<string, string[] | null>> {
  const { rows: existing } = await sql<{ id: string }>`
    select id from cameras where organization_id = ${organizationId}::uuid and deleted_at is null and id = any (${[...cameraIds]}::uuid[])`.execute(
    trx,
  );
  const { rows } = await sql<GrantableCamera>`
    select c.id, c.edge_id, l.path || array[c.edge_id, c.id] as path ${allowedCameras(organizationId)}
      and c.id = any (${[...cameraIds]}::uuid[])`.execute(trx);
  return new Map([
    ...existing.map(({ id }) => [id, null] as const),
    ...rows.map(({ id, path }) => [id, path] as const),
  ]);
}

/** Whether anybody may be let in at a core without the server. */
export async function isAllowedAt(trx: Work, { organizationId, edgeId }: EdgeKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from edges e
    join locations l on l.organization_id = e.organization_id and l.id = e.location_id and l.local_live_stream
    join organizations o on o.id = e.organization_id and o.local_live_stream
    where e.organization_id = ${organizationId}::uuid and e.id = ${edgeId}::uuid and e.deleted_at is null and e.revoked_at is null`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function insertGrant(
  trx: Work,
  organizationId: string,
  grant: LocalGrantRow & { issuedAt: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('localGrants')
    .values({ ...grant, organizationId, cameras: JSON.stringify(grant.cameras) })
    .execute();
}

/** Grants that hold now; of one core, of some people, of one session, or all of the organization. */
export async function openGrants(
  trx: Work,
  organizationId: string,
  which: { now: Date; edgeId?: string; userIds?: readonly string[] | null; sessionId?: string },
): Promise<LocalGrantRow[]> {
  const { now, edgeId, userIds, sessionId } = which;
  let query = trx
    .selectFrom('localGrants')
    .select(['id', 'edgeId', 'userId', 'sessionId', 'cameras'])
    .where('organizationId', '=', organizationId)
    .where('expiresAt', '>', now)
    .where('revokedAt', 'is', null);
  if (edgeId !== undefined) query = query.where('edgeId', '=', edgeId);
  if (sessionId !== undefined) query = query.where('sessionId', '=', sessionId);
  if (userIds) query = query.where('userId', 'in', [...userIds]);
  return query.execute();
}

export async function revokeGrants(
  trx: Work,
  organizationId: string,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('localGrants')
    .set({ revokedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** The grant of a session that allows exactly this and runs out last, when that is later than `until`. */
export async function sameGrant(
  trx: Work,
  organizationId: string,
  { edgeId, userId, sessionId, cameras, until }: Omit<LocalGrantRow, 'id'> & { until: Date },
): Promise<{ id: string; issuedAt: Date } | undefined> {
  return trx
    .selectFrom('localGrants')
    .select(['id', 'issuedAt'])
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('expiresAt', '>', until)
    .where('userId', '=', userId)
    .where('sessionId', '=', sessionId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`cameras = ${JSON.stringify(cameras)}::jsonb`)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst();
}

/** Grants of a core that were taken back and would still hold by their time; one more than may be told when there are more. */
export async function revokedGrants(trx: Work, { organizationId, edgeId }: EdgeKey, now: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('localGrants')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('expiresAt', '>', now)
    .where('revokedAt', 'is not', null)
    .orderBy('expiresAt', 'desc')
    .limit(maxRevoked + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whose grant it was; undefined when it was not for this core or is forgotten. */
export async function findGrant(
  trx: Work,
  { organizationId, edgeId }: EdgeKey,
  id: string,
): Promise<{ userId: string; sessionId: string; issuedAt: Date } | undefined> {
  return trx
    .selectFrom('localGrants')
    .select(['userId', 'sessionId', 'issuedAt'])
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether this view stands in the audit already. `since`: before then it cannot; null: not known. */
export async function isViewWritten(
  trx: Work,
  organizationId: string,
  { cameraId, data, since }: { cameraId: string; data: Record<string, unknown>; since: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from audit_entries where organization_id = ${organizationId} and action = 'live.local' and entity_id = ${cameraId}
      and data @> ${JSON.stringify(data)}::jsonb and at >= coalesce(${since}::timestamptz - interval '1 day', '-infinity') limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Whether the camera is, or was, of this core. */
export async function isCameraOf(trx: Work, { organizationId, edgeId }: EdgeKey, cameraId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('cameras')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', cameraId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets what ran out before `before`. */
export async function deleteOldGrants(trx: Work, organizationId: string, before: Date): Promise<void> {
  await trx
    .deleteFrom('localGrants')
    .where('organizationId', '=', organizationId)
    .where('expiresAt', '<', before)
    .execute();
}

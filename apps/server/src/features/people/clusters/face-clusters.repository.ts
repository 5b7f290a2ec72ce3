import type { Page } from '@sightline/contracts/shared/paging';
import type { FaceCluster } from '@sightline/domain/people/face-clusters';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../../platform/database/page.ts';
import { sightingsSeen, type SightingSight } from '../sightings/sighting-sight.repository.ts';

/** An unsaved person as somebody sees them. */
export interface ClusterRow {
  id: string;
  appearances: number;
  firstSeenAt: Date | null;
  lastSeenAt: Date | null;
  /** The event with the best picture of the face. */
  photoEventId: string | null;
}

interface ListedCluster extends ClusterRow {
  /** By which it stands in its place. */
  orderedAt: Date;
}

/** Pictures are looked for among so many of the best sightings. */
const lookedFor = 6;
const facePictureBit = 2;

/** A page of unsaved people, those seen last first; who was seen nowhere where the reader may look is not among them. */
export async function listClusters(
  trx: Work,
  sight: SightingSight,
  request: PageRequest,
): Promise<Page<ClusterRow> & { since: Date | null }> {
  const { organizationId } = sight;
  const isSeen = sql`exists (select from face_sightings s where s.organization_id = ${organizationId}::uuid and s.cluster_id = k.id and ${sightingsSeen(sight, 's')})`;
  const matches = sql`k.organization_id = ${organizationId}::uuid and ${isSeen}`;
  const after =
    request.after === null
      ? sql`true`
      : sql`(k.last_seen_at, k.id) < (to_timestamp(${Number(request.after.key)}::float8 / 1000)::timestamptz(3), ${request.after.id}::uuid)`;
  const { rows } = await sql<ListedCluster>`
    with page as materialized (
      select k.id, k.last_seen_at from face_clusters k where ${matches} and ${after}
      order by k.last_seen_at desc, k.id desc limit ${request.limit + 1})
    select p.id, p.last_seen_at as ordered_at, seen.count::integer as appearances, seen.first as first_seen_at, seen.last as last_seen_at,
      (select b.event_id from (
        select s.event_id, s.started_at, s.quality from face_sightings s
        where s.organization_id = ${organizationId}::uuid and s.cluster_id = p.id and ${sightingsSeen(sight, 's')}
        order by s.quality desc, s.started_at desc limit ${lookedFor}) as b
        join events e on e.organization_id = ${organizationId}::uuid and e.started_at = b.started_at and e.id = b.event_id
        where e.thumbnails & ${facePictureBit}::smallint <> 0 order by b.quality desc limit 1) as photo_event_id
    from page p cross join lateral (
      select count(*) as count, min(s.started_at) as first, max(s.started_at) as last from face_sightings s
      where s.organization_id = ${organizationId}::uuid and s.cluster_id = p.id and ${sightingsSeen(sight, 's')}) as seen
    order by p.last_seen_at desc, p.id desc`.execute(trx);
  const page = toPage(rows, request, ({ orderedAt, id }) => ({ key: String(orderedAt.getTime()), id }));
  const total = await countUpTo(trx, sql`select 1 from face_clusters k where ${matches}`);
  return { ...page, total, since: await longestAgo(trx, sight) };
}

/** When the one was seen that was seen longest ago. */
async function longestAgo(trx: Work, sight: SightingSight): Promise<Date | null> {
  const { organizationId } = sight;
  const { rows } = await sql<{ since: Date | null }>`
    select (select max(s.started_at) from face_sightings s where s.organization_id = ${organizationId}::uuid and s.cluster_id = k.id and ${sightingsSeen(sight, 's')}) as since
    from face_clusters k where k.organization_id = ${organizationId}::uuid
      and exists (select from face_sightings s where s.organization_id = ${organizationId}::uuid and s.cluster_id = k.id and ${sightingsSeen(sight, 's')})
    order by k.last_seen_at, k.id limit 1`.execute(trx);
  return rows[0]?.since ?? null;
}

/** Nobody else puts faces of an organization together, or takes them apart, until the transaction ends. */
export async function lockClusters(trx: Work, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`face-clusters:${organizationId}`}))`.execute(trx);
}

/** An unsaved person whom nobody else changes until the transaction ends; undefined for one whom the reader may not see. */
export async function holdCluster(
  trx: Work,
  sight: SightingSight,
  clusterId: string,
): Promise<{ id: string } | undefined> {
  const { organizationId } = sight;
  await lockClusters(trx, organizationId);
  const { rows } = await sql<{ id: string }>`
    select k.id from face_clusters k where k.organization_id = ${organizationId}::uuid and k.id = ${clusterId}::uuid
      and exists (select from face_sightings s where s.organization_id = ${organizationId}::uuid and s.cluster_id = k.id and ${sightingsSeen(sight, 's')})
    for update of k`.execute(trx);
  return rows[0];
}

export async function deleteClusters(trx: Work, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('faceClusters')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** A cluster as it is compared. */
export interface KnownCluster extends FaceCluster {
  modelId: string;
}

const floatsOf = (bytes: Buffer): Float32Array => {
  const copy = Uint8Array.from(bytes);
  return new Float32Array(copy.buffer, 0, Math.floor(copy.length / 4));
};
const bytesOf = (sum: Float32Array): Buffer => Buffer.from(sum.buffer, sum.byteOffset, sum.byteLength);

/** Unsaved people that changed since a version, in the order in which they did. */
export async function clustersSince(
  trx: Work,
  organizationId: string,
  { version, limit }: { version: number; limit: number },
): Promise<(KnownCluster & { version: number })[]> {
  const { rows } = await sql<{ id: string; modelId: string; sum: Buffer; weight: number; version: number }>`
    select id, model_id, sum, weight, version from face_clusters
    where organization_id = ${organizationId}::uuid and version > ${version}::bigint order by version limit ${limit}`.execute(
    trx,
  );
  return rows.map(({ sum, ...row }) => ({ ...row, sum: floatsOf(sum) }));
}

/** Those of these that there are. */
export async function clustersAmong(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<KnownCluster[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('faceClusters')
    .select(['id', 'modelId', 'sum', 'weight'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, sum: floatsOf(sum) }));
}

export async function countClusters(trx: Work, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from face_clusters where organization_id = ${organizationId}::uuid`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function clusterIds(trx: Work, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from face_clusters where organization_id = ${organizationId}::uuid`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What became of a cluster. */
export interface ClusterChange extends KnownCluster {
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** Where each of some pieces ends when they are put together. */
function endsOf(pieces: readonly Buffer[]): number[] {
  let end = 0;
  return pieces.map(({ length }) => (end += length));
}

/** Notes where clusters lie now, and when who is in them was seen. */
export async function putClusters(trx: Work, organizationId: string, changes: readonly ClusterChange[]): Promise<void> {
  if (changes.length === 0) return;
  const of = <T>(pick: (change: ClusterChange) => T): T[] => changes.map(pick);
  // One piece of bytes travels as it is; an array of such would be written in figures, twice as long, and read again.
  const sums = of(({ sum }) => bytesOf(sum));
  const ends = endsOf(sums);
  await sql`
    with given as materialized (select ${Buffer.concat(sums)}::bytea as sums)
    insert into face_clusters as k (organization_id, id, model_id, sum, weight, first_seen_at, last_seen_at)
    select ${organizationId}::uuid, n.id, n.model_id, substring(given.sums from n.first for n.size), n.weight, n.first_seen_at, n.last_seen_at
    from given, unnest(${of(({ id }) => id)}::uuid[], ${of(({ modelId }) => modelId)}::text[],
      ${sums.map(({ length }, at) => (ends[at] ?? 0) - length + 1)}::integer[], ${sums.map(({ length }) => length)}::integer[], ${of(({ weight }) => weight)}::real[], ${of(({ firstSeenAt }) => firstSeenAt.toISOString())}::timestamptz[],
      ${of(({ lastSeenAt }) => lastSeenAt.toISOString())}::timestamptz[]) as n (id, model_id, first, size, weight, first_seen_at, last_seen_at)
    on conflict (organization_id, id) do update set sum = excluded.sum, weight = excluded.weight, version = excluded.version,
      first_seen_at = least(k.first_seen_at, excluded.first_seen_at), last_seen_at = greatest(k.last_seen_at, excluded.last_seen_at)`.execute(
    trx,
  );
}

/** These clusters turned out to be another one. */
export async function absorbClusters(
  trx: Work,
  organizationId: string,
  { absorbed, into }: { absorbed: readonly string[]; into: string },
): Promise<void> {
  if (absorbed.length === 0) return;
  const ids = [...absorbed];
  await sql`update face_sightings set cluster_id = ${into}::uuid where organization_id = ${organizationId}::uuid and cluster_id = any (${ids}::uuid[])`.execute(
    trx,
  );
  await sql`
    update face_clusters k set first_seen_at = least(k.first_seen_at, o.first), last_seen_at = greatest(k.last_seen_at, o.last)
    from (select min(first_seen_at) as first, max(last_seen_at) as last from face_clusters where organization_id = ${organizationId}::uuid and id = any (${ids}::uuid[])) as o
    where k.organization_id = ${organizationId}::uuid and k.id = ${into}::uuid`.execute(trx);
  await deleteClusters(trx, organizationId, ids);
}

/** Clusters of which no sighting is left are gone; `ids`: only these are looked at. */
export async function deleteEmptyClusters(trx: Work, organizationId: string, ids?: readonly string[]): Promise<void> {
  const isMeant = ids === undefined ? sql`true` : sql`k.id = any (${[...ids]}::uuid[])`;
  await sql`delete from face_clusters k where k.organization_id = ${organizationId}::uuid and ${isMeant}
    and not exists (select from face_sightings s where s.organization_id = k.organization_id and s.cluster_id = k.id)`.execute(
    trx,
  );
}

/** Where a cluster lies now. One of which no face is left is gone. */
export async function setCentre(trx: Work, organizationId: string, { id, sum, weight }: FaceCluster): Promise<void> {
  if (weight === 0) return deleteClusters(trx, organizationId, [id]);
  await trx
    .updateTable('faceClusters')
    .set({ sum: bytesOf(sum), weight, version: sql<number>`nextval('face_cluster_versions')` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

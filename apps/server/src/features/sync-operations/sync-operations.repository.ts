import type { EdgeState } from '@sightline/contracts/edges/edge';
import type { OrganizationSync } from '@sightline/contracts/sync-operations/sync-operation';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import type { SyncedCore } from '../../platform/sync/synced-entity.ts';

/** A core in its organization. */
export interface QueuePlace {
  organizationId: string;
  edgeId: string;
}

export interface OperationRow extends Pick<
  Row<'operations'>,
  | 'sequence'
  | 'entityId'
  | 'revision'
  | 'createdAt'
  | 'appliedAt'
  | 'publishedAt'
  | 'publishCount'
  | 'nextPublishAt'
  | 'cancelledAt'
  | 'cancels'
> {
  /** Name of its kind. */
  entity: Row<'operations'>['entity'];
  /** Number of the last operation about the same entity. */
  newest: number;
  hasContent: boolean;
}

const selectOperation = ({ organizationId, edgeId }: QueuePlace): RawBuilder<unknown> => sql`
  select o.sequence, o.entity, o.entity_id, o.revision, o.created_at, o.applied_at, o.published_at, o.publish_count,
    o.next_publish_at, o.cancelled_at, o.cancels, o.content is not null as has_content,
    (select max(n.sequence) from operations n
      where n.organization_id = o.organization_id and n.edge_id = o.edge_id and n.entity = o.entity and n.entity_id = o.entity_id) as newest
  from operations o
  where o.organization_id = ${organizationId} and o.edge_id = ${edgeId}`;

export async function lastCommitted(trx: Work, place: QueuePlace): Promise<OperationRow | undefined> {
  const { rows } =
    await sql<OperationRow>`${selectOperation(place)} and o.applied_at is not null order by o.sequence desc limit 1`.execute(
      trx,
    );
  return rows[0];
}

export async function findOperation(trx: Work, place: QueuePlace, sequence: number): Promise<OperationRow | undefined> {
  const { rows } = await sql<OperationRow>`${selectOperation(place)} and o.sequence = ${sequence}`.execute(trx);
  return rows[0];
}

const open = sql`applied_at is null and cancelled_at is null`;

/** A page of what was not acknowledged, in order. */
export async function listOpen(trx: Work, place: QueuePlace, request: PageRequest): Promise<Page<OperationRow>> {
  const after = request.after?.key ?? '0';
  if (!/^\d{1,15}$/.test(after)) throw new AppError('validation_failed', { fields: ['cursor'] });
  const { rows } = await sql<OperationRow>`
    ${selectOperation(place)} and o.applied_at is null and o.cancelled_at is null and o.sequence > ${Number(after)}
    order by o.sequence limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(
    trx,
    sql`select 1 from operations where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and ${open}`,
  );
  return { ...toPage(rows, request, (row) => ({ key: String(row.sequence), id: place.edgeId })), total };
}

export async function countOpen(trx: Work, place: QueuePlace): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select count(*)::integer as value from operations where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and ${open}`.execute(
    trx,
  );
  return rows[0]?.value ?? 0;
}

/** Makes an entity due now: its newest operation is the one that is sent. */
export async function makeDue(
  trx: Work,
  place: QueuePlace,
  due: { entity: string; entityId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('operations')
    .set({ nextPublishAt: due.at })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('entity', '=', due.entity)
    .where('entityId', '=', due.entityId)
    .where('appliedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .execute();
}

export async function resetCounter(trx: Work, place: QueuePlace, sequence: number): Promise<void> {
  await changeOne(trx, place, { sequence, change: { publishCount: 0 } });
}

export async function markCancelled(
  trx: Work,
  place: QueuePlace,
  { sequence, at }: { sequence: number; at: Date },
): Promise<void> {
  await changeOne(trx, place, { sequence, change: { cancelledAt: at, nextPublishAt: null } });
}

async function changeOne(
  trx: Work,
  place: QueuePlace,
  {
    sequence,
    change,
  }: { sequence: number; change: { publishCount?: number; cancelledAt?: Date; nextPublishAt?: null } },
): Promise<void> {
  await trx
    .updateTable('operations')
    .set(change)
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('sequence', '=', sequence)
    .execute();
}

/** The operation that an entity goes back to; `isSame`: there is nothing to take back in the entity itself. */
export async function operationBefore(
  trx: Work,
  place: QueuePlace,
  operation: { sequence: number; entity: string; entityId: string },
): Promise<{ sequence: number; hasContent: boolean; isSame: boolean } | undefined> {
  const { rows } = await sql<{ sequence: number; hasContent: boolean; isSame: boolean }>`
    select b.sequence, b.content is not null as has_content, b.content is not distinct from o.content and b.sealed is not distinct from o.sealed as is_same
    from operations b
    join operations o on o.organization_id = b.organization_id and o.edge_id = b.edge_id and o.sequence = ${operation.sequence}
    where b.organization_id = ${place.organizationId} and b.edge_id = ${place.edgeId} and b.entity = ${operation.entity} and b.entity_id = ${operation.entityId}
      and b.sequence < ${operation.sequence} and b.cancelled_at is null
    order by b.sequence desc limit 1`.execute(trx);
  return rows[0];
}

/** A core as it is wanted: which kinds it knows, and how far its operations are numbered. */
export interface QueueState {
  core: SyncedCore;
  lastOperation: number;
  /** The core had been told what this database does not know. */
  isOtherHistory: boolean;
}

export async function queueState(trx: Work, { organizationId, edgeId }: QueuePlace): Promise<QueueState> {
  const { lastOperation, compareSince, syncedKinds } = await trx
    .selectFrom('edges')
    .select(['lastOperation', 'compareSince', 'syncedKinds'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .executeTakeFirstOrThrow();
  const core = { organizationId, edgeId, kinds: new Set(syncedKinds) };
  return { core, lastOperation, isOtherHistory: compareSince !== null };
}

/** Takes back what waits for a core of kinds that it does not know. */
export async function withdrawOthers(
  trx: Work,
  { organizationId, edgeId }: QueuePlace,
  kinds: string[],
): Promise<void> {
  await sql`
    update operations set cancelled_at = now(), next_publish_at = null
    where organization_id = ${organizationId} and edge_id = ${edgeId} and ${open} and not entity = any (${kinds}::text[])`.execute(
    trx,
  );
}

/** Entities of a kind of which the core may have been told. */
export async function toldEntities(trx: Work, place: QueuePlace, kind: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('operations')
    .select('entityId')
    .distinct()
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('entity', '=', kind)
    .where((eb) => eb.or([eb('publishedAt', 'is not', null), eb('appliedAt', 'is not', null)]))
    .execute();
  return new Set(rows.map(({ entityId }) => entityId));
}

/** Keeps what asking the core came to; false when that was known. */
export async function storeContentMatches(trx: Work, place: QueuePlace, contentMatches: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('edges')
    .set({ contentMatches })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where('contentMatches', '!=', contentMatches)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Operations are numbered on from what the core has applied already; numbers that another history used stay unused. */
export async function continueAfter(trx: Work, { organizationId, edgeId }: QueuePlace, applied: number): Promise<void> {
  await sql`
    update edges set last_operation = ${applied}, applied_operation = ${applied}
    where organization_id = ${organizationId} and id = ${edgeId} and last_operation < ${applied}`.execute(trx);
}

/** The core was compared and is told what is wrong with it: nothing has to be compared any more. */
export async function noteCompared(
  trx: Work,
  { organizationId, edgeId }: QueuePlace,
  { contentMatches }: { contentMatches: boolean },
): Promise<void> {
  await trx
    .updateTable('edges')
    .set({ compareSince: null, contentMatches })
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .execute();
}

interface ScopedPlace {
  organizationId: string;
  scope: Scope;
}

const openOf = sql`(select count(*)::integer from operations o where o.organization_id = e.organization_id and o.edge_id = e.id
  and o.applied_at is null and o.cancelled_at is null)`;
const isInSync = sql<boolean>`(e.applied_operation >= e.last_operation and e.content_matches)`;
const scoped = ({ organizationId, scope }: ScopedPlace): RawBuilder<unknown> => sql`
  from edges e join locations l on l.organization_id = e.organization_id and l.id = e.location_id
  where e.organization_id = ${organizationId} and e.deleted_at is null
    and ${insideScope(scope, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}`;

export async function countInSync(trx: Work, place: ScopedPlace): Promise<OrganizationSync> {
  const { rows } = await sql<OrganizationSync>`
    select count(*)::integer as edges, (count(*) filter (where ${isInSync}))::integer as in_sync,
      (count(*) filter (where not ${isInSync}))::integer as out_of_sync, coalesce(sum(${openOf}), 0)::integer as uncommitted
    ${scoped(place)}`.execute(trx);
  return rows[0] ?? { edges: 0, inSync: 0, outOfSync: 0, uncommitted: 0 };
}

export interface UnsyncedFilter {
  search?: string | undefined;
  locationId?: string | undefined;
  states?: readonly EdgeState[] | undefined;
}

export interface UnsyncedEdgeRow extends Pick<
  Row<'edges'>,
  'id' | 'name' | 'locationId' | 'claimedAt' | 'revokedAt' | 'isLinked'
> {
  locationName: string;
  isComplete: boolean;
  uncommitted: number;
  oldestAt: Date | null;
}

const stateSql = sql`case when e.revoked_at is not null then 'revoked' when e.claimed_at is null then 'unclaimed' when e.is_linked then 'online' else 'offline' end`;

const unsynced = (
  place: ScopedPlace,
  { search = null, locationId = null, states = null }: Partial<Record<keyof UnsyncedFilter, unknown>>,
): RawBuilder<unknown> =>
  sql`${scoped(place)} and not ${isInSync}
    and (${search}::text is null or strpos(lower(e.name), lower(${search}::text)) > 0)
    and (${locationId}::uuid is null or ${locationId}::uuid = any (l.path))
    and (${states}::text[] is null or ${stateSql} = any (${states}::text[]))`;

/** A page of cores that are not in sync, by name. */
export async function listUnsynced(
  trx: Work,
  place: ScopedPlace,
  request: PageRequest & UnsyncedFilter,
): Promise<Page<UnsyncedEdgeRow>> {
  const from = unsynced(place, {
    search: request.search,
    locationId: request.locationId,
    states: request.states && [...request.states],
  });
  const { rows } = await sql<UnsyncedEdgeRow>`
    select e.id, e.name, e.location_id, l.name as location_name, e.claimed_at, e.revoked_at, e.is_linked,
      e.applied_operation >= e.last_operation as is_complete, ${openOf} as uncommitted,
      (select min(o.created_at) from operations o where o.organization_id = e.organization_id and o.edge_id = e.id
        and o.applied_at is null and o.cancelled_at is null) as oldest_at
    ${from} and ${afterCursor(request, sql`e.name collate people`, sql`e.id`)}
    order by e.name collate people, e.id limit ${request.limit + 1}`.execute(trx);
  return {
    ...toPage(rows, request, (row) => ({ key: row.name, id: row.id })),
    total: await countUpTo(trx, sql`select 1 ${from}`),
  };
}

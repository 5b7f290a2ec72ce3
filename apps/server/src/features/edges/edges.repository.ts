import type { KeptDhcp } from '@sightline/contracts/edges/dhcp';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { shownColumns, type ShownColumns } from '../../platform/database/shown-status.ts';
import { newId } from '../../platform/ids/ids.ts';

export interface EdgeRow
  extends
    ShownColumns,
    Pick<
      Row<'edges'>,
      | 'id'
      | 'name'
      | 'locationId'
      | 'hosted'
      | 'claimedAt'
      | 'revokedAt'
      | 'isLinked'
      | 'stateSince'
      | 'lastSeenAt'
      | 'version'
      | 'capabilities'
      | 'health'
      | 'clockOffsetMs'
      | 'lastOperation'
      | 'appliedOperation'
      | 'contentMatches'
      | 'leastDays'
      | 'syncedKinds'
      | 'createdAt'
      | 'revision'
    > {
  entityPath: string[];
  timeZone: string;
  cameraCount: number;
}

const selectRow = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('edges as e')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'e.organizationId').onRef('l.id', '=', 'e.locationId'),
    )
    .leftJoin('statuses as st', (join) =>
      join.onRef('st.organizationId', '=', 'e.organizationId').onRef('st.entityId', '=', 'e.id'),
    )
    .select((eb) => [
      'e.id',
      'e.name',
      'e.locationId',
      'l.timeZone',
      'e.hosted',
      sql<string[]>`l.path || e.id`.as('entityPath'),
      'e.claimedAt',
      'e.revokedAt',
      'e.isLinked',
      'e.stateSince',
      'e.lastSeenAt',
      'e.version',
      'e.capabilities',
      'e.health',
      'e.clockOffsetMs',
      'e.lastOperation',
      'e.appliedOperation',
      'e.contentMatches',
      'e.leastDays',
      'e.syncedKinds',
      'e.createdAt',
      ...shownColumns,
      'e.revision',
      eb
        .selectFrom('cameras as c')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('c.edgeId', '=', 'e.id')
        .where('c.organizationId', '=', organizationId)
        .where('c.deletedAt', 'is', null)
        .as('cameraCount'),
    ])
    .where('e.organizationId', '=', organizationId)
    .where('e.deletedAt', 'is', null);

export async function listEdges(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  request: PageRequest & { locationId?: string | undefined; locationDepth?: 'own' | 'below' | undefined },
): Promise<Page<EdgeRow>> {
  const inScope = insideScope(place.scope, {
    organizationId: place.organizationId,
    location: sql`e.location_id`,
    core: sql`e.id`,
  });
  const where = request.locationDepth === 'own' ? sql`e.location_id` : sql`any (l.path)`;
  const matches = sql<boolean>`(${request.locationId ?? null}::uuid is null or ${request.locationId ?? null}::uuid = ${where})`;
  const rows = await selectRow(trx, place.organizationId)
    .where(inScope)
    .where(matches)
    .where(afterCursor(request, sql`e.name collate people`, sql.ref('e.id')))
    .orderBy(sql`e.name collate people`)
    .orderBy('e.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from edges e join locations l on l.organization_id = e.organization_id and l.id = e.location_id
      where e.organization_id = ${place.organizationId} and e.deleted_at is null and ${inScope} and ${matches}`,
  );
  return { ...toPage(rows as EdgeRow[], request, (row) => ({ key: row.name, id: row.id })), total };
}

/** Those of the given cores that lie inside the scope, and whether their site wants live pictures over its own network. */
export async function visibleAmong(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  edgeIds: readonly string[],
): Promise<{ id: string; localLiveStream: boolean }[]> {
  if (edgeIds.length === 0) return [];
  return trx
    .selectFrom('edges as e')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'e.organizationId').onRef('l.id', '=', 'e.locationId'),
    )
    .select(['e.id', 'l.localLiveStream'])
    .where('e.organizationId', '=', place.organizationId)
    .where('e.deletedAt', 'is', null)
    .where('e.id', 'in', edgeIds)
    .where(
      insideScope(place.scope, { organizationId: place.organizationId, location: sql`e.location_id`, core: sql`e.id` }),
    )
    .execute();
}

export async function findEdge(trx: Work, organizationId: string, edgeId: string): Promise<EdgeRow | undefined> {
  const row = await selectRow(trx, organizationId).where('e.id', '=', edgeId).executeTakeFirst();
  return row as EdgeRow | undefined;
}

/** Cores that stand at a location, and those that record a camera of it, by name. */
export async function edgesServing(trx: Work, organizationId: string, locationId: string): Promise<EdgeRow[]> {
  const rows = await selectRow(trx, organizationId)
    .where((eb) =>
      eb.or([
        eb('e.locationId', '=', locationId),
        eb.exists(
          eb
            .selectFrom('cameras as here')
            .select('here.id')
            .where('here.organizationId', '=', organizationId)
            .whereRef('here.edgeId', '=', 'e.id')
            .where('here.locationId', '=', locationId)
            .where('here.deletedAt', 'is', null),
        ),
      ]),
    )
    .orderBy(sql`e.name collate people`)
    .orderBy('e.id')
    .execute();
  return rows as EdgeRow[];
}

export async function insertEdge(
  trx: Work,
  organizationId: string,
  values: { name: string; locationId: string; hosted: boolean },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('edges')
    .values({ organizationId, id, ...values })
    .execute();
  return id;
}

export async function changeEdge(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  values: { name?: string; leastDays?: number | null },
): Promise<void> {
  await trx
    .updateTable('edges')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .execute();
}

/** Keeps what a core said of its DHCP, for the machine that takes its place. */
export async function keepDhcp(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  dhcp: KeptDhcp,
): Promise<void> {
  await trx
    .updateTable('edges')
    .set({ dhcp: JSON.stringify(dhcp) })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .execute();
}

/** Keeps cameras from being added while the core is being deleted, and the other way round. */
export async function lockEdge(trx: Work, organizationId: string, edgeId: string): Promise<void> {
  await trx
    .selectFrom('edges')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .forUpdate()
    .execute();
}

export async function markEdge(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  change: { deletedAt?: Date; revokedAt?: Date },
): Promise<void> {
  await trx
    .updateTable('edges')
    .set((eb) => ({
      ...change,
      isLinked: false,
      stateSince: change.revokedAt ?? change.deletedAt ?? null,
      revision: eb('revision', '+', 1),
    }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .execute();
}

import type { RollOutCoreState, RollOutState } from '@sightline/contracts/edge-releases/roll-out';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import type { CoreStep } from './roll-out-policy.ts';

export type RollOutRow = Row<'coreRollOuts'>;

/** A roll-out of an organization. */
export interface RollOutOf {
  organizationId: string;
  rollOutId: string;
}

const activeStates: RollOutState[] = ['running', 'paused', 'stopped'];
export const isActive = (state: RollOutState): boolean => activeStates.includes(state);

/** A core that could be, or is, part of a roll-out. */
export interface EdgeForRollOut extends Pick<
  Row<'edges'>,
  'id' | 'name' | 'locationId' | 'version' | 'isLinked' | 'stateSince' | 'capabilities'
> {
  locationName: string;
  timeZone: string;
  entityPath: string[];
  isGone: boolean;
}

const selectEdges = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('edges as e')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'e.organizationId').onRef('l.id', '=', 'e.locationId'),
    )
    .select([
      'e.id',
      'e.name',
      'e.locationId',
      'l.name as locationName',
      'l.timeZone',
      sql<string[]>`l.path || e.id`.as('entityPath'),
      'e.version',
      'e.isLinked',
      'e.stateSince',
      'e.capabilities',
      sql<boolean>`e.deleted_at is not null or e.revoked_at is not null`.as('isGone'),
    ])
    .where('e.organizationId', '=', organizationId);

/** Cores inside the scope that were paired once, by name; `edgeIds` and `locationIds` (with what lies below) narrow them. */
export function edgesToChoose(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  request: { edgeIds?: readonly string[] | undefined; locationIds?: readonly string[] | undefined; limit: number },
): Promise<EdgeForRollOut[]> {
  const { edgeIds = null, locationIds = null, limit } = request;
  return selectEdges(trx, place.organizationId)
    .where('e.deletedAt', 'is', null)
    .where('e.revokedAt', 'is', null)
    .where('e.claimedAt', 'is not', null)
    .where(
      insideScope(place.scope, { organizationId: place.organizationId, location: sql`e.location_id`, core: sql`e.id` }),
    )
    .$if(edgeIds !== null, (query) => query.where('e.id', 'in', edgeIds ?? []))
    .where(sql<boolean>`(${locationIds}::uuid[] is null or l.path && ${locationIds}::uuid[])`)
    .orderBy(sql`e.name collate people`)
    .orderBy('e.id')
    .limit(limit)
    .execute();
}

/** Ids of those locations that exist, of the given ones. */
export async function knownLocations(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('locations as l')
    .select('l.id')
    .where('l.organizationId', '=', place.organizationId)
    .where('l.deletedAt', 'is', null)
    .where('l.id', 'in', ids)
    .where(insideScope(place.scope, { organizationId: place.organizationId, location: sql`l.id` }))
    .execute();
  return rows.map(({ id }) => id);
}

/** False when another roll-out for the same kind of machine goes on. */
export async function insertRollOut(trx: Work, row: RollOutRow, edgeIds: readonly string[]): Promise<boolean> {
  const { organizationId, id: rollOutId, requestedAt: changedAt } = row;
  const inserted = await trx
    .insertInto('coreRollOuts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  const cores = edgeIds.map((edgeId) => ({
    organizationId,
    rollOutId,
    edgeId,
    state: 'waiting' as const,
    wave: null,
    updateId: null,
    cause: null,
    changedAt,
  }));
  await trx.insertInto('coreRollOutCores').values(cores).execute();
  return true;
}

/** Finds a roll-out and holds it until the transaction ends: decisions of people and steps by themselves take turns. */
export const holdRollOut = (trx: Work, { organizationId, rollOutId }: RollOutOf): Promise<RollOutRow | undefined> =>
  trx
    .selectFrom('coreRollOuts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', rollOutId)
    .forUpdate()
    .executeTakeFirst();

export const findRollOut = (trx: Work, { organizationId, rollOutId }: RollOutOf): Promise<RollOutRow | undefined> =>
  trx
    .selectFrom('coreRollOuts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', rollOutId)
    .executeTakeFirst();

/** Roll-outs with a core inside the scope, newest first. */
export async function listRollOuts(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  request: PageRequest,
): Promise<Page<RollOutRow>> {
  const { organizationId, scope } = place;
  const seen = sql<boolean>`exists (
    select 1 from core_roll_out_cores c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = r.organization_id and c.roll_out_id = r.id
      and ${insideScope(scope, { organizationId, location: sql`e.location_id`, core: sql`e.id` })})`;
  const rows = await trx
    .selectFrom('coreRollOuts as r')
    .selectAll('r')
    .where('r.organizationId', '=', organizationId)
    .where(seen)
    // Ids rise with the time of the request.
    .$if(request.after !== null, (query) => query.where('r.id', '<', request.after?.id ?? ''))
    .orderBy('r.id', 'desc')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from core_roll_outs r where r.organization_id = ${organizationId} and ${seen}`,
  );
  return { ...toPage(rows, request, (row) => ({ key: '', id: row.id })), total };
}

export const changeRollOut = async (
  trx: Work,
  { organizationId, rollOutId }: RollOutOf,
  change: { state: RollOutState; changedAt: Date },
): Promise<void> => {
  await trx
    .updateTable('coreRollOuts')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', rollOutId)
    .execute();
};

/** Writes at which step a core is. */
export async function changeCore(
  trx: Work,
  { organizationId, rollOutId }: RollOutOf,
  change: CoreStep & { changedAt: Date; wave?: number | null; updateId?: string | null },
): Promise<void> {
  const { edgeId, ...set } = change;
  await trx
    .updateTable('coreRollOutCores')
    .set(set)
    .where('organizationId', '=', organizationId)
    .where('rollOutId', '=', rollOutId)
    .where('edgeId', '=', edgeId)
    .execute();
}

/** A core of a roll-out with what is known of it and of its update. */
export interface RollOutCoreRow
  extends
    EdgeForRollOut,
    Pick<Row<'coreRollOutCores'>, 'rollOutId' | 'state' | 'wave' | 'updateId' | 'cause' | 'changedAt'> {
  updateState: Row<'coreUpdates'>['state'] | null;
  updateCause: Row<'coreUpdates'>['cause'];
  updateSentAt: Date | null;
  updateTakenAt: Date | null;
  updateChangedAt: Date | null;
  isBusy: boolean;
}

/** Cores of roll-outs, in the order in which they take their turns. */
export async function coresOf(
  trx: Work,
  organizationId: string,
  rollOutIds: readonly string[],
): Promise<RollOutCoreRow[]> {
  if (rollOutIds.length === 0) return [];
  const rows = await selectEdges(trx, organizationId)
    .innerJoin('coreRollOutCores as c', (join) =>
      join.onRef('c.organizationId', '=', 'e.organizationId').onRef('c.edgeId', '=', 'e.id'),
    )
    .leftJoin('coreUpdates as u', (join) =>
      join.onRef('u.organizationId', '=', 'c.organizationId').onRef('u.id', '=', 'c.updateId'),
    )
    .select([
      'c.rollOutId',
      'c.state',
      'c.wave',
      'c.updateId',
      'c.cause',
      'c.changedAt',
      'u.state as updateState',
      'u.cause as updateCause',
      'u.sentAt as updateSentAt',
      'u.takenAt as updateTakenAt',
      'u.changedAt as updateChangedAt',
      sql<boolean>`exists (select 1 from core_updates o where o.organization_id = c.organization_id and o.edge_id = c.edge_id
        and o.state in ('waiting', 'fetching', 'checking', 'switching') and o.id is distinct from c.update_id)`.as(
        'isBusy',
      ),
    ])
    .where('c.rollOutId', 'in', rollOutIds)
    .orderBy(sql`e.name collate people`)
    .orderBy('e.id')
    .execute();
  return rows as RollOutCoreRow[];
}

/** Roll-outs in which something can still happen by itself. */
export async function livingRollOuts(trx: Work, organizationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('coreRollOuts as r')
    .select('r.id')
    .where('r.organizationId', '=', organizationId)
    .where((eb) =>
      eb.or([
        eb('r.state', 'in', activeStates),
        eb.exists(
          eb
            .selectFrom('coreRollOutCores as c')
            .select('c.edgeId')
            .whereRef('c.organizationId', '=', 'r.organizationId')
            .whereRef('c.rollOutId', '=', 'r.id')
            .where('c.state', 'in', ['updating', 'settling']),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The roll-out that goes on and that a core belongs to, with where the core is in it. */
export const rollOutOfCore = (
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
): Promise<{ id: string; version: string; state: RollOutState; coreState: RollOutCoreState } | undefined> =>
  trx
    .selectFrom('coreRollOutCores as c')
    .innerJoin('coreRollOuts as r', (join) =>
      join.onRef('r.organizationId', '=', 'c.organizationId').onRef('r.id', '=', 'c.rollOutId'),
    )
    .select(['r.id', 'r.version', 'r.state', 'c.state as coreState'])
    .where('c.organizationId', '=', organizationId)
    .where('c.edgeId', '=', edgeId)
    .where('r.state', 'in', activeStates)
    .where('c.state', '!=', 'unfit')
    .where('c.state', '!=', 'skipped')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Those of the cores that belong to a roll-out that goes on and is not over for them. */
export async function coresInRollOuts(
  trx: Work,
  organizationId: string,
  edgeIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('coreRollOutCores as c')
    .innerJoin('coreRollOuts as r', (join) =>
      join.onRef('r.organizationId', '=', 'c.organizationId').onRef('r.id', '=', 'c.rollOutId'),
    )
    .select('c.edgeId')
    .where('c.organizationId', '=', organizationId)
    .where('c.edgeId', 'in', edgeIds)
    .where('r.state', 'in', activeStates)
    .where('c.state', 'in', ['waiting', 'updating', 'settling'])
    .execute();
  return rows.map(({ edgeId }) => edgeId);
}

/** Whether a roll-out that goes on needs the package. */
export async function isRolledOut(trx: Work, organizationId: string, releaseId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('coreRollOuts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('releaseId', '=', releaseId)
    .where('state', 'in', activeStates)
    .executeTakeFirst();
  return row !== undefined;
}

import { createHash } from 'node:crypto';
import type { CoreUpdateState } from '@sightline/contracts/edge-releases/core-software';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export type CoreUpdateRow = Row<'coreUpdates'>;

/** A core of an organization. */
export interface EdgeOf {
  organizationId: string;
  edgeId: string;
}

const openStates: CoreUpdateState[] = ['waiting', 'fetching', 'checking', 'switching'];
export const isOpen = (state: CoreUpdateState): boolean => openStates.includes(state);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const latestUpdate = (trx: Work, { organizationId, edgeId }: EdgeOf): Promise<CoreUpdateRow | undefined> =>
  trx
    .selectFrom('coreUpdates')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findUpdate = (
  trx: Work,
  { organizationId, edgeId }: EdgeOf,
  updateId: string,
): Promise<CoreUpdateRow | undefined> =>
  trx
    .selectFrom('coreUpdates')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', updateId)
    .executeTakeFirst();

/** False when another update of the core is under way. */
export async function insertUpdate(
  trx: Work,
  { organizationId, ...row }: Omit<CoreUpdateRow, 'progress' | 'cause' | 'recordingGapMs'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('coreUpdates')
    .values({ ...row, organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const insertTicket = async (
  trx: Work,
  ticket: { token: string; organizationId: string; updateId: string; releaseId: string; expiresAt: Date },
): Promise<void> => {
  const { token, ...row } = ticket;
  await trx
    .insertInto('coreUpdateTickets')
    .values({ ...row, tokenHash: hashOf(token) })
    .execute();
};

/** The release that a token lets fetch. */
export const findTicket = (
  database: Database,
  token: string,
  now: Date,
): Promise<{ organizationId: string; releaseId: string } | undefined> =>
  database.global
    .selectFrom('coreUpdateTickets')
    .select(['organizationId', 'releaseId'])
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();

export async function deleteTickets(trx: Work, organizationId: string, updateId: string): Promise<void> {
  await trx
    .deleteFrom('coreUpdateTickets')
    .where('organizationId', '=', organizationId)
    .where('updateId', '=', updateId)
    .execute();
}

/** An update of which nothing was heard since, as old as the right to fetch its package, is under way no more. */
const forgottenMs = 7 * 86_400_000;
const forgottenBefore = (now: Date): Date => new Date(now.getTime() - forgottenMs);

/** Whether a core may still be fetching the release. One that was deleted does not. */
export async function isFetched(
  trx: Work,
  organizationId: string,
  { releaseId, now }: { releaseId: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('coreUpdates as u')
    .innerJoin('edges as e', (join) =>
      join.onRef('e.organizationId', '=', 'u.organizationId').onRef('e.id', '=', 'u.edgeId'),
    )
    .select('u.id')
    .where('u.organizationId', '=', organizationId)
    .where('u.releaseId', '=', releaseId)
    .where('u.state', 'in', openStates)
    .where('u.changedAt', '>', forgottenBefore(now))
    .where('e.deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the update of a core that was never heard of again, so that another one can begin. */
export async function endForgotten(trx: Work, { organizationId, edgeId }: EdgeOf, now: Date): Promise<void> {
  await trx
    .updateTable('coreUpdates')
    .set({ state: 'failed', cause: 'core_timeout' })
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('state', 'in', openStates)
    .where('changedAt', '<=', forgottenBefore(now))
    .execute();
}

/** How far an update is now. */
export interface UpdateChange {
  state: CoreUpdateState;
  progress?: number;
  cause?: ErrorCode | null;
  recordingGapMs?: number | null;
  version?: string;
  changedAt: Date;
}

interface UpdateOf extends EdgeOf {
  updateId: string;
}

/** What a core says of its update. Answers the row as it is now; undefined when it is not one of this core. */
export const changeUpdate = (
  trx: Work,
  { organizationId, edgeId, updateId }: UpdateOf,
  change: UpdateChange,
): Promise<CoreUpdateRow | undefined> =>
  trx
    .updateTable('coreUpdates')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', updateId)
    .returningAll()
    .executeTakeFirst();

/** Ends an update without its core; undefined when that has said meanwhile how it ended. */
export const endUpdate = (
  trx: Work,
  { organizationId, edgeId, updateId }: UpdateOf,
  change: UpdateChange,
): Promise<CoreUpdateRow | undefined> =>
  trx
    .updateTable('coreUpdates')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', updateId)
    .where('state', 'in', openStates)
    .returningAll()
    .executeTakeFirst();

/** Ends an update that its core was never told of; false when it was. */
export async function endUntold(
  trx: Work,
  { organizationId, edgeId, updateId }: UpdateOf,
  changedAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('coreUpdates')
    .set({ state: 'cancelled', cause: 'core_update_cancelled', changedAt })
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', updateId)
    .where('state', '=', 'waiting')
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends an update of which its core never said that it has it; undefined when it did meanwhile. By the cause a core that has it
 * nevertheless is believed when it says so.
 */
export const endUnanswered = (
  trx: Work,
  { organizationId, edgeId, updateId }: UpdateOf,
  { state, changedAt }: { state: 'failed' | 'cancelled'; changedAt: Date },
): Promise<CoreUpdateRow | undefined> =>
  trx
    .updateTable('coreUpdates')
    .set({ state, cause: 'core_offline', changedAt })
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', updateId)
    .where('state', '=', 'waiting')
    .where('takenAt', 'is', null)
    .returningAll()
    .executeTakeFirst();

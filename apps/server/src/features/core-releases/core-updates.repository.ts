import { createHash } from 'node:crypto';
import type { CoreUpdateState } from '@sightline/contracts/core-releases/core-software';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Selectable } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type CoreUpdateRow = Selectable<Schema['coreUpdates']>;

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

export const findUpdate = (trx: Work, { organizationId, edgeId }: EdgeOf, updateId: string): Promise<CoreUpdateRow | undefined> =>
  trx
    .selectFrom('coreUpdates')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('id', '=', updateId)
    .executeTakeFirst();

/** False when another update of the core is under way. */
export async function insertUpdate(trx: Work, { organizationId, ...row }: Omit<CoreUpdateRow, 'progress' | 'cause' | 'recordingGapMs'>): Promise<boolean> {
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
export const findTicket = (database: Database, token: string, now: Date): Promise<{ organizationId: string; releaseId: string } | undefined> =>
  database.global
    .selectFrom('coreUpdateTickets')
    .select(['organizationId', 'releaseId'])
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();

export async function deleteTickets(trx: Work, organizationId: string, updateId: string): Promise<void> {
  await trx.deleteFrom('coreUpdateTickets').where('organizationId', '=', organizationId).where('updateId', '=', updateId).execute();
}

/** Whether a core may still be fetching the release. */
export async function isFetched(trx: Work, organizationId: string, releaseId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('coreUpdates')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('releaseId', '=', releaseId)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** Answers the row as it is now; undefined when it is not one of this core. */
export const changeUpdate = (
  trx: Work,
  { organizationId, edgeId, updateId }: EdgeOf & { updateId: string },
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

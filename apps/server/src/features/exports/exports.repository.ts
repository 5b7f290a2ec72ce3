import { createHash } from 'node:crypto';
import type { ExportState } from '@sightline/contracts/exports/export';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type Updateable } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row, Schema } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

export interface ExportRow extends Pick<
  Row<'exports'>,
  | 'id'
  | 'cameraId'
  | 'edgeId'
  | 'stream'
  | 'fromAt'
  | 'toAt'
  | 'state'
  | 'progress'
  | 'failure'
  | 'bytes'
  | 'sha256'
  | 'receivedSha256'
  | 'gaps'
  | 'uncertain'
  | 'blobKey'
  | 'createdAt'
> {
  cameraName: string;
  locationId: string;
  entityPath: string[];
  timeZone: string;
}

interface ExportPlace {
  organizationId: string;
  exportId: string;
}

const openStates: ExportState[] = ['queued', 'running', 'uploading'];

const selectRow = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('exports as x')
    .innerJoin('cameras as c', (join) =>
      join.onRef('c.organizationId', '=', 'x.organizationId').onRef('c.id', '=', 'x.cameraId'),
    )
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'c.organizationId').onRef('l.id', '=', 'c.locationId'),
    )
    .select([
      'x.id',
      'x.cameraId',
      'c.name as cameraName',
      'x.edgeId',
      'c.locationId',
      sql<string[]>`l.path || array[c.edge_id, c.id]`.as('entityPath'),
      'l.timeZone',
      'x.stream',
      'x.fromAt',
      'x.toAt',
      'x.state',
      'x.progress',
      'x.failure',
      'x.bytes',
      'x.sha256',
      'x.receivedSha256',
      'x.gaps',
      'x.uncertain',
      'x.blobKey',
      'x.createdAt',
    ])
    .where('x.organizationId', '=', organizationId);

/** Exports of cameras inside the scope, newest first. */
export async function listExports(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  request: PageRequest & { cameraId?: string | undefined },
): Promise<Page<ExportRow>> {
  const inScope = insideScope(place.scope, {
    organizationId: place.organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  const matches = sql<boolean>`(${request.cameraId ?? null}::uuid is null or x.camera_id = ${request.cameraId ?? null}::uuid)`;
  // Ids rise with time, so that they alone give the order.
  const after = request.after === null ? sql<boolean>`true` : sql<boolean>`x.id < ${request.after.id}::uuid`;
  const rows = await selectRow(trx, place.organizationId)
    .where(inScope)
    .where(matches)
    .where(after)
    .orderBy('x.id', 'desc')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from exports x join cameras c on c.organization_id = x.organization_id and c.id = x.camera_id
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      where x.organization_id = ${place.organizationId} and ${inScope} and ${matches}`,
  );
  return { ...toPage(rows as ExportRow[], request, (row) => ({ key: '', id: row.id })), total };
}

export async function findExport(trx: Work, place: ExportPlace): Promise<ExportRow | undefined> {
  const row = await selectRow(trx, place.organizationId).where('x.id', '=', place.exportId).executeTakeFirst();
  return row as ExportRow | undefined;
}

export async function insertExport(
  trx: Work,
  values: Pick<
    Row<'exports'>,
    'organizationId' | 'id' | 'cameraId' | 'edgeId' | 'stream' | 'fromAt' | 'toAt' | 'createdBy' | 'createdAt'
  >,
): Promise<void> {
  await trx
    .insertInto('exports')
    .values({ ...values, state: 'queued' })
    .execute();
}

export type ExportChange = Pick<
  Updateable<Schema['exports']>,
  'state' | 'progress' | 'failure' | 'bytes' | 'sha256' | 'receivedSha256' | 'blobKey' | 'finishedAt'
>;

/** What the footage of an export is like. A short one may be over already. */
export async function noteFootage(
  trx: Work,
  { organizationId, exportId }: ExportPlace,
  footage: Pick<Updateable<Schema['exports']>, 'gaps' | 'uncertain'>,
): Promise<void> {
  await trx
    .updateTable('exports')
    .set(footage)
    .where('organizationId', '=', organizationId)
    .where('id', '=', exportId)
    .execute();
}

/** Changes an export that is not over yet; false when it is (or does not belong to the core that is given). */
export async function updateOpenExport(
  trx: Work,
  place: ExportPlace & { edgeId?: string },
  change: ExportChange,
): Promise<boolean> {
  let query = trx
    .updateTable('exports')
    .set(change)
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.exportId)
    .where('state', 'in', openStates);
  if (place.edgeId !== undefined) query = query.where('edgeId', '=', place.edgeId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteExport(trx: Work, place: ExportPlace): Promise<void> {
  await trx
    .deleteFrom('exports')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.exportId)
    .execute();
}

/** True when the core owns this export, in whatever state it is. */
export async function isExportOf(trx: Work, place: ExportPlace & { edgeId: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('exports')
    .select('id')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.exportId)
    .where('edgeId', '=', place.edgeId)
    .executeTakeFirst();
  return row !== undefined;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function insertTicket(trx: Work, ticket: ExportPlace & { token: string; expiresAt: Date }): Promise<void> {
  const { token, organizationId, exportId, expiresAt } = ticket;
  await trx
    .insertInto('uploadTickets')
    .values({ tokenHash: hashOf(token), organizationId, exportId, expiresAt })
    .execute();
}

export async function findTicket(
  database: Database,
  exportId: string,
  ticket: { token: string; now: Date },
): Promise<ExportPlace | undefined> {
  return database.global
    .selectFrom('uploadTickets')
    .select(['organizationId', 'exportId'])
    .where('tokenHash', '=', hashOf(ticket.token))
    .where('exportId', '=', exportId)
    .where('expiresAt', '>', ticket.now)
    .executeTakeFirst();
}

export async function deleteTickets(trx: Work, { organizationId, exportId }: ExportPlace): Promise<void> {
  await trx
    .deleteFrom('uploadTickets')
    .where('organizationId', '=', organizationId)
    .where('exportId', '=', exportId)
    .execute();
}

export async function deleteExpiredTickets(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('uploadTickets').where('expiresAt', '<', now).execute();
}

import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';

export type NoticeRow = Pick<Row<'coreNotices'>, 'at' | 'receivedAt' | 'code' | 'detail' | 'epoch' | 'sequence'>;

/** With the core that said it. */
export interface NoticeOfCoreRow extends NoticeRow {
  edgeId: string;
  edgeName: string;
  timeZone: string;
}

/** Something that the server itself knows about a core; numbered by time, so that it cannot meet a record of the core. */
export async function insertNotice(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  notice: { at: Date; code: ErrorCode; detail: string },
): Promise<void> {
  const { at, code, detail } = notice;
  await trx
    .insertInto('coreNotices')
    .values({
      organizationId,
      edgeId,
      epoch: newId(),
      sequence: at.getTime(),
      at,
      receivedAt: at,
      code,
      detail: detail.slice(0, 500),
    })
    .execute();
}

/** Says once of a camera that only its core knows that it is there, with the name that the core gives it. */
export async function noteUnknownCamera(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  { at, cameraId, name }: { at: Date; cameraId: string; name: string | null },
): Promise<void> {
  const found = await trx
    .selectFrom('coreNotices')
    .select('sequence')
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('code', '=', 'camera_unknown_here')
    .where('detail', 'like', `%${cameraId}`)
    .limit(1)
    .executeTakeFirst();
  if (found) return;
  await insertNotice(trx, place, {
    at,
    code: 'camera_unknown_here',
    detail: [(name ?? '').slice(0, 400), cameraId].join(' ').trim(),
  });
}

/** Sort key of a notice: several of one message arrived in the same millisecond. */
const keyOf = (row: NoticeRow): { key: string; id: string } => ({
  key: `${String(row.receivedAt.getTime())}.${String(row.sequence)}`,
  id: row.epoch,
});

function readKey(request: PageRequest): { receivedAt: Date; sequence: number; epoch: string } | null {
  if (request.after === null) return null;
  const [receivedAtMs = '', sequence = ''] = /^(\d{1,15})\.(\d{1,15})$/.exec(request.after.key)?.slice(1) ?? [];
  if (receivedAtMs === '') throw new AppError('validation_failed', { fields: ['cursor'] });
  return { receivedAt: new Date(Number(receivedAtMs)), sequence: Number(sequence), epoch: request.after.id };
}

/** The newest notices of the cores inside the scope: of each core only as many are looked at as could be among them. */
export async function newestNotices(
  trx: Work,
  place: { organizationId: string; scope: Scope },
  limit: number,
): Promise<NoticeOfCoreRow[]> {
  const { organizationId, scope } = place;
  const { rows } = await sql<NoticeOfCoreRow>`select e.id as edge_id, e.name as edge_name, l.time_zone, n.* from edges e
    join locations l on l.organization_id = e.organization_id and l.id = e.location_id
    cross join lateral (
      select at, received_at, code, detail, epoch, sequence from core_notices
      where organization_id = ${organizationId} and edge_id = e.id order by received_at desc, epoch desc, sequence desc limit ${limit}) n
    where e.organization_id = ${organizationId} and e.deleted_at is null
      and ${insideScope(scope, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}
    order by n.received_at desc, n.epoch desc, n.sequence desc limit ${limit}`.execute(trx);
  return rows;
}

/** Notices of a core, newest first. */
export async function listNotices(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  request: PageRequest,
): Promise<Page<NoticeRow>> {
  const after = readKey(request);
  const ofEdge = sql`organization_id = ${place.organizationId} and edge_id = ${place.edgeId}`;
  const isLater = after
    ? sql`(received_at, epoch, sequence) < (${after.receivedAt}, ${after.epoch}::uuid, ${after.sequence}::bigint)`
    : sql`true`;
  const { rows } = await sql<NoticeRow>`select at, received_at, code, detail, epoch, sequence from core_notices
    where ${ofEdge} and ${isLater} order by received_at desc, epoch desc, sequence desc limit ${request.limit + 1}`.execute(
    trx,
  );
  const total = await countUpTo(trx, sql`select 1 from core_notices where ${ofEdge}`);
  return { ...toPage(rows, request, keyOf), total };
}

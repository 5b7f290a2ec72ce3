import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { isShown, type HiddenFrom } from './event-hiding.repository.ts';
import { detailsAt } from '../event-rows.repository.ts';
import { longestEventMs } from '../event-rules.ts';

export type MarkRow = Pick<
  Row<'events'>,
  | 'id'
  | 'class'
  | 'subtype'
  | 'phase'
  | 'severity'
  | 'startedAt'
  | 'lastSeenAt'
  | 'endedAt'
  | 'receivedAt'
  | 'isStationary'
  | 'revision'
>;

export interface PathRow extends MarkRow {
  plate: string | null;
  path: Buffer;
}

export interface CameraRange {
  cameraId: string;
  /** What is hidden from whoever asks. */
  hidden: HiddenFrom;
  fromUtcMs: number;
  toUtcMs: number;
  limit: number;
}

const marks = sql`e.id, e.class, e.subtype, e.phase, e.severity, e.started_at, e.last_seen_at, e.ended_at, e.received_at, e.is_stationary, e.revision`;

/** An event that touches the range began inside it or at most its longest life before. */
const touching = (organizationId: string, { cameraId, hidden, fromUtcMs, toUtcMs, limit }: CameraRange) => sql`
  e.organization_id = ${organizationId}::uuid and e.camera_id = ${cameraId}::uuid
  and e.started_at >= ${new Date(Math.max(0, fromUtcMs - longestEventMs))}::timestamptz and e.started_at < ${new Date(toUtcMs)}::timestamptz
  and e.last_seen_at >= ${new Date(fromUtcMs)}::timestamptz and ${isShown(organizationId, hidden)} order by e.started_at, e.id limit ${limit}`;

/** Events of a camera that touch a range, oldest first. */
export async function marksOf(trx: Work, organizationId: string, range: CameraRange): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`select ${marks} from events e where ${touching(organizationId, range)}`.execute(
    trx,
  );
  return rows;
}

/** The same with their box paths. */
export async function pathsOf(trx: Work, organizationId: string, range: CameraRange): Promise<PathRow[]> {
  const { rows } = await sql<
    Omit<PathRow, 'path'>
  >`select ${marks}, e.plate from events e where ${touching(organizationId, range)}`.execute(trx);
  const details = await detailsAt(trx, organizationId, rows);
  return rows.flatMap((row) => {
    const path = details.get(row.id)?.path;
    return path ? [{ ...row, path }] : [];
  });
}

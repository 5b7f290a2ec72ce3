import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';

/** Pictures of one event that will not come, as bits of `lostBit`. */
export interface LostPictures {
  id: string;
  cameraId: string;
  startedAt: Date;
  bits: number;
}

/** Notes what will not come of events of these cameras; each event at most once in `lost`. Events that are not kept are passed over. */
export async function markLost(trx: Work, organizationId: string, lost: readonly LostPictures[]): Promise<void> {
  const starts = lost.map(({ startedAt }) => startedAt.toISOString());
  await sql`update events e set thumbnails = e.thumbnails | l.bits::smallint
    from unnest(${lost.map(({ id }) => id)}::uuid[], ${starts}::timestamptz[], ${lost.map(({ cameraId }) => cameraId)}::uuid[], ${lost.map(({ bits }) => bits)}::int[])
      as l (id, started_at, camera_id, bits)
    where e.organization_id = ${organizationId}::uuid and e.started_at = any (${starts}::timestamptz[])
      and e.started_at = l.started_at and e.id = l.id and e.camera_id = l.camera_id`.execute(trx);
}

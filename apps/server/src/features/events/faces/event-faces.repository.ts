import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { thumbnailBit, lostBit, vectorBit, vectorCodes } from '../event-codes.ts';
import type { EventKey } from '../event-rows.repository.ts';

const bits = { vector: vectorBit('face'), picture: thumbnailBit('face') };
const pictureBits = thumbnailBit('face') | lostBit('face');

/** An event of which something of a face is kept. */
export interface FacedEvent extends EventKey {
  cameraId: string;
  hasPicture: boolean;
}

/** Some events of a camera that keep something of a face, oldest first, after one of them. */
export async function facedEvents(
  trx: Work,
  organizationId: string,
  { cameraId, after, limit }: { cameraId: string; after: Date | null; limit: number },
): Promise<FacedEvent[]> {
  const from = after ?? new Date(0);
  const { rows } = await sql<FacedEvent>`
    select e.id, e.started_at, e.camera_id, e.thumbnails & ${bits.picture}::smallint <> 0 as has_picture from events e
    where e.organization_id = ${organizationId}::uuid and e.camera_id = ${cameraId}::uuid and e.started_at >= ${from}::timestamptz
      and (e.has_face or e.vectors & ${bits.vector}::smallint <> 0 or e.thumbnails & ${bits.picture}::smallint <> 0)
    order by e.started_at, e.id limit ${limit}`.execute(trx);
  return rows;
}

/** These events by their keys, with what is kept of faces. */
export async function facesAt(trx: Work, organizationId: string, keys: readonly EventKey[]): Promise<FacedEvent[]> {
  if (keys.length === 0) return [];
  const starts = [...new Set(keys.map(({ startedAt }) => startedAt.toISOString()))];
  const { rows } = await sql<FacedEvent>`
    select e.id, e.started_at, e.camera_id, e.thumbnails & ${bits.picture}::smallint <> 0 as has_picture from events e
    where e.organization_id = ${organizationId}::uuid and e.started_at = any (${starts}::timestamptz[])
      and e.id = any (${keys.map(({ id }) => id)}::uuid[])`.execute(trx);
  return rows;
}

/** Erases what is kept of faces with these events: vectors, what was guessed from them, and that there was one. Answers how many vectors that were. */
export async function eraseFacesOf(trx: Work, organizationId: string, keys: readonly EventKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  const starts = [...new Set(keys.map(({ startedAt }) => startedAt.toISOString()))];
  const ids = keys.map(({ id }) => id);
  const here = sql`organization_id = ${organizationId}::uuid and started_at = any (${starts}::timestamptz[]) and id = any (${ids}::uuid[])`;
  const { numAffectedRows = 0n } =
    await sql`delete from event_vectors where kind = ${vectorCodes.toCode('face')}::smallint and ${here}`.execute(trx);
  await sql`update event_details set facts = jsonb_set(facts, '{face}', 'null') where ${here}`.execute(trx);
  await sql`update events set has_face = false, vectors = vectors & ~${bits.vector}::smallint, thumbnails = thumbnails & ~${pictureBits}::smallint
    where ${here}`.execute(trx);
  return Number(numAffectedRows);
}

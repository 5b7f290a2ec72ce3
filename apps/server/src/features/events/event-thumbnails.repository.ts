import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { detailsAt, type EventKey } from './event-rows.repository.ts';
import type { MarkRow } from './marks/event-marks.repository.ts';

/** The camera of an event, and the way that it went; undefined when the event has not come. */
export async function cameraOfEvent(
  trx: Work,
  organizationId: string,
  key: EventKey,
): Promise<{ cameraId: string; path: Buffer } | undefined> {
  const { rows } = await sql<{ cameraId: string }>`select camera_id from events
    where organization_id = ${organizationId}::uuid and started_at = ${key.startedAt}::timestamptz and id = ${key.id}::uuid`.execute(
    trx,
  );
  const path = (await detailsAt(trx, organizationId, [key])).get(key.id)?.path;
  return rows[0] && path && { cameraId: rows[0].cameraId, path };
}

/** Whether the picture of a face may be kept: faces are wanted where its camera is, and this one was not forgotten. */
export async function isFaceWanted(trx: Work, organizationId: string, { id }: EventKey): Promise<boolean> {
  const { rows } = await sql<{ isWanted: boolean }>`
    select not exists (select from face_sightings s where s.organization_id = ${organizationId}::uuid and s.event_id = ${id}::uuid
        and (s.is_erased or s.forgetting_id is not null))
      and not exists (select from events e join cameras c on c.organization_id = e.organization_id and c.id = e.camera_id
        join locations l on l.organization_id = c.organization_id and l.id = c.location_id
        where e.organization_id = ${organizationId}::uuid and e.id = ${id}::uuid and not faces_wanted(l)) as is_wanted`.execute(
    trx,
  );
  return rows[0]?.isWanted ?? false;
}

/** Notes that a picture is there; answers the event when it was not there before. */
export async function markThumbnail(
  trx: Work,
  organizationId: string,
  { startedAt, id, bit }: EventKey & { bit: number },
): Promise<MarkRow | undefined> {
  const { rows } = await sql<MarkRow>`update events set thumbnails = thumbnails | ${bit}::smallint
    where organization_id = ${organizationId}::uuid and started_at = ${startedAt}::timestamptz and id = ${id}::uuid and thumbnails & ${bit}::smallint = 0
    returning id, class, subtype, phase, severity, started_at, last_seen_at, ended_at, received_at, is_stationary, revision`.execute(
    trx,
  );
  return rows[0];
}

/** Which pictures there are of these events, that began since then; one look into the index of each day and id. */
export async function thumbnailsOfEvents(
  trx: Work,
  organizationId: string,
  { ids, since }: { ids: readonly string[]; since: Date },
): Promise<{ id: string; thumbnails: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; thumbnails: number }>`select id, thumbnails from events
    where organization_id = ${organizationId}::uuid and id = any (${[...ids]}::uuid[]) and started_at >= ${since}::timestamptz`.execute(
    trx,
  );
  return rows;
}

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { thumbnailBit } from '../../events/events.public.ts';
import { sightingsSeen, type SightingSight } from '../../people/people.public.ts';

/** An event that somebody may see, with where it was and whether it has a picture. */
export interface ShownRow {
  /** What it belongs to: a group, or a uniform. */
  ofId: string;
  eventId: string;
  startedAt: Date;
  cameraId: string;
  cameraName: string;
  edgeId: string;
  timeZone: string;
  hasPicture: boolean;
}

const picture = sql.lit(thumbnailBit('object'));

/** Columns of a sighting `s` with its event `e`, and the tables that they are of. Which day the event is on stands with the sighting. */
const shown = (ofId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${ofId} as of_id, s.event_id, s.started_at, s.camera_id, c.name as camera_name, c.edge_id, l.time_zone,
    e.thumbnails & ${picture}::smallint <> 0 as has_picture, e.score`;

const joined = (organizationId: string): RawBuilder<unknown> => sql`
  join events e on e.organization_id = ${organizationId}::uuid and e.started_at = s.started_at and e.id = s.event_id
  join cameras c on c.organization_id = ${organizationId}::uuid and c.id = s.camera_id
  join locations l on l.organization_id = c.organization_id and l.id = c.location_id`;

const bestFirst = sql`order by has_picture desc, score desc, started_at desc`;

interface Wanted {
  ids: readonly string[];
  /** So many of each. */
  limit: number;
}

/** Events of groups that the reader may see, those first that show the clothes best. */
export async function eventsOfGroups(trx: Work, sight: SightingSight, { ids, limit }: Wanted): Promise<ShownRow[]> {
  if (ids.length === 0) return [];
  const { organizationId } = sight;
  const { rows } = await sql<ShownRow>`
    select one.* from unnest(${[...ids]}::uuid[]) as wanted (id) cross join lateral (
      select ${shown(sql`s.group_id`)} from clothing_sightings s ${joined(organizationId)}
      where s.organization_id = ${organizationId}::uuid and s.group_id = wanted.id and ${sightingsSeen(sight, 's')} ${bestFirst} limit ${limit}) as one`.execute(
    trx,
  );
  return rows;
}

/** Examples of uniforms that the reader may see and that are marked so. */
export async function examplesOf(
  trx: Work,
  sight: SightingSight,
  { ids, limit, isSame }: Wanted & { isSame: boolean },
): Promise<ShownRow[]> {
  if (ids.length === 0) return [];
  const { organizationId } = sight;
  const { rows } = await sql<ShownRow>`
    select one.* from unnest(${[...ids]}::uuid[]) as wanted (id) cross join lateral (
      select ${shown(sql`s.uniform_id`)} from uniform_examples s ${joined(organizationId)}
      where s.organization_id = ${organizationId}::uuid and s.uniform_id = wanted.id and s.is_same = ${isSame} and ${sightingsSeen(sight, 's')} ${bestFirst} limit ${limit}) as one`.execute(
    trx,
  );
  return rows;
}

/** The newest events in which a uniform was found and which nobody marked. */
export async function foundOf(
  trx: Work,
  sight: SightingSight,
  { uniformId, limit }: { uniformId: string; limit: number },
): Promise<ShownRow[]> {
  const { organizationId } = sight;
  const { rows } = await sql<ShownRow>`
    select ${shown(sql`s.uniform_id`)} from uniform_sightings s ${joined(organizationId)}
    where s.organization_id = ${organizationId}::uuid and s.uniform_id = ${uniformId}::uuid and ${sightingsSeen(sight, 's')}
      and e.thumbnails & ${picture}::smallint <> 0
      and not exists (select from uniform_examples x where x.organization_id = s.organization_id and x.uniform_id = s.uniform_id and x.event_id = s.event_id)
    order by s.started_at desc, s.event_id desc limit ${limit}`.execute(trx);
  return rows;
}

/** The newest clothes with a picture that are in a group, and not in this one: others, of whom some may be alike. */
export async function othersSeen(
  trx: Work,
  sight: SightingSight,
  { exceptGroupId, limit }: { exceptGroupId: string | null; limit: number },
): Promise<ShownRow[]> {
  const { organizationId } = sight;
  const isOther = exceptGroupId === null ? sql<SqlBool>`true` : sql<SqlBool>`s.group_id <> ${exceptGroupId}::uuid`;
  const { rows } = await sql<ShownRow>`
    select ${shown(sql`s.group_id`)} from clothing_sightings s ${joined(organizationId)}
    where s.organization_id = ${organizationId}::uuid and s.group_id is not null and ${isOther} and ${sightingsSeen(sight, 's')}
      and e.thumbnails & ${picture}::smallint <> 0
    order by s.started_at desc, s.event_id desc limit ${limit}`.execute(trx);
  return rows;
}

/** The newest clothes of anybody, which say what else there is; nobody sees them. */
export async function clothesOfAnybody(
  trx: Work,
  organizationId: string,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<{ eventId: string; startedAt: Date }[]> {
  const { rows } = await sql<{ eventId: string; startedAt: Date }>`
    select s.event_id, s.started_at from clothing_sightings s
    where s.organization_id = ${organizationId}::uuid and not s.event_id = any (${[...except]}::uuid[])
    order by s.started_at desc, s.event_id desc limit ${limit}`.execute(trx);
  return rows;
}

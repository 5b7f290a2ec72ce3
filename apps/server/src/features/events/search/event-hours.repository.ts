import { eventClass } from '@sightline/contracts/events/event';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { classCodes, colourCodes, colourMask, severityCodes, singlePrecision } from '../event-codes.ts';
import type { EventSearch } from './event-filter.repository.ts';

/** More hours than this are not looked at one by one: what is wanted is not rare then. */
const maxHours = 1_500;

/** Hours of cameras in which something can be. */
export interface CameraHours {
  cameraIds: string[];
  hours: Date[];
}

/** What an hour must hold beside the class so that something in it can match, on `event_hours h`. */
function promises({ filter }: EventSearch): RawBuilder<SqlBool>[] {
  const { severities, colours, colourPart, minDwellMs, minMotion, minScore, hasFace, hasPlate, stationary } = filter;
  const found: RawBuilder<SqlBool>[] = [];
  if (severities)
    found.push(sql<SqlBool>`h.severities & ${severityBits(severities.map(severityCodes.toCode))}::smallint <> 0`);
  if (colours) found.push(sql<SqlBool>`h.colour_mask & ${colourMask(colourCodes(colours, colourPart))}::bigint <> 0`);
  if (minDwellMs !== undefined) found.push(sql<SqlBool>`h.most_dwell_ms >= ${minDwellMs}::bigint`);
  if (minMotion !== undefined) found.push(sql<SqlBool>`h.most_motion >= ${minMotion}`);
  if (minScore !== undefined) found.push(sql<SqlBool>`h.most_score >= ${singlePrecision(minScore)}::real`);
  if (hasFace === 'true') found.push(sql<SqlBool>`h.has_face`);
  if (hasPlate === 'true') found.push(sql<SqlBool>`h.has_plate`);
  if (stationary === 'only') found.push(sql<SqlBool>`h.has_stationary`);
  return found;
}

const severityBits = (codes: readonly number[]): number => codes.reduce((bits, code) => bits | (1 << code), 0);

/** The hours in which the search can find something; null when they are too many or say nothing about what is wanted. */
export async function hoursOf(trx: Work, organizationId: string, search: EventSearch): Promise<CameraHours | null> {
  const { cameras, fromUtcMs, toUtcMs, filter } = search;
  const wanted = promises(search);
  if (wanted.length === 0 && !filter.classes) return null;
  // All classes by name rather than none: they come first in the index that answers this.
  const classes = (filter.classes ?? eventClass.options).map(classCodes.toCode);
  const isOfClass =
    classes.length === 1
      ? sql<SqlBool>`h.class = ${classes[0]}::smallint`
      : sql<SqlBool>`h.class = any (${classes}::smallint[])`;
  const ofCameras = cameras.all ? sql<SqlBool>`true` : sql<SqlBool>`h.camera_id = any (${[...cameras.ids]}::uuid[])`;
  const { rows } = await sql<{ cameraId: string; hour: Date }>`
    select h.hour, h.camera_id from event_hours h where h.organization_id = ${organizationId}::uuid and ${isOfClass}
      and h.hour >= date_trunc('hour', ${new Date(fromUtcMs)}::timestamptz, 'UTC') and h.hour < ${new Date(toUtcMs)}::timestamptz
      and ${sql.join([ofCameras, ...wanted], sql` and `)} order by h.hour desc limit ${maxHours + 1}`.execute(trx);
  if (rows.length > maxHours) return null;
  // An hour of a camera has a row for each class.
  const distinct = [...new Map(rows.map((row) => [`${row.cameraId} ${String(row.hour.getTime())}`, row])).values()];
  return { cameraIds: distinct.map((row) => row.cameraId), hours: distinct.map((row) => row.hour) };
}

/** Forgets hours from before an instant. */
export async function forgetHours(trx: Work, organizationId: string, before: Date): Promise<void> {
  await sql`delete from event_hours where organization_id = ${organizationId}::uuid and hour < ${before}::timestamptz`.execute(
    trx,
  );
}

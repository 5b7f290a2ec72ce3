import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { classCodes, colourCodes, colourMask, severityCodes, singlePrecision } from './event-codes.ts';
import type { EventSearch } from './event-filter.repository.ts';

/** More hours than this are not looked at one by one: what is wanted is not rare then. */
const mostHours = 1_500;

/** Hours of cameras in which something can be. */
export interface CameraHours {
  cameraIds: string[];
  hours: Date[];
}

/** What an hour must hold so that something in it can match, on `event_hours h`; empty when hours say nothing about it. */
function promises({ filter }: EventSearch): RawBuilder<SqlBool>[] {
  const { classes, severities, colours, colourPart, minDwellMs, minMotion, minScore, hasFace, hasPlate, stationary } = filter;
  const found: RawBuilder<SqlBool>[] = [];
  if (classes) found.push(sql<SqlBool>`h.class = any (${classes.map(classCodes.toCode)}::smallint[])`);
  if (severities) found.push(sql<SqlBool>`h.severities & ${severityBits(severities.map(severityCodes.toCode))}::smallint <> 0`);
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
  const wanted = promises(search);
  if (wanted.length === 0) return null;
  const { cameras, fromUtcMs, toUtcMs } = search;
  const ofCameras = cameras.all ? sql<SqlBool>`true` : sql<SqlBool>`h.camera_id = any (${[...cameras.ids]}::uuid[])`;
  const { rows } = await sql<{ cameraId: string; hour: Date }>`
    select distinct h.hour, h.camera_id from event_hours h where h.organization_id = ${organizationId}::uuid
      and h.hour >= date_trunc('hour', ${new Date(fromUtcMs)}::timestamptz, 'UTC') and h.hour < ${new Date(toUtcMs)}::timestamptz
      and ${sql.join([ofCameras, ...wanted], sql` and `)} limit ${mostHours + 1}`.execute(trx);
  if (rows.length > mostHours) return null;
  return { cameraIds: rows.map((row) => row.cameraId), hours: rows.map((row) => row.hour) };
}

/** Forgets hours from before an instant. */
export async function forgetHours(trx: Work, organizationId: string, before: Date): Promise<void> {
  await sql`delete from event_hours where organization_id = ${organizationId}::uuid and hour < ${before}::timestamptz`.execute(trx);
}

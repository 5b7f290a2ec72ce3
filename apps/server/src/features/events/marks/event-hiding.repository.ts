import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import { areasOf } from '@sightline/domain/cameras/uncovering';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { classCodes } from '../event-codes.ts';

type Condition = RawBuilder<SqlBool>;

/** What cameras hide from whoever asks; those that hide nothing from them are not in it. */
export type HiddenFrom = ReadonlyMap<string, PrivacySettings>;

const polygonOf = (area: PicturePolygon): string => `(${area.map(({ x, y }) => `(${String(x)},${String(y)})`).join()})`;

/** A share of the picture, as `packPath` writes it, at a byte of a path. */
const shareAt = (offset: number): RawBuilder<number> =>
  sql`(get_byte(d.path, at + ${sql.lit(offset)}) + 256 * get_byte(d.path, at + ${sql.lit(offset + 1)}))`;
const middle = sql`point((${shareAt(4)} + ${shareAt(8)} / 2.0) / 65535, (${shareAt(6)} + ${shareAt(10)} / 2.0) / 65535)`;
const pointBytes = sql.lit(12);

/**
 * True for events (rows `e`) that were somewhere where something can be seen of them, as `isHiddenTrack` says it of one. By what the
 * cameras hide now, because their footage is hidden by that too.
 */
export function isShown(organizationId: string, hidden: HiddenFrom): Condition {
  const areas = [...hidden].flatMap(([cameraId, privacy]) =>
    areasOf(privacy).map((area) => ({ cameraId, polygon: polygonOf(area) })),
  );
  if (areas.length === 0) return sql<SqlBool>`true`;
  const cameraIds = areas.map(({ cameraId }) => cameraId);
  const polygons = areas.map(({ polygon }) => polygon);
  // As a value, because the planner would join an `exists` with every event of every day.
  return sql<SqlBool>`(e.camera_id <> all (${[...new Set(cameraIds)]}::uuid[]) or coalesce((
    select exists (select 1 from generate_series(0, octet_length(d.path) - ${pointBytes}, ${pointBytes}) as at
      where not exists (select 1 from unnest(here.areas) as area where area @> ${middle}))
    from event_details d cross join (
      select array_agg(h.area) as areas from unnest(${cameraIds}::uuid[], ${polygons}::polygon[]) as h (camera_id, area) where h.camera_id = e.camera_id
    ) as here
    where d.organization_id = ${organizationId}::uuid and d.started_at = e.started_at and d.id = e.id), false))`;
}

/** True for events (rows `e`) of which is told what they look like: those that are hidden wherever they are say nothing of it. */
export function showsAppearance(hidden: HiddenFrom): Condition {
  const kinds = [...hidden].flatMap(([cameraId, privacy]) =>
    privacy.objectsToPixelate.map((kind) => ({ cameraId, code: classCodes.toCode(kind) })),
  );
  if (kinds.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`not exists (select 1 from unnest(${kinds.map(({ cameraId }) => cameraId)}::uuid[], ${kinds.map(({ code }) => code)}::smallint[]) as h (camera_id, class)
    where h.camera_id = e.camera_id and h.class = e.class)`;
}

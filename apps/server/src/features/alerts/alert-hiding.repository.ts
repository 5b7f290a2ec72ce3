import type { Grant } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { hidesPlaces, isShown, type HiddenFrom } from '../events/events.public.ts';

/** Ids of events begin at most so long before what is told of them. */
const lookBack = sql.lit('2 days');

/** Of whom it is asked. */
interface Reader {
  organizationId: string;
  grants: readonly Grant[];
}

/** A condition on alerts (rows `a`). */
export type ToldAlerts = RawBuilder<SqlBool>;

/**
 * True for alerts (rows `a`) about nobody, or about somebody who was seen beside what their camera hides. While nobody knows the way of
 * what it is about, it counts as hidden, as the event does.
 */
function isTold(organizationId: string, hidden: HiddenFrom): ToldAlerts {
  const hiding = [...hidden].filter(([, privacy]) => hidesPlaces(privacy)).map(([cameraId]) => cameraId);
  if (hiding.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`(a.camera_id is null or a.camera_id <> all (${hiding}::uuid[]) or a.event_ids = '{}' or coalesce((
    select bool_or(${isShown(organizationId, hidden)}) from events e
    where e.organization_id = ${organizationId}::uuid and e.id = any (a.event_ids) and e.camera_id = a.camera_id
      and e.started_at >= a.opened_at - ${lookBack}::interval and e.started_at <= a.updated_at + ${lookBack}::interval), false))`;
}

/** The alerts that the holder of these grants is told of, as a condition. */
export const alertsTold = async (trx: Work, reader: Reader): Promise<ToldAlerts> =>
  isTold(reader.organizationId, await hiddenFrom(trx, reader));

/** Those of the alerts that the holder of these grants is told of. */
export async function toldAmong(trx: Work, reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { organizationId } = reader;
  const { rows } = await sql<{ id: string }>`select a.id from alerts a
    where a.organization_id = ${organizationId}::uuid and a.id = any (${[...ids]}::uuid[]) and ${await alertsTold(trx, reader)}`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether only those are told of an alert who may see originals at its camera. */
export const needsOriginals = async (trx: Work, organizationId: string, alertId: string): Promise<boolean> =>
  !(await toldAmong(trx, { organizationId, grants: [] }, [alertId])).has(alertId);

/** Whether a camera hides places: what is told of alerts there may come out only later. */
export async function hidesAt(trx: Work, organizationId: string, cameraId: string | null): Promise<boolean> {
  const privacy = cameraId === null ? undefined : (await hiddenFrom(trx, { organizationId, grants: [] })).get(cameraId);
  return privacy !== undefined && hidesPlaces(privacy);
}

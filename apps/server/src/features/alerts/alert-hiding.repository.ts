import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import { areasOf } from '@sightline/domain/cameras/uncovering';
import type { Grant } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { hidesPlaces, isShown, type HiddenFrom } from '../events/events.public.ts';
import { watchesOnlyHidden } from './watched-places.ts';

/** Ids of events begin at most so long before what is told of them. */
const lookBack = sql.lit('2 days');

/** Of whom it is asked. */
interface Reader {
  organizationId: string;
  grants: readonly Grant[];
}

/** A condition on alerts (rows `a`). */
export type ToldAlerts = RawBuilder<SqlBool>;

interface WatchRow {
  ruleId: string;
  cameraId: string;
  zones: { points: PicturePolygon }[] | null;
}

/** Rules that watch nothing of a camera but what it hides: what they tell about nobody is told of in there. */
async function rulesInHiding(trx: Work, organizationId: string, hidden: HiddenFrom): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`select t.rule_id, t.camera_id, r.condition -> 'zones' as zones
    from alert_rule_targets t join alert_rules r on r.organization_id = t.organization_id and r.id = t.rule_id
    where t.organization_id = ${organizationId}::uuid and t.camera_id = any (${[...hidden.keys()]}::uuid[])`.execute(
    trx,
  );
  return rows.filter(({ cameraId, zones }) => {
    const privacy = hidden.get(cameraId);
    const watched = (zones ?? []).map(({ points }) => points);
    return privacy !== undefined && watchesOnlyHidden(watched, areasOf(privacy));
  });
}

/**
 * True for alerts (rows `a`) about somebody who was seen beside what their camera hides, and for those about nobody, unless their rule
 * watches what is hidden alone. While nobody knows the way of what it is about, it counts as hidden, as the event does.
 */
async function isTold(trx: Work, organizationId: string, hidden: HiddenFrom): Promise<ToldAlerts> {
  const hiding = new Map([...hidden].filter(([, privacy]) => hidesPlaces(privacy)));
  if (hiding.size === 0) return sql<SqlBool>`true`;
  const blind = await rulesInHiding(trx, organizationId, hiding);
  const isOfNobody = sql<SqlBool>`a.event_ids = '{}' and not exists (select 1
    from unnest(${blind.map(({ ruleId }) => ruleId)}::uuid[], ${blind.map(({ cameraId }) => cameraId)}::uuid[]) as b (rule_id, camera_id)
    where b.rule_id = a.rule_id and b.camera_id = a.camera_id)`;
  return sql<SqlBool>`(a.camera_id is null or a.camera_id <> all (${[...hiding.keys()]}::uuid[]) or (${isOfNobody}) or coalesce((
    select bool_or(${isShown(organizationId, hiding)}) from events e
    where e.organization_id = ${organizationId}::uuid and e.id = any (a.event_ids) and e.camera_id = a.camera_id
      and e.started_at >= a.opened_at - ${lookBack}::interval and e.started_at <= a.updated_at + ${lookBack}::interval), false))`;
}

/** The alerts that the holder of these grants is told of, as a condition. */
export const alertsTold = async (trx: Work, reader: Reader): Promise<ToldAlerts> =>
  isTold(trx, reader.organizationId, await hiddenFrom(trx, reader));

/** Those of the alerts that the holder of these grants is told of. */
export async function toldAmong(trx: Work, reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return among(trx, reader.organizationId, { ids, told: await alertsTold(trx, reader) });
}

async function among(
  trx: Work,
  organizationId: string,
  { ids, told }: { ids: readonly string[]; told: ToldAlerts },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select a.id from alerts a
    where a.organization_id = ${organizationId}::uuid and a.id = any (${[...ids]}::uuid[]) and ${told}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Whether only those are told of an alert who may see originals at its camera. */
export const needsOriginals = async (trx: Work, organizationId: string, alertId: string): Promise<boolean> =>
  !(await toldAmong(trx, { organizationId, grants: [] }, [alertId])).has(alertId);

/** What cameras hide of some alerts. */
export interface Hiding {
  /** Alerts of which only those are told who may see originals at their cameras. */
  needOriginals: ReadonlySet<string>;
  /** Whether a camera hides places: what is told of alerts there may come out only later. */
  hidesAt: (cameraId: string | null) => boolean;
}

/** What is hidden of these alerts from whoever may not see originals. */
export async function hidingOf(trx: Work, organizationId: string, ids: readonly string[]): Promise<Hiding> {
  const hidden = await hiddenFrom(trx, { organizationId, grants: [] });
  const told = await among(trx, organizationId, { ids, told: await isTold(trx, organizationId, hidden) });
  return {
    needOriginals: new Set(ids.filter((id) => !told.has(id))),
    hidesAt: (cameraId) => {
      const privacy = cameraId === null ? undefined : hidden.get(cameraId);
      return privacy !== undefined && hidesPlaces(privacy);
    },
  };
}

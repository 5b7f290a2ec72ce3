import type { RuleCondition, RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { CoreFigures } from '@sightline/domain/rules/watches/core-trouble';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';

/** Kinds about a state that lasts. */
const statusKinds: readonly RuleKind[] = ['cameraStatus', 'coreStatus'];

interface PlaceAt {
  organizationId: string;
  placeId: string;
}

/** What is remembered of a rule at a place. */
export type KeptWatch = Pick<Row<'ruleWatches'>, 'ruleId' | 'isCamera' | 'edgeId' | 'watch'>;

/** What is remembered of the rules at a place, while nobody else looks at them. */
export async function holdWatches(trx: Work, { organizationId, placeId }: PlaceAt): Promise<KeptWatch[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`rule-watches:${placeId}`}))`.execute(trx);
  return trx
    .selectFrom('ruleWatches')
    .select(['ruleId', 'isCamera', 'edgeId', 'watch'])
    .where('organizationId', '=', organizationId)
    .where('placeId', '=', placeId)
    .orderBy('ruleId')
    .execute();
}

/** Keeps what is remembered of a rule at a place. */
export async function keepWatch(
  trx: Work,
  { organizationId, placeId }: PlaceAt,
  { ruleId, isCamera, edgeId, watch, dueUtcMs }: Omit<KeptWatch, 'watch'> & { watch: object; dueUtcMs: number | null },
): Promise<void> {
  const dueAt = dueUtcMs === null ? null : new Date(dueUtcMs);
  await sql`
    insert into rule_watches (organization_id, rule_id, place_id, is_camera, edge_id, watch, due_at)
    values (${organizationId}::uuid, ${ruleId}::uuid, ${placeId}::uuid, ${isCamera}, ${edgeId}::uuid, ${JSON.stringify(watch)}::jsonb, ${dueAt})
    on conflict (organization_id, place_id, rule_id) do update set edge_id = excluded.edge_id, watch = excluded.watch, due_at = excluded.due_at`.execute(
    trx,
  );
}

/** Forgets a rule at a place. */
export async function forgetWatch(
  trx: Work,
  { organizationId, placeId }: PlaceAt,
  { ruleId }: Pick<KeptWatch, 'ruleId'>,
): Promise<void> {
  await trx
    .deleteFrom('ruleWatches')
    .where('organizationId', '=', organizationId)
    .where('placeId', '=', placeId)
    .where('ruleId', '=', ruleId)
    .execute();
}

/** A rule as the server judges it. */
export interface EvaluatedRule {
  id: string;
  condition: RuleCondition;
  coolDownS: number;
  mergeS: number;
  snoozedUntil: Date | null;
  /** Of the camera; null for a core, but where it stands for cameras that are all muted. */
  mutedUntil: Date | null;
  times: ScheduleTimes | null;
}

/** What the server judges of a rule `r` with its schedule `s`. */
const judged = sql`r.id, r.condition, r.cool_down_s, r.merge_s, r.snoozed_until,
  case when s.id is null then null else json_build_object('timeZone', s.time_zone, 'hours', s.hours, 'exceptions', s.exceptions) end as times`;
const rulesWithTimes = sql`alert_rules r left join schedules s on s.organization_id = r.organization_id and s.id = r.schedule_id`;

const mutedUntil = (cameraId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select m.muted_until from camera_mutes m where m.organization_id = r.organization_id and m.camera_id = ${cameraId}) as muted_until`;

/** Rules of a kind at these cameras, each with the camera. */
export async function rulesOfKindAt(
  trx: Work,
  organizationId: string,
  { kind, cameraIds }: { kind: RuleKind; cameraIds: readonly string[] },
): Promise<(EvaluatedRule & { cameraId: string })[]> {
  const { rows } = await sql<EvaluatedRule & { cameraId: string }>`
    select ${judged}, ${mutedUntil(sql`t.camera_id`)}, t.camera_id from ${rulesWithTimes}
      join alert_rule_targets t on t.organization_id = r.organization_id and t.rule_id = r.id and t.camera_id = any (${[...cameraIds]}::uuid[])
    where r.organization_id = ${organizationId}::uuid and r.is_enabled and r.kind = ${kind}
    order by t.camera_id, r.id`.execute(trx);
  return rows;
}

/** Rules at a camera of these kinds. */
export async function rulesAtCamera(
  trx: Work,
  { organizationId, placeId }: PlaceAt,
  kinds: readonly RuleKind[],
): Promise<EvaluatedRule[]> {
  const { rows } = await sql<EvaluatedRule>`
    select ${judged}, ${mutedUntil(sql`t.camera_id`)} from ${rulesWithTimes}
      join alert_rule_targets t on t.organization_id = r.organization_id and t.rule_id = r.id and t.camera_id = ${placeId}::uuid
    where r.organization_id = ${organizationId}::uuid and r.is_enabled and r.kind = any (${[...kinds]}::text[])
    order by r.id`.execute(trx);
  return rows;
}

/** Whether a rule about a core is about whether it can be reached. Those of before there was a choice are. */
const asksWhetherAway = ({ condition }: EvaluatedRule): boolean =>
  condition.kind === 'coreStatus' && (condition.what as string[] | undefined)?.includes('offline') !== false;

/**
 * Rules about a core. Where nobody asked whether it is away, also those about its cameras: when the core is away nothing is known of any of them, and that
 * is told once.
 */
export async function rulesAtCore(trx: Work, { organizationId, placeId }: PlaceAt): Promise<EvaluatedRule[]> {
  const { rows } = await sql<EvaluatedRule & { kind: RuleKind }>`
    select ${judged}, r.kind,
      case when r.kind = 'cameraStatus' then (
        select nullif(min(coalesce(m.muted_until, to_timestamp(0))), to_timestamp(0)) from alert_rule_targets t
          join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
          left join camera_mutes m on m.organization_id = t.organization_id and m.camera_id = t.camera_id
        where t.organization_id = r.organization_id and t.rule_id = r.id and c.edge_id = ${placeId}::uuid and c.deleted_at is null) end as muted_until
    from ${rulesWithTimes}
    where r.organization_id = ${organizationId}::uuid and r.is_enabled and (
      (r.kind = 'coreStatus' and exists (
        select from alert_rule_targets t where t.organization_id = r.organization_id and t.rule_id = r.id and t.edge_id = ${placeId}::uuid))
      or (r.kind = 'cameraStatus' and exists (
        select from alert_rule_targets t join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
        where t.organization_id = r.organization_id and t.rule_id = r.id and c.edge_id = ${placeId}::uuid and c.deleted_at is null)))
    order by r.id`.execute(trx);
  const ofCores = rows.filter(({ kind }) => kind === 'coreStatus');
  return ofCores.some(asksWhetherAway) ? ofCores : rows;
}

/** What a core said of itself last. */
export async function coreFigures(trx: Work, { organizationId, placeId }: PlaceAt): Promise<CoreFigures> {
  const row = await trx
    .selectFrom('edges')
    .select(['health', 'clockOffsetMs'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', placeId)
    .executeTakeFirst();
  const health = row?.health ?? null;
  // Older cores tell of one disk.
  const whole = health && { mount: '/', freeBytes: health.diskFreeBytes, totalBytes: health.diskTotalBytes };
  return {
    disks: health?.disks ?? (whole ? [whole] : []),
    clockOffsetMs: row?.clockOffsetMs ?? null,
    cpuShare: health?.cpuShare ?? null,
  };
}

/** How many cameras a core has. */
export async function countCameras(trx: Work, organizationId: string, edgeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from cameras
    where organization_id = ${organizationId}::uuid and edge_id = ${edgeId}::uuid and deleted_at is null`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Of these cameras and cores those of which a rule about their state is kept, or remembered. */
export async function placesWatched(trx: Work, organizationId: string, placeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (select unnest(${[...placeIds]}::uuid[]) as id)
    select w.id from wanted w where exists (select from rule_watches k where k.organization_id = ${organizationId}::uuid and k.place_id = w.id)
      or exists (select from alert_rule_targets t join alert_rules r on r.organization_id = t.organization_id and r.id = t.rule_id
        left join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
        where t.organization_id = ${organizationId}::uuid and (t.camera_id = w.id or t.edge_id = w.id or c.edge_id = w.id)
          and r.is_enabled and r.kind = any (${[...statusKinds]}::text[]))`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Cameras, and cores of cameras, at which these rules watch or watched. */
export async function placesOfRules(trx: Work, organizationId: string, ruleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[coalesce(c.id, t.edge_id), coalesce(c.edge_id, t.edge_id)]) as id
    from alert_rule_targets t join alert_rules r on r.organization_id = t.organization_id and r.id = t.rule_id
      left join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
    where t.organization_id = ${organizationId}::uuid and t.rule_id = any (${[...ruleIds]}::uuid[]) and r.kind = any (${[...statusKinds]}::text[])
    union
    select place_id from rule_watches where organization_id = ${organizationId}::uuid and rule_id = any (${[...ruleIds]}::uuid[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** A core and its cameras, as far as rules are remembered of them or watch there. */
export async function placesOfCore(trx: Work, organizationId: string, edgeId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cameras where organization_id = ${organizationId}::uuid and edge_id = ${edgeId}::uuid`.execute(trx);
  return placesWatched(trx, organizationId, [edgeId, ...rows.map(({ id }) => id)]);
}

/** Places at which nobody looked although it was due, or where a rule has not been looked at yet. */
export async function placesMissed(trx: Work, organizationId: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select place_id as id from rule_watches where organization_id = ${organizationId}::uuid and due_at < ${before}
    union
    select coalesce(t.camera_id, t.edge_id) from alert_rule_targets t
      join alert_rules r on r.organization_id = t.organization_id and r.id = t.rule_id
    where t.organization_id = ${organizationId}::uuid and r.is_enabled and r.kind = any (${[...statusKinds]}::text[])
      and not exists (select from rule_watches w where w.organization_id = t.organization_id and w.rule_id = t.rule_id
        and w.place_id = coalesce(t.camera_id, t.edge_id))
      and not exists (select from cameras c where c.organization_id = t.organization_id and c.id = t.camera_id and c.deleted_at is not null)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Organizations in which there may be rules. */
export async function organizationsWithCores(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  return rows.map(({ organizationId }) => organizationId);
}

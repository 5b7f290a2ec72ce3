import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** A rule with everything that it watches. */
export interface AlarmRule {
  id: string;
  name: string;
  kind: string;
  /** Of each target locations from the root down, then the core, then the camera. Deleted ones only when nothing else is left. */
  paths: string[][];
  /** Where its targets are. */
  locations: { id: string; name: string }[];
}

/** A rule of an alarm. */
export type RuleOfAlarm = AlarmRule & { alarmId: string };

/** Paths and places of what rule `r` watches, as JSON. */
const watched: RawBuilder<unknown> = sql`lateral (
  select coalesce(json_agg(l.path || e.id || case when c.id is null then '{}'::uuid[] else array[c.id] end), '[]') as paths,
    coalesce(json_agg(distinct jsonb_build_object('id', l.id, 'name', l.name)), '[]') as locations
  from (select t.*, bool_or(t.is_live) over () as has_live from (
      select t.camera_id, coalesce(t.edge_id, c.edge_id) as core_id,
        (c.id is null or c.deleted_at is null) and e.deleted_at is null as is_live
      from alert_rule_targets t
        left join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
        join edges e on e.organization_id = t.organization_id and e.id = coalesce(t.edge_id, c.edge_id)
      where t.organization_id = r.organization_id and t.rule_id = r.id) t) t
    left join cameras c on c.organization_id = r.organization_id and c.id = t.camera_id
    join edges e on e.organization_id = r.organization_id and e.id = t.core_id
    join locations l on l.organization_id = r.organization_id and l.id = coalesce(c.location_id, e.location_id)
  where t.is_live or not t.has_live) as w on true`;

/** Rules by their ids. */
export async function rulesById(trx: Work, organizationId: string, ids: readonly string[]): Promise<AlarmRule[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlarmRule>`select r.id, r.name, r.kind, w.paths, w.locations
    from alert_rules r left join ${watched}
    where r.organization_id = ${organizationId}::uuid and r.id = any (${[...ids]}::uuid[])`.execute(trx);
  return rows;
}

/** Rules of alarms, by name. */
export async function rulesOfAlarms(
  trx: Work,
  organizationId: string,
  alarmIds: readonly string[],
): Promise<Map<string, RuleOfAlarm[]>> {
  const { rows } = await sql<RuleOfAlarm>`select a.alarm_id, r.id, r.name, r.kind, w.paths, w.locations
    from armed_alarm_rules a join alert_rules r on r.organization_id = a.organization_id and r.id = a.rule_id left join ${watched}
    where a.organization_id = ${organizationId}::uuid and a.alarm_id = any (${[...alarmIds]}::uuid[])
    order by r.name collate people, r.id`.execute(trx);
  return Map.groupBy(rows, ({ alarmId }) => alarmId);
}

/** Which rules an alarm has from now on; answers those that came or went. */
export async function replaceRules(
  trx: Work,
  { organizationId, alarmId }: { organizationId: string; alarmId: string },
  ruleIds: readonly string[],
): Promise<string[]> {
  const { rows: gone } = await sql<{ ruleId: string }>`delete from armed_alarm_rules
    where organization_id = ${organizationId}::uuid and alarm_id = ${alarmId}::uuid and not rule_id = any (${[...ruleIds]}::uuid[])
    returning rule_id`.execute(trx);
  const { rows: come } = await sql<{
    ruleId: string;
  }>`insert into armed_alarm_rules (organization_id, alarm_id, rule_id)
    select ${organizationId}::uuid, ${alarmId}::uuid, rule_id from unnest(${[...ruleIds]}::uuid[]) rule_id
    on conflict do nothing returning rule_id`.execute(trx);
  return [...gone, ...come].map(({ ruleId }) => ruleId);
}

/** Most alarms that one of these rules belongs to, but for one alarm. */
export async function mostAlarmsOf(
  trx: Work,
  organizationId: string,
  { ruleIds, except }: { ruleIds: readonly string[]; except: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from armed_alarm_rules
    where organization_id = ${organizationId}::uuid and rule_id = any (${[...ruleIds]}::uuid[])
      and alarm_id is distinct from ${except}::uuid
    group by rule_id order by count desc limit 1`.execute(trx);
  return rows[0]?.count ?? 0;
}

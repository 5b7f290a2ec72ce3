import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleKinds, runsOnCore } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import { hasTarget, type TargetFilter } from './rule-targets.repository.ts';

/** A rule within its organization. */
export interface RulePlace {
  organizationId: string;
  ruleId: string;
}

export interface RuleRow extends Omit<Row<'alertRules'>, 'organizationId' | 'kind' | 'createdAt'> {
  scheduleName: string | null;
  /** Null: at any time. */
  times: ScheduleTimes | null;
  /** Of who silenced it; null for somebody who is gone. */
  snoozedByName: string | null;
}

const times = sql<ScheduleTimes | null>`case when s.id is null then null
  else json_build_object('timeZone', s.time_zone, 'hours', s.hours, 'exceptions', s.exceptions) end`;

const rules = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('alertRules as r')
    .leftJoin('schedules as s', (join) =>
      join.onRef('s.organizationId', '=', 'r.organizationId').onRef('s.id', '=', 'r.scheduleId'),
    )
    .select([
      'r.id',
      'r.name',
      'r.condition',
      'r.isEnabled',
      'r.severity',
      'r.scheduleId',
      'r.coolDownS',
      'r.mergeS',
      'r.preS',
      'r.postS',
      'r.protectDays',
      'r.notify',
      'r.snoozedUntil',
      'r.snoozedBy',
      'r.revision',
      'r.updatedAt',
      's.name as scheduleName',
      times.as('times'),
      sql<string | null>`(select u.name from auth."user" u where u.id = r.snoozed_by)`.as('snoozedByName'),
    ])
    .where('r.organizationId', '=', organizationId);

/** What rules are looked for by. */
export interface RuleFilter extends TargetFilter {
  query?: string | undefined;
  kind?: string | undefined;
}

const matching = (organizationId: string, filter: RuleFilter): RawBuilder<boolean> => sql<boolean>`(
  strpos(lower(r.name), lower(${filter.query ?? ''})) > 0
  and (${filter.kind ?? null}::text is null or r.kind = ${filter.kind ?? null}::text)
  and ${hasTarget(organizationId, filter)})`;

/** A page of those that may be seen, by name. */
export async function listRules(
  trx: Work,
  organizationId: string,
  request: PageRequest & RuleFilter,
): Promise<Page<RuleRow>> {
  const matches = matching(organizationId, request);
  const rows = await rules(trx, organizationId)
    .where(matches)
    .where(afterCursor(request, sql`r.name collate people`, sql.ref('r.id')))
    .orderBy(sql`r.name collate people`)
    .orderBy('r.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from alert_rules r where r.organization_id = ${organizationId} and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

export const findRule = (trx: Work, { organizationId, ruleId }: RulePlace): Promise<RuleRow | undefined> =>
  rules(trx, organizationId).where('r.id', '=', ruleId).executeTakeFirst();

/** A rule that nobody else changes until the transaction ends. */
export async function holdRule(trx: Work, place: RulePlace): Promise<RuleRow | undefined> {
  await trx
    .selectFrom('alertRules')
    .select('id')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.ruleId)
    .forUpdate()
    .execute();
  return findRule(trx, place);
}

/** How many there are, while nobody else adds one or gives one more cameras. */
export async function countRules(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`alert-rules:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('alertRules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

const columnsOf = ({ condition, notify, cameraIds: _cameras, edgeIds: _edges, ...plain }: AlertRuleInput) => ({
  ...plain,
  condition: JSON.stringify(condition),
  notify: JSON.stringify(notify),
});

export async function insertRule(
  trx: Work,
  organizationId: string,
  input: AlertRuleInput & { at: Date },
): Promise<string> {
  const id = newId();
  const { at, ...values } = input;
  await trx
    .insertInto('alertRules')
    .values({ organizationId, id, ...columnsOf(values), createdAt: at, updatedAt: at })
    .execute();
  return id;
}

export async function updateRule(
  trx: Work,
  { organizationId, ruleId }: RulePlace,
  input: AlertRuleInput & { at: Date },
): Promise<void> {
  const { at, ...values } = input;
  await trx
    .updateTable('alertRules')
    .set((eb) => ({ ...columnsOf(values), updatedAt: at, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', ruleId)
    .execute();
}

/** Silences a rule until then; null ends that. What the rule is stays as it is. */
export async function snoozeRule(
  trx: Work,
  { organizationId, ruleId }: RulePlace,
  snooze: { until: Date; by: string } | null,
): Promise<void> {
  await trx
    .updateTable('alertRules')
    .set({ snoozedUntil: snooze?.until ?? null, snoozedBy: snooze?.by ?? null })
    .where('organizationId', '=', organizationId)
    .where('id', '=', ruleId)
    .execute();
}

export async function deleteRule(trx: Work, { organizationId, ruleId }: RulePlace): Promise<void> {
  await trx.deleteFrom('alertRules').where('organizationId', '=', organizationId).where('id', '=', ruleId).execute();
}

/** Which of these are members of the organization. */
export async function membersAmong(
  trx: Work,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('memberships')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`user_id = any (${[...userIds]}::text[])`)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Rules that go by a schedule, by name. */
export const rulesOfSchedule = (
  trx: Work,
  { organizationId, scheduleId }: { organizationId: string; scheduleId: string },
): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom('alertRules')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('scheduleId', '=', scheduleId)
    .orderBy(sql`alert_rules.name collate people`)
    .orderBy('id')
    .execute();

/** Kinds that run on cores. */
export const coreKinds = (Object.keys(ruleKinds) as RuleKind[]).filter(runsOnCore);

/** A rule as its core has it. */
export interface CoreRuleRow extends Pick<
  Row<'alertRules'>,
  'id' | 'name' | 'condition' | 'severity' | 'coolDownS' | 'mergeS' | 'preS' | 'postS' | 'protectDays' | 'snoozedUntil'
> {
  /** Those of its cameras that are the core's. */
  cameraIds: string[];
  /** Those of them that are muted, or were. */
  mutes: { cameraId: string; untilUtcMs: number }[];
  schedule: ScheduleTimes | null;
}

/** The rules that a core runs; `only`: this one. */
export async function rulesOfCore(
  trx: Work,
  core: { organizationId: string; edgeId: string },
  only?: string,
): Promise<CoreRuleRow[]> {
  const { rows } = await sql<CoreRuleRow>`
    select r.id, r.name, r.condition, r.severity, r.cool_down_s, r.merge_s, r.pre_s, r.post_s, r.protect_days, r.snoozed_until,
      t.camera_ids, t.mutes, ${times} as schedule
    from alert_rules r
      left join schedules s on s.organization_id = r.organization_id and s.id = r.schedule_id
      join (select t.rule_id, array_agg(c.id order by c.id) as camera_ids,
          coalesce(json_agg(json_build_object('cameraId', c.id, 'untilUtcMs', (extract(epoch from m.muted_until) * 1000)::bigint) order by c.id)
            filter (where m.camera_id is not null), '[]') as mutes
        from alert_rule_targets t join cameras c on c.organization_id = t.organization_id and c.id = t.camera_id
          left join camera_mutes m on m.organization_id = t.organization_id and m.camera_id = t.camera_id
        where t.organization_id = ${core.organizationId}::uuid and c.edge_id = ${core.edgeId}::uuid and c.deleted_at is null
        group by t.rule_id) t on t.rule_id = r.id
    where r.organization_id = ${core.organizationId}::uuid and r.is_enabled and r.kind = any (${coreKinds}::text[])
      and (${only ?? null}::uuid is null or r.id = ${only ?? null}::uuid)
    order by r.id`.execute(trx);
  return rows;
}

/** Names of rules, each with the path of every target that it has. */
export async function ruleNames(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('alertRules')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
}

/** Rules that go by the name of an event tag, in whatever case, or only those that ask about one of these fields of it; by name. */
export async function rulesOfTag(
  trx: Work,
  organizationId: string,
  { name, fields }: { name: string; fields: readonly string[] | null },
): Promise<{ id: string; name: string }[]> {
  const asked = sql`exists (select from jsonb_array_elements(r.condition -> 'fields') f where f ->> 'field' = any (${[...(fields ?? [])]}::text[]))`;
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from alert_rules r where r.organization_id = ${organizationId}::uuid and r.kind = 'eventTag'
      and lower(r.condition ->> 'tag' collate people) = lower(${name}::text collate people)
      and (${fields === null}::boolean or ${asked}) order by r.name collate people, r.id`.execute(trx);
  return rows;
}

/** Rules that name a door. */
export async function rulesNamingDoor(
  trx: Work,
  organizationId: string,
  doorId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from alert_rules r where r.organization_id = ${organizationId}::uuid and r.kind in ('door', 'doorTailgating', 'eventValidation')
      and r.condition -> 'doorIds' ? ${doorId}::text order by r.name collate people, r.id`.execute(trx);
  return rows;
}

/** Rules that name a uniform, by name. */
export async function rulesNamingUniform(
  trx: Work,
  organizationId: string,
  uniformId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from alert_rules r where r.organization_id = ${organizationId}::uuid and r.kind = 'uniform'
      and r.condition -> 'uniformIds' ? ${uniformId}::text order by r.name collate people, r.id`.execute(trx);
  return rows;
}

/** Rules that name a person in their condition, by name. */
export async function rulesNamingPerson(
  trx: Work,
  organizationId: string,
  personId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from alert_rules r where r.organization_id = ${organizationId}::uuid and r.kind in ('face', 'suspect')
      and r.condition -> 'personIds' ? ${personId}::text order by r.name collate people, r.id`.execute(trx);
  return rows;
}

/** Rules that name one of these groups in their condition, by name. */
export async function rulesNamingGroups(
  trx: Work,
  organizationId: string,
  groupIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from alert_rules r where r.organization_id = ${organizationId}::uuid
      and r.kind in ('face', 'suspect', 'licensePlate') and r.condition -> 'groupIds' ?| ${[...groupIds]}::text[]
    order by r.name collate people, r.id`.execute(trx);
  return rows;
}

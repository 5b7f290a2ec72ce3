import type { AlertReason, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import type { EventPhase, EventSeverity } from '@sightline/contracts/events/event';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { phaseCodes, severityCodes } from './alert-codes.ts';

/** What an alert keeps of the rule that opened it. */
export interface RuleFacts {
  name: string;
  kind: string;
  severity: EventSeverity;
  preS: number;
  postS: number;
}

/** A rule as it is when it opens an alert. */
export interface OpeningRule extends RuleFacts {
  /** Null once it was deleted: nobody is told any more. */
  notify: AlertRuleInput['notify'] | null;
}

/** A word about an alert, from a core or from the server itself. */
export interface AlertChange {
  id: string;
  ruleId: string;
  cameraId: string | null;
  edgeId: string;
  /** One that is not higher than the kept one changes nothing. */
  sequence: number;
  phase: EventPhase;
  closeReason: string | null;
  openedAt: Date;
  /** When it was so, and when it came. */
  at: Date;
  receivedAt: Date;
  isLate: boolean;
  why: readonly AlertReason[];
  eventIds: readonly string[];
  count: number;
}

/** A rule as a core says that it was at work. */
export interface RulePlace {
  ruleId: string;
  cameraId: string;
  /** When it is said to have been at work there. */
  at: Date;
}

/**
 * What each of these rules is, or was before it was deleted; undefined for one that never was at its camera. One that was changed since may
 * have been.
 */
export async function rulesAtCameras(
  trx: Work,
  organizationId: string,
  asked: readonly RulePlace[],
): Promise<(OpeningRule | undefined)[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<OpeningRule & { place: number }>`
    with asked as materialized (select * from jsonb_to_recordset(${JSON.stringify(asked.map((one, place) => ({ place, ...one })))}::jsonb)
      as n (place integer, "ruleId" uuid, "cameraId" uuid, at timestamptz))
    select n.place, r.name, r.kind, r.severity, r.pre_s, r.post_s, r.notify from asked n
      join alert_rules r on r.organization_id = ${organizationId}::uuid and r.id = n."ruleId"
    where r.updated_at > n.at or exists (select from alert_rule_targets t
      where t.organization_id = r.organization_id and t.rule_id = r.id and t.camera_id = n."cameraId")
    union all
    select n.place, f.name, f.kind, f.severity, f.pre_s, f.post_s, null from asked n
      join former_alert_rules f on f.organization_id = ${organizationId}::uuid and f.id = n."ruleId"`.execute(trx);
  const found = new Map(rows.map(({ place, ...rule }) => [place, rule]));
  return asked.map((_, place) => found.get(place));
}

/** What a rule of the organization is, wherever it watches. */
export async function ruleById(trx: Work, organizationId: string, ruleId: string): Promise<OpeningRule | undefined> {
  return trx
    .selectFrom('alertRules')
    .select(['name', 'kind', 'severity', 'preS', 'postS', 'notify'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', ruleId)
    .executeTakeFirst();
}

/** A camera that a core reports of, with the clock of the core. */
export interface ReportedCamera {
  /** Core's clock minus ours. */
  clockOffsetMs: number;
}

/** Those of the cameras that are this core's, by id; deleted ones count, what happened there still comes in. */
export async function camerasOfCore(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  cameraIds: readonly string[],
): Promise<ReadonlyMap<string, ReportedCamera>> {
  const { rows } = await sql<ReportedCamera & { id: string }>`
    select c.id, coalesce(e.clock_offset_ms, 0) as clock_offset_ms
    from cameras c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId}::uuid and c.edge_id = ${edgeId}::uuid and c.id = any (${[...new Set(cameraIds)]}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, ...camera }) => [id, camera]));
}

/** What of a known alert says whose it is. */
export interface KnownAlert {
  sequence: number;
  phase: number;
  ruleId: string;
  cameraId: string | null;
  edgeId: string;
}

/** Held until the transaction ends, in one order: what is said of one alert is written one after the other. */
export async function holdKnown(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownAlert>> {
  const rows = await trx
    .selectFrom('alerts')
    .select(['id', 'sequence', 'phase', 'ruleId', 'cameraId', 'edgeId'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}

/** A list as JSON that the database takes whatever a core wrote: what is no text would cost everything that came with it. */
const listOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  );

/** What of a change is written, as one row of a list. */
const rowOf = (change: AlertChange, place: number) => ({
  place,
  id: change.id,
  sequence: change.sequence,
  phase: phaseCodes.toCode(change.phase),
  close_reason: change.closeReason,
  closed_at: change.phase === 'closed' ? change.at : null,
  at: change.at,
  why: change.why,
  event_ids: change.eventIds,
  count: change.count,
});
const rowColumns = sql`place integer, id uuid, sequence integer, phase smallint, close_reason text, closed_at timestamptz, at timestamptz,
  why jsonb, event_ids uuid[], count integer`;

/** Changes alerts that are known, each named once; answers the ids of those whose change is newer than what is kept. */
export async function reviseAlerts(
  trx: Work,
  organizationId: string,
  changes: readonly AlertChange[],
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update alerts a set sequence = n.sequence, phase = n.phase, close_reason = n.close_reason, closed_at = n.closed_at, updated_at = n.at,
      why = n.why, event_ids = n.event_ids, count = n.count
    from jsonb_to_recordset(${listOf(changes.map(rowOf))}::jsonb) as n (${rowColumns})
    where a.organization_id = ${organizationId}::uuid and a.id = n.id and a.sequence < n.sequence returning a.id`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Until when the core keeps the footage of its alert; false for an alert that is not of this core and camera. */
export async function setFootageUntil(
  trx: Work,
  organizationId: string,
  { id, cameraId, edgeId, until }: { id: string; cameraId: string; edgeId: string; until: Date | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alerts set footage_until = ${until}::timestamptz
    where organization_id = ${organizationId}::uuid and id = ${id}::uuid and edge_id = ${edgeId}::uuid and camera_id = ${cameraId}::uuid`.execute(
    trx,
  );
  return numAffectedRows > 0n;
}

/** Keeps new alerts under the next numbers, in their order; answers the ids of those with which no other process was first. */
export async function insertAlerts(
  trx: Work,
  organizationId: string,
  opened: readonly { change: AlertChange; rule: RuleFacts }[],
): Promise<ReadonlySet<string>> {
  if (opened.length === 0) return new Set();
  const given = opened.map(({ change, rule }, index) => ({
    ...rowOf(change, index + 1),
    rule_id: change.ruleId,
    rule_name: rule.name,
    kind: rule.kind,
    severity: severityCodes.toCode(rule.severity),
    pre_s: rule.preS,
    post_s: rule.postS,
    camera_id: change.cameraId,
    edge_id: change.edgeId,
    opened_at: change.openedAt,
    received_at: change.receivedAt,
    is_late: change.isLate,
  }));
  const { rows } = await sql<{ id: string }>`
    with next as (
      insert into alert_numbers as n (organization_id, last) values (${organizationId}::uuid, ${opened.length})
      on conflict (organization_id) do update set last = n.last + excluded.last returning last
    )
    insert into alerts (organization_id, id, number, rule_id, rule_name, kind, severity, pre_s, post_s, camera_id, edge_id, sequence, phase,
      close_reason, opened_at, closed_at, updated_at, received_at, is_late, why, event_ids, count)
    select ${organizationId}::uuid, g.id, last - ${opened.length} + g.place, g.rule_id, g.rule_name, g.kind, g.severity, g.pre_s, g.post_s,
      g.camera_id, g.edge_id, g.sequence, g.phase, g.close_reason, g.opened_at, g.closed_at, g.at, g.received_at, g.is_late, g.why, g.event_ids,
      g.count
    from next cross join jsonb_to_recordset(${listOf(given)}::jsonb) as g (${rowColumns}, rule_id uuid, rule_name text, kind text,
      severity smallint, pre_s smallint, post_s smallint, camera_id uuid, edge_id uuid, opened_at timestamptz, received_at timestamptz,
      is_late boolean)
    order by g.id
    on conflict (organization_id, id) do nothing returning id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

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

interface RulePlace {
  organizationId: string;
  ruleId: string;
  cameraId: string;
  /** When the rule is said to have been at work there. */
  at: Date;
}

/**
 * What a rule is, or was before it was deleted; undefined for one that never was at this camera. One that was changed since may have been.
 */
export async function ruleAtCamera(
  trx: Work,
  { organizationId, ruleId, cameraId, at }: RulePlace,
): Promise<OpeningRule | undefined> {
  const { rows } = await sql<OpeningRule>`
    select r.name, r.kind, r.severity, r.pre_s, r.post_s, r.notify from alert_rules r
    where r.organization_id = ${organizationId}::uuid and r.id = ${ruleId}::uuid and (r.updated_at > ${at}::timestamptz or exists (
      select from alert_rule_targets t where t.organization_id = r.organization_id and t.rule_id = r.id and t.camera_id = ${cameraId}::uuid))
    union all
    select f.name, f.kind, f.severity, f.pre_s, f.post_s, null from former_alert_rules f
    where f.organization_id = ${organizationId}::uuid and f.id = ${ruleId}::uuid`.execute(trx);
  return rows[0];
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
  locationId: string;
  /** Core's clock minus ours. */
  clockOffsetMs: number;
}

/** The camera when it is this core's; deleted ones count, what happened there still comes in. */
export async function cameraOfCore(
  trx: Work,
  { organizationId, edgeId, cameraId }: { organizationId: string; edgeId: string; cameraId: string },
): Promise<ReportedCamera | undefined> {
  const { rows } = await sql<ReportedCamera>`
    select c.location_id, coalesce(e.clock_offset_ms, 0) as clock_offset_ms
    from cameras c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId}::uuid and c.edge_id = ${edgeId}::uuid and c.id = ${cameraId}::uuid`.execute(
    trx,
  );
  return rows[0];
}

/** What of a known alert says whose it is. */
export interface KnownAlert {
  sequence: number;
  phase: number;
  ruleId: string;
  cameraId: string | null;
  edgeId: string;
}

/** Held until the transaction ends: what is said of one alert is written one after the other. */
export async function holdKnown(trx: Work, organizationId: string, id: string): Promise<KnownAlert | undefined> {
  return trx
    .selectFrom('alerts')
    .select(['sequence', 'phase', 'ruleId', 'cameraId', 'edgeId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

const closedAt = ({ phase, at }: AlertChange): Date | null => (phase === 'closed' ? at : null);

/** Changes an alert that is known; false when the change is not newer than what is kept. */
export async function reviseAlert(trx: Work, organizationId: string, change: AlertChange): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alerts set sequence = ${change.sequence}, phase = ${phaseCodes.toCode(change.phase)}, close_reason = ${change.closeReason},
      closed_at = ${closedAt(change)}, updated_at = ${change.at}, why = ${JSON.stringify(change.why)}::jsonb,
      event_ids = ${[...change.eventIds]}::uuid[], count = ${change.count}
    where organization_id = ${organizationId}::uuid and id = ${change.id}::uuid and sequence < ${change.sequence}`.execute(
    trx,
  );
  return numAffectedRows > 0n;
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

/** Keeps a new alert under the next number; false when another process was first. */
export async function insertAlert(
  trx: Work,
  organizationId: string,
  { change, rule }: { change: AlertChange; rule: RuleFacts },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with next as (
      insert into alert_numbers as n (organization_id, last) values (${organizationId}::uuid, 1)
      on conflict (organization_id) do update set last = n.last + 1 returning last
    )
    insert into alerts (organization_id, id, number, rule_id, rule_name, kind, severity, pre_s, post_s, camera_id, edge_id, sequence, phase,
      close_reason, opened_at, closed_at, updated_at, received_at, is_late, why, event_ids, count)
    select ${organizationId}::uuid, ${change.id}::uuid, last, ${change.ruleId}::uuid, ${rule.name}, ${rule.kind},
      ${severityCodes.toCode(rule.severity)}, ${rule.preS}, ${rule.postS}, ${change.cameraId}::uuid, ${change.edgeId}::uuid, ${change.sequence},
      ${phaseCodes.toCode(change.phase)}, ${change.closeReason}, ${change.openedAt}, ${closedAt(change)}, ${change.at}, ${change.receivedAt},
      ${change.isLate}, ${JSON.stringify(change.why)}::jsonb, ${[...change.eventIds]}::uuid[], ${change.count}
    from next
    on conflict (organization_id, id) do nothing`.execute(trx);
  return numAffectedRows > 0n;
}

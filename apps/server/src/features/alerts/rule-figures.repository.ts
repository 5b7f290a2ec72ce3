import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { outcomeCodes } from './alert-codes.ts';

/** How often a rule alerted. */
export interface RuleFigures {
  ruleId: string;
  /** Since the time that is asked for, and how many of them people called false. */
  alertCount: number;
  falseCount: number;
  /** Of all times; null for a rule that never alerted. */
  lastAlertAt: Date | null;
}

/** Figures of rules, in no promised order. */
export async function figuresOfRules(
  trx: Work,
  organizationId: string,
  { ruleIds, since }: { ruleIds: readonly string[]; since: Date },
): Promise<RuleFigures[]> {
  if (ruleIds.length === 0) return [];
  const falseAlarm = sql.lit(outcomeCodes.toCode('falseAlarm'));
  const { rows } = await sql<RuleFigures>`
    select r.id as rule_id, f.alert_count, f.false_count, n.last_alert_at
    from unnest(${[...ruleIds]}::uuid[]) as r (id)
      cross join lateral (select count(*) as alert_count, count(*) filter (where a.outcome = ${falseAlarm}) as false_count from alerts a
        where a.organization_id = ${organizationId}::uuid and a.rule_id = r.id and a.opened_at >= ${since}) f
      cross join lateral (select max(a.opened_at) as last_alert_at from alerts a
        where a.organization_id = ${organizationId}::uuid and a.rule_id = r.id) n`.execute(trx);
  return rows;
}

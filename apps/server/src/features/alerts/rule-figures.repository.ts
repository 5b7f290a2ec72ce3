import type { Grant, Scope } from '@sightline/domain/permissions/grant';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { outcomeCodes } from './alert-codes.ts';
import { alertsTold } from './alert-hiding.repository.ts';
import { choosePlaces } from './alert-lists.repository.ts';

/** How often a rule alerted. */
export interface RuleFigures {
  ruleId: string;
  /** Since the time that is asked for, and how many of them people called false. */
  alertCount: number;
  falseCount: number;
  /** Of all times; null for a rule that never alerted. */
  lastAlertAt: Date | null;
}

/** Whose figures are asked for: of the alerts of these rules those count that lie in one of the scopes and are told to the reader. */
interface FiguresRequest {
  ruleIds: readonly string[];
  since: Date;
  scopes: readonly Scope[];
  grants: readonly Grant[];
}

/** Figures of rules, in no promised order. */
export async function figuresOfRules(
  trx: Work,
  organizationId: string,
  { ruleIds, since, scopes, grants }: FiguresRequest,
): Promise<RuleFigures[]> {
  if (ruleIds.length === 0) return [];
  const places = await Promise.all(scopes.map((scope) => choosePlaces(trx, { organizationId, scope }, {})));
  const inPlaces = places.includes(null)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`a.place_id = any (${[...new Set(places.flatMap((ids) => ids ?? []))]}::uuid[])`;
  const isCounted = sql<SqlBool>`a.organization_id = ${organizationId}::uuid and a.rule_id = r.id and ${inPlaces}
    and ${await alertsTold(trx, { organizationId, grants })}`;
  const falseAlarm = sql.lit(outcomeCodes.toCode('falseAlarm'));
  const { rows } = await sql<RuleFigures>`
    select r.id as rule_id, f.alert_count, f.false_count, n.last_alert_at
    from unnest(${[...ruleIds]}::uuid[]) as r (id)
      cross join lateral (select count(*) as alert_count, count(*) filter (where a.outcome = ${falseAlarm}) as false_count from alerts a
        where ${isCounted} and a.opened_at >= ${since}) f
      cross join lateral (select max(a.opened_at) as last_alert_at from alerts a
        where ${isCounted}) n`.execute(trx);
  return rows;
}

import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import { armedNow } from '@sightline/domain/armed-alarms/arming';
import { ignoresArming } from '@sightline/domain/armed-alarms/ignores-arming';
import { isScheduleOpen } from '@sightline/domain/schedules/schedule-now';
import type { Work } from '../../platform/database/database.ts';
import { alarmsOfRules, type AlarmOfRule } from './armed-alarms.repository.ts';

/** When an alarm of a rule is armed. */
export const armingOf = (row: Pick<AlarmOfRule, 'state' | 'stateFrom' | 'stateUntil' | 'times'>): Arming => ({
  state: row.state,
  fromUtcMs: row.stateFrom.getTime(),
  untilUtcMs: row.stateUntil?.getTime() ?? null,
  schedule: row.times,
});

/** Of each rule the arming of the alarms that it belongs to; none for what belongs to none, or is watched at any time. */
export async function armingOfRules(
  trx: Work,
  organizationId: string,
  rules: readonly { id: string; kind: string }[],
): Promise<Map<string, Arming[]>> {
  const asked = rules.filter(({ kind }) => !ignoresArming(kind)).map(({ id }) => id);
  const rows = await alarmsOfRules(trx, organizationId, asked);
  return new Map(
    [...Map.groupBy(rows, ({ ruleId }) => ruleId)].map(([ruleId, alarms]) => [ruleId, alarms.map(armingOf)]),
  );
}

/** An alarm that an alert of one of its rules belongs to. */
export interface AlertingAlarm {
  id: string;
  name: string;
}

/** What the alarms of a rule make of an alert. */
export interface RuleAtAlert {
  /** Those that are armed, or whose arming the rule ignores. */
  alarms: AlertingAlarm[];
  /** Whether people are told: by one of them, or because the rule belongs to none. */
  isTold: boolean;
}

/** An alert of a rule at an instant. */
interface AlertAt {
  ruleId: string;
  kind: string;
  atUtcMs: number;
}

/** What the alarms of their rules make of alerts, in their order. */
export async function alarmsAtAlerts(
  trx: Work,
  organizationId: string,
  alerts: readonly AlertAt[],
): Promise<RuleAtAlert[]> {
  const rows = await alarmsOfRules(trx, organizationId, [...new Set(alerts.map(({ ruleId }) => ruleId))]);
  const byRule = Map.groupBy(rows, ({ ruleId }) => ruleId);
  return alerts.map((alert) => alarmsAt(byRule.get(alert.ruleId) ?? [], alert));
}

function alarmsAt(rows: readonly AlarmOfRule[], { kind, atUtcMs }: AlertAt): RuleAtAlert {
  if (rows.length === 0) return { alarms: [], isTold: true };
  const isArmed = (row: AlarmOfRule): boolean =>
    ignoresArming(kind) || armedNow(armingOf(row), atUtcMs).state === 'armed';
  const armed = rows.filter(isArmed);
  // A core alerts only while a rule is armed: it knows of what was armed then, we only of what is armed since.
  const alerting = armed.length > 0 ? armed : rows;
  return {
    alarms: alerting.map(({ alarmId, name }) => ({ id: alarmId, name })),
    isTold: alerting.some(({ notifyTimes }) => notifyTimes === null || isScheduleOpen(notifyTimes, atUtcMs)),
  };
}

import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { armedNow } from '@sightline/domain/armed-alarms/arming';
import { ignoresArming } from '@sightline/domain/armed-alarms/ignores-arming';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { AlarmRule } from './alarm-rules.repository.ts';
import { mayWithAlarm, seesRule } from './armed-alarms.policy.ts';
import type { AlarmRow } from './armed-alarms.repository.ts';
import { armingOf } from './arming-of-rules.ts';

/** Places of the rules, by name, those that the actor may not know of left out. */
function placesOf(actor: MemberActor, rules: readonly AlarmRule[]): ArmedAlarm['locations'] {
  const places = rules.flatMap(({ paths, locations }) =>
    locations.filter(({ id }) => paths.some((path) => path.includes(id) && mayAt(actor, 'AlarmManagementEdit', path))),
  );
  return [...new Map(places.map((place) => [place.id, place])).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** An alarm as the actor sees it. */
export function presentAlarm(
  row: AlarmRow,
  actor: MemberActor,
  { rules, nowUtcMs }: { rules: readonly AlarmRule[]; nowUtcMs: number },
): ArmedAlarm {
  const { id, name, description, reArmMin, disArmMin, exitDelayS, scheduleId, scheduleName, activeCount } = row;
  const now = armedNow(armingOf(row), nowUtcMs);
  const seen = rules.filter((rule) => seesRule(actor, rule));
  const may = mayWithAlarm(actor, rules);
  return {
    id,
    name,
    description,
    reArmMin,
    disArmMin,
    exitDelayS,
    scheduleId,
    scheduleName,
    notification: { scheduleId: row.notifyScheduleId },
    alertIds: seen.map((rule) => rule.id),
    rules: seen.map((rule) => ({ id: rule.id, name: rule.name, ignoresArming: ignoresArming(rule.kind) })),
    hiddenRuleCount: rules.length - seen.length,
    locations: placesOf(actor, seen),
    state: armingOf(row).state,
    stateUpdatedAt: row.stateUpdatedAt.getTime(),
    stateByName: row.stateByName,
    calculatedState: now.state,
    changesAtUtcMs: now.changesAtUtcMs,
    activeCount,
    revision: row.revision,
    updatedAt: row.updatedAt.getTime(),
    can: { edit: may, arm: may },
  };
}

import { AppError } from '@sightline/contracts/shared/errors';
import { armingWith } from '@sightline/domain/armed-alarms/arming';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Work } from '../../platform/database/database.ts';
import { at, type Hook, type Hooks } from '../../platform/features/hooks.ts';
import { scheduleChanged, scheduleRemoves } from '../schedules/schedules.public.ts';
import { rulesOfAlarms } from './alarm-rules.repository.ts';
import { seesAlarm } from './armed-alarms.policy.ts';
import { armingChanged } from './armed-alarms.public.ts';
import { alarmsOfSchedule, holdAlarmsOf, setHand } from './armed-alarms.repository.ts';
import { armingOf } from './arming-of-rules.ts';

/** So many names of alarms are told of those that use a schedule. */
const namesTold = 20;

/** What was said by hand until the next change of a schedule that has other hours now holds until that of those. */
async function followHours(
  trx: Work,
  place: { organizationId: string; scheduleId: string },
  nowUtcMs: number,
): Promise<void> {
  for (const row of await holdAlarmsOf(trx, place)) {
    const hand = armingWith(armingOf(row), { ...row, schedule: row.times }, nowUtcMs);
    await setHand(trx, { organizationId: place.organizationId, alarmId: row.id }, hand);
  }
}

/** What alarms do when a schedule changes. */
export const alarmHooks = ({ hooks, clock }: { hooks: Hooks; clock: Clock }): Hook[] => [
  at(scheduleChanged, async (work, place) => {
    const { organizationId } = place;
    const ids = (await alarmsOfSchedule(work.trx, place)).map(({ id }) => id);
    if (ids.length === 0) return;
    await followHours(work.trx, place, clock());
    const rules = [...(await rulesOfAlarms(work.trx, organizationId, ids)).values()].flat();
    await hooks.of(armingChanged)(work, { organizationId, ruleIds: [...new Set(rules.map(({ id }) => id))] });
    await work.announceAll(ids.map((alarmId) => ({ kind: 'armed-alarms.changed', alarmId })));
  }),
  at(scheduleRemoves, async (trx, actor, place) => {
    const using = await alarmsOfSchedule(trx, place);
    if (using.length === 0) return;
    const rules = await rulesOfAlarms(
      trx,
      place.organizationId,
      using.map(({ id }) => id),
    );
    const seen = using.filter(({ id }) => seesAlarm(actor, rules.get(id) ?? []));
    throw new AppError('schedule_in_use', {
      users: seen.slice(0, namesTold).map(({ name }) => name),
      count: using.length,
    });
  }),
];

import { AppError } from '@sightline/contracts/shared/errors';
import { at, type Hook, type Hooks } from '../../platform/features/hooks.ts';
import { scheduleChanged, scheduleRemoves } from '../schedules/schedules.public.ts';
import { rulesOfAlarms } from './alarm-rules.repository.ts';
import { seesAlarm } from './armed-alarms.policy.ts';
import { armingChanged } from './armed-alarms.public.ts';
import { alarmsOfSchedule } from './armed-alarms.repository.ts';

/** So many names of alarms are told of those that use a schedule. */
const namesTold = 20;

/** What alarms do when a schedule changes. */
export const alarmHooks = ({ hooks }: { hooks: Hooks }): Hook[] => [
  at(scheduleChanged, async (work, place) => {
    const { organizationId } = place;
    const ids = (await alarmsOfSchedule(work.trx, place)).map(({ id }) => id);
    if (ids.length === 0) return;
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

import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { holdSchedule } from './schedules.repository.ts';

interface ScheduleAt {
  organizationId: string;
  scheduleId: string;
}

/** Other times hold for a schedule: what uses it follows in the same transaction. */
export const scheduleChanged = hookPoint<[work: ChangeWork, schedule: ScheduleAt]>('schedules.changed');

/** Before a schedule is removed, which is held. Whoever uses it throws `schedule_in_use`, with the names of what does (`users`). */
export const scheduleRemoves = hookPoint<[trx: Work, actor: MemberActor, schedule: ScheduleAt]>('schedules.removes');

/** A schedule that stays as it is until the transaction ends; undefined when the organization has none of that id. */
export const holdTimes = (trx: Work, { organizationId, scheduleId }: ScheduleAt): Promise<ScheduleTimes | undefined> =>
  holdSchedule(trx, { organizationId, scheduleId }, 'share');

import type { Schedule } from '@sightline/contracts/schedules/schedule';
import { scheduleNow } from '@sightline/domain/schedules/schedule-now';
import type { ScheduleRow } from './schedules.repository.ts';

export const presentSchedule = (row: ScheduleRow, nowUtcMs: number): Schedule => {
  const { id, name, timeZone, hours, exceptions, usedBy, revision, updatedAt } = row;
  const times = { timeZone, hours, exceptions };
  return { id, name, ...times, usedBy, revision, updatedAtUtcMs: updatedAt.getTime(), ...scheduleNow(times, nowUtcMs) };
};

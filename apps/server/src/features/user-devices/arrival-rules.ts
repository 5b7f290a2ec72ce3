import type { NotificationSchedule } from '@sightline/contracts/user-devices/user-device';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Weekday (0 is Sunday) and minute of the day that clocks of the zone show. */
function wallClock(timeZone: string, nowMs: number): { weekday: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(nowMs);
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return { weekday: weekdays.indexOf(of('weekday')), minute: Number(of('hour')) * 60 + Number(of('minute')) };
}

/** Whether a notification may arrive now; no schedule means at any time. */
export function mayArrive(schedule: NotificationSchedule | null, nowMs: number): boolean {
  if (schedule === null) return true;
  const { weekday, minute } = wallClock(schedule.timezone, nowMs);
  const isIn = ({ from, to }: { from: number; to: number }): boolean => from <= minute && minute < to;
  if (schedule.quiet.some(isIn)) return false;
  return !schedule.enabled || (schedule.days[weekday] ?? []).some(isIn);
}

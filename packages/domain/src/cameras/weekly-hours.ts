import type { WeeklyHours } from '@sightline/contracts/cameras/camera-settings';

/** Spans in the order of the week. */
export const inWeekOrder = (hours: WeeklyHours): WeeklyHours =>
  hours.toSorted((a, b) => a.day - b.day || a.fromMinute - b.fromMinute);

/** Whether two spans of one day share a minute; one may begin when another ends. */
export const hoursOverlap = (hours: WeeklyHours): boolean =>
  inWeekOrder(hours).some((span, index, all) => {
    const before = all[index - 1];
    return before !== undefined && before.day === span.day && span.fromMinute < before.toMinute;
  });

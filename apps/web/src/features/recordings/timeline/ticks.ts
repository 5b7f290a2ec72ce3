import { startOfDay, utcOf, wallTimeOf, zoneOffsetMs } from '@sightline/domain/time/zone-time';
import { spanOf } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';

/** How a tick is written: with seconds, to the minute, as a day, as a month. */
export type TickFormat = 'second' | 'minute' | 'day' | 'month';

export interface Tick {
  utcMs: number;
  /** Labelled ticks are longer and may carry text. */
  isLabelled: boolean;
  format: TickFormat;
}

interface Step {
  /** Distance of ticks and of labels; months count as 30 days when a step is chosen. */
  minorMs: number;
  majorMs: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const ladder: Step[] = [
  { minorMs: second, majorMs: second },
  { minorMs: second, majorMs: 5 * second },
  { minorMs: 5 * second, majorMs: 10 * second },
  { minorMs: 5 * second, majorMs: 30 * second },
  { minorMs: 15 * second, majorMs: minute },
  { minorMs: minute, majorMs: 5 * minute },
  { minorMs: 5 * minute, majorMs: 10 * minute },
  { minorMs: 5 * minute, majorMs: 15 * minute },
  { minorMs: 15 * minute, majorMs: 30 * minute },
  { minorMs: 15 * minute, majorMs: hour },
  { minorMs: hour, majorMs: 2 * hour },
  { minorMs: hour, majorMs: 3 * hour },
  { minorMs: hour, majorMs: 6 * hour },
  { minorMs: 6 * hour, majorMs: 12 * hour },
  { minorMs: 6 * hour, majorMs: day },
  { minorMs: day, majorMs: 2 * day },
  { minorMs: day, majorMs: 7 * day },
];

/** Room that a label needs, in CSS pixels. */
const labelPixels = 84;

/** The finest step whose labels have room. */
export function stepFor(view: TimelineView, width: number): Step {
  const msPerPixel = spanOf(view) / Math.max(1, width);
  return ladder.find((step) => step.majorMs / msPerPixel >= labelPixels) ?? { minorMs: day, majorMs: 30 * day };
}

/** Ticks of a view on round times of the site's clock, also across days of 23 and 25 hours. */
export function ticksOf(view: TimelineView, width: number, timeZone: string): Tick[] {
  const step = stepFor(view, width);
  const at =
    step.minorMs >= day
      ? dayTicks(view, timeZone)
      : step.minorMs >= hour
        ? hourTicks(view, step.minorMs, timeZone)
        : shortTicks(view, step.minorMs, timeZone);
  return at.map((utcMs) => describeTick(utcMs, step, timeZone));
}

function shortTicks(view: TimelineView, minorMs: number, timeZone: string): number[] {
  const ticks: number[] = [];
  const offset = (utcMs: number) => zoneOffsetMs(utcMs, timeZone);
  let at = Math.ceil((view.fromMs + offset(view.fromMs)) / minorMs) * minorMs - offset(view.fromMs);
  for (; at <= view.toMs; at += minorMs) ticks.push(at);
  return ticks;
}

function hourTicks(view: TimelineView, minorMs: number, timeZone: string): number[] {
  const ticks: number[] = [];
  for (let start = startOfDay(view.fromMs, timeZone); start <= view.toMs; start = startOfDay(start, timeZone, 1)) {
    const { year, month, day: date } = wallTimeOf(start, timeZone);
    for (let clock = 0; clock < 24; clock += minorMs / hour) {
      const utcMs = utcOf({ year, month, day: date, hour: clock, minute: 0, second: 0 }, timeZone);
      if (utcMs >= view.fromMs && utcMs <= view.toMs && utcMs !== ticks.at(-1)) ticks.push(utcMs);
    }
  }
  return ticks;
}

function dayTicks(view: TimelineView, timeZone: string): number[] {
  const ticks: number[] = [];
  for (let at = startOfDay(view.fromMs, timeZone); at <= view.toMs; at = startOfDay(at, timeZone, 1))
    if (at >= view.fromMs) ticks.push(at);
  return ticks;
}

function describeTick(utcMs: number, step: Step, timeZone: string): Tick {
  const wall = wallTimeOf(utcMs, timeZone);
  const isMidnight = wall.hour === 0 && wall.minute === 0 && wall.second === 0;
  const ofDay = ((wall.hour * 60 + wall.minute) * 60 + wall.second) * second;
  if (step.majorMs > 7 * day) return { utcMs, isLabelled: wall.day === 1, format: 'month' };
  if (step.majorMs >= day) {
    // Weeks and pairs count from the first of the month; the last days before the next month keep their labels off it.
    const every = step.majorMs / day;
    return {
      utcMs,
      isLabelled: isMidnight && (every === 1 || ((wall.day - 1) % every === 0 && wall.day + every <= 32)),
      format: 'day',
    };
  }
  const format = isMidnight ? 'day' : step.majorMs < minute ? 'second' : 'minute';
  return { utcMs, isLabelled: ofDay % step.majorMs === 0, format };
}

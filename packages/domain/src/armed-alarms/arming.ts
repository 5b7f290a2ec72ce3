import type { ArmedState, Arming } from '@sightline/contracts/armed-alarms/arming';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { isOpenAt, nextChange } from '../schedules/open-at.ts';
import { nextScheduleChange, openSpansOf } from '../schedules/schedule-now.ts';
import { joined, type OpenSpan } from '../schedules/schedule-spans.ts';

/** An end that never comes: further than any clock of ours counts. */
const neverUtcMs = Number.MAX_SAFE_INTEGER;
const dayMs = 86_400_000;
/** Looked ahead this far for the next change. */
const daysAhead = 61;

/** When the schedule arms, or without one the opposite of what was said, once that is over. */
function after({ state, schedule }: Arming, time: { fromUtcMs: number; days: number }): OpenSpan[] {
  if (schedule !== null) return openSpansOf(schedule, time);
  return state === 'armed' ? [] : [{ fromUtcMs: 0, toUtcMs: neverUtcMs }];
}

/** When an alarm is armed, as instants, for days from `fromUtcMs`; what was before its last word is not told. */
export function armedSpans(arming: Arming, time: { fromUtcMs: number; days: number }): OpenSpan[] {
  const { state, fromUtcMs, untilUtcMs } = arming;
  const byHand = state === 'armed' ? [{ fromUtcMs, toUtcMs: untilUtcMs ?? neverUtcMs }] : [];
  if (untilUtcMs === null) return byHand;
  const later = after(arming, time)
    .map((span) => ({ ...span, fromUtcMs: Math.max(span.fromUtcMs, untilUtcMs) }))
    .filter((span) => span.fromUtcMs < span.toUtcMs);
  return joined([...byHand.filter((span) => span.fromUtcMs < span.toUtcMs), ...later]);
}

/** When a rule of these alarms is armed: while one of them is. Null: always, as it belongs to none. */
export const armedSpansOfRule = (
  alarms: readonly Arming[],
  time: { fromUtcMs: number; days: number },
): OpenSpan[] | null => (alarms.length === 0 ? null : joined(alarms.flatMap((arming) => armedSpans(arming, time))));

/** Whether an alarm is armed at an instant, and when that changes next within 60 days: UTC ms, null when it does not. */
export function armedNow(arming: Arming, utcMs: number): { state: ArmedState; changesAtUtcMs: number | null } {
  const spans = armedSpans(arming, { fromUtcMs: utcMs, days: daysAhead });
  const changesAtUtcMs = nextChange(spans, utcMs);
  const isFar = changesAtUtcMs > utcMs + (daysAhead - 1) * dayMs;
  return { state: isOpenAt(spans, utcMs) ? 'armed' : 'disarmed', changesAtUtcMs: isFar ? null : changesAtUtcMs };
}

/** Whether a rule of these alarms is armed at an instant. */
export const isRuleArmed = (alarms: readonly Arming[], utcMs: number): boolean =>
  alarms.length === 0 || alarms.some((arming) => armedNow(arming, utcMs).state === 'armed');

/** What a person said by hand at an instant, with how long it holds. */
export function armedByHand(
  state: ArmedState,
  settings: { schedule: ScheduleTimes | null; exitDelayS: number; reArmMin: number | null; disArmMin: number | null },
  nowUtcMs: number,
): Arming {
  const { schedule, exitDelayS, reArmMin, disArmMin } = settings;
  const fromUtcMs = state === 'armed' ? nowUtcMs + exitDelayS * 1000 : nowUtcMs;
  const minutes = state === 'armed' ? disArmMin : reArmMin;
  const bySchedule = schedule === null ? null : nextScheduleChange(schedule, fromUtcMs);
  return { state, fromUtcMs, untilUtcMs: minutes === null ? bySchedule : fromUtcMs + minutes * 60_000, schedule };
}

/**
 * What was said by hand, for an alarm that gets another schedule or whose schedule gets other hours: what still holds goes on to its end, or to the next change of the new
 * schedule; without one, the alarm stays as it is now.
 */
export function armingWith(
  arming: Arming,
  {
    schedule,
    reArmMin,
    disArmMin,
  }: { schedule: ScheduleTimes | null; reArmMin: number | null; disArmMin: number | null },
  nowUtcMs: number,
): Arming {
  const { state, fromUtcMs, untilUtcMs } = arming;
  const isOver = untilUtcMs !== null && untilUtcMs <= nowUtcMs;
  if (isOver && schedule !== null) return { state, fromUtcMs, untilUtcMs, schedule };
  if (isOver) return { state: armedNow(arming, nowUtcMs).state, fromUtcMs: nowUtcMs, untilUtcMs: null, schedule };
  const isTimed = (state === 'armed' ? disArmMin : reArmMin) !== null && untilUtcMs !== null;
  if (isTimed) return { ...arming, schedule };
  const next = schedule === null ? null : nextScheduleChange(schedule, Math.max(fromUtcMs, nowUtcMs));
  return { state, fromUtcMs, untilUtcMs: next, schedule };
}

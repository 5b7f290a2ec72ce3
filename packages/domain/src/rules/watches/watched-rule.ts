import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { isRuleArmed } from '../../armed-alarms/arming.ts';
import { scheduleNow } from '../../schedules/schedule-now.ts';

/** When a rule that the server judges may alert. */
export interface WatchGate {
  /** Null: at any time. */
  times: ScheduleTimes | null;
  snoozedUntilUtcMs: number | null;
  /** Until when the camera is muted; absent: it is not. */
  mutedUntilUtcMs?: number | null;
  /** Of the alarms that it belongs to; none: it is always armed. */
  arming?: readonly Arming[];
  coolDownMs: number;
}

/** What kept such a rule from alerting. `coreOffline`: nobody knows how it is, because the core is away. `tooFewLooks`: the camera saw too little of it. `tooOld`: it was told too long after it happened. */
export type WatchHindrance =
  | 'schedule'
  | 'disarmed'
  | 'snoozed'
  | 'muted'
  | 'coolDown'
  | 'coreOffline'
  | 'tooFewLooks'
  | 'tooOld';

/** One condition with the value that met it. */
export interface WatchReason {
  what: string;
  value: number | string;
  limit: number | null;
  placeId: null;
  class: string | null;
  score: number | null;
  /** The field that the value is of. */
  field?: string;
}

/** A reason without anybody in the picture. */
export const reasonOf = (
  what: string,
  value: number | string,
  more: Partial<Pick<WatchReason, 'limit' | 'class' | 'score' | 'field'>> = {},
): WatchReason => ({ what, value, limit: null, placeId: null, class: null, score: null, ...more });

/** What was decided of a rule at one place. */
export type WatchEffect =
  | {
      kind: 'opened' | 'updated' | 'closed';
      /** Names the alert within the rule and place. */
      episode: string;
      openedAtUtcMs: number;
      atUtcMs: number;
      closeReason: string | null;
      /** It was so long before anybody could know. */
      isLate: boolean;
      why: readonly WatchReason[];
      eventIds: readonly string[];
      count: number;
    }
  | { kind: 'nearMiss'; atUtcMs: number; hindrance: WatchHindrance; why: readonly WatchReason[] };

/** What is decided later than this after it was so is late. */
export const lateAfterMs = 60_000;

const never = Number.POSITIVE_INFINITY;

/** Whether the schedule is open at an instant, and when that changes next. */
export function timesAt({ times }: Pick<WatchGate, 'times'>, utcMs: number): { isOpen: boolean; changesUtcMs: number } {
  if (times === null) return { isOpen: true, changesUtcMs: never };
  const { isOpen, changesAtUtcMs } = scheduleNow(times, utcMs);
  return { isOpen, changesUtcMs: changesAtUtcMs ?? never };
}

/** What keeps an alert from being opened at an instant, in the order in which it is told; null when nothing does. */
export function hindranceAt(
  gate: WatchGate,
  { atUtcMs, lastOpenedUtcMs }: { atUtcMs: number; lastOpenedUtcMs: number | null },
): WatchHindrance | null {
  if (!timesAt(gate, atUtcMs).isOpen) return 'schedule';
  if (!isRuleArmed(gate.arming ?? [], atUtcMs)) return 'disarmed';
  if (gate.snoozedUntilUtcMs !== null && gate.snoozedUntilUtcMs > atUtcMs) return 'snoozed';
  if ((gate.mutedUntilUtcMs ?? atUtcMs) > atUtcMs) return 'muted';
  if (lastOpenedUtcMs !== null && Math.abs(atUtcMs - lastOpenedUtcMs) < gate.coolDownMs) return 'coolDown';
  return null;
}

/** The first instant from this one on at which nothing keeps an alert from being opened; infinity for none. */
export function opensFrom(
  gate: WatchGate,
  { fromUtcMs, lastOpenedUtcMs }: { fromUtcMs: number; lastOpenedUtcMs: number | null },
): number {
  const cooled = lastOpenedUtcMs === null ? fromUtcMs : lastOpenedUtcMs + gate.coolDownMs;
  const silentUntil = Math.max(gate.snoozedUntilUtcMs ?? fromUtcMs, gate.mutedUntilUtcMs ?? fromUtcMs);
  const atUtcMs = Math.max(fromUtcMs, silentUntil, cooled);
  const { isOpen, changesUtcMs } = timesAt(gate, atUtcMs);
  return isOpen ? atUtcMs : changesUtcMs;
}

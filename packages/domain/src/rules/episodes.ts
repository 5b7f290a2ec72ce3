import type { AlertEffect, CloseReason, Hindrance, Reason } from './alert-effects.ts';
import type { GateFact } from './facts.ts';
import type { OpenSpan } from '../schedules/schedule-spans.ts';
import { isOpenAt, nextChange } from '../schedules/open-at.ts';

/** A condition is met, for as long as it holds. */
export interface Met {
  /** What it is met by, for instance a zone, or a zone and a subject: the same key is the same episode. */
  key: string;
  sinceUtcMs: number;
  why: readonly Reason[];
  subjectIds: readonly string[];
  /** It happens in an instant: what kept it from alerting then keeps it for good. */
  isInstant?: boolean;
}

export interface EpisodeSettings {
  coolDownMs: number;
  mergeMs: number;
  /** When the rule may open alerts; always without a schedule. */
  spans: readonly OpenSpan[] | null;
  /** A stable id from a name and the instant it begins with. */
  alertId: (name: string, atUtcMs: number) => string;
}

interface Alert extends Pick<Met, 'why' | 'subjectIds'> {
  id: string;
  openedAtUtcMs: number;
  /** When the condition was met within it the last time. */
  lastMetUtcMs: number;
  count: number;
  /** Keys that still hold. */
  keys: Set<string>;
}

/** An alert of a program that judged the rule before this one. Times are UTC ms. */
export interface FormerAlert extends Pick<Met, 'why' | 'subjectIds'> {
  id: string;
  openedAtUtcMs: number;
  lastMetUtcMs: number;
  count: number;
  /** So long it may go on if its condition is met again at its place; null: it was closed. */
  waitsUntilUtcMs: number | null;
}

/** So much of a limit is nearly all of it. */
const nearlyShare = 0.7;

interface Held extends Met {
  alert: Alert | null;
}

/** From conditions that are met to alerts: schedule, arming, silence, cool-down and merging, each with its reason. */
export class Episodes {
  #settings: EpisodeSettings;
  readonly #held = new Map<string, Held>();
  /** The alert that was opened last; what is met soon after counts into it, also when it is closed. */
  #latest: Alert | null = null;
  /** Until when the latest, of a former program, waits for its condition; null when it does not. */
  #waitsUntilUtcMs: number | null = null;
  #isArmed = true;
  #isSnoozed = false;
  #isMuted = false;
  #effects: AlertEffect[] = [];

  constructor(settings: EpisodeSettings) {
    this.#settings = settings;
  }

  /** Other times from now on: what they let open opens, what they forbid closes. */
  configure(settings: EpisodeSettings, atUtcMs: number): void {
    this.#settings = settings;
    this.fallDue(atUtcMs);
  }

  /** Before anything else: what was told before this program began. It rules cool-down and merging, and goes on if it is so again in time. */
  adopt({ waitsUntilUtcMs, ...alert }: FormerAlert): void {
    this.#latest = { ...alert, keys: new Set() };
    this.#waitsUntilUtcMs = waitsUntilUtcMs;
  }

  /** What was decided since the last call. */
  take(): AlertEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  /** When the schedule opens or ends next, or the cool-down ends that keeps back what still holds. */
  dueAfter(utcMs: number): number {
    const { spans, coolDownMs } = this.#settings;
    const scheduleUtcMs = spans === null ? Number.POSITIVE_INFINITY : nextChange(spans, utcMs);
    const waitsUntilUtcMs = this.#waitsUntilUtcMs ?? Number.POSITIVE_INFINITY;
    const changeUtcMs = waitsUntilUtcMs > utcMs ? Math.min(scheduleUtcMs, waitsUntilUtcMs) : scheduleUtcMs;
    if (this.#latest === null || this.#held.size === 0 || this.#waiting().length === 0) return changeUtcMs;
    const coolUtcMs = this.#latest.openedAtUtcMs + coolDownMs;
    return coolUtcMs > utcMs ? Math.min(changeUtcMs, coolUtcMs) : changeUtcMs;
  }

  isHeld(key: string): boolean {
    return this.#held.has(key);
  }

  /** A condition is met from now on. */
  begin(met: Met, atUtcMs: number): void {
    if (this.#held.has(met.key)) return;
    const held: Held = { ...met, alert: null };
    this.#held.set(met.key, held);
    this.#raise(held, atUtcMs);
  }

  /** The condition of this key holds no longer. */
  end(key: string, atUtcMs: number, reason: CloseReason = 'over'): void {
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held !== undefined) this.#release(held, atUtcMs, reason);
  }

  endAll(atUtcMs: number, reason: CloseReason): void {
    for (const key of this.#held.keys()) this.end(key, atUtcMs, reason);
    this.#endWaiting(atUtcMs, reason);
  }

  /** More is known of a condition that holds, for instance one more subject. */
  add(key: string, more: Pick<Met, 'why' | 'subjectIds'>, atUtcMs: number): void {
    const alert = this.#held.get(key)?.alert;
    if (!alert || more.subjectIds.every((id) => alert.subjectIds.includes(id))) return;
    alert.count += 1;
    this.#join(alert, more, atUtcMs);
  }

  nearMiss(atUtcMs: number, hindrance: Hindrance, why: readonly Reason[]): void {
    this.#effects.push({ kind: 'nearMiss', atUtcMs, hindrance, why });
  }

  /** A time ended before its limit: told when it nearly reached it, and nothing else would have kept it from alerting. */
  fellShort(lasted: { ms: number; limitMs: number }, atUtcMs: number, reason: Reason): void {
    if (lasted.ms < lasted.limitMs * nearlyShare || this.#hindrance(atUtcMs) !== null) return;
    this.nearMiss(atUtcMs, 'belowLimit', [{ ...reason, value: Math.floor(lasted.ms / 1000) }]);
  }

  gate({ isArmed, isSnoozed, isMuted }: Pick<GateFact, 'isArmed' | 'isSnoozed' | 'isMuted'>, atUtcMs: number): void {
    if (this.#isArmed && !isArmed) this.#closeAlerts(atUtcMs, 'disarmed');
    this.#isArmed = isArmed;
    this.#isSnoozed = isSnoozed;
    this.#isMuted = isMuted;
    this.#raiseHeld(atUtcMs);
  }

  /** What `dueAfter` told has come: what holds already opens now, what is open closes where the schedule ends. */
  fallDue(atUtcMs: number): void {
    if (this.#waitsUntilUtcMs !== null && this.#waitsUntilUtcMs <= atUtcMs) this.#endWaiting(atUtcMs, 'coreRestarted');
    if (this.#isScheduled(atUtcMs)) this.#raiseHeld(atUtcMs);
    else this.#closeAlerts(atUtcMs, 'scheduleOver');
  }

  #isScheduled(utcMs: number): boolean {
    return this.#settings.spans === null || isOpenAt(this.#settings.spans, utcMs);
  }

  /** What holds without an alert and may still open one. */
  #waiting(): Held[] {
    return [...this.#held.values()].filter((held) => held.alert === null && held.isInstant !== true);
  }

  #raiseHeld(atUtcMs: number): void {
    if (this.#hindrance(atUtcMs) === null) for (const held of this.#waiting()) this.#raise(held, atUtcMs);
  }

  #closeAlerts(atUtcMs: number, reason: CloseReason): void {
    for (const held of this.#held.values()) {
      this.#release(held, atUtcMs, reason);
      held.alert = null;
    }
  }

  #hindrance(atUtcMs: number): Hindrance | null {
    if (!this.#isScheduled(atUtcMs)) return 'schedule';
    if (!this.#isArmed) return 'disarmed';
    if (this.#isSnoozed) return 'snoozed';
    return this.#isMuted ? 'muted' : null;
  }

  #raise(held: Held, atUtcMs: number): void {
    const { coolDownMs, mergeMs, alertId } = this.#settings;
    const hindrance = this.#hindrance(atUtcMs);
    if (hindrance !== null) return this.nearMiss(atUtcMs, hindrance, held.why);
    const latest = this.#latest;
    // Not counted: it is so since before.
    if (latest !== null && this.#goesOn(latest, held)) return this.#joinWith(held, latest, atUtcMs);
    if (latest !== null && atUtcMs - latest.lastMetUtcMs <= mergeMs) {
      latest.count += 1;
      return this.#joinWith(held, latest, atUtcMs);
    }
    // From the last alert that was opened: what never alerted silences nothing.
    if (latest !== null && atUtcMs - latest.openedAtUtcMs < coolDownMs)
      return this.nearMiss(atUtcMs, 'coolDown', held.why);
    this.#endWaiting(atUtcMs, 'coreRestarted');
    const { why, subjectIds, key, sinceUtcMs } = held;
    const id = alertId(`${key}@${sinceUtcMs}`, sinceUtcMs);
    const alert = {
      id,
      openedAtUtcMs: atUtcMs,
      lastMetUtcMs: atUtcMs,
      count: 1,
      keys: new Set([key]),
      why,
      subjectIds,
    };
    held.alert = alert;
    this.#latest = alert;
    this.#tell(alert, 'opened', atUtcMs);
  }

  /** Whether the alert of a former program waits for this: a condition that lasts, at the same place. */
  #goesOn({ why }: Alert, held: Held): boolean {
    return (
      this.#waitsUntilUtcMs !== null && held.isInstant !== true && held.why[0]?.placeId === (why[0]?.placeId ?? null)
    );
  }

  #endWaiting(atUtcMs: number, reason: CloseReason): void {
    if (this.#waitsUntilUtcMs === null || this.#latest === null) return;
    this.#waitsUntilUtcMs = null;
    const { id, why, subjectIds, count } = this.#latest;
    this.#effects.push({ kind: 'closed', alertId: id, atUtcMs, why, subjectIds, count, reason });
  }

  #joinWith(held: Held, alert: Alert, atUtcMs: number): void {
    this.#waitsUntilUtcMs = null;
    held.alert = alert;
    alert.keys.add(held.key);
    this.#join(alert, held, atUtcMs);
  }

  #join(alert: Alert, { why, subjectIds }: Pick<Met, 'why' | 'subjectIds'>, atUtcMs: number): void {
    alert.lastMetUtcMs = Math.max(alert.lastMetUtcMs, atUtcMs);
    alert.why = why;
    alert.subjectIds = [...new Set([...alert.subjectIds, ...subjectIds])];
    this.#tell(alert, 'updated', atUtcMs);
  }

  #release({ key, alert }: Held, atUtcMs: number, reason: CloseReason): void {
    if (alert === null || !alert.keys.delete(key) || alert.keys.size > 0) return;
    const { id, why, subjectIds, count } = alert;
    this.#effects.push({ kind: 'closed', alertId: id, atUtcMs, why, subjectIds, count, reason });
  }

  #tell({ id, why, subjectIds, count }: Alert, kind: 'opened' | 'updated', atUtcMs: number): void {
    this.#effects.push({ kind, alertId: id, atUtcMs, why, subjectIds, count });
  }
}

import { hindranceAt, lateAfterMs, type WatchEffect, type WatchGate, type WatchReason } from './watched-rule.ts';

/** A rule about what happens in an instant. */
export interface InstantRule {
  gate: WatchGate;
  /** What follows so soon counts into the same alert. */
  mergeMs: number;
  /** What is told so long after it happened opens nothing; absent: however late. */
  maxAgeMs?: number;
  /** Tells conditions apart: with another one everything begins anew. */
  condition: string;
}

/** Something that met the condition of a rule. */
export interface Instant {
  /** The same id is the same thing. */
  id: string;
  atUtcMs: number;
  why: readonly WatchReason[];
  eventIds: readonly string[];
}

interface OpenAlert {
  episode: string;
  openedAtUtcMs: number;
  firstUtcMs: number;
  lastUtcMs: number;
  count: number;
  why: readonly WatchReason[];
  eventIds: readonly string[];
}

/** What must be remembered of such a rule at one place. Times in UTC ms. */
export interface InstantWatch {
  condition: string;
  alert: OpenAlert | null;
  lastOpenedUtcMs: number | null;
  /** What was judged last, so that it is not judged again. */
  judged: readonly string[];
}

/** How a step ended; `dueUtcMs`: when the alert ends if nothing more happens. */
interface InstantStep {
  watch: InstantWatch;
  effects: WatchEffect[];
  dueUtcMs: number | null;
}

/** An alert of an instant stays open at least so long. */
const shortestMs = 5_000;
/** So many are remembered as judged: more than a camera sees at a time. */
const judgedKept = 200;
/** An alert names so many of its events. */
const eventsNamed = 50;

const told = (
  kind: 'opened' | 'updated' | 'closed',
  { episode, openedAtUtcMs, why, eventIds, count }: OpenAlert,
  more: { atUtcMs: number; isLate?: boolean; closeReason?: string },
): WatchEffect => ({
  kind,
  episode,
  openedAtUtcMs,
  why,
  eventIds,
  count,
  closeReason: null,
  isLate: false,
  ...more,
});

const endOf = ({ lastUtcMs }: OpenAlert, { mergeMs }: InstantRule): number => lastUtcMs + Math.max(mergeMs, shortestMs);

/** Ends the alert of a watch, if it has one. */
export const endInstants = (
  { alert }: Pick<InstantWatch, 'alert'>,
  { atUtcMs, closeReason }: { atUtcMs: number; closeReason: string },
): WatchEffect[] => (alert === null ? [] : [told('closed', alert, { atUtcMs, closeReason })]);

/** The alert has ended when nothing came for long enough. */
function settle(before: InstantWatch, rule: InstantRule, nowUtcMs: number): InstantStep {
  const { alert } = before;
  const endUtcMs = alert === null ? null : endOf(alert, rule);
  if (alert === null || endUtcMs === null || endUtcMs > nowUtcMs)
    return { watch: before, effects: [], dueUtcMs: endUtcMs };
  const effects = endInstants(before, { atUtcMs: endUtcMs, closeReason: 'over' });
  return { watch: { ...before, alert: null }, effects, dueUtcMs: null };
}

const isNear = ({ firstUtcMs, lastUtcMs }: OpenAlert, { mergeMs }: InstantRule, atUtcMs: number): boolean =>
  atUtcMs >= firstUtcMs - mergeMs && atUtcMs <= lastUtcMs + mergeMs;

function join(alert: OpenAlert, { atUtcMs, why, eventIds }: Instant): OpenAlert {
  const isNewest = atUtcMs >= alert.lastUtcMs;
  return {
    ...alert,
    firstUtcMs: Math.min(alert.firstUtcMs, atUtcMs),
    lastUtcMs: Math.max(alert.lastUtcMs, atUtcMs),
    count: alert.count + 1,
    why: isNewest ? why : alert.why,
    eventIds: [...new Set([...alert.eventIds, ...eventIds])].slice(0, eventsNamed),
  };
}

/** Judges one instant that has not been judged. */
function meet(
  before: InstantWatch,
  rule: InstantRule,
  { instant, nowUtcMs }: { instant: Instant; nowUtcMs: number },
): InstantStep {
  const { id, atUtcMs, why, eventIds } = instant;
  const watch = { ...before, judged: [...before.judged, id].slice(-judgedKept) };
  const { alert, lastOpenedUtcMs } = watch;
  const dueUtcMs = alert === null ? null : endOf(alert, rule);
  const isMore = alert !== null && isNear(alert, rule, atUtcMs);
  const isOld = nowUtcMs - atUtcMs > (rule.maxAgeMs ?? Infinity);
  const hindrance = isOld
    ? 'tooOld'
    : hindranceAt(rule.gate, { atUtcMs, lastOpenedUtcMs: isMore ? null : lastOpenedUtcMs });
  if (hindrance !== null) return { watch, effects: [{ kind: 'nearMiss', atUtcMs, hindrance, why }], dueUtcMs };
  if (isMore) {
    const joined = join(alert, instant);
    const effects = [told('updated', joined, { atUtcMs: joined.lastUtcMs })];
    return { watch: { ...watch, alert: joined }, effects, dueUtcMs: endOf(joined, rule) };
  }
  const times = { openedAtUtcMs: atUtcMs, firstUtcMs: atUtcMs, lastUtcMs: atUtcMs };
  const opened: OpenAlert = { episode: id, ...times, count: 1, why, eventIds: eventIds.slice(0, eventsNamed) };
  const effects = [told('opened', opened, { atUtcMs, isLate: nowUtcMs - atUtcMs > lateAfterMs })];
  // What was long before what is open is an alert of its own, and over.
  if (alert !== null && atUtcMs < alert.firstUtcMs) {
    effects.push(told('closed', opened, { atUtcMs: endOf(opened, rule), closeReason: 'over' }));
    return { watch, effects, dueUtcMs };
  }
  if (alert !== null) effects.unshift(told('closed', alert, { atUtcMs: endOf(alert, rule), closeReason: 'over' }));
  return { watch: { ...watch, alert: opened, lastOpenedUtcMs: atUtcMs }, effects, dueUtcMs: endOf(opened, rule) };
}

/**
 * Judges what happened in instants, or with none only ends what is over. One that was judged changes nothing; what comes in another order
 * within the time in which things are merged comes to one alert that counts the same.
 */
export function stepInstants(
  before: InstantWatch | null,
  rule: InstantRule,
  { instants, nowUtcMs }: { instants: readonly Instant[]; nowUtcMs: number },
): InstantStep {
  const isSame = before !== null && before.condition === rule.condition;
  const effects =
    before === null || isSame ? [] : endInstants(before, { atUtcMs: nowUtcMs, closeReason: 'ruleChanged' });
  const lastOpenedUtcMs = before?.lastOpenedUtcMs ?? null;
  let watch: InstantWatch = isSame ? before : { condition: rule.condition, alert: null, lastOpenedUtcMs, judged: [] };
  for (const instant of instants) {
    if (watch.judged.includes(instant.id)) continue;
    const met = meet(watch, rule, { instant, nowUtcMs });
    effects.push(...met.effects);
    watch = met.watch;
  }
  const settled = settle(watch, rule, nowUtcMs);
  return { ...settled, effects: [...effects, ...settled.effects] };
}

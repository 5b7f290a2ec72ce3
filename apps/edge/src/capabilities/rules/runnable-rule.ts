import type { AlertRuleContent } from '@sightline/contracts/alert-rules/alert-rule-link';
import { type JudgedCondition, readCondition } from '@sightline/contracts/alert-rules/sent-condition';
import { plainCondition } from '@sightline/contracts/alert-rules/later-options';
import type { TrackRuleSettings } from '@sightline/domain/rules/track-rule';
import { armedSpansOfRule } from '@sightline/domain/armed-alarms/arming';
import { openSpans, type OpenSpan } from '@sightline/domain/schedules/schedule-spans';
import { createHash } from 'node:crypto';
import { alertIdOf } from './alert-id.ts';

/** A rule that this core can judge. */
export interface RunnableRule {
  id: string;
  cameraIds: readonly string[];
  condition: JudgedCondition;
  /** Fingerprint of the condition. */
  fingerprint: string;
  settings: Pick<TrackRuleSettings, 'coolDownMs' | 'mergeMs' | 'spans'>;
  snoozedUntilUtcMs: number | null;
  /** Until when those of its cameras are muted that are. */
  mutes: ReadonlyMap<string, number>;
  /** What of the footage belongs to an alert, and how long it is kept; not longer than any other when `keepMs` is 0. */
  footage: { preMs: number; postMs: number; keepMs: number };
  /** When its alarms are armed, for 60 days; null: always. */
  armedSpans: readonly OpenSpan[] | null;
}

const dayMs = 86_400_000;

/** A week longer than they are renewed, and further than a core is away from its server. */
const compiledDays = 60;

/** When schedules are open, for 60 days from an instant: rules share them. Null: always. */
export function spansFrom(nowUtcMs: number): (schedule: AlertRuleContent['schedule']) => readonly OpenSpan[] | null {
  const known = new Map<string, readonly OpenSpan[]>();
  return (schedule) => {
    if (schedule === null) return null;
    const key = JSON.stringify(schedule);
    const spans = known.get(key) ?? compile(schedule, nowUtcMs);
    known.set(key, spans);
    return spans;
  };
}

function compile({ timeZone, hours, exceptions }: NonNullable<AlertRuleContent['schedule']>, nowUtcMs: number) {
  const byDate = new Map(exceptions.map((exception) => [exception.date, exception.hours]));
  try {
    return openSpans({ timeZone, hours, exceptions: byDate }, { fromUtcMs: nowUtcMs, days: compiledDays });
  } catch (error) {
    // A zone of which this machine does not know the clocks: better an alert too many than none.
    if (error instanceof RangeError) return [{ fromUtcMs: 0, toUtcMs: Number.MAX_SAFE_INTEGER }];
    throw error;
  }
}

/** A rule as this core judges it; null for one of another kind, or with options that this core does not know: it waits for what this core lacks. */
export function runnableRule(
  { id, content }: { id: string; content: AlertRuleContent },
  { spansOf, nowUtcMs }: { spansOf: ReturnType<typeof spansFrom>; nowUtcMs: number },
): RunnableRule | null {
  const condition = readCondition(content.condition);
  if (condition === undefined) return null;
  // Only an access system knows who was let in.
  if (condition.kind === 'door' && condition.states.includes('forced')) return null;
  const { cameraIds, coolDownS, mergeS, schedule, snoozedUntilUtcMs, preS, postS, protectDays, arming } = content;
  const mutes = new Map(content.mutes.map(({ cameraId, untilUtcMs }) => [cameraId, untilUtcMs]));
  const footage = { preMs: preS * 1000, postMs: postS * 1000, keepMs: protectDays * dayMs };
  const settings = { coolDownMs: coolDownS * 1000, mergeMs: mergeS * 1000, spans: spansOf(schedule) };
  const armedSpans = armedOf(arming, nowUtcMs);
  const fingerprint = fingerprintOf(condition);
  return { id, cameraIds, condition, fingerprint, settings, snoozedUntilUtcMs, mutes, footage, armedSpans };
}

function armedOf(arming: AlertRuleContent['arming'], nowUtcMs: number): readonly OpenSpan[] | null {
  try {
    return armedSpansOfRule(arming, { fromUtcMs: nowUtcMs, days: compiledDays });
  } catch (error) {
    // As for schedules: of a zone that this machine does not know.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const fingerprintOf = (condition: JudgedCondition): string =>
  createHash('sha256')
    .update(JSON.stringify(plainCondition(condition)))
    .digest('hex')
    .slice(0, 16);

/** A camera at which rules are judged. */
export interface EvaluatedCamera {
  id: string;
  /** Of its site. */
  timeZone: string;
}

/** The rule as it is judged at one of its cameras. */
export const settingsAt = (
  { id, condition, settings }: RunnableRule,
  { id: cameraId, timeZone }: EvaluatedCamera,
): TrackRuleSettings => ({
  ...settings,
  condition,
  timeZone,
  alertId: alertIdOf({ ruleId: id, cameraId }),
});

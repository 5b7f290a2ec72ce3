import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { AlertEffect, Reason } from '@sightline/domain/rules/alert-effects';

type Change = Exclude<AlertEffect, { kind: 'nearMiss' }>;

/** What the server takes of one record. */
const max = { reasons: 20, subjects: 50 };

/** Reasons as they are sent: the latest when there are too many. */
export const reasonsOf = (why: readonly Reason[]): AlertChangeRecord['why'] =>
  why.slice(-max.reasons).map((reason) => ({ ...reason }));

/** The record of a change. `before`: what was told of this alert last; null for a new one. */
export function changeRecord(
  change: Change & { ruleId: string },
  { cameraId, before, nowUtcMs }: { cameraId: string; before: AlertChangeRecord | null; nowUtcMs: number },
): AlertChangeRecord {
  const changedUtcMs = Math.round(change.atUtcMs);
  // What it was told by while somebody was hidden ended before, as it turned out.
  const atUtcMs = Math.max(changedUtcMs, before?.openedAtUtcMs ?? changedUtcMs);
  return {
    kind: 'alertChange',
    alertId: change.alertId,
    ruleId: change.ruleId,
    cameraId,
    sequence: (before?.sequence ?? 0) + 1,
    phase: before !== null && change.kind === 'opened' ? 'updated' : change.kind,
    closeReason: change.kind === 'closed' ? change.reason : null,
    openedAtUtcMs: before?.openedAtUtcMs ?? atUtcMs,
    atUtcMs,
    decidedAtUtcMs: Math.round(nowUtcMs),
    why: reasonsOf(change.why),
    subjectIds: change.subjectIds.slice(-max.subjects),
    count: change.count,
  };
}

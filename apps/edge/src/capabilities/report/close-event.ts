import type { EventReport } from '@sightline/contracts/events/event';

/** The closing revision of an event whose recogniser is gone: it ends where it was seen last. */
export function closeEvent(report: EventReport): EventReport {
  const endedAtUtcMs = report.lastSeenUtcMs;
  return {
    ...report,
    phase: 'closed',
    revision: report.revision + 1,
    endedAtUtcMs,
    zones: report.zones.map((visit) => ({
      ...visit,
      leftAtUtcMs: visit.leftAtUtcMs ?? Math.max(visit.enteredAtUtcMs, endedAtUtcMs),
    })),
  };
}

import type { EventReport } from '@sightline/contracts/events/event';
import { v7 as uuidv7 } from 'uuid';

/** A report as a recogniser makes it, with what a test wants different. */
export function eventReportOf(more: Partial<EventReport> = {}): EventReport {
  const startedAtUtcMs = more.startedAtUtcMs ?? Date.UTC(2026, 4, 1, 12);
  return {
    schemaVersion: 1,
    eventId: uuidv7(),
    cameraId: '0198c000-0000-7000-8000-00000000000a',
    class: 'person',
    subtype: 'person',
    phase: 'opened',
    severity: 'info',
    score: 0.8,
    modelId: 'test@1',
    startedAtUtcMs,
    lastSeenUtcMs: startedAtUtcMs + 1_000,
    endedAtUtcMs: null,
    continuesId: null,
    isStationary: false,
    dwellMs: 1_000,
    heading: null,
    speed: null,
    motionLevel: 40,
    best: { atUtcMs: startedAtUtcMs, box: { x: 0.1, y: 0.1, width: 0.2, height: 0.4 } },
    colours: [],
    plate: null,
    face: null,
    revision: 1,
    path: [[0, 0.1, 0.1, 0.2, 0.4]],
    zones: [],
    vectors: [],
    identity: null,
    vehicle: null,
    ...more,
  };
}

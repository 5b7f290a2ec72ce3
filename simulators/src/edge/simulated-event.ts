import { randomUUID } from 'node:crypto';
import type { EventReport } from '@sightline/contracts/events/event';

/** A closed event of a person who crossed the picture, with what the test says instead. */
export function simulatedEvent(cameraId: string, change: Partial<EventReport> = {}): EventReport {
  const startedAtUtcMs = change.startedAtUtcMs ?? Date.now() - 60_000;
  const lengthMs = 12_000;
  return {
    schemaVersion: 1,
    eventId: randomUUID(),
    cameraId,
    class: 'person',
    subtype: null,
    phase: 'closed',
    severity: 'info',
    score: 0.82,
    modelId: 'coco-ssd-mobilenet-v2@1.0.0',
    startedAtUtcMs,
    lastSeenUtcMs: startedAtUtcMs + lengthMs,
    endedAtUtcMs: startedAtUtcMs + lengthMs,
    continuesId: null,
    isStationary: false,
    dwellMs: lengthMs,
    heading: 90,
    speed: 0.06,
    motionLevel: 90,
    best: { atUtcMs: startedAtUtcMs + lengthMs / 2, box: { x: 0.45, y: 0.35, width: 0.1, height: 0.4 } },
    colours: [],
    plate: null,
    face: null,
    revision: 1,
    path: [
      [0, 0.1, 0.3, 0.1, 0.4],
      [lengthMs / 2, 0.45, 0.35, 0.1, 0.4],
      [lengthMs, 0.8, 0.4, 0.1, 0.4],
    ],
    zones: [],
    vectors: [],
    identity: null,
    vehicle: null,
    ...change,
  };
}

/** A vector of unit length as the wire carries it: base64 of int8. Equal seeds point the same way, near ones nearly. */
export function simulatedVector(length: number, angle: number): string {
  const values = Int8Array.from({ length }, (_, index) =>
    Math.round((127 / Math.sqrt(length)) * Math.SQRT2 * Math.cos(index + angle)),
  );
  return Buffer.from(values.buffer).toString('base64');
}

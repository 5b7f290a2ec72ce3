import type { EventReport, VectorKind } from '@sightline/contracts/events/event';
import { newId } from '../../src/platform/ids/ids.ts';

type ReportedVector = EventReport['vectors'][number];

/** A vector as a core reports it; equal seeds make equal vectors. */
export function testVector(kind: VectorKind, seed = 1, modelId = 'test@1'): ReportedVector {
  const bytes = Int8Array.from({ length: 64 }, (_, index) => Math.round(90 * Math.sin(seed * (index + 1))));
  return { kind, modelId, values: Buffer.from(bytes.buffer).toString('base64') };
}

/** An event as a core reports it, with what a test wants different. */
export function testReport(change: Partial<EventReport> & { cameraId: string }): EventReport {
  const startedAtUtcMs = change.startedAtUtcMs ?? Date.now() - 60_000;
  const isClosed = change.phase === 'closed';
  return {
    schemaVersion: 1,
    eventId: newId(),
    class: 'person',
    subtype: null,
    phase: 'opened',
    severity: 'info',
    score: 0.8,
    modelId: 'test@1',
    startedAtUtcMs,
    lastSeenUtcMs: startedAtUtcMs + 5_000,
    endedAtUtcMs: isClosed ? startedAtUtcMs + 5_000 : null,
    continuesId: null,
    isStationary: false,
    dwellMs: 5_000,
    heading: 90,
    speed: 0.25,
    motionLevel: 40,
    best: { atUtcMs: startedAtUtcMs + 1_000, box: { x: 0.25, y: 0.25, width: 0.125, height: 0.5 } },
    colours: [],
    plate: null,
    face: null,
    revision: 1,
    path: [
      [0, 0.1, 0.2, 0.1, 0.4],
      [5_000, 0.5, 0.2, 0.1, 0.4],
    ],
    zones: [],
    vectors: [],
    identity: null,
    vehicle: null,
    ...change,
  };
}

/** A file that has the frame of a JPEG, though no picture in it. */
export function testJpeg(bytes = 400, { width, height } = { width: 64, height: 48 }): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]);
  return Buffer.concat([start, frame, Buffer.from([0xff, 0xda]), Buffer.alloc(bytes, 7), Buffer.from([0xff, 0xd9])]);
}

import { z } from 'zod';
import { streamFormat, streamStatus } from '../cameras/camera.ts';
import { eventReport, thumbnailKind } from '../events/event.ts';
import { exportState } from '../exports/export.ts';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { nounRecords } from './link-nouns.ts';

/** What a record says. Unknown or broken bodies are refused one by one, so that one bad record never holds up the others. */
export const edgeRecordBody = z.discriminatedUnion('kind', [
  /** A stream changed state at the edge. */
  z.object({
    kind: z.literal('streamStatus'),
    cameraId: id,
    streamId: id,
    status: streamStatus,
    format: streamFormat.nullable(),
    isRecording: z.boolean(),
    recordingCause: errorCode
      .nullable()
      .describe(
        'why nothing is written although it is wanted; while recording, why everything is although only some is wanted',
      ),
  }),
  /** How the parts of a camera beside its streams are; told when one changed. Older cores do not tell it. */
  z.object({
    kind: z.literal('cameraParts'),
    cameraId: id,
    analytics: streamStatus,
    smartStorage: streamStatus,
    audioEnabled: z.boolean(),
  }),
  /**
   * A gap of the ledger was closed (or is known to have happened). Idempotent by `gapId`; told again it replaces what was told before, and
   * one that ends where it begins turned out to be none.
   */
  z.object({
    kind: z.literal('gap'),
    gapId: id,
    cameraId: id,
    streamId: id,
    fromUtcMs: utcMs,
    toUtcMs: utcMs,
    cause: errorCode,
  }),
  z.object({
    kind: z.literal('exportState'),
    exportId: id,
    state: exportState,
    progress: z.number().min(0).max(1),
    failure: errorCode.nullable(),
    bytes: z.number().int().nullable(),
    sha256: z.string().max(64).nullable(),
  }),
  /** Something about the core itself worth keeping: start, stop, worker restart, disk trouble. */
  z.object({ kind: z.literal('coreNotice'), code: errorCode, detail: z.string().max(500) }),
  /** A revision of an event. Idempotent by `eventId` and `revision`; older revisions never overwrite newer ones. */
  z.object({ kind: z.literal('event'), event: eventReport }),
  /** Somebody opened a camera with a local grant; written before anything was shown. The server knows whose grant it is. */
  z.object({ kind: z.literal('localView'), grantId: id, cameraId: id, openedAtUtcMs: utcMs, originals: z.boolean() }),
  /** Pictures of events that the core could not keep until the server had them: they will not come. Idempotent; a picture that came stays. */
  z.object({
    kind: z.literal('picturesLost'),
    pictures: z.array(z.object({ eventId: id, cameraId: id, startedAtUtcMs: utcMs, kind: thumbnailKind })).max(200),
  }),
  ...nounRecords,
]);

/** One row of the edge's outbox, before its body was read. Sequences rise by one per epoch; delivery is at least once, in order. */
export const edgeRecord = z.object({
  sequence: z.number().int().min(1),
  /** When it happened by the core's clock. */
  atUtcMs: utcMs,
  body: z.unknown().describe('edgeRecordBody; parsed one by one'),
});

export type EdgeRecordBody = z.infer<typeof edgeRecordBody>;
export type RawEdgeRecord = z.infer<typeof edgeRecord>;
/** A row of the outbox whose body was read. */
export type EdgeRecord = Omit<RawEdgeRecord, 'body'> & { body: EdgeRecordBody };

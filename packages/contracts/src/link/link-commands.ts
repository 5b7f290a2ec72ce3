import { nounCommands } from './link-nouns.ts';
import { cameraConfig, syncedKindName } from './link-operations.ts';
import { z } from 'zod';
import { credentialsInput, rtspUrl, streamDriver, streamKind, streamTest, streamTransport } from '../cameras/camera.ts';
import { logPage, logQuery } from '../edges/edge-logs.ts';
import { analysisStatus } from '../analysis/analysis.ts';
import { motionCells, motionHeat, motionMatches } from '../events/motion.ts';
import { localTrust } from '../local-grants/local-grant.ts';
import { coverage, interval, intervals } from '../recordings/recording.ts';
import { missingInterval, storageForecast, storageOverview } from '../recordings/storage.ts';
import { coreCandidate } from '../live/live.ts';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/** What a lease allows; the edge refuses everything else. */
export const leaseGrant = z.object({
  leaseId: id,
  cameraId: id,
  sessionId: z.string(),
  live: z.boolean(),
  playback: z.boolean(),
  /** Whether it shows what the camera hides. Absent is no: older servers do not say it. */
  originals: z.boolean().default(false),
  expiresAt: utcMs,
});

const range = z.object({ cameraId: id, stream: streamKind, fromUtcMs: utcMs, toUtcMs: utcMs });

/** Requests of the server to an edge over the link: input and output of each. */
export const edgeCommands = {
  'camera.test': {
    input: z.object({ url: rtspUrl, transport: streamTransport, driver: streamDriver, credentials: credentialsInput }),
    output: streamTest,
  },
  /**
   * JPEG of the newest keyframe, base64, at most 300 KB; what the camera hides is hidden. `camera_not_ready` while the core
   * knows an older revision than the one that is asked for: it may not know yet what to hide.
   */
  'camera.poster': {
    input: z.object({
      cameraId: id,
      width: z.number().int().min(64).max(1280),
      revision: z.number().int().min(0).default(0),
    }),
    output: z.object({ jpeg: z.string().max(410_000), atUtcMs: utcMs }),
  },
  'recordings.coverage': { input: range.extend({ buckets: z.number().int() }), output: coverage },
  /** Recorded milliseconds per day; `dayStarts` are the instants at which the site's days begin, plus the end of the last. */
  'recordings.days': {
    input: z.object({ cameraId: id, stream: streamKind, dayStarts: z.array(utcMs).min(2).max(404) }),
    output: z.object({ recordedMs: z.array(z.number().min(0)).max(404) }),
  },
  /** What is kept between each two neighbours of `dayStarts`. */
  'recordings.storage': {
    input: z.object({ cameraId: id, dayStarts: z.array(utcMs).min(2).max(66) }),
    output: z.object({
      days: z
        .array(z.object({ regular: intervals(interval), smart: intervals(interval), none: intervals(missingInterval) }))
        .max(66),
      forecast: storageForecast,
    }),
  },
  'storage.overview': { input: z.object({}), output: storageOverview },
  'live.offer': {
    input: z.object({
      grant: leaseGrant,
      sdp: z.string(),
      stream: z.enum(['auto', 'main', 'sub']),
      /** `stun:host:port`, by which the core learns under which address the world sees it. Older servers do not say any. */
      stunServers: z.array(z.string().max(300)).max(8).default([]),
    }),
    output: z.object({ sdp: z.string().max(200_000) }),
  },
  /** Answers what the core found since its answer or since it was asked last. Older cores find nothing more. */
  'live.candidate': {
    input: z.object({ leaseId: id, candidate: z.string(), mid: z.string() }),
    output: z.object({ candidates: z.array(coreCandidate).max(64).default([]) }),
  },
  /** Replaces a grant: renewal, or a narrowed right. */
  'live.grant': { input: z.object({ grant: leaseGrant }), output: z.object({ known: z.boolean() }) },
  /** `code`: what the browser is told; older servers do not say it. */
  'live.close': { input: z.object({ leaseId: id, code: errorCode.optional().catch(undefined) }), output: z.object({}) },
  /** The edge opens a WebSocket to `linkRelayPath/{token}` and speaks the player protocol on it. */
  'relay.open': { input: z.object({ grant: leaseGrant, token: z.string() }), output: z.object({}) },
  /**
   * Progress comes as `exportState` records; the file is PUT to `uploadPath` on the server with `uploadToken`, in pieces of at most
   * `uploadPartBytes` with `Content-Range` (a server of before says none: in one piece). Without `originals` what the camera hides is hidden.
   */
  'export.start': {
    input: range.extend({
      exportId: id,
      uploadPath: z.string(),
      uploadToken: z.string(),
      uploadPartBytes: z.number().int().min(1).optional(),
      originals: z.boolean().default(false),
    }),
    output: coverage.pick({ gaps: true, uncertain: true }),
  },
  'motion.search': {
    input: z.object({
      cameraId: id,
      fromUtcMs: utcMs,
      toUtcMs: utcMs,
      cells: motionCells,
      minLevel: z.number().int().min(1).max(255),
      quietMs: z.number().int().min(1000).max(60_000),
      limit: z.number().int().min(1).max(1000),
    }),
    output: motionMatches,
  },
  'motion.heat': {
    input: z.object({ cameraId: id, fromUtcMs: utcMs, toUtcMs: utcMs, minLevel: z.number().int().min(1).max(255) }),
    output: motionHeat,
  },
  ...nounCommands,
  /** Lines of the log of the core. A long search answers what it found so far with a cursor to go on. */
  'logs.read': { input: logQuery, output: logPage },
  'analysis.status': { input: z.object({}), output: analysisStatus },
  /** Everything that was ever wanted of the core, with the revision it reached; `isLive` false: known to be gone. */
  'sync.content': {
    input: z.object({}),
    output: z.object({
      lastOperation: z.number().int().min(0),
      entities: z
        .array(
          z.object({
            /** Older cores do not tell it: they know no other. */
            kind: syncedKindName.default('camera'),
            id,
            revision: z.number().int().min(0).max(1_000_000_000),
            isLive: z.boolean(),
            /** Of what is live; older cores do not tell it. */
            name: z.string().max(200).optional(),
          }),
        )
        .max(10_000),
    }),
  },
  /** What the core was told of one entity, with its secrets, for a server that lost it. Fails with `not_found`. Older cores do not know it. */
  'sync.entity': {
    input: z.object({ kind: syncedKindName, entityId: id }),
    output: z.object({
      revision: z.number().int().min(0).max(1_000_000_000),
      content: z.record(z.string(), z.unknown()),
    }),
  },
  /** The same of a camera, for cores and servers that know no other kind. */
  'sync.camera': {
    input: z.object({ cameraId: id }),
    output: z.object({ revision: z.number().int().min(0).max(1_000_000_000), config: cameraConfig }),
  },
  /** What the core shall believe of local grants from now on. */
  'local.trust': { input: localTrust, output: z.object({}) },
  'export.cancel': { input: z.object({ exportId: id }), output: z.object({}) },
} as const;

export type EdgeCommandName = keyof typeof edgeCommands;
export type EdgeCommandInput<N extends EdgeCommandName> = z.infer<(typeof edgeCommands)[N]['input']>;
export type EdgeCommandOutput<N extends EdgeCommandName> = z.infer<(typeof edgeCommands)[N]['output']>;

/** Name of a request to an edge; the keys of `edgeCommands`. */
export const commandName = z.enum(Object.keys(edgeCommands) as [EdgeCommandName, ...EdgeCommandName[]]);
export type LeaseGrant = z.infer<typeof leaseGrant>;

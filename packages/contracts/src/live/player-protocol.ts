import { z } from 'zod';
import { box, eventClass } from '../events/event.ts';
import { errorCode } from '../shared/errors.ts';
import { utcMs } from '../shared/ids.ts';

// The player protocol: how a browser asks a core for live MSE fragments, footage and thumbnails. The same messages run
// over the data channel `player` of a peer connection and over a relayed WebSocket. Text messages are JSON of these
// schemas; binary messages carry bytes (see `player-binary.ts`).

const requestId = z.number().int().min(1).max(0xffff_ffff);
const stream = z.enum(['main', 'sub']);
/** What the camera hides is hidden. `whole`: nobody knows where the objects are that it hides, so everything is. */
const masked = z.enum(['parts', 'whole']);

/** Browser → core. A request is answered by messages that carry its `requestId`, until `done` or `failed`. */
export const playerRequest = z.discriminatedUnion('type', [
  /** Live as fMP4, one unit per fragment, starting with the cached GOP. `transcode`: H.264 made on demand, shared. */
  z.object({
    type: z.literal('live'),
    requestId,
    stream: z.enum(['auto', 'main', 'sub']),
    transcode: z.boolean().default(false),
  }),
  /**
   * Footage from the keyframe at or before `fromUtcMs` (within the recorded run that holds it, else the next one) up to
   * `toUtcMs`, as segments. Paced by `window`: the core sends at most that many bytes beyond the last `credit`.
   */
  z.object({
    type: z.literal('footage'),
    requestId,
    stream,
    fromUtcMs: utcMs,
    toUtcMs: utcMs,
    /** Only keyframe fragments: for speeds above 4x and for scrubbing. */
    keyframesOnly: z.boolean().default(false),
    /**
     * Video other than H.264 comes as H.264 made on demand, at most 720 lines high, for browsers that refuse the recorded
     * type. One such request at a time: another one ends it. `transcode_busy` when the core has no more to give.
     */
    transcode: z.boolean().default(false),
    windowBytes: z.number().int().min(65_536).max(16_777_216).default(4_194_304),
  }),
  z.object({ type: z.literal('credit'), requestId, bytes: z.number().int().min(1).max(16_777_216) }),
  /** JPEG of the keyframe nearest before the instant, at most `width` pixels wide. */
  z.object({
    type: z.literal('thumbnail'),
    requestId,
    stream: stream.default('main'),
    atUtcMs: utcMs,
    width: z.number().int().min(64).max(640).default(240),
  }),
  /** Boxes of what is in the picture now, several times a second while something is, until cancelled. Needs the right to see live. */
  z.object({ type: z.literal('boxes'), requestId }),
  z.object({ type: z.literal('cancel'), requestId }),
  /** Chooses the picture of the video track of a peer connection. `tellsClock`: with `clock` messages; cores of before send none. */
  z.object({
    type: z.literal('track'),
    requestId,
    stream: z.enum(['auto', 'main', 'sub', 'none']),
    tellsClock: z.boolean().optional(),
  }),
  z.object({ type: z.literal('ping'), requestId, sentAtMs: z.number() }),
]);

/** Core → browser. */
export const playerReply = z.discriminatedUnion('type', [
  /**
   * A run of fragments follows whose decode times (`tfdt`) count from `zeroUtcMs`: put the source buffer's timestamp
   * offset accordingly. Its init segment comes as the next binary message(s) of kind `init`. `masked`: what the camera hides
   * is hidden in it.
   */
  z.object({
    type: z.literal('segment'),
    requestId,
    mimeType: z.string(),
    zeroUtcMs: z.number(),
    startUtcMs: utcMs,
    masked: masked.optional(),
  }),
  /** Footage is missing here, with cause; the next segment starts at `toUtcMs` when `toUtcMs` is not the end asked for. */
  z.object({ type: z.literal('gap'), requestId, fromUtcMs: utcMs, toUtcMs: utcMs, cause: errorCode }),
  /** The stream of a live request or video track changed state. */
  z.object({
    type: z.literal('state'),
    requestId,
    state: z.enum(['live', 'stalled', 'offline']),
    cause: errorCode.nullable(),
    lastUnitUtcMs: utcMs.nullable(),
  }),
  /** What the video track or live request now shows. `masked`: what the camera hides is hidden in it. */
  z.object({
    type: z.literal('showing'),
    requestId,
    stream,
    codec: z.string(),
    width: z.number(),
    height: z.number(),
    transcoded: z.boolean(),
    masked: masked.optional(),
  }),
  /** The picture of the video track with this RTP timestamp reached the core at `atUtcMs` (the core's clock); about once a second. */
  z.object({
    type: z.literal('clock'),
    requestId,
    rtpTimestamp: z.number().int().min(0).max(0xffff_ffff),
    atUtcMs: z.number(),
  }),
  /**
   * Where tracks were in the picture that arrived at the core at `atUtcMs` (the core's clock). An empty list clears the
   * picture. `velocity` in fractions of the picture per second, so that boxes can follow between two of these.
   */
  z.object({
    type: z.literal('boxes'),
    requestId,
    atUtcMs: z.number(),
    /** How long after `atUtcMs` this holds, ms: until the core looks again, at the latest. What is shown for longer is a guess. Cores of before do not say it. */
    holdMs: z.number().min(0).optional(),
    tracks: z
      .array(
        z.object({
          eventId: z.string(),
          class: eventClass,
          box,
          velocity: z.object({ x: z.number(), y: z.number() }),
          score: z.number(),
          plate: z.string().nullable(),
          isStationary: z.boolean(),
          /** Null (or not said): the core saw it when it looked last. Else ms since the first look that did not find it: `box` is a guess. */
          coastingMs: z.number().min(0).nullable().optional(),
        }),
      )
      .max(100),
  }),
  z.object({ type: z.literal('done'), requestId, reachedUtcMs: utcMs.nullable() }),
  z.object({ type: z.literal('failed'), requestId, code: errorCode, message: z.string() }),
  z.object({ type: z.literal('pong'), requestId, sentAtMs: z.number(), coreUtcMs: utcMs }),
  /** The core ends this connection, for instance because the lease ran out. */
  z.object({ type: z.literal('bye'), code: errorCode }),
]);

export type PlayerRequest = z.infer<typeof playerRequest>;
export type PlayerReply = z.infer<typeof playerReply>;

import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { shownStatus } from '../status/status.ts';

/** Most that one person is told of at once; `total` says how many there are. */
export const attentionLimit = 60;

const common = {
  /** Names what needs somebody, so that it can be marked as seen. */
  key: z.string(),
  /** True while it lasts: such a thing goes when it is mended. Anything else goes once the person has seen it. */
  isOpen: z.boolean(),
  /** Since when it lasts, or when it happened. */
  atUtcMs: utcMs,
  /** When the server heard of it last; seen until then is seen. */
  knownUtcMs: utcMs,
  /** Zone of the site that it is of; null for what has no site. */
  timeZone: z.string().nullable(),
  locationName: z.string().nullable(),
};

const ofCamera = { ...common, cameraId: id, cameraName: z.string() };
const ofCore = { ...common, edgeId: id, edgeName: z.string() };

/** Something that needs a person. Where several cameras have the same trouble, one is named and `cameraCount` says how many they are. */
export const attentionItem = z.discriminatedUnion('kind', [
  /** A camera that is not as it should be now. */
  z.object({ kind: z.literal('camera'), ...ofCamera, status: shownStatus }),
  /** A core without its link, and how many cameras that may be seen are away with it. */
  z.object({ kind: z.literal('core'), ...ofCore, status: shownStatus, cameraCount: z.number().int() }),
  /** No recording where there should have been one, in the last 24 hours, of cameras of one core for one reason; the longest gap is named. */
  z.object({
    kind: z.literal('gap'),
    ...ofCamera,
    cameraCount: z.number().int(),
    cause: errorCode,
    fromUtcMs: utcMs,
    toUtcMs: utcMs,
  }),
  /** Recording is switched off. */
  z.object({ kind: z.literal('recordingOff'), ...ofCamera, cameraCount: z.number().int() }),
  /** A core with too much to do, now or in the last 24 hours: the share of its processor, and cameras with which its detection does not keep up. */
  z.object({
    kind: z.literal('overload'),
    ...ofCore,
    cpuShare: z.number().min(0).nullable(),
    behindCount: z.number().int(),
  }),
  /** Footage will be deleted before its time: the least of days that there is room for, and what is wanted there. */
  z.object({
    kind: z.literal('storage'),
    ...ofCore,
    cameraCount: z.number().int(),
    fitsDays: z.number().min(0),
    retentionDays: z.number().int(),
  }),
  /** The clock of a core differs from that of the server. */
  z.object({ kind: z.literal('clock'), ...ofCore, offsetMs: z.number() }),
  /** What a core said of itself in the last 24 hours, and how often. */
  z.object({ kind: z.literal('notice'), ...ofCore, code: errorCode, count: z.number().int() }),
  /** An export that failed in the last 24 hours. */
  z.object({ kind: z.literal('export'), ...ofCamera, exportId: id, failure: errorCode.nullable() }),
  /** Something to sign in with that ends within a week, or has ended. */
  z.object({
    kind: z.literal('credential'),
    ...common,
    of: z.enum(['apiKey', 'signInCertificate', 'signInDomain']),
    name: z.string(),
    expiresAtUtcMs: utcMs,
  }),
  /**
   * An alarm of which the monitoring service does not know what people think it knows: `notSent`: nobody was dispatched; `unsure`: nobody knows
   * whether it arrived; `notCanceled`: it was not told that it is canceled.
   */
  z.object({
    kind: z.literal('dispatch'),
    ...common,
    dispatchAlarmId: id,
    number: z.number().int(),
    problem: z.enum(['notSent', 'unsure', 'notCanceled']),
  }),
  /** A webhook, or a service that is told as one, that takes no messages: since when, and whether the server stopped sending. */
  z.object({
    kind: z.literal('receiver'),
    ...common,
    webhookId: id,
    isService: z.boolean(),
    name: z.string(),
    isOff: z.boolean(),
  }),
]);

/**
 * What needs this person, the worst first. `waitingCount`: cameras that were never connected, of which nothing can be said.
 * `unknownCount`: cores that have their link and did not say whether their detection keeps up.
 */
export const attentionList = z.object({
  items: z.array(attentionItem),
  total: z.number().int(),
  waitingCount: z.number().int(),
  unknownCount: z.number().int(),
});

/** What a person has seen, each as far as it was known then. */
export const attentionSeen = z.object({
  items: z
    .array(z.object({ key: z.string().min(1).max(160), knownUtcMs: utcMs }))
    .min(1)
    .max(200),
});

export type AttentionItem = z.infer<typeof attentionItem>;
export type AttentionList = z.infer<typeof attentionList>;

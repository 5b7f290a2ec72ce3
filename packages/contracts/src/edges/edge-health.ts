import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';
import { edgeHealth, edgeState } from './edge.ts';

/** Whether a core is heard: `steady` every few seconds, `late` for more than 15 s, `silent` without a link, `never` heard yet. */
export const edgeHeartBeatStatus = z.enum(['steady', 'late', 'silent', 'never']);

/** Range of heartbeats that is asked for. */
export const heartbeatQuery = z.object({
  fromUtcMs: z.coerce.number().int().min(0).max(8_640_000_000_000_000),
  toUtcMs: z.coerce.number().int().min(0).max(8_640_000_000_000_000),
});

/**
 * Heartbeats of one span of time. `beats` of `expected` arrived; where none did, everything else is null. Shares are 0..1;
 * of CPU, memory, load, temperature and backlog the highest of the span is told, of free disk the lowest.
 */
export const heartbeatPoint = z.object({
  atUtcMs: utcMs,
  beats: z.number().int().min(0),
  expected: z.number().int().min(1),
  cpuShare: z.number().nullable(),
  memoryShare: z.number().nullable(),
  diskFreeBytes: z.number().nullable(),
  load: z.number().nullable(),
  celsius: z.number().nullable(),
  /** Records that waited to be sent. */
  outboxDepth: z.number().int().nullable(),
  clockOffsetMs: z.number().nullable(),
});

/** Heartbeats of a range in equal spans of `stepMs`, oldest first; spans without any are there too. */
export const edgeHeartbeats = z.object({
  fromUtcMs: utcMs,
  toUtcMs: utcMs,
  stepMs: z.number().int().min(60_000),
  points: z.array(heartbeatPoint),
  /** The first minute that is kept; silence before it says nothing. Null: the core was never heard in all that is kept. */
  firstHeardUtcMs: utcMs.nullable(),
});

/** Since when the buckets that a core is in now have been open: its next heartbeats fall into them. */
export const bucketTransitions = z.object({ minuteUtcMs: utcMs, hourUtcMs: utcMs, dayUtcMs: utcMs });

/** How a core is now. Addresses are empty while it has no link. */
export const edgeSystemStatus = z.object({
  edgeId: id,
  state: edgeState,
  sinceUtcMs: utcMs.nullable(),
  edgeHeartBeatStatus,
  lastSeenUtcMs: utcMs.nullable(),
  version: z.string().nullable(),
  capabilities: z.array(z.string()),
  health: edgeHealth.nullable(),
  clockOffsetMs: z.number().nullable(),
  /** Records that wait at the core to be sent. */
  outboxDepth: z.number().int().nullable(),
  publicAddress: z.string().nullable(),
  lanAddresses: z.array(z.string()),
  /** Null before the first heartbeat. */
  metadata: z.object({ bucketTransitions: bucketTransitions.nullable() }),
});

export type EdgeHeartBeatStatus = z.infer<typeof edgeHeartBeatStatus>;
export type HeartbeatPoint = z.infer<typeof heartbeatPoint>;
export type EdgeHeartbeats = z.infer<typeof edgeHeartbeats>;
export type EdgeSystemStatus = z.infer<typeof edgeSystemStatus>;

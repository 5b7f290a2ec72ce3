import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, name, utcMs } from '../shared/ids.ts';

/** `unclaimed`: never paired. `online`/`offline`: paired, with or without its link. `revoked`: must be claimed anew. */
export const edgeState = z.enum(['unclaimed', 'online', 'offline', 'revoked']);

/** What a core reports about itself with every heartbeat. Shares are 0..1. */
export const edgeHealth = z.object({
  cpuShare: z.number().min(0),
  memoryBytes: z.number().min(0),
  memoryTotalBytes: z.number().min(0),
  diskFreeBytes: z.number().min(0),
  diskTotalBytes: z.number().min(0),
  uptimeMs: z.number().min(0),
});

/** A core: the machine on site that records. */
export const edge = z.object({
  id,
  name: z.string(),
  locationId: id,
  state: edgeState,
  /** Since when `state` holds. */
  sinceUtcMs: utcMs.nullable(),
  version: z.string().nullable(),
  capabilities: z.array(z.string()),
  health: edgeHealth.nullable(),
  /** Core's clock minus server's clock in ms; screens say it from 2,000 on. */
  clockOffsetMs: z.number().nullable(),
  lastSeenUtcMs: utcMs.nullable(),
  cameraCount: z.number().int(),
  /** True when everything wanted was applied. */
  isSync: z.boolean(),
  createdAt: utcMs,
  revision: z.number().int(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), createCamera: z.boolean() }),
});

/** Where a core stands as seen from the caller. `lanAddresses`: IPv4 and IPv6 of the core in its own network, empty unless `isLocal`. */
export const localEdge = z.object({ edgeId: id, isLocal: z.boolean(), lanAddresses: z.array(z.string().max(64)).max(20) });

/** A core to be made, or its new name. */
export const edgeInput = z.object({ name, locationId: id });

/** A one-time code for pairing: 12 letters and digits in groups of 4, valid for 30 minutes. */
export const claimCode = z.object({ code: z.string(), expiresAt: utcMs, command: z.string() });

/** Something about a core itself worth keeping. */
export const coreNotice = z.object({ atUtcMs: utcMs, receivedAtUtcMs: utcMs, code: errorCode, detail: z.string() });

export type CoreNotice = z.infer<typeof coreNotice>;
export type LocalEdge = z.infer<typeof localEdge>;
export type Edge = z.infer<typeof edge>;
export type EdgeState = z.infer<typeof edgeState>;
export type EdgeHealth = z.infer<typeof edgeHealth>;
export type EdgeInput = z.infer<typeof edgeInput>;
export type ClaimCode = z.infer<typeof claimCode>;

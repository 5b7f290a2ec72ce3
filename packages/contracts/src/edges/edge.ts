import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, name, utcMs } from '../shared/ids.ts';
import { shownStatus } from '../status/status.ts';
import { maxLeastDays } from './least-days-limits.ts';

/** `unclaimed`: never paired. `online`/`offline`: paired, with or without its link. `revoked`: must be claimed anew. */
export const edgeState = z.enum(['unclaimed', 'online', 'offline', 'revoked']);

/** A disk of a core. `holdsFootage`: recordings are written there. */
export const edgeDisk = z.object({
  mount: z.string().max(300),
  /** File system, as the machine calls it. */
  kind: z.string().max(40),
  freeBytes: z.number().min(0),
  totalBytes: z.number().min(0),
  holdsFootage: z.boolean(),
});

/** A thermometer of a core, named as the machine names it. */
export const edgeTemperature = z.object({ name: z.string().max(80), celsius: z.number().min(-60).max(200) });

/**
 * What a core reports about itself with every heartbeat. Shares are 0..1. What is optional older cores do not tell; null: the
 * machine has nothing that measures it.
 */
export const edgeHealth = z.object({
  cpuShare: z.number().min(0),
  memoryBytes: z.number().min(0),
  memoryTotalBytes: z.number().min(0),
  diskFreeBytes: z.number().min(0),
  diskTotalBytes: z.number().min(0),
  /** How long the program of the core has been running. */
  uptimeMs: z.number().min(0),
  disks: z.array(edgeDisk).max(30).optional(),
  temperatures: z.array(edgeTemperature).max(40).nullable().optional(),
  /** Processes that ran or waited to, on average over 1, 5 and 15 minutes. */
  load: z.tuple([z.number().min(0), z.number().min(0), z.number().min(0)]).optional(),
  machine: z
    .object({
      hostname: z.string().max(253),
      system: z.string().max(120),
      architecture: z.string().max(40),
      processor: z.string().max(120),
      processors: z.number().int().min(1),
      node: z.string().max(40),
      uptimeMs: z.number().min(0),
    })
    .optional(),
});

/** Days below which no footage is deleted for room without a notice; 0: never told. */
export const leastDays = z.number().int().min(0).max(maxLeastDays);

/** A core: the machine on site that records. */
export const edge = z.object({
  id,
  name: z.string(),
  locationId: id,
  /** Of its site, also for who may not see that. */
  timeZone: z.string(),
  /** Runs beside the server instead of on site: its cameras are cloud-only and have places of their own. */
  hosted: z.boolean(),
  state: edgeState,
  /** As it is shown: its link, calm while that comes and goes. */
  status: shownStatus,
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
  /** Null: nobody set it, and the core keeps to its start option. */
  leastDays: leastDays.nullable(),
  /** Whether its software takes `leastDays` from here; null: it was never here to say. */
  takesLeastDays: z.boolean().nullable(),
  createdAt: utcMs,
  revision: z.number().int(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), createCamera: z.boolean() }),
});

/** Where a core stands as seen from the caller. `lanAddresses`: IPv4 and IPv6 of the core in its own network, empty unless `isLocal`. */
export const localEdge = z.object({
  edgeId: id,
  isLocal: z.boolean(),
  lanAddresses: z.array(z.string().max(64)).max(20),
});

/** A core to be made, or its new name. */
export const edgeInput = z.object({ name, locationId: id, hosted: z.boolean().default(false) });

/** What of a core is to be otherwise; what is left out stays. `leastDays` null: as the core was started. */
export const edgeChange = z.object({ name, leastDays: leastDays.nullable() }).partial();

/** A one-time code for pairing: 12 letters and digits in groups of 4, valid for 15 minutes. */
export const claimCode = z.object({ code: z.string(), expiresAt: utcMs, command: z.string() });

/** Something about a core itself worth keeping. */
export const coreNotice = z.object({ atUtcMs: utcMs, receivedAtUtcMs: utcMs, code: errorCode, detail: z.string() });

/** The same, with the core that said it and the zone of its site. */
export const noticeOfCore = coreNotice.extend({ edgeId: id, edgeName: z.string(), timeZone: z.string() });

export type NoticeOfCore = z.infer<typeof noticeOfCore>;
export type CoreNotice = z.infer<typeof coreNotice>;
export type LocalEdge = z.infer<typeof localEdge>;
export type Edge = z.infer<typeof edge>;
export type EdgeState = z.infer<typeof edgeState>;
export type EdgeHealth = z.infer<typeof edgeHealth>;
export type EdgeChange = z.infer<typeof edgeChange>;
export type EdgeInput = z.infer<typeof edgeInput>;
export type ClaimCode = z.infer<typeof claimCode>;

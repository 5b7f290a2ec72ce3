import { z } from 'zod';
import { recordingMode, streamKind } from '../cameras/camera.ts';
import { id, utcMs } from '../shared/ids.ts';
import { keptDhcp } from './dhcp.ts';

/** Everything that is needed to put another machine in the place of a core, to be kept on paper or elsewhere. Without passwords. */
export const edgeRecoveryDocument = z.object({
  documentVersion: z.literal(1),
  createdAtUtcMs: utcMs,
  serverUrl: z.string(),
  organization: z.object({ id, name: z.string() }),
  core: z.object({
    id,
    name: z.string(),
    locationId: id,
    locationName: z.string(),
    timeZone: z.string(),
    hostname: z.string().nullable(),
    version: z.string().nullable(),
    /** First 16 hex digits of the SHA-256 of the public key, in groups of 4; null while the core is not paired. */
    keyFingerprint: z.string().nullable(),
    claimedAtUtcMs: utcMs.nullable(),
  }),
  /** Those that the caller may edit, for it says how they are reached. What looks like a password or a token in an address is masked. */
  cameras: z.array(
    z.object({
      id,
      name: z.string(),
      locationName: z.string(),
      recordingMode,
      retentionDays: z.number().int(),
      username: z.string(),
      /** A password is kept on the server; it is handed to the core that takes the place. */
      hasPassword: z.boolean(),
      streams: z.array(z.object({ id, kind: streamKind, url: z.string() })),
      revision: z.number().int(),
    }),
  ),
  /** Cameras of the core that the caller may not edit. */
  camerasLeftOut: z.number().int().min(0),
  /** DHCP as the core last confirmed it; null when it was never set up. */
  dhcp: keptDhcp.nullable(),
  /** SHA-256 (hex) of ids and revisions of the cameras, as core and server compare it. */
  configurationHash: z.string(),
});

export type EdgeRecoveryDocument = z.infer<typeof edgeRecoveryDocument>;

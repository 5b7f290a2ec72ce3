import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** How long a local grant holds: a night without the cloud. A browser asks for a new one long before. */
export const localGrantMs = 12 * 3_600_000;

/** A camera in a local grant. Live is what every one of them allows. `originals`: may be asked for with nothing hidden. */
export const grantedCamera = z.object({ id, playback: z.boolean(), originals: z.boolean() });

/** Most cameras of one grant; a site with more shows the first of them by id. */
export const maxGrantedCameras = 500;

/**
 * What a local grant says: a compact JWS (EdDSA, `typ` `local-grant+jwt`) for exactly one core. `iat` and `exp` in whole
 * seconds by the server's clock.
 */
export const localGrantClaims = z.object({
  iss: z.literal('sightline'),
  /** The core. */
  aud: id,
  org: id,
  /** The person. */
  sub: z.string().min(1).max(200),
  sid: z.string().min(1).max(200),
  /** The grant itself: what is taken back is named by it. */
  jti: id,
  iat: z.number().int(),
  exp: z.number().int(),
  cameras: z.array(grantedCamera).max(maxGrantedCameras),
});

/** The door of a core for its own network: a WebRTC connection without any server (see `local-door-name.ts`). */
export const localEndpointFacts = z.object({
  port: z.number().int().min(1).max(65_535),
  /** Of the certificate that the core shows there: `AB:CD:...`, SHA-256. */
  fingerprint: z.string().regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/),
  /** ICE password of the door. */
  password: z.string().regex(/^[A-Za-z0-9]{24,64}$/),
});

/** A grant with what a browser needs to use it. */
export const localGrant = z.object({
  edgeId: id,
  token: z.string(),
  expiresAt: utcMs,
  cameras: z.array(grantedCamera),
  door: localEndpointFacts.extend({ addresses: z.array(z.string().max(64)).max(20) }),
});

/** A public key of the server for local grants: raw Ed25519, base64url. */
const trustedKey = z.object({ kid: z.string().min(1).max(60), x: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/** What a core is told of local grants, whole each time. It keeps it on its disk. */
export const localTrust = z.object({
  /** False: nobody is let in here without the server, whatever they bring. */
  isAllowed: z.boolean(),
  keys: z.array(trustedKey).max(8),
  /** Grants that would still hold by their time and do not hold any more. */
  revoked: z.array(id).max(20_000),
});

export type GrantedCamera = z.infer<typeof grantedCamera>;
export type LocalGrant = z.infer<typeof localGrant>;
export type LocalGrantClaims = z.infer<typeof localGrantClaims>;
export type LocalEndpointFacts = z.infer<typeof localEndpointFacts>;
export type LocalTrust = z.infer<typeof localTrust>;

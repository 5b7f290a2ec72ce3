import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CameraPage } from '@sightline/contracts/camera-pages/camera-page';
import type { ClientHttp2Session } from 'node:http2';

/** The page of a camera, as one session of a person has it open. */
export interface PageSession {
  id: string;
  /** Names its host. Not secret: the cookie is. */
  label: string;
  /** Null once it was used. */
  ticketHash: Buffer | null;
  cookieHash: Buffer | null;
  lang: 'en' | 'he';
  cameraId: string;
  edgeId: string;
  organizationId: string;
  userId: string;
  sessionId: string;
  viaOrganizationId: string | undefined;
  /** Scheme, host and port when it was asked for: another place is another page. */
  placeKey: string;
  cameraOrigin: string;
  certificate: CameraPage['certificate'];
  /** From where it was asked for, then from where it is used. */
  addresses: Set<string>;
  openBeforeMs: number;
  openedAtMs: number | null;
  expiresAtMs: number;
  activeAtMs: number;
  requests: number;
  /** Wrong tickets that were brought for it. */
  refusals: number;
  sentBytes: number;
  receivedBytes: number;
  tunnel: ClientHttp2Session;
}

const secretHash = (text: string): Buffer => createHash('sha256').update(text).digest();
/** 32 random bytes. */
export const newSecret = (): { text: string; hash: Buffer } => {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: secretHash(text) };
};
export const isSecret = (text: string, hash: Buffer | null): boolean =>
  hash !== null && timingSafeEqual(secretHash(text), hash);

/** Lower case letters and digits: hosts know no other. */
export const newLabel = (): string => randomBytes(10).toString('hex');

/** Begins the names of the camera's cookies in this session. */
export const cookiePrefixOf = ({ label }: Pick<PageSession, 'label'>): string => `page-${label}-`;

/** As its person sees it. */
export const publicPage = ({
  id,
  cameraId,
  openedAtMs,
  expiresAtMs,
  requests,
  certificate,
}: PageSession): CameraPage => ({
  id,
  cameraId,
  openedAt: openedAtMs,
  expiresAt: expiresAtMs,
  requests,
  certificate,
});

import type { SessionTransport } from '@sightline/contracts/live/live';
import type { LeaseGrant } from '@sightline/contracts/link/link-commands';

/** A live view that is open now. */
export interface Lease {
  leaseId: string;
  cameraId: string;
  edgeId: string;
  organizationId: string;
  sessionId: string;
  userId: string;
  /** From where it was asked for or renewed last; undefined for work of the server itself. */
  address: string | undefined;
  /** From where the socket of a relayed view came. */
  viewerAddress?: string;
  playback: boolean;
  /** Shown with nothing hidden: asked for, and allowed. */
  originals: boolean;
  /** Whether it could be asked for. */
  mayAskOriginals: boolean;
  /** When it was asked for. */
  sinceUtcMs: number;
  /** How the picture comes, as the browser says; null until it does. */
  transport: SessionTransport | null;
  /** Whether a TURN server may carry it. */
  mayRelay: boolean;
  expiresAtUtcMs: number;
}

export const grantOf = (lease: Lease): LeaseGrant => ({
  leaseId: lease.leaseId,
  cameraId: lease.cameraId,
  sessionId: lease.sessionId,
  live: true,
  playback: lease.playback,
  originals: lease.originals,
  expiresAt: lease.expiresAtUtcMs,
});

import { leaseMs, type SessionTransport } from '@sightline/contracts/live/live';
import type { LeaseGrant } from '@sightline/contracts/link/link-commands';
import type { MemberActor } from '../../platform/http/actor.ts';

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

/** Leases of this process. They live in memory: when the process ends, they run out at the core by themselves. */
export class LeaseBook {
  readonly #leases = new Map<string, Lease>();

  get size(): number {
    return this.#leases.size;
  }

  all(): Lease[] {
    return [...this.#leases.values()];
  }

  add(lease: Lease): void {
    this.#leases.set(lease.leaseId, lease);
  }

  /** The lease when it belongs to this session; undefined like one that never was. */
  find(leaseId: string, actor: MemberActor): Lease | undefined {
    const lease = this.#leases.get(leaseId);
    return lease?.sessionId === actor.sessionId && lease.organizationId === actor.organizationId ? lease : undefined;
  }

  /** Whether this session sees originals of a camera now. */
  showsOriginals(actor: MemberActor, cameraId: string): boolean {
    return this.all().some(
      (lease) => lease.originals && lease.cameraId === cameraId && this.find(lease.leaseId, actor) !== undefined,
    );
  }

  has(leaseId: string): boolean {
    return this.#leases.has(leaseId);
  }

  remove(leaseId: string): boolean {
    return this.#leases.delete(leaseId);
  }

  renew(lease: Lease, nowMs: number): void {
    lease.expiresAtUtcMs = nowMs + leaseMs;
  }
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

import type { EdgeCommandInput, EdgeCommandOutput, LeaseGrant } from '@sightline/contracts/link/link-commands';
import { leaseMs } from '@sightline/contracts/live/live';
import { toEndpoint, type FromEndpoint, type ToEndpoint } from '@sightline/contracts/local-grants/local-endpoint';
import type { GrantedCamera, LocalGrantClaims } from '@sightline/contracts/local-grants/local-grant';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { v7 as uuidv7 } from 'uuid';
import { checkGrant, requireStanding, type GrantRules } from './local-grant-check.ts';

type LiveCommand = 'live.offer' | 'live.candidate' | 'live.grant' | 'live.close';

export interface LocalSessionsDeps {
  rules: () => GrantRules;
  /** Whether this core has the camera. */
  hasCamera: (cameraId: string) => boolean;
  /** Asks the live worker. */
  live: <N extends LiveCommand>(command: N, body: EdgeCommandInput<N>) => Promise<EdgeCommandOutput<N>>;
  /** Writes down for the server who is about to see what. What cannot be written is not shown: it throws. */
  note: (view: { grantId: string; cameraId: string; originals: boolean }) => void;
  send: (visitId: number, message: FromEndpoint) => void;
  dismiss: (visitId: number) => void;
}

interface Visit {
  claims: LocalGrantClaims | null;
  leases: Map<string, { camera: GrantedCamera; originals: boolean }>;
  /** Views that were written down. */
  noted: Set<string>;
  waiting: number;
  work: Promise<void>;
  /** Who shows no grant until it ends, or stays longer than the grant holds, makes room for others. */
  patience: NodeJS.Timeout;
}

type Request = Exclude<ToEndpoint, { type: 'grant' }>;

const maxLeases = 64;
const grantWithinMs = 10_000;
/** Timers carry no more; a grant that holds longer is looked at again then. */
const longestTimerMs = 2_147_483_647;
const maxWaiting = 100;

/** Who comes in from the local network without the server, and what they may see: by their grant, and as long as it holds. */
export class LocalSessions {
  readonly #deps: LocalSessionsDeps;
  readonly #visits = new Map<number, Visit>();

  constructor(deps: LocalSessionsDeps) {
    this.#deps = deps;
  }

  open(visitId: number): void {
    const patience = setTimeout(() => this.#refuse(visitId, 'local_grant_invalid'), grantWithinMs).unref();
    this.#visits.set(visitId, {
      claims: null,
      leases: new Map(),
      noted: new Set(),
      waiting: 0,
      work: Promise.resolve(),
      patience,
    });
  }

  /** One message after the other, as they came. */
  receive(visitId: number, text: string): void {
    const visit = this.#visits.get(visitId);
    if (!visit) return;
    if (++visit.waiting > maxWaiting) return this.#refuse(visitId, 'rate_limited');
    visit.work = visit.work.then(() => this.#handle(visitId, visit, text)).finally(() => visit.waiting--);
  }

  close(visitId: number): void {
    const visit = this.#visits.get(visitId);
    clearTimeout(visit?.patience);
    this.#visits.delete(visitId);
    for (const leaseId of visit?.leases.keys() ?? []) this.#end(leaseId);
  }

  /** The process at the door has ended, and everything with it. */
  clear(): void {
    for (const { patience } of this.#visits.values()) clearTimeout(patience);
    this.#visits.clear();
  }

  /** What is believed has changed: whoever came in by what does not hold any more goes. */
  review(): void {
    for (const [visitId, { claims }] of this.#visits) {
      if (claims === null) continue;
      try {
        requireStanding(claims, this.#deps.rules());
      } catch (error) {
        this.#refuse(visitId, codeOf(error));
      }
    }
  }

  async #handle(visitId: number, visit: Visit, text: string): Promise<void> {
    if (!this.#visits.has(visitId)) return;
    const message = read(text);
    if (message === null) return this.#refuse(visitId, 'bad_request');
    if (message.type === 'grant') return this.#admit(visitId, visit, message.token);
    // Nobody is told anything before the grant was seen.
    if (visit.claims === null) return this.#refuse(visitId, 'local_grant_invalid');
    try {
      requireStanding(visit.claims, this.#deps.rules());
    } catch (error) {
      return this.#refuse(visitId, codeOf(error));
    }
    try {
      const lease = await this.#serve(visit, visit.claims, message);
      if (!this.#visits.has(visitId) && lease) return this.#end(lease.leaseId);
      this.#deps.send(visitId, { type: 'answer', requestId: message.requestId, lease });
    } catch (error) {
      this.#deps.send(visitId, { type: 'failed', requestId: message.requestId, code: codeOf(error) });
    }
  }

  async #admit(visitId: number, visit: Visit, token: string): Promise<void> {
    try {
      const claims = await checkGrant(token, this.#deps.rules());
      // A newer grant of the same session, not another person's on the same line.
      if (visit.claims !== null && visit.claims.sid !== claims.sid) throw new AppError('local_grant_invalid');
      if (this.#visits.get(visitId) !== visit) return;
      visit.claims = claims;
      clearTimeout(visit.patience);
      visit.patience = setTimeout(
        () => this.review(),
        Math.min(longestTimerMs, claims.exp * 1000 - this.#deps.rules().nowUtcMs + 1),
      ).unref();
      this.#narrow(visit, claims);
      this.#deps.send(visitId, { type: 'welcome', expiresAt: claims.exp * 1000 });
    } catch (error) {
      this.#refuse(visitId, codeOf(error));
    }
  }

  /** A newer grant may allow less. */
  #narrow(visit: Visit, { cameras }: LocalGrantClaims): void {
    for (const [leaseId, lease] of visit.leases) {
      const camera = cameras.find(({ id }) => id === lease.camera.id);
      if (camera && (camera.originals || !lease.originals)) lease.camera = camera;
      else {
        visit.leases.delete(leaseId);
        this.#end(leaseId);
      }
    }
  }

  #serve(
    visit: Visit,
    claims: LocalGrantClaims,
    message: Request,
  ): Promise<(FromEndpoint & { type: 'answer' })['lease']> {
    switch (message.type) {
      case 'offer':
        return this.#offer(visit, claims, message);
      case 'renew':
        return this.#renew(visit, claims, message.leaseId);
      case 'candidate':
        return this.#candidate(visit, message);
      case 'close':
        return this.#closeLease(visit, message.leaseId);
    }
  }

  async #offer(
    visit: Visit,
    claims: LocalGrantClaims,
    { cameraId, sdp, stream, originals }: ToEndpoint & { type: 'offer' },
  ) {
    const camera = claims.cameras.find(({ id }) => id === cameraId);
    // A camera that is not granted is answered like one that does not exist.
    if (!camera || !this.#deps.hasCamera(cameraId)) throw new AppError('not_found');
    if (originals && !camera.originals) throw new AppError('forbidden', { permission: 'OriginalsView' });
    if (visit.leases.size >= maxLeases) throw new AppError('rate_limited');
    const view = `${cameraId} ${String(originals)}`;
    if (!visit.noted.has(view)) this.#deps.note({ grantId: claims.jti, cameraId, originals });
    visit.noted.add(view);
    const grant = this.#grantOf(uuidv7(), claims, { camera, originals });
    // Within one network nobody has to tell the core how the world sees it.
    const answer = await this.#deps.live('live.offer', { grant, sdp, stream, stunServers: [] });
    visit.leases.set(grant.leaseId, { camera, originals });
    return { leaseId: grant.leaseId, expiresAt: grant.expiresAt, mayAskOriginals: camera.originals, sdp: answer.sdp };
  }

  async #renew(visit: Visit, claims: LocalGrantClaims, leaseId: string): Promise<null> {
    const lease = visit.leases.get(leaseId);
    if (!lease) throw new AppError('live_lease_ended');
    const { known } = await this.#deps.live('live.grant', { grant: this.#grantOf(leaseId, claims, lease) });
    if (known) return null;
    visit.leases.delete(leaseId);
    throw new AppError('live_lease_ended');
  }

  async #candidate(visit: Visit, { leaseId, candidate, mid }: ToEndpoint & { type: 'candidate' }): Promise<null> {
    if (!visit.leases.has(leaseId)) throw new AppError('live_lease_ended');
    await this.#deps.live('live.candidate', { leaseId, candidate, mid });
    return null;
  }

  async #closeLease(visit: Visit, leaseId: string): Promise<null> {
    if (visit.leases.delete(leaseId)) this.#end(leaseId);
    return null;
  }

  #grantOf(
    leaseId: string,
    claims: LocalGrantClaims,
    { camera, originals }: { camera: GrantedCamera; originals: boolean },
  ): LeaseGrant {
    const expiresAt = Math.round(this.#deps.rules().nowUtcMs) + leaseMs;
    return {
      leaseId,
      cameraId: camera.id,
      sessionId: claims.sid,
      live: true,
      playback: camera.playback,
      originals,
      expiresAt,
    };
  }

  #refuse(visitId: number, code: ErrorCode): void {
    this.#deps.send(visitId, { type: 'refused', code });
    this.close(visitId);
    this.#deps.dismiss(visitId);
  }

  #end(leaseId: string): void {
    // A worker that does not answer ends it by itself when the lease runs out.
    this.#deps.live('live.close', { leaseId }).catch(() => undefined);
  }
}

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'internal');

function read(text: string): ToEndpoint | null {
  try {
    return toEndpoint.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import {
  leaseMs,
  type CoreCandidate,
  type Lease as PublicLease,
  type RelayTicket,
  type RtcAnswer,
  type SessionTransport,
} from '@sightline/contracts/live/live';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import { HeldOpenSet } from '../../platform/auth/held-open-set.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { cameraFor, cameraPaths, camerasShownRaw, deliveryFor, requireHidden } from '../cameras/cameras.public.ts';
import { deliveredSdp, deliveredServers, isRelayedCandidate } from './live-delivery.ts';
import { serversFor, stunServersOf, type TurnSecret } from './live-ice-servers.ts';
import { grantOf, type Lease } from './lease.ts';
import { viewRights } from './live.policy.ts';
import { OtherViews, type LiveView } from './other-views.ts';
import { RelayExchange } from './relay-exchange.ts';

const closeTimeoutMs = 3_000;

/** What live views need from the rest of the server. */
export interface LiveDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  iceServers: RtcAnswer['iceServers'];
  turn: TurnSecret | null;
  memberOf: MemberOf;
}

/** Live views: a lease of 30 s for each, asked for anew while it is open, ended at once when the right is gone. */
export class LiveService {
  readonly #deps: LiveDeps;
  readonly #leases: HeldOpenSet<Lease>;
  readonly #relays: RelayExchange;
  readonly #others: OtherViews;

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    this.#leases = new HeldOpenSet<Lease>(deps, {
      name: 'live view',
      idOf: ({ leaseId }) => leaseId,
      // The socket of a relayed view may come from elsewhere than the call that asked for it.
      addressesOf: ({ address, viewerAddress }) => [address, viewerAddress ?? address],
      overtimeOf: ({ expiresAtUtcMs }, nowMs) => (expiresAtUtcMs < nowMs ? 'live_lease_ended' : null),
      refusalsOf: (leases, [actor]) => this.#refusalsOf(leases, actor),
      onEnd: (lease, code) => this.#close(lease, code),
      sessionEndedCode: 'live_lease_ended',
    });
    this.#relays = new RelayExchange({
      onBytes: (bytes) => deps.metrics.relayBytes.inc(bytes),
      onEnded: (leaseId) => this.#endById(leaseId),
    });
    this.#others = new OtherViews({
      bus: deps.bus,
      own: () => this.#leases.all(),
      onEnd: (leaseIds) => this.#endOwn(leaseIds),
    });
  }

  get relays(): RelayExchange {
    return this.#relays;
  }

  start(): void {
    this.#others.start();
    this.#leases.start();
  }

  stop(): void {
    this.#leases.stop();
    this.#relays.stop();
    // Before the bus: the others need not wait until nothing was heard of them.
    for (const { leaseId } of this.#leases.all()) this.#others.gone(leaseId);
    this.#others.stop();
  }

  async offer(
    actor: MemberActor,
    cameraId: string,
    body: { sdp: string; stream: 'auto' | 'main' | 'sub'; originals: boolean },
  ): Promise<RtcAnswer> {
    const delivery = await this.#deps.database.withOrganization(actor.organizationId, (trx) =>
      deliveryFor(trx, actor, cameraId),
    );
    // Screens then take the way through the server.
    if (!delivery.isWebrtc) throw new AppError('live_not_possible');
    const lease = await this.#open(actor, { cameraId, originals: body.originals, mayRelay: delivery.isWebrtcRelay });
    const offered = deliveredSdp(body.sdp, delivery);
    const servers = serversFor(this.#deps, lease.leaseId, this.#deps.clock());
    const ask = { grant: grantOf(lease), sdp: offered, stream: body.stream, stunServers: stunServersOf(servers) };
    const { sdp } = await this.#ask(lease, 'live.offer', ask);
    this.#keep(lease);
    return { ...publicLease(lease), sdp: deliveredSdp(sdp, delivery), iceServers: deliveredServers(servers, delivery) };
  }

  async relay(actor: MemberActor, cameraId: string, { originals }: { originals: boolean }): Promise<RelayTicket> {
    const lease = await this.#open(actor, { cameraId, originals, mayRelay: true });
    lease.transport = 'mse';
    const { edgeToken, viewerToken } = this.#relays.arrange(lease.leaseId);
    this.#keep(lease);
    try {
      await this.#ask(lease, 'relay.open', { grant: grantOf(lease), token: edgeToken });
    } catch (error) {
      this.#relays.end(lease.leaseId, 'live_lease_ended');
      throw error;
    }
    return { ...publicLease(lease), url: `/api/v1/relays/${viewerToken}` };
  }

  async candidate(
    actor: MemberActor,
    leaseId: string,
    body: { candidate: string; mid: string },
  ): Promise<{ candidates: CoreCandidate[] }> {
    const lease = this.#own(actor, leaseId);
    if (!lease.mayRelay && isRelayedCandidate(body.candidate)) return { candidates: [] };
    const { candidates } = await this.#ask(lease, 'live.candidate', { leaseId, ...body });
    return { candidates: candidates.filter(({ candidate }) => lease.mayRelay || !isRelayedCandidate(candidate)) };
  }

  setSession(actor: MemberActor, leaseId: string, transport: SessionTransport): Record<string, never> {
    const lease = this.#own(actor, leaseId);
    if (lease.transport !== 'mse') lease.transport = transport;
    this.#others.notify(lease);
    return {};
  }

  async renew(actor: MemberActor, leaseId: string): Promise<PublicLease> {
    const lease = this.#own(actor, leaseId);
    const camera = await this.#camera(actor, lease.cameraId).catch((error: unknown) => {
      this.#end(lease, 'forbidden');
      throw error;
    });
    applyRights(lease, viewRights(actor, camera.entityPath));
    await this.#requireHidden(lease).catch((error: unknown) => {
      this.#end(lease, error instanceof AppError ? error.code : 'internal');
      throw error;
    });
    lease.address = actor.address;
    lease.expiresAtUtcMs = this.#deps.clock() + leaseMs;
    this.#others.notify(lease);
    try {
      const { known } = await this.#ask(lease, 'live.grant', { grant: grantOf(lease) });
      if (!known) {
        this.#endById(leaseId);
        throw new AppError('live_lease_ended');
      }
    } catch (error) {
      // A short break of the link must not end a picture that flows past it; the core counts its own 30 s.
      if (!(error instanceof AppError) || !['core_offline', 'core_timeout'].includes(error.code)) throw error;
    }
    return publicLease(lease);
  }

  /** Before the socket of a relayed view opens: it is held open from its own address. Throws `not_found` where that one is barred; a token that opens nothing is left to the relay. */
  async admitViewer(token: string, address: string): Promise<void> {
    const leaseId = this.#relays.leaseOf(token);
    const lease = leaseId === null ? undefined : this.#leases.byId(leaseId);
    if (!lease) return;
    if (!(await this.#deps.memberOf({ ...lease, address }))) throw new AppError('not_found');
    lease.viewerAddress = address;
  }

  close(actor: MemberActor, leaseId: string): Record<string, never> {
    const lease = this.#leases.find(leaseId, actor);
    if (lease) this.#end(lease, 'live_lease_ended');
    return {};
  }

  /** Everything that is watched now, through whatever process of the server. */
  views(): readonly LiveView[] {
    return [...this.#leases.all(), ...this.#others.all().filter(({ leaseId }) => !this.#leases.byId(leaseId))];
  }

  /** Ends views by somebody else's will: their browsers are told so. Throws `unavailable` when another process did not say that it did. */
  async closeAll(views: readonly LiveView[]): Promise<void> {
    this.#endOwn(new Set(views.map(({ leaseId }) => leaseId)));
    if (!(await this.#others.end(views))) throw new AppError('unavailable');
  }

  #endOwn(leaseIds: ReadonlySet<string>): void {
    for (const lease of this.#leases.all()) if (leaseIds.has(lease.leaseId)) this.#end(lease, 'live_view_closed');
  }

  #camera(actor: MemberActor, cameraId: string) {
    return this.#deps.database.withOrganization(actor.organizationId, (trx) =>
      cameraFor(trx, actor, { cameraId, permission: 'CameraView' }),
    );
  }

  /** Whoever is shown no originals is shown nothing by a core that cannot hide. */
  async #requireHidden({
    organizationId,
    cameraId,
    originals,
  }: Pick<Lease, 'organizationId' | 'cameraId' | 'originals'>): Promise<void> {
    if (!originals)
      await this.#deps.database.withOrganization(organizationId, (trx) => requireHidden(trx, organizationId, cameraId));
  }

  async #open(
    actor: MemberActor,
    { cameraId, originals, mayRelay }: Pick<Lease, 'cameraId' | 'originals' | 'mayRelay'>,
  ): Promise<Lease> {
    const camera = await this.#camera(actor, cameraId);
    const { organizationId, sessionId, userId, address } = actor;
    const rights = viewRights(actor, camera.entityPath);
    if (originals && !rights.originals) throw new AppError('forbidden', { permission: 'OriginalsView' });
    await this.#requireHidden({ organizationId, cameraId, originals });
    // Before anything is shown: what cannot be written down is not seen. Another way to what is open already is nothing new.
    if (originals && !this.#showsOriginals(actor, cameraId)) {
      await this.#deps.changes.run({ organizationId, by: actor }, (work) =>
        work.audit({ action: 'originals.view', entityKind: 'camera', entityId: cameraId, entityName: camera.name }),
      );
    }
    const sinceUtcMs = this.#deps.clock();
    const may = { playback: rights.playback, originals, mayAskOriginals: rights.originals, mayRelay };
    const who = { organizationId, sessionId, userId, address };
    return {
      leaseId: newId(),
      cameraId,
      edgeId: camera.edgeId,
      ...who,
      ...may,
      sinceUtcMs,
      transport: null,
      expiresAtUtcMs: sinceUtcMs + leaseMs,
    };
  }

  #own(actor: MemberActor, leaseId: string): Lease {
    const lease = this.#leases.find(leaseId, actor);
    if (!lease) throw new AppError('live_lease_ended');
    return lease;
  }

  /** Whether this session sees originals of a camera now. */
  #showsOriginals(actor: MemberActor, cameraId: string): boolean {
    return this.#leases.ofSession(actor).some((lease) => lease.originals && lease.cameraId === cameraId);
  }

  #keep(lease: Lease): void {
    this.#leases.add(lease);
    this.#others.notify(lease);
    this.#deps.metrics.liveLeases.set(this.#leases.size);
  }

  #ask<N extends EdgeCommandName>(lease: Lease, command: N, body: Parameters<EdgeCommands['request']>[0]['body']) {
    const { organizationId, edgeId } = lease;
    return this.#deps.edges.request<N>({ organizationId, edgeId, command, body: body as never });
  }

  #endById(leaseId: string): void {
    const lease = this.#leases.byId(leaseId);
    if (lease) this.#end(lease, 'live_lease_ended');
  }

  #end(lease: Lease, code: ErrorCode): void {
    this.#leases.end(lease, code);
  }

  #close(lease: Lease, code: ErrorCode): void {
    this.#others.gone(lease.leaseId);
    this.#deps.metrics.liveLeases.set(this.#leases.size);
    this.#relays.end(lease.leaseId, code);
    const { organizationId, edgeId, leaseId } = lease;
    this.#deps.edges
      .request({ organizationId, edgeId, command: 'live.close', body: { leaseId, code }, timeoutMs: closeTimeoutMs })
      .catch((error: unknown) => {
        // The core ends it by itself when the lease runs out.
        this.#deps.log.debug({ err: error, leaseId }, 'a core could not be told that a live view ended');
      });
  }

  /** Which of the leases of one viewer must end; the others show from now on what may be seen. */
  async #refusalsOf(leases: readonly Lease[], actor: MemberActor): Promise<ReadonlyMap<Lease, ErrorCode>> {
    const { organizationId } = actor;
    const cameraIds = leases.map((lease) => lease.cameraId);
    const { paths, shownRaw } = await this.#deps.database.withOrganization(organizationId, async (trx) => ({
      paths: await cameraPaths(trx, organizationId, cameraIds),
      shownRaw: await camerasShownRaw(trx, organizationId, cameraIds),
    }));
    const refusals = new Map<Lease, ErrorCode>();
    for (const lease of leases) {
      const path = paths.get(lease.cameraId);
      const rights = path ? viewRights(actor, path) : { live: false, playback: false, originals: false };
      if (!rights.live) refusals.set(lease, 'forbidden');
      else if (shownRaw.has(lease.cameraId) && !(lease.originals && rights.originals))
        refusals.set(lease, 'privacy_core_too_old');
      else this.#narrow(lease, rights);
    }
    return refusals;
  }

  #narrow(lease: Lease, rights: { playback: boolean; originals: boolean }): void {
    const { playback, originals } = lease;
    if (!applyRights(lease, rights)) return;
    this.#others.notify(lease);
    void this.#notify(lease, (playback && !lease.playback) || (originals && !lease.originals));
  }

  /** Nobody waits for it: a core that does not answer must not hold up what others lose. Where it showed more than it may now, the view ends. */
  async #notify(lease: Lease, isLess: boolean): Promise<void> {
    const { organizationId, edgeId } = lease;
    try {
      await this.#deps.edges.request({
        organizationId,
        edgeId,
        command: 'live.grant',
        body: { grant: grantOf(lease) },
        timeoutMs: closeTimeoutMs,
      });
    } catch (error) {
      this.#deps.log.debug(
        { err: error, leaseId: lease.leaseId },
        'a core could not be told what a live view may show',
      );
      if (isLess) this.#end(lease, 'live_lease_ended');
    }
  }
}

/** True when what the core was told is not true any more. Originals that were taken away come back only when asked for again. */
function applyRights(lease: Lease, rights: { playback: boolean; originals: boolean }): boolean {
  const { playback, originals } = lease;
  lease.playback = rights.playback;
  lease.originals = originals && rights.originals;
  lease.mayAskOriginals = rights.originals;
  return lease.playback !== playback || lease.originals !== originals;
}

const publicLease = ({ leaseId, expiresAtUtcMs, mayAskOriginals }: Lease): PublicLease => ({
  leaseId,
  expiresAt: expiresAtUtcMs,
  mayAskOriginals,
});

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
import { rightsChangedTopic, touches, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { cameraFor, cameraPaths, camerasShownRaw, deliveryFor, requireHidden } from '../cameras/cameras.public.ts';
import { deliveredSdp, deliveredServers, isRelayedCandidate } from './live-delivery.ts';
import { serversFor, stunServersOf, type TurnSecret } from './live-ice-servers.ts';
import { sessionsEndedTopic } from '../sessions/sessions.public.ts';
import { grantOf, LeaseBook, type Lease } from './lease-book.ts';
import { viewRights } from './live.policy.ts';
import { OtherViews, type LiveView } from './other-views.ts';
import { RelayExchange } from './relay-exchange.ts';

const watchMs = 1_000;
const closeTimeoutMs = 3_000;

/** What live views need from the rest of the server. */
export interface LiveParts {
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
  readonly #parts: LiveParts;
  readonly #book = new LeaseBook();
  readonly #relays: RelayExchange;
  readonly #others: OtherViews;
  readonly #subscriptions: (() => void)[] = [];
  #watch: NodeJS.Timeout | null = null;
  #isWatching = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#relays = new RelayExchange({
      onBytes: (bytes) => parts.metrics.relayBytes.inc(bytes),
      onEnded: (leaseId) => this.#endById(leaseId),
    });
    this.#others = new OtherViews({
      bus: parts.bus,
      own: () => this.#book.all(),
      onEnd: (leaseIds) => this.#endOwn(leaseIds),
    });
  }

  get relays(): RelayExchange {
    return this.#relays;
  }

  start(): void {
    this.#others.start();
    this.#subscriptions.push(
      this.#parts.bus.subscribe(sessionsEndedTopic, (body) => {
        const { sessionId } = body as { sessionId: string };
        for (const lease of this.#book.all()) if (lease.sessionId === sessionId) this.#end(lease, 'live_lease_ended');
      }),
      this.#parts.bus.subscribe(rightsChangedTopic, (body) => void this.#recheck(body as RightsChange)),
    );
    this.#watch = setInterval(() => void this.#watchLeases(), watchMs);
  }

  stop(): void {
    for (const end of this.#subscriptions) end();
    if (this.#watch) clearInterval(this.#watch);
    this.#relays.stop();
    // Before the bus: the others need not wait until nothing was heard of them.
    for (const { leaseId } of this.#book.all()) this.#others.gone(leaseId);
    this.#others.stop();
  }

  async offer(
    actor: MemberActor,
    cameraId: string,
    body: { sdp: string; stream: 'auto' | 'main' | 'sub'; originals: boolean },
  ): Promise<RtcAnswer> {
    const delivery = await this.#parts.database.withOrganization(actor.organizationId, (trx) =>
      deliveryFor(trx, actor, cameraId),
    );
    // Screens then take the way through the server.
    if (!delivery.isWebrtc) throw new AppError('live_not_possible');
    const lease = await this.#open(actor, { cameraId, originals: body.originals, mayRelay: delivery.isWebrtcRelay });
    const offered = deliveredSdp(body.sdp, delivery);
    const servers = serversFor(this.#parts, lease.leaseId, this.#parts.clock());
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
    this.#others.tell(lease);
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
    this.#book.renew(lease, this.#parts.clock());
    this.#others.tell(lease);
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
    const lease = this.#book.all().find((candidate) => candidate.leaseId === leaseId);
    if (!lease) return;
    if (!(await this.#parts.memberOf({ ...lease, address }))) throw new AppError('not_found');
    lease.viewerAddress = address;
  }

  close(actor: MemberActor, leaseId: string): Record<string, never> {
    const lease = this.#book.find(leaseId, actor);
    if (lease) this.#end(lease, 'live_lease_ended');
    return {};
  }

  /** Everything that is watched now, through whatever process of the server. */
  views(): readonly LiveView[] {
    return [...this.#book.all(), ...this.#others.all().filter(({ leaseId }) => !this.#book.has(leaseId))];
  }

  /** Ends views by somebody else's will: their browsers are told so. Throws `unavailable` when another process did not say that it did. */
  async closeAll(views: readonly LiveView[]): Promise<void> {
    this.#endOwn(new Set(views.map(({ leaseId }) => leaseId)));
    if (!(await this.#others.end(views))) throw new AppError('unavailable');
  }

  #endOwn(leaseIds: ReadonlySet<string>): void {
    for (const lease of this.#book.all()) if (leaseIds.has(lease.leaseId)) this.#end(lease, 'live_view_closed');
  }

  #camera(actor: MemberActor, cameraId: string) {
    return this.#parts.database.withOrganization(actor.organizationId, (trx) =>
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
      await this.#parts.database.withOrganization(organizationId, (trx) =>
        requireHidden(trx, organizationId, cameraId),
      );
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
    if (originals && !this.#book.showsOriginals(actor, cameraId)) {
      await this.#parts.changes.run({ organizationId, by: actor }, (work) =>
        work.audit({ action: 'originals.view', entityKind: 'camera', entityId: cameraId, entityName: camera.name }),
      );
    }
    const sinceUtcMs = this.#parts.clock();
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
    const lease = this.#book.find(leaseId, actor);
    if (!lease) throw new AppError('live_lease_ended');
    return lease;
  }

  #keep(lease: Lease): void {
    this.#book.add(lease);
    this.#others.tell(lease);
    this.#parts.metrics.liveLeases.set(this.#book.size);
  }

  #ask<N extends EdgeCommandName>(lease: Lease, command: N, body: Parameters<EdgeCommands['request']>[0]['body']) {
    const { organizationId, edgeId } = lease;
    return this.#parts.edges.request<N>({ organizationId, edgeId, command, body: body as never });
  }

  #endById(leaseId: string): void {
    const lease = this.#book.all().find((candidate) => candidate.leaseId === leaseId);
    if (lease) this.#end(lease, 'live_lease_ended');
  }

  #end(lease: Lease, code: ErrorCode): void {
    if (!this.#book.remove(lease.leaseId)) return;
    this.#others.gone(lease.leaseId);
    this.#parts.metrics.liveLeases.set(this.#book.size);
    this.#relays.end(lease.leaseId, code);
    const { organizationId, edgeId, leaseId } = lease;
    this.#parts.edges
      .request({ organizationId, edgeId, command: 'live.close', body: { leaseId, code }, timeoutMs: closeTimeoutMs })
      .catch((error: unknown) => {
        // The core ends it by itself when the lease runs out.
        this.#parts.log.debug({ err: error, leaseId }, 'a core could not be told that a live view ended');
      });
  }

  /** Every second: what ran out ends, and the rights of everybody who watches are asked anew. */
  async #watchLeases(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    try {
      const now = this.#parts.clock();
      for (const lease of this.#book.all()) if (lease.expiresAtUtcMs < now) this.#end(lease, 'live_lease_ended');
      await this.#checkAll(this.#book.all());
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the rights of viewers could not be checked');
    } finally {
      this.#isWatching = false;
    }
  }

  /** At once what was taken at once; the watch finds whatever this may miss. */
  async #recheck(change: RightsChange): Promise<void> {
    try {
      await this.#checkAll(this.#book.all().filter((lease) => touches(change, lease)));
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the rights of viewers could not be checked; the watch repeats it');
    }
  }

  async #checkAll(leases: readonly Lease[]): Promise<void> {
    for (const ofSession of Map.groupBy(leases, ({ sessionId, organizationId, address, viewerAddress }) =>
      [sessionId, organizationId, address, viewerAddress].join(' '),
    ).values())
      await this.#checkRights(ofSession);
  }

  /** Who watches; null when one of the places from which it is watched may not any more. */
  async #viewerOf(lease: Lease): Promise<MemberActor | null> {
    const { address, viewerAddress } = lease;
    const isElsewhere = viewerAddress !== undefined && viewerAddress !== address;
    if (isElsewhere && !(await this.#parts.memberOf({ ...lease, address: viewerAddress }))) return null;
    return this.#parts.memberOf(lease);
  }

  async #checkRights(leases: readonly Lease[]): Promise<void> {
    const [first] = leases;
    if (!first) return;
    const { organizationId } = first;
    const actor = await this.#viewerOf(first);
    const cameraIds = leases.map((lease) => lease.cameraId);
    const { paths, shownRaw } = await this.#parts.database.withOrganization(organizationId, async (trx) => ({
      paths: await cameraPaths(trx, organizationId, cameraIds),
      shownRaw: await camerasShownRaw(trx, organizationId, cameraIds),
    }));
    for (const lease of leases) {
      const path = paths.get(lease.cameraId);
      const rights = actor && path ? viewRights(actor, path) : { live: false, playback: false, originals: false };
      const { playback, originals } = lease;
      if (!rights.live) this.#end(lease, 'forbidden');
      else if (shownRaw.has(lease.cameraId) && !(originals && rights.originals))
        this.#end(lease, 'privacy_core_too_old');
      else if (applyRights(lease, rights)) {
        this.#others.tell(lease);
        void this.#tell(lease, (playback && !lease.playback) || (originals && !lease.originals));
      }
    }
  }

  /** Nobody waits for it: a core that does not answer must not hold up what others lose. Where it showed more than it may now, the view ends. */
  async #tell(lease: Lease, isLess: boolean): Promise<void> {
    const { organizationId, edgeId } = lease;
    try {
      await this.#parts.edges.request({
        organizationId,
        edgeId,
        command: 'live.grant',
        body: { grant: grantOf(lease) },
        timeoutMs: closeTimeoutMs,
      });
    } catch (error) {
      this.#parts.log.debug(
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

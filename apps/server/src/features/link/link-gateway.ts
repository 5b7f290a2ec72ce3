import type { EdgeCommandName, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { WebSocket } from 'ws';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeCommands, EdgeRequest } from '../../platform/link/edge-commands.ts';
import type { EdgeNetworks } from '../../platform/link/edge-networks.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { edgeEndedTopic, operationsTopic } from '../edges/edges.public.ts';
import { type LinkAdmission, LinkConnection } from './link-connection.ts';
import { type Line, PendingLinks } from './pending-links.ts';
import type { EdgeRef, EdgeReach } from './link.repository.ts';
import type { LinkService } from './link.service.ts';

const defaultTimeoutMs = 10_000;
const sweepMs = 10_000;
const silentMs = 20_000;
/** A core that could not be compared is asked again after the first, and then after twice as long up to the second. */
const firstCompareAgainMs = 2_000;
const maxCompareAgainMs = 600_000;
/** How long a replaced instance is remembered: if it comes back, two machines share one key. */
const cloneMemoryMs = 10 * 60_000;
/** Clones come again and again; who looks after the core is told this often. */
const cloneTellMs = 60_000;

interface RemoteRequest {
  replyTo: string;
  requestId: string;
  edgeId: string;
  organizationId: string;
  command: EdgeCommandName;
  body: unknown;
  timeoutMs: number;
}

interface RemoteReply {
  requestId: string;
  body?: unknown;
  failure?: { code: ErrorCode; data: Record<string, unknown> };
}

export interface LinkGatewayDeps {
  service: LinkService;
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  networks: EdgeNetworks;
  /** Asks a core what it holds and puts right what differs. */
  compare: (place: EdgeRef) => Promise<void>;
  /** No other server process shares the database: at the start every link in it is a dead one. */
  isAlone: boolean;
}

/** We ask only about cameras that exist; a core that does not know one has not been told of it yet. */
function asKnownHere(error: unknown, command: EdgeCommandName): unknown {
  const isAboutCamera = command !== 'export.cancel' && !command.startsWith('dhcp.');
  const isUnknownThere = error instanceof AppError && error.code === 'not_found' && isAboutCamera;
  return isUnknownThere ? new AppError('camera_not_ready', {}, { cause: error }) : error;
}

/** Who waits for a core that nobody paired, or that is not let in any more, waits in vain, and is told so. */
const awayCodes = {
  away: 'core_offline',
  neverConnected: 'core_never_connected',
  revoked: 'core_pairing_revoked',
} as const;

function requireReach(reach: EdgeReach): void {
  if (reach !== 'linked') throw new AppError(awayCodes[reach]);
}

/** All links of this process, and the way to cores that are linked to another one. */
export class LinkGateway implements EdgeCommands {
  readonly #deps: LinkGatewayDeps;
  readonly #processId = newId();
  readonly #connections = new Map<string, LinkConnection>();
  readonly #replaced = new Map<string, number>();
  readonly #clonesToldAtMs = new Map<string, number>();
  readonly #pending = new PendingLinks();
  /** In which order connections came, and which was the last of each core that had the link. */
  readonly #orders = new WeakMap<LinkConnection, number>();
  readonly #latest = new Map<string, number>();
  #accepted = 0;
  readonly #remote = new Map<
    string,
    { resolve: (body: unknown) => void; reject: (error: AppError) => void; timer: NodeJS.Timeout }
  >();
  readonly #subscriptions: (() => void)[] = [];
  readonly #unlinking = new Map<string, Promise<void>>();
  #sweeper: NodeJS.Timeout | null = null;

  constructor(deps: LinkGatewayDeps) {
    this.#deps = deps;
  }

  /** Begins to listen for news; the links of a process that died before are ended. */
  async start(): Promise<void> {
    const { bus, networks } = this.#deps;
    networks.start();
    this.#subscriptions.push(
      bus.subscribe(operationsTopic, (body) =>
        this.#connections.get((body as { edgeId: string }).edgeId)?.sendOperations(),
      ),
      bus.subscribe(edgeEndedTopic, (body) =>
        this.#connections.get((body as { edgeId: string }).edgeId)?.checkIdentity(),
      ),
      bus.subscribe('link.request', (body) => this.#serve(body as RemoteRequest)),
      bus.subscribe(`link.reply.${this.#processId}`, (body) => this.#settle(body as RemoteReply)),
      bus.subscribe('link.taken', (body) => this.#taken(body as { edgeId: string; processId: string })),
    );
    await this.#sweep(this.#deps.isAlone ? 0 : silentMs);
    this.#sweeper = setInterval(() => void this.#sweep(silentMs), sweepMs);
  }

  /** Takes over a WebSocket of something that says it is a core, and what stands below it. */
  accept(socket: WebSocket, address: string, line?: Line): void {
    const { service, log, clock, metrics } = this.#deps;
    const leave = this.#pending.enter(address, line);
    if (leave === null) {
      metrics.linkViolations.inc({ reason: 'too_many_newcomers' });
      return socket.terminate();
    }
    const connection = new LinkConnection(socket, {
      service,
      address,
      log,
      clock,
      onViolation: (reason) => metrics.linkViolations.inc({ reason }),
      onRecords: (count) => metrics.linkRecords.inc(count),
      onRefused: (refused) => {
        for (const { reason } of refused) metrics.linkRefused.inc({ reason: reason.split(' ')[0] ?? '' });
      },
      onNetwork: (told) => {
        if (this.#connections.get(told.edgeId) === told) this.#deps.networks.notify(told.edgeId, told.network);
      },
      admit: (asking) => this.#admit(asking),
      isLatest: (asking) => !this.#isLate(asking),
      onDiffers: (place) => void this.#compare(connection, place),
      onProven: leave,
      onClosed: (closed) => {
        leave();
        this.#closed(closed);
      },
    });
    this.#orders.set(connection, ++this.#accepted);
  }

  /** A core that is busy with its own start answers later; it must not stay wrong as long as its link holds. */
  async #compare(connection: LinkConnection, place: EdgeRef, againMs = firstCompareAgainMs): Promise<void> {
    try {
      await this.#deps.compare(place);
    } catch (error) {
      this.#deps.log.warn({ err: error, edgeId: place.edgeId }, 'a core could not be compared');
      setTimeout(() => {
        // What differs is kept in the database: the next link begins with it.
        if (this.#connections.get(place.edgeId) === connection)
          void this.#compare(connection, place, Math.min(2 * againMs, maxCompareAgainMs));
      }, againMs).unref();
    }
  }

  async request<N extends EdgeCommandName>(request: EdgeRequest<N>): Promise<EdgeCommandOutput<N>> {
    const { organizationId, edgeId, command, body, timeoutMs = defaultTimeoutMs } = request;
    const local = this.#connections.get(edgeId);
    if (local && local.organizationId !== organizationId) throw new AppError('not_found');
    // A link that has just ended is still in the database for a moment; nobody would answer for it.
    if (!local) await this.#unlinking.get(edgeId);
    if (!local) requireReach(await this.#deps.service.reachOf({ organizationId, edgeId }));
    try {
      const answer = local
        ? local.request(command, body, timeoutMs)
        : this.#ask({ organizationId, edgeId, command, body, timeoutMs });
      return (await answer) as EdgeCommandOutput<N>;
    } catch (error) {
      throw asKnownHere(error, command);
    }
  }

  /** Applies what a core said of a camera before this server knew it. */
  release(place: EdgeRef, cameraId: string): Promise<void> {
    return this.#deps.service.release(place, cameraId);
  }

  async stop(): Promise<void> {
    if (this.#sweeper) clearInterval(this.#sweeper);
    for (const end of this.#subscriptions) end();
    this.#deps.networks.stop();
    const open = [...this.#connections.values()];
    this.#connections.clear();
    for (const connection of open) connection.close();
    for (const connection of open)
      await this.#deps.service.unlink({ organizationId: connection.organizationId, edgeId: connection.edgeId }, true);
  }

  #orderOf(connection: LinkConnection): number {
    return this.#orders.get(connection) ?? 0;
  }

  #isLate(connection: LinkConnection): boolean {
    return this.#orderOf(connection) < (this.#latest.get(connection.edgeId) ?? 0);
  }

  async #admit(connection: LinkConnection): Promise<LinkAdmission> {
    const { edgeId, organizationId, instanceId, epoch } = connection;
    const now = this.#deps.clock();
    // A core dials anew when it gave a connection up: what still comes over that one is neither its last word nor a clone's.
    if (this.#isLate(connection)) return 'late';
    for (const [key, at] of this.#replaced) if (at < now - cloneMemoryMs) this.#replaced.delete(key);
    // Only while the other one is there: when it is gone for good, the core that stayed is let in again.
    if (this.#replaced.has(`${edgeId} ${instanceId}`) && this.#connections.has(edgeId)) {
      this.#deps.log.error({ edgeId, instanceId, code: 'core_cloned' }, 'two cores use one key');
      const toldAtMs = this.#clonesToldAtMs.get(edgeId);
      if (toldAtMs === undefined || Math.abs(now - toldAtMs) >= cloneTellMs) {
        await this.#deps.service.noteClone({ organizationId, edgeId }, { epoch, instanceId });
        this.#clonesToldAtMs.set(edgeId, now);
      }
      return 'cloned';
    }
    // The end of the link before this one must be written first, or it would overwrite the new beginning.
    await this.#unlinking.get(edgeId);
    if (this.#isLate(connection)) return 'late';
    const before = this.#connections.get(edgeId);
    this.#latest.set(edgeId, this.#orderOf(connection));
    if (before && before.instanceId !== instanceId) this.#replaced.set(`${edgeId} ${before.instanceId}`, now);
    this.#connections.set(edgeId, connection);
    before?.close();
    this.#deps.bus.publish('link.taken', { edgeId, processId: this.#processId });
    this.#deps.metrics.linkedEdges.set(this.#connections.size);
    this.#deps.networks.notify(edgeId, connection.network);
    return 'admitted';
  }

  #taken({ edgeId, processId }: { edgeId: string; processId: string }): void {
    const mine = this.#connections.get(edgeId);
    if (!mine || processId === this.#processId) return;
    this.#connections.delete(edgeId);
    mine.close();
  }

  #closed(connection: LinkConnection): void {
    if (this.#connections.get(connection.edgeId) !== connection) return;
    this.#connections.delete(connection.edgeId);
    this.#deps.networks.notify(connection.edgeId, null);
    this.#deps.metrics.linkedEdges.set(this.#connections.size);
    const place = { organizationId: connection.organizationId, edgeId: connection.edgeId };
    const unlinking = this.#deps.service
      .unlink(place, false)
      // The sweeper repeats it when the database is away just now.
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the end of a link could not be stored'))
      .finally(() => {
        if (this.#unlinking.get(connection.edgeId) === unlinking) this.#unlinking.delete(connection.edgeId);
      });
    this.#unlinking.set(connection.edgeId, unlinking);
  }

  async #sweep(afterMs: number): Promise<void> {
    try {
      await this.#deps.service.unlinkSilent(afterMs, (edgeId) => this.#connections.has(edgeId));
      for (const connection of this.#connections.values()) connection.sendOperations();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'links could not be checked');
    }
  }

  #ask(request: Omit<RemoteRequest, 'replyTo' | 'requestId'>): Promise<unknown> {
    const requestId = newId();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remote.delete(requestId);
        reject(new AppError('core_timeout'));
      }, request.timeoutMs);
      this.#remote.set(requestId, { resolve, reject, timer });
      this.#deps.bus.publish('link.request', { ...request, requestId, replyTo: this.#processId });
    });
  }

  #serve(request: RemoteRequest): void {
    const connection = this.#connections.get(request.edgeId);
    if (!connection || connection.organizationId !== request.organizationId || request.replyTo === this.#processId)
      return;
    const answer = (reply: Omit<RemoteReply, 'requestId'>): void =>
      this.#deps.bus.publish(`link.reply.${request.replyTo}`, { requestId: request.requestId, ...reply });
    connection.request(request.command, request.body, request.timeoutMs).then(
      (body) => answer({ body }),
      (error: unknown) =>
        answer({
          failure: error instanceof AppError ? { code: error.code, data: error.data } : { code: 'internal', data: {} },
        }),
    );
  }

  #settle(reply: RemoteReply): void {
    const waiting = this.#remote.get(reply.requestId);
    if (!waiting) return;
    this.#remote.delete(reply.requestId);
    clearTimeout(waiting.timer);
    if (reply.failure) waiting.reject(new AppError(reply.failure.code, reply.failure.data));
    else waiting.resolve(reply.body);
  }
}

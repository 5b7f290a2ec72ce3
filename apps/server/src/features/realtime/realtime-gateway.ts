import { realtimePath, type RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { rightsChangedTopic, touches, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { changesTopic } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../platform/http/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { sessionsEndedTopic } from '../sessions/sessions.public.ts';
import { RealtimeClient } from './realtime-client.ts';
import { isOwnStanding, mayHear } from './realtime.policy.ts';
import { volatileTopic } from './realtime.public.ts';
import * as repository from './realtime.repository.ts';

/** Rights older than this are read anew before anything is told. */
const rightsLifeMs = 2_000;
const sweepMs = 2_000;
const unpublishedAfterMs = 3_000;
const keepChangesMs = 3_600_000;
const forgetEveryMs = 60_000;

export interface RealtimeGatewayParts {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  actorOf: (token: string) => Promise<SessionActor | null>;
  memberOf: (claims: { sessionId: string; organizationId: string }) => Promise<MemberActor | null>;
}

interface News {
  organizationId: string;
  actorSessionId: string | null;
  event: RealtimeEvent;
}

/** Tells browsers what happened, each only what its person may see. */
export class RealtimeGateway {
  readonly #parts: RealtimeGatewayParts;
  readonly #clients = new Set<RealtimeClient>();
  readonly #rightsReadAt = new WeakMap<RealtimeClient, number>();
  readonly #subscriptions: (() => void)[] = [];
  #telling: Promise<void> = Promise.resolve();
  #sweeper: NodeJS.Timeout | null = null;
  #forgotAtMs = 0;

  constructor(parts: RealtimeGatewayParts) {
    this.#parts = parts;
  }

  start(): void {
    const { bus } = this.#parts;
    this.#subscriptions.push(
      bus.subscribe(changesTopic, (body) => this.#enqueue(() => this.#tellChanges((body as { ids: string[] }).ids))),
      bus.subscribe(volatileTopic, (body) => this.#enqueue(() => this.#tell([{ actorSessionId: null, ...(body as Omit<News, 'actorSessionId'>) }]))),
      bus.subscribe(rightsChangedTopic, (body) => this.#enqueue(() => this.#recheck(body as RightsChange))),
      bus.subscribe(sessionsEndedTopic, (body) => this.#endSession(body as { sessionId: string; isForced?: boolean })),
    );
    bus.onGap(() => {
      for (const client of this.#clients) client.refetch();
    });
    this.#sweeper = setInterval(() => this.#enqueue(() => this.#sweep()), sweepMs);
  }

  accept(socket: WebSocket): void {
    const { actorOf, metrics, clock } = this.#parts;
    new RealtimeClient(socket, {
      actorOf,
      onReady: (client) => {
        this.#rightsReadAt.set(client, clock());
        metrics.realtimeClients.set(this.#clients.add(client).size);
      },
      onClosed: (client) => {
        this.#clients.delete(client);
        metrics.realtimeClients.set(this.#clients.size);
      },
      onDropped: () => metrics.realtimeDropped.inc(),
    });
  }

  async stop(): Promise<void> {
    if (this.#sweeper) clearInterval(this.#sweeper);
    for (const end of this.#subscriptions) end();
    for (const client of this.#clients) client.close();
    await this.#telling;
  }

  /** One after another, so that everybody hears things in the order in which they happened. */
  #enqueue(work: () => Promise<void>): void {
    this.#telling = this.#telling
      .then(work)
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'news could not be told; the sweeper repeats them'));
  }

  async #tellChanges(ids: readonly string[]): Promise<void> {
    const rows = await repository.readChanges(this.#parts.database, ids);
    await this.#tell(rows);
    await repository.markPublished(this.#parts.database, ids);
  }

  async #tell(news: readonly News[]): Promise<void> {
    for (const [organizationId, items] of Map.groupBy(news, (item) => item.organizationId)) {
      const listeners = [...this.#clients].filter((client) => client.actor?.organizationId === organizationId);
      if (listeners.length === 0) continue;
      const paths = await repository.pathsOf(this.#parts.database, organizationId, placesOf(items));
      for (const client of listeners) await this.#tellClient(client, items, paths);
    }
  }

  async #tellClient(client: RealtimeClient, items: readonly News[], paths: ReadonlyMap<string, string[]>): Promise<void> {
    const before = client.actor;
    const own = items.filter(({ event }) => isOwnStanding(event) && before !== null && mayHear(before, event, []));
    for (const { event, actorSessionId } of own) client.sendEvent(event, actorSessionId);
    // What one may do has just changed: the rest of the news is already told by the new rights.
    if (own.length > 0) this.#rightsReadAt.set(client, 0);
    const actor = await this.#rightsOf(client);
    if (!actor) return;
    for (const { event, actorSessionId } of items) {
      if (!isOwnStanding(event) && mayHear(actor, event, pathOf(event, paths))) client.sendEvent(event, actorSessionId);
    }
  }

  /** Asks anew for those whose rights changed, so that who lost them hears nothing more. */
  async #recheck(change: RightsChange): Promise<void> {
    for (const client of this.#clients) {
      if (client.actor === null || !touches(change, client.actor)) continue;
      this.#rightsReadAt.set(client, 0);
      await this.#rightsOf(client);
    }
  }

  async #rightsOf(client: RealtimeClient): Promise<MemberActor | null> {
    const actor = client.actor;
    const now = this.#parts.clock();
    if (!actor || now - (this.#rightsReadAt.get(client) ?? 0) < rightsLifeMs) return actor;
    const fresh = await this.#parts.memberOf(actor);
    this.#rightsReadAt.set(client, now);
    client.replaceActor(fresh);
    return fresh;
  }

  #endSession({ sessionId, isForced = false }: { sessionId: string; isForced?: boolean }): void {
    for (const client of this.#clients) {
      if (client.actor?.sessionId !== sessionId) continue;
      client.sendEvent({ kind: 'sessions.ended', isForced }, sessionId);
      client.close();
    }
  }

  async #sweep(): Promise<void> {
    const { database, clock, bus } = this.#parts;
    const ids = await repository.unpublishedBefore(database, new Date(clock() - unpublishedAfterMs));
    if (ids.length > 0) {
      bus.publish(changesTopic, { ids });
      await repository.markPublished(database, ids);
    }
    if (clock() - this.#forgotAtMs < forgetEveryMs) return;
    this.#forgotAtMs = clock();
    await repository.forgetPublishedBefore(database, new Date(clock() - keepChangesMs));
  }
}

const placesOf = (items: readonly News[]): { locationIds: string[]; cameraIds: string[] } => ({
  locationIds: items.flatMap(({ event }) => ('locationId' in event ? [event.locationId] : [])),
  cameraIds: items.flatMap(({ event }) => ('cameraId' in event ? [event.cameraId] : [])),
});

/** Ids of everything above what an event is about, and its own; undefined when its location is not known. */
function pathOf(event: RealtimeEvent, paths: ReadonlyMap<string, string[]>): string[] | undefined {
  if (!('locationId' in event)) return [];
  const above = paths.get(event.locationId);
  if (!above) return undefined;
  const edgeIds = 'edgeId' in event ? [event.edgeId] : [];
  return 'cameraId' in event ? [...above, ...(paths.get(event.cameraId) ?? []), event.cameraId] : [...above, ...edgeIds];
}

/** The WebSocket of browsers. Open to all: who listens, it says with its access token in the first message. */
export function mountRealtime(app: FastifyInstance, gateway: RealtimeGateway): void {
  app.get(realtimePath, { websocket: true, config: { permission: 'public', call: 'realtime' }, schema: { hide: true } as object }, (socket) =>
    gateway.accept(socket),
  );
}

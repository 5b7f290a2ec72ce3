import { realtimePath } from '@sightline/contracts/realtime/realtime';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import { rightsChangedTopic, type RightsChange } from '../../platform/auth/rights-changes.ts';
import { signInRulesTopic } from '../../platform/auth/sign-in-rules-topic.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { changesTopic } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { HeardEvents } from '../../platform/features/heard-events.ts';
import { requireOwnOrigin } from '../../platform/http/own-origin.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { sessionsEndedTopic } from '../../platform/auth/sessions-ended.ts';
import { RealtimeClient, type RealtimeHost } from './realtime-client.ts';
import { OrganizationChannel, type OrganizationChannelDeps } from './organization-channel.ts';
import { frameOf, type RealtimeUpdate } from './realtime-frame.ts';
import { createGate } from './realtime-gate.ts';
import { RealtimeIntake } from './realtime-intake.ts';
import { RealtimeRecent } from './realtime-recent.ts';
import { createHearing } from './realtime.policy.ts';
import { RealtimeLimits } from './realtime-limits.ts';
import { RightsMonitor } from './rights-monitor.ts';
import { RealtimeWheel } from './realtime-wheel.ts';
import { volatileTopic } from './realtime.public.ts';

/** Connections to the database are few, and calls need them too. */
const hellosAtOnce = 4;
const rightsAtOnce = 4;

export interface RealtimeGatewayDeps {
  database: Database;
  /** What features declare of the events that they tell. */
  heard: HeardEvents;
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  actorOf: RealtimeHost['actorOf'];
  memberOf: MemberOf;
}

/** Tells browsers what happened, each only what its person may see. */
export class RealtimeGateway {
  readonly #deps: RealtimeGatewayDeps;
  readonly #channelDeps: OrganizationChannelDeps;
  readonly #host: RealtimeHost;
  readonly #channels = new Map<string, OrganizationChannel>();
  readonly #limits: RealtimeLimits;
  readonly #recent = new RealtimeRecent();
  readonly #wheel = new RealtimeWheel();
  readonly #rights: RightsMonitor;
  readonly #intake: RealtimeIntake;
  readonly #subscriptions: (() => void)[] = [];
  #listening = 0;

  constructor(deps: RealtimeGatewayDeps) {
    this.#deps = deps;
    const [hellos, rights] = [createGate(hellosAtOnce), createGate(rightsAtOnce)];
    this.#channelDeps = {
      database: deps.database,
      hearing: createHearing(deps.heard),
      log: deps.log,
      memberOf: (claims) => rights(() => deps.memberOf(claims)),
    };
    this.#limits = new RealtimeLimits(deps.clock);
    this.#rights = new RightsMonitor({ ...deps, channels: this.#channels, limits: this.#limits });
    this.#intake = new RealtimeIntake({ ...deps, notify: (update) => this.#notify(update) });
    this.#host = {
      actorOf: (token, address) => hellos(() => deps.actorOf(token, address)),
      onReady: (client, actor) => this.#welcome(client, actor),
      onWelcomed: (client, actor, readForMs) => this.#notifyAgain(client, actor, readForMs),
      onRenewed: (client, actor) => this.#channels.get(actor.organizationId)?.renew(client, actor),
      onClosed: (client) => this.#farewell(client),
      onDropped: () => deps.metrics.realtimeDropped.inc(),
    };
  }

  start(): void {
    const { bus } = this.#deps;
    this.#subscriptions.push(
      bus.subscribe(changesTopic, (body) => this.#intake.takeChanges((body as { ids: string[] }).ids)),
      bus.subscribe(volatileTopic, (body) => this.#intake.takeUpdate(body as RealtimeUpdate)),
      bus.subscribe(rightsChangedTopic, (body) => this.#recheck(body as RightsChange)),
      // A network or a way of signing in may be barred now: whoever came by it hears nothing more.
      bus.subscribe(signInRulesTopic, (body) =>
        this.#recheck({ ...(body as { organizationId: string }), userIds: null }),
      ),
      bus.subscribe(sessionsEndedTopic, (body) => this.#endSession(body as { sessionId: string; isForced?: boolean })),
    );
    bus.onGap(() => {
      for (const channel of this.#channels.values()) channel.startAnew();
    });
    this.#intake.start();
    this.#rights.start();
    this.#wheel.start();
  }

  accept(socket: WebSocket, address: string): void {
    const client = new RealtimeClient(socket, address, this.#host);
    if (!this.#limits.mayTry(address)) return client.refuse('rate_limited');
    this.#wheel.add(client);
  }

  async stop(): Promise<void> {
    for (const end of this.#subscriptions) end();
    await this.#rights.stop();
    await this.#intake.stop();
    this.#wheel.stop();
    await Promise.all([...this.#channels.values()].map((channel) => channel.settled()));
  }

  #welcome(client: RealtimeClient, actor: MemberActor): boolean {
    if (!this.#limits.admit(client, actor.sessionId)) return false;
    let channel = this.#channels.get(actor.organizationId);
    if (!channel)
      this.#channels.set(
        actor.organizationId,
        (channel = new OrganizationChannel(actor.organizationId, this.#channelDeps)),
      );
    channel.audience.add(client, actor);
    this.#rights.add(client);
    this.#count(1);
    return true;
  }

  /** What happened between the first answers of a page and its welcome. While rights are not known to hold, the next good round makes it fetch anew. */
  #notifyAgain(client: RealtimeClient, { organizationId }: MemberActor, readForMs: number): void {
    const missed = this.#recent.missedBy(organizationId, readForMs);
    if (missed === null) client.refetch();
    else if (this.#rights.isProven) this.#channels.get(organizationId)?.notifyAgain(client, missed);
  }

  #farewell(client: RealtimeClient): void {
    this.#wheel.remove(client);
    const { actor } = client;
    if (!actor) return;
    this.#rights.remove(client);
    this.#limits.leave(client, actor.sessionId);
    const channel = this.#channels.get(actor.organizationId);
    channel?.audience.remove(client);
    if (channel?.isIdle) this.#channels.delete(actor.organizationId);
    client.actor = null;
    this.#count(-1);
  }

  #count(change: number): void {
    this.#listening += change;
    this.#deps.metrics.realtimeClients.set(this.#listening);
  }

  #notify(update: RealtimeUpdate): void {
    this.#recent.take(update);
    // By rights that are not known to hold nothing is told; the next good round makes everybody fetch anew.
    if (this.#rights.isProven) this.#channels.get(update.organizationId)?.notify(update);
  }

  /** In turn with the news, so that who lost a right is told so before anything ends. */
  #recheck(change: RightsChange): void {
    const heardMs = performance.now();
    this.#intake.takeTurn(() => this.#channels.get(change.organizationId)?.recheck(change, heardMs));
  }

  #endSession({ sessionId, isForced = false }: { sessionId: string; isForced?: boolean }): void {
    for (const client of this.#limits.clientsOf(sessionId)) {
      const organizationId = client.actor?.organizationId ?? '';
      client.sendEvent(
        frameOf(
          { organizationId, actorSessionId: sessionId, actorUserId: null, event: { kind: 'sessions.ended', isForced } },
          this.#channelDeps.hearing,
        ),
      );
      client.close();
    }
  }
}

/**
 * The WebSocket of browsers. Open to all: who listens, it says with its access token in the first message. A page of
 * another origin is refused before that.
 */
export function mountRealtime(app: FastifyInstance, gateway: RealtimeGateway, ownUrl: () => string): void {
  const options = {
    websocket: true,
    config: { permission: 'public', call: 'realtime' },
    schema: { hide: true } as object,
  } as const;
  app.get(
    realtimePath,
    { ...options, onRequest: requireOwnOrigin(ownUrl) },
    // Whoever left meanwhile has no address any more.
    (socket, { ip }: { ip: string | undefined }) =>
      ip === undefined ? socket.terminate() : gateway.accept(socket, ip),
  );
}

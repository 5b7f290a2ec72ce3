import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RealtimeClient } from './realtime-client.ts';
import type { OrganizationChannel } from './organization-channel.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import * as repository from './realtime.repository.ts';

const roundMs = 1_000;
/** Without a good round for so long, what was known of rights and sessions no longer counts. */
const provenForMs = 10_000;
const sessionsAtOnce = 2_000;
/** Everybody is asked for whole now and then, for what no revision tells, such as a network that is let in until a time. */
const askedEachRound = 20;
const looksEachRound = 100;
const freshForMs = 2_000;

export interface RightsMonitorDeps {
  database: Database;
  clock: Clock;
  log: Log;
  channels: ReadonlyMap<string, OrganizationChannel>;
  limits: RealtimeLimits;
}

/**
 * Watches whether those who listen still may, whatever the bus lost: two questions a second for all of them, and not one
 * for each. Whose organization changed its rights without saying for whom is asked for anew.
 */
export class RightsMonitor {
  readonly #deps: RightsMonitorDeps;
  readonly #oldest = new Set<RealtimeClient>();
  /** Organizations in which everybody is asked: whoever was asked before this time is asked again. */
  readonly #passes = new Map<OrganizationChannel, number>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;
  #round: Promise<void> | null = null;
  #asking: Promise<void> | null = null;
  #provenMs = performance.now();
  #isLapsed = false;

  constructor(deps: RightsMonitorDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => this.#begin(), roundMs);
  }

  add(client: RealtimeClient): void {
    this.#oldest.add(client);
  }

  remove(client: RealtimeClient): void {
    this.#oldest.delete(client);
  }

  /** True while rights and sessions are known well enough to tell anything by them; whoever was told nothing then fetches anew later. */
  get isProven(): boolean {
    const proven = performance.now() - this.#provenMs < provenForMs;
    if (!proven) this.#isLapsed = true;
    return proven;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#round;
    await this.#asking;
  }

  #begin(): void {
    this.#round ??= this.#go()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'could not find out who may still listen'))
      .finally(() => {
        this.#round = null;
      });
  }

  async #go(): Promise<void> {
    const startedMs = performance.now();
    await this.#compareRevisions(startedMs);
    await this.#endSessions();
    this.#provenMs = startedMs;
    if (this.#isLapsed) {
      this.#isLapsed = false;
      for (const channel of this.#deps.channels.values()) channel.startAnew();
    }
    // Whole answers take longer than a round on a busy database, and must not keep the next one waiting.
    this.#asking ??= this.#askOldest(startedMs - freshForMs).finally(() => {
      this.#asking = null;
    });
  }

  async #compareRevisions(startedMs: number): Promise<void> {
    const { database, channels } = this.#deps;
    if (channels.size === 0) return;
    const revisions = await repository.rightsRevisions(database, [...channels.keys()]);
    for (const channel of channels.values()) {
      const revision = revisions.get(channel.organizationId) ?? -1;
      const isNew = channel.rightsRevision !== null && channel.rightsRevision !== revision;
      channel.rightsRevision = revision;
      void channel.refreshStale();
      if (isNew) void this.#refreshAll(channel, startedMs);
    }
  }

  /** Whose rights are known to have changed was asked for at once; this is for what nobody told, at a pace that harms nobody. */
  async #refreshAll(channel: OrganizationChannel, beforeMs: number): Promise<void> {
    const isUnderWay = this.#passes.has(channel);
    this.#passes.set(channel, beforeMs);
    if (isUnderWay) return;
    for (let passMs = 0; passMs !== this.#passes.get(channel) && !this.#isStopped;) {
      passMs = this.#passes.get(channel) ?? 0;
      for (const client of channel.audience.clients) {
        if (this.#isStopped) break;
        if (client.rightsReadMs < passMs) await this.#refresh(client);
      }
    }
    this.#passes.delete(channel);
  }

  async #endSessions(): Promise<void> {
    const { database, clock, limits } = this.#deps;
    const sessionIds = limits.sessionIds;
    for (let first = 0; first < sessionIds.length; first += sessionsAtOnce) {
      const ended = await repository.endedSessions(
        database,
        sessionIds.slice(first, first + sessionsAtOnce),
        new Date(clock()),
      );
      for (const sessionId of ended) for (const client of limits.clientsOf(sessionId)) client.refuse('unauthenticated');
    }
  }

  async #askOldest(beforeMs: number): Promise<void> {
    const asked: Promise<void>[] = [];
    let looks = 0;
    for (const client of this.#oldest) {
      if (looks++ >= looksEachRound || asked.length >= askedEachRound) break;
      // Re-inserting moves it to the end, so that the first one is always the one that was asked longest ago.
      this.#oldest.delete(client);
      this.#oldest.add(client);
      if (client.rightsReadMs < beforeMs) asked.push(this.#refresh(client));
    }
    await Promise.all(asked);
  }

  async #refresh(client: RealtimeClient): Promise<void> {
    const channel = this.#deps.channels.get(client.actor?.organizationId ?? '');
    await channel
      ?.refresh(client)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'rights could not be read'));
  }
}

import { setImmediate as otherWork } from 'node:timers/promises';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import { touches, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { RealtimeAudience } from './realtime-audience.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { frameOf, type RealtimeUpdate } from './realtime-frame.ts';
import { RealtimePlaces } from './realtime-places.ts';
import type { Hearing } from './realtime.policy.ts';

/** So many are asked for their new rights before the next thing is told; more are told nothing until each was asked. */
const askedBeforeGoingOn = 50;

/** After so much text or so many things everybody else gets a turn, and sockets take what they were given. */
const charactersAtOnce = 262_144;
const thingsAtOnce = 200;

export interface OrganizationChannelDeps {
  database: Database;
  hearing: Hearing;
  log: Log;
  /** Rights of a session now, a few at a time; null when they ended. */
  memberOf: MemberOf;
}

type Work = { update: RealtimeUpdate; only?: RealtimeClient } | { change: RightsChange; sinceMs: number };

/** What is told in one organization: one thing after the other, so that everybody hears it in the order in which it happened. */
export class OrganizationChannel {
  readonly organizationId: string;
  readonly audience: RealtimeAudience;
  /** Revision of the rights of the organization when it was last asked for. */
  rightsRevision: number | null = null;
  readonly #deps: OrganizationChannelDeps;
  readonly #places: RealtimePlaces;
  #waiting: Work[] = [];
  #working: Promise<void> | null = null;
  /** How many things were told; who was told nothing meanwhile fetches anew. */
  #told = 0;

  constructor(organizationId: string, deps: OrganizationChannelDeps) {
    this.organizationId = organizationId;
    this.#deps = deps;
    this.audience = new RealtimeAudience(deps.hearing);
    this.#places = new RealtimePlaces(deps.database, organizationId);
  }

  get isIdle(): boolean {
    return this.audience.clients.size === 0 && this.#working === null;
  }

  notify(update: RealtimeUpdate): void {
    this.#take({ update });
  }

  /** Asks anew for those whose rights changed, in turn with the news, so that who lost them hears nothing more. */
  recheck(change: RightsChange, sinceMs = performance.now()): void {
    this.#take({ change, sinceMs });
  }

  /** News may have been missed. Rights that changed meanwhile are found out by their revision. */
  startAnew(): void {
    this.#places.forget();
    for (const client of this.audience.clients) client.refetch();
  }

  async settled(): Promise<void> {
    await this.#working;
  }

  /** Reads the rights of one browser and goes by them from then on. */
  async refresh(client: RealtimeClient): Promise<void> {
    const before = client.actor;
    if (!before) return;
    const askedMs = performance.now();
    const actor = await this.#deps.memberOf({ ...before, address: client.address });
    // Gone meanwhile, or asked again and answered before us.
    if (!this.audience.clients.has(client) || client.rightsReadMs > askedMs) return;
    client.rightsReadMs = askedMs;
    if (!actor) {
      this.audience.remove(client);
      return client.refuse('unauthenticated');
    }
    this.renew(client, actor);
  }

  /** Rights that were just read. */
  renew(client: RealtimeClient, actor: MemberActor): void {
    this.audience.replace(client, actor);
    const { staleSince } = client;
    client.staleSince = null;
    if (staleSince !== null && staleSince !== this.#told) client.refetch();
  }

  /** Tells one browser what was told before it listened, without a toast: its page may show all of it already. */
  notifyAgain(client: RealtimeClient, missed: readonly RealtimeUpdate[]): void {
    for (const update of missed) this.#take({ update: { ...update, showToast: false }, only: client });
  }

  /** Asks for the rights of those that are told nothing because theirs are old. */
  async refreshStale(clients: Iterable<RealtimeClient> = this.audience.clients): Promise<void> {
    const stale = [...clients].filter((client) => client.staleSince !== null);
    const answers = await Promise.allSettled(stale.map((client) => this.refresh(client)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed)
      this.#deps.log.warn(
        { err: failed.reason as unknown },
        'rights could not be read; those are told nothing until they are',
      );
  }

  #take(work: Work): void {
    this.#waiting.push(work);
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#places.learn(batch.flatMap((work) => ('update' in work ? [work.update.event] : [])));
        let [characters, things] = [0, 0];
        for (const work of batch) {
          characters += await this.#do(work);
          things += 1;
          if (characters < charactersAtOnce && things < thingsAtOnce) continue;
          [characters, things] = [0, 0];
          await otherWork();
        }
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'news could not be told; whoever listens fetches anew');
        this.#told += batch.length;
        for (const client of this.audience.clients) client.refetch();
      }
    }
  }

  /** Answers how long what was told is. */
  async #do(work: Work): Promise<number> {
    if ('change' in work) {
      await this.#recheck(work.change, work.sinceMs);
      return 0;
    }
    const { update, only } = work;
    const frame = frameOf(update, this.#deps.hearing);
    const path = this.#places.pathOf(update.event);
    if (only) {
      if (only.staleSince === null && this.audience.hears(only, update.event, path)) only.sendEvent(frame);
      return frame.length;
    }
    this.#told += 1;
    const standing = this.#deps.hearing.isOwnStanding(update.event);
    for (const client of this.audience.of(update.event, path))
      if (standing || client.staleSince === null) client.sendEvent(frame);
    if (!standing) return frame.length;
    // What one may do has just changed: the rest of the news is already told by the new rights.
    const userIds = update.event.kind === 'permissions.changed' ? update.event.userIds : null;
    await this.#recheck({ organizationId: this.organizationId, userIds }, update.heardMs ?? performance.now());
    return frame.length;
  }

  async #recheck(change: RightsChange, sinceMs: number): Promise<void> {
    const touched = [...this.audience.clients].filter(
      ({ actor, rightsReadMs }) => actor !== null && rightsReadMs < sinceMs && touches(change, actor),
    );
    for (const client of touched) client.staleSince ??= this.#told;
    const asking = this.refreshStale(touched);
    if (touched.length <= askedBeforeGoingOn) await asking;
  }
}

import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { changesTopic } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RealtimeUpdate } from './realtime-frame.ts';
import * as repository from './realtime.repository.ts';

const sweepMs = 2_000;
const markMs = 500;
const unpublishedAfterMs = 3_000;
const keepChangesMs = 600_000;
const forgetEveryMs = 60_000;

export interface RealtimeIntakeDeps {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  notify: (update: RealtimeUpdate) => void;
}

type Arrival = { ids: readonly string[]; heardMs: number } | { update: RealtimeUpdate } | { turn: () => void };

/**
 * Takes what happened from the bus, in the order in which it came. What was kept as rows is read for everything that
 * arrived meanwhile at once, so that a busy server asks less often instead of falling behind.
 */
export class RealtimeIntake {
  readonly #deps: RealtimeIntakeDeps;
  readonly #timers: NodeJS.Timeout[] = [];
  #arrived: Arrival[] = [];
  #handling: Promise<void> | null = null;
  #told: string[] = [];
  #keeping: Promise<void> = Promise.resolve();
  #forgotAtMs = 0;

  constructor(deps: RealtimeIntakeDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timers.push(setInterval(() => this.#keep(() => this.#mark()), markMs));
    this.#timers.push(setInterval(() => this.#keep(() => this.#sweep()), sweepMs));
  }

  takeChanges(ids: readonly string[]): void {
    this.#take({ ids, heardMs: performance.now() });
  }

  takeUpdate(update: RealtimeUpdate): void {
    this.#take({
      update: { ...update, actorSessionId: update.actorSessionId ?? null, actorUserId: update.actorUserId ?? null },
    });
  }

  /** Does something after everything that came before it was handed on. */
  takeTurn(turn: () => void): void {
    this.#take({ turn });
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#handling;
    this.#keep(() => this.#mark());
    await this.#keeping;
  }

  #take(arrival: Arrival): void {
    this.#arrived.push(arrival);
    this.#handling ??= this.#handle().finally(() => {
      this.#handling = null;
    });
  }

  async #handle(): Promise<void> {
    while (this.#arrived.length > 0) {
      const batch = this.#arrived;
      this.#arrived = [];
      try {
        const rows = await this.#read(batch.flatMap((arrival) => ('ids' in arrival ? arrival.ids : [])));
        for (const arrival of batch) {
          if ('turn' in arrival) arrival.turn();
          else if ('update' in arrival) this.#deps.notify(arrival.update);
          else for (const id of arrival.ids) this.#notifyRow(rows.get(id), arrival.heardMs);
        }
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'changes could not be read; the sweeper repeats them');
        for (const arrival of batch) if ('turn' in arrival) arrival.turn();
      }
    }
  }

  async #read(ids: readonly string[]): Promise<ReadonlyMap<string, repository.ChangeRow>> {
    if (ids.length === 0) return new Map();
    const rows = await repository.readChanges(this.#deps.database, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  #notifyRow(row: repository.ChangeRow | undefined, heardMs: number): void {
    if (!row) return;
    const { organizationId, actorSessionId, actorUserId, event } = row;
    this.#deps.notify({ organizationId, actorSessionId, actorUserId, event, heardMs });
    this.#told.push(row.id);
  }

  /** What is kept is put in order one after the other, beside the telling. */
  #keep(work: () => Promise<void>): void {
    this.#keeping = this.#keeping
      .then(work)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'changes could not be put in order'));
  }

  async #mark(): Promise<void> {
    const ids = this.#told;
    if (ids.length === 0) return;
    this.#told = [];
    await repository.markPublished(this.#deps.database, ids);
  }

  async #sweep(): Promise<void> {
    const { database, clock, bus } = this.#deps;
    await this.#mark();
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

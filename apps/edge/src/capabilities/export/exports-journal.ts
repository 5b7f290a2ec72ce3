import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { ExportStateEvent } from './job-worker-messages.ts';
import { forwardTo, type CommandHandlers } from '../../platform/link/command-handlers.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WorkerClient } from '../../platform/processes/worker-client.ts';
import type { Store } from '../../platform/store/open-store.ts';
import type { Outbox } from '../../platform/store/outbox.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';

type StartInput = EdgeCommandInput<'export.start'>;

export interface ExportsJournalDeps {
  store: Store;
  outbox: Outbox;
  jobs: () => WorkerClient;
  log: Log;
  nowUtcMs: () => number;
}

/** Progress is told to the cloud at most this often; a change of state at once. */
const notifyEveryMs = 1_000;
const restartTimeoutMs = 20_000;

/** Remembers running exports, so that neither a restart of the worker nor of the core forgets one. */
export class ExportsJournal {
  readonly #deps: ExportsJournalDeps;
  readonly #writes: StoreQueue;
  readonly #told = new Map<string, { state: string; atMs: number }>();

  constructor(deps: ExportsJournalDeps) {
    this.#deps = deps;
    this.#writes = new StoreQueue(deps.log);
  }

  readonly handlers: CommandHandlers<'export.start' | 'export.cancel'> = {
    'export.start': (input, timeoutMs) => this.#begin(input, timeoutMs),
    'export.cancel': (input, timeoutMs) => {
      this.#forget(input.exportId);
      return this.#forwarded()['export.cancel'](input, timeoutMs);
    },
  };

  async #begin(input: StartInput, timeoutMs: number): Promise<EdgeCommandOutput<'export.start'>> {
    // Before it is asked for: its end may arrive together with the answer.
    this.#deps.store
      .prepare(
        "insert into exports (id, request, state, created_at_utc_ms) values (?, ?, 'running', ?) on conflict (id) do nothing",
      )
      .run(input.exportId, JSON.stringify(input), Math.round(this.#deps.nowUtcMs()));
    try {
      return await this.#forwarded()['export.start'](input, timeoutMs);
    } catch (error) {
      this.#forget(input.exportId);
      throw error;
    }
  }

  #forwarded(): CommandHandlers<'export.start' | 'export.cancel'> {
    return forwardTo(this.#deps.jobs(), ['export.start', 'export.cancel']);
  }

  /** The worker is up (again): continue what was running. */
  resumeAll(): void {
    const rows = this.#deps.store.prepare('select request from exports').all() as { request: string }[];
    for (const row of rows) {
      const input = JSON.parse(row.request) as StartInput;
      this.#deps
        .jobs()
        .request('export.start', input, restartTimeoutMs)
        .catch((error: unknown) => this.#giveUp(input.exportId, error));
    }
  }

  receive(event: ExportStateEvent): void {
    const last = this.#told.get(event.exportId);
    const nowMs = performance.now();
    const isOver = event.state === 'done' || event.state === 'failed' || event.state === 'cancelled';
    if (!isOver && last?.state === event.state && nowMs - last.atMs < notifyEveryMs) return;
    this.#told.set(event.exportId, { state: event.state, atMs: nowMs });
    this.#writes.add(() => this.#keep(event, isOver));
  }

  #keep(event: ExportStateEvent, isOver: boolean): void {
    const { exportId, state, progress, failure, bytes, sha256 } = event;
    this.#deps.store.transaction(() => {
      this.#deps.outbox.append(Math.round(this.#deps.nowUtcMs()), {
        kind: 'exportState',
        exportId,
        state,
        progress,
        failure,
        bytes,
        sha256,
      });
      if (isOver) this.#forget(exportId);
    })();
  }

  /** An export that cannot go on must not look as if it did. A worker that is only busy or away is asked again at its restart. */
  #giveUp(exportId: string, error: unknown): void {
    const code = error instanceof AppError ? error.code : 'internal';
    this.#deps.log.warn({ exportId, reason: code }, 'export could not be continued');
    if (code === 'core_part_down' || code === 'core_timeout') return;
    this.receive({
      type: 'export.state',
      exportId,
      state: 'failed',
      progress: 0,
      failure: code,
      bytes: null,
      sha256: null,
    });
  }

  #forget(exportId: string): void {
    this.#deps.store.prepare('delete from exports where id = ?').run(exportId);
    this.#told.delete(exportId);
  }
}

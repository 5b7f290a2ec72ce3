import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearCluster, findPostgres } from './orphan-cleanup.ts';
import type { ProgramAccount } from './program-account.ts';
import { waitUntilReady } from './readiness.ts';
import { watchProgram, type WatchedExit, type WatchedProgram } from './watchdog.ts';

/** How PostgreSQL ended without having been asked to. */
export type PostgresExit = { code: number | null; signal: NodeJS.Signals | null; restarting: boolean };

type SupervisorOptions = {
  dataDir: string;
  socketFolder: string;
  account: ProgramAccount | undefined;
  fsync: boolean;
  program: string;
  log: (line: string) => void;
};

const firstBackOffMs = 50;
const longestBackOffMs = 5_000;
const attemptLimit = 6;
/** A run this long counts as healthy, so the next exit starts again with the short back-off. */
const healthyRunMs = 30_000;
const stopLimitMs = 6_000;

/** Keeps one postmaster running on one data folder, whose lock the owner holds. */
export class PostgresSupervisor {
  readonly #options: SupervisorOptions;
  readonly #listeners = new Set<(exit: PostgresExit) => void>();
  readonly #stopping = new AbortController();
  #watched: WatchedProgram | undefined;
  #postmasterPid: number | undefined;
  #keeping: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get postmasterPid(): number | undefined {
    return this.#postmasterPid;
  }

  onExit(listener: (exit: PostgresExit) => void): void {
    this.#listeners.add(listener);
  }

  async start(): Promise<void> {
    await this.#launch();
    this.#keeping = this.#keepRunning();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#watched?.close();
    const limit = new AbortController();
    const late = sleep(stopLimitMs, undefined, { signal: limit.signal, ref: false }).then(
      () => this.#forceStop(),
      () => undefined,
    );
    await this.#keeping;
    limit.abort();
    await late;
    await clearCluster(this.#cluster, this.#options.log);
  }

  get #cluster(): string {
    return join(this.#options.dataDir, 'cluster');
  }

  async #launch(): Promise<void> {
    const { program, account, log, dataDir } = this.#options;
    await clearCluster(this.#cluster, log);
    const watched = watchProgram({ program, args: this.#arguments(), account, log });
    this.#watched = watched;
    if (this.#stopping.signal.aborted) watched.close();
    try {
      await waitUntilReady(watched, dataDir);
      this.#postmasterPid = await watched.programPid;
    } catch (error) {
      watched.close();
      await watched.exited;
      throw error;
    }
  }

  async #keepRunning(): Promise<void> {
    let attempts = 0;
    while (!this.#stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const exit = await this.#watched!.exited;
      this.#postmasterPid = undefined;
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - startedAtMs > healthyRunMs) attempts = 0;
      attempts = await this.#restart(exit, attempts);
      if (attempts >= attemptLimit) return;
    }
  }

  /** Returns how many attempts in a row have been made. */
  async #restart(exit: WatchedExit, before: number): Promise<number> {
    let attempts = before;
    while (!this.#stopping.signal.aborted) {
      attempts += 1;
      this.#notify(exit, attempts < attemptLimit);
      if (attempts >= attemptLimit) break;
      await this.#pause(Math.min(firstBackOffMs * 3 ** (attempts - 1), longestBackOffMs));
      try {
        await this.#launch();
        this.#options.log('PostgreSQL was restarted after an unexpected exit');
        break;
      } catch (error) {
        this.#options.log(
          `PostgreSQL could not be restarted: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    return attempts;
  }

  #notify(exit: WatchedExit, restarting: boolean): void {
    this.#options.log(
      `PostgreSQL ended unexpectedly (${exit.signal ?? `code ${exit.code}`})${restarting ? '' : '; giving up'}`,
    );
    for (const listener of this.#listeners) listener({ code: exit.code, signal: exit.signal, restarting });
  }

  async #pause(waitMs: number): Promise<void> {
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined); // aborted by stop
  }

  /** A backend that cannot be interrupted must not keep the product from ending; the log replays at the next start. */
  #forceStop(): void {
    for (const pid of findPostgres(this.#cluster)) {
      try {
        process.kill(pid, 'SIGQUIT');
      } catch (error) {
        this.#options.log(`could not stop process ${pid}: ${String(error)}`);
      }
    }
  }

  #arguments(): string[] {
    const settings = [
      `unix_socket_directories=${this.#options.socketFolder}`,
      'listen_addresses=',
      'unix_socket_permissions=0700',
      'port=5432',
      'timezone=UTC',
      'log_timezone=UTC',
      'logging_collector=off',
      'log_destination=stderr',
      'max_connections=100',
    ];
    if (!this.#options.fsync) settings.push('fsync=off', 'full_page_writes=off', 'synchronous_commit=off');
    return ['-D', this.#cluster, ...settings.flatMap((setting) => ['-c', setting])];
  }
}

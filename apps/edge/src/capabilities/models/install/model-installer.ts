import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import type { ModelStatus } from '@sightline/contracts/analysis/analysis';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { Backoff } from '../../../platform/backoff.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { FromInstaller } from './install-messages.ts';

/** How the installation of the built-in packs goes. */
export interface InstallState {
  isRunning: boolean;
  /** By pack, 0..1; 1 means installed. */
  progress: ReadonlyMap<string, number>;
  /** Why the last attempt ended early; null after a good one. */
  failure: { code: ErrorCode; detail: string } | null;
}

export interface ModelInstallerOptions {
  modelsFolder: string;
  log: Log;
  /** Something about the state changed. */
  onChange: (state: InstallState) => void;
  /** A pack is in its place: whoever uses models should look again. */
  onInstalled: (packId: string) => void;
  /** Module that the child runs, for tests. */
  entry?: URL;
  /** Waits between attempts, for tests. */
  backoff?: { firstMs: number; limitMs: number };
}

const stopLimitMs = 3_000;

/** Installs the built-in packs in a process of its own and tries again until all are there. */
export class ModelInstaller {
  readonly #options: ModelInstallerOptions;
  readonly #backoff: Backoff;
  readonly #progress = new Map<string, number>();
  #failure: InstallState['failure'] = null;
  #child: ChildProcess | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: ModelInstallerOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.backoff ?? { firstMs: 10_000, limitMs: 900_000 });
  }

  start(): void {
    this.#stopped = false;
    if (!this.#child && !this.#retry) this.#launch();
  }

  get state(): InstallState {
    return { isRunning: this.#child !== null, progress: this.#progress, failure: this.#failure };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(force);
  }

  #launch(): void {
    this.#retry = null;
    const entry = this.#options.entry ?? new URL('./install-process.ts', import.meta.url);
    const child = fork(entry, [this.#options.modelsFolder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.#child = child;
    let isDone = false;
    this.#failure = null;
    child.on('message', (message: FromInstaller) => {
      if (message.type === 'done') isDone = true;
      this.#receive(message);
    });
    child.on('error', (error) => (this.#failure = { code: 'internal', detail: String(error) }));
    child.on('close', () => this.#ended(isDone));
    this.#notify();
  }

  #receive(message: FromInstaller): void {
    if (message.type === 'progress') {
      const isNew = this.#progress.get(message.packId) !== 1 && message.progress === 1;
      this.#progress.set(message.packId, message.progress);
      if (isNew) this.#options.onInstalled(message.packId);
    } else if (message.type === 'failed') {
      this.#failure = { code: message.code, detail: message.detail };
    }
    this.#notify();
  }

  #ended(isDone: boolean): void {
    this.#child = null;
    if (this.#stopped) return;
    if (!isDone) {
      this.#failure ??= { code: 'internal', detail: 'the installing process ended' };
      const waitMs = this.#backoff.next();
      this.#options.log.warn({ ...this.#failure, waitMs }, 'models could not be installed, trying again later');
      this.#retry = setTimeout(() => this.#launch(), waitMs);
    }
    this.#notify();
  }

  #notify(): void {
    this.#options.onChange(this.state);
  }
}

/**
 * The statuses of the models with what the installation knows: a pack that is not there yet is being installed, or could
 * not be.
 */
export function withInstallation(
  statuses: readonly ModelStatus[],
  { isRunning, progress, failure }: InstallState,
): ModelStatus[] {
  return statuses.map((status) => {
    if (status.source !== 'builtIn' || status.state !== 'absent') return status;
    if (isRunning) return { ...status, state: 'installing', failure: null, progress: progress.get(status.packId) ?? 0 };
    return failure ? { ...status, failure: failure.code, detail: failure.detail.slice(0, 500) } : status;
  });
}

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Backoff } from '../backoff.ts';
import { clockArguments } from '../clock.ts';
import { childLinesOf, type Log } from '../log/log.ts';
import { readChildLines } from './child-lines.ts';
import { openNamelessFile } from './nameless-file.ts';
import { startOwnTimeLimit } from './own-time-limit.ts';
import { clearProgressMark, progressArgument, readProgressMark } from './progress-mark.ts';
import { shareClock } from './shared-clock.ts';
import { coreWatchdog, type Watchdog } from './watchdog.ts';

export interface SupervisedOptions {
  name: string;
  /** Module that the child runs. */
  entry: string;
  log: Log;
  /** Every message of the child. */
  onMessage: (message: unknown) => void;
  /** A child is up: send it what it must know. Called again after each restart. */
  onStart: () => void;
  /** The child ended without being told to. */
  onCrash?: (detail: string) => void;
  /** Environment that must be set before the child starts, for instance the size of a thread pool. */
  env?: Record<string, string>;
  /** Flags of Node for the child alone, for instance the size of its heap. */
  nodeFlags?: readonly string[];
  /** An open file that the child has as well, under `sharedFd`. */
  sharedFd?: number;
  /** It records footage: it notes what it has written (`progress-mark`), is not ended while it writes, and is the last to be ended. */
  recordsFootage?: boolean;
  /** That of this process unless a test has its own. */
  watchdog?: Watchdog;
}

/** Number of the shared file in the child. */
export const sharedFd = 4;

/** A child that lived this long starts its back-off anew. */
const healthyAfterMs = 60_000;
const stopLimitMs = 5_000;

/**
 * Keeps one child process alive: restarts it when it ends, and ends it when the watchdog finds that it does not live any more. Native
 * code and cameras live in such children, so that nothing they do can end the core.
 */
export class SupervisedProcess {
  readonly #options: SupervisedOptions;
  readonly #backoff = new Backoff({ firstMs: 250, limitMs: 10_000 });
  #child: ChildProcess | null = null;
  #restartTimer: NodeJS.Timeout | null = null;
  #unwatch: () => void = () => undefined;
  #progressFd: number | null = null;
  #isHeard = false;
  /** Why the watchdog ended it. */
  #silence: string | null = null;
  #startedAtMs = 0;
  #stopping = false;

  constructor(options: SupervisedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopping = false;
    if (this.#options.recordsFootage === true) this.#progressFd ??= openNamelessFile();
    this.#launch();
  }

  /** True when the message was handed to a running child. */
  send(message: unknown): boolean {
    if (!this.#child?.connected) return false;
    this.#child.send(message as never, () => undefined);
    return true;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.#release();
    await this.#endChild();
    this.#closeProgress();
  }

  /** Lets the child go on without this process, which it takes for gone. Answers how to end it after all. */
  leave(): () => void {
    const child = this.#child;
    this.#release();
    if (child?.connected === true) child.disconnect();
    child?.unref();
    this.#closeProgress();
    return () => {
      if (child?.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    };
  }

  #release(): void {
    this.#stopping = true;
    this.#unwatch();
    if (this.#restartTimer) clearTimeout(this.#restartTimer);
  }

  #closeProgress(): void {
    if (this.#progressFd !== null) closeSync(this.#progressFd);
    this.#progressFd = null;
  }

  async #endChild(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const force = startOwnTimeLimit(child.pid ?? 0, stopLimitMs, () => child.kill('SIGKILL'));
    child.kill('SIGTERM');
    await ended;
    force.stop();
  }

  #launch(): void {
    const { name, log } = this.#options;
    const takeLine = childLinesOf(log);
    this.#startedAtMs = performance.now();
    this.#isHeard = false;
    this.#silence = null;
    const child = this.#fork(takeLine ? 'pipe' : 'inherit');
    if (child === null) return this.#handleExit(null, 'a start that the system refused');
    for (const stream of [child.stdout, child.stderr])
      if (takeLine && stream) readChildLines(stream, (line) => takeLine(name, line, stream === child.stdout));
    this.#child = child;
    shareClock(child);
    child.on('message', (message) => {
      this.#isHeard = true;
      this.#options.onMessage(message);
    });
    child.on('error', (error) => {
      log.error({ worker: name, detail: String(error) }, 'worker failed');
      // One that could not be started at all never ends.
      if (child.pid === undefined) this.#handleExit(null, 'a start that the system refused');
    });
    child.on('exit', (exitCode, signal) => this.#handleExit(exitCode, signal));
    log.info({ worker: name, pid: child.pid }, 'worker started');
    this.#watch(child);
    this.#options.onStart();
  }

  /** Null when the system gave no process. */
  #fork(output: 'pipe' | 'inherit'): ChildProcess | null {
    const { entry, env, nodeFlags = [], sharedFd: shared } = this.#options;
    const files = shared === undefined ? [] : [shared];
    const args = clockArguments();
    if (this.#progressFd !== null) {
      clearProgressMark(this.#progressFd);
      args.push(progressArgument(sharedFd + files.length));
      files.push(this.#progressFd);
    }
    try {
      return fork(entry, args, {
        stdio: ['ignore', output, output, 'ipc', ...files],
        serialization: 'advanced',
        execArgv: [...process.execArgv, ...nodeFlags],
        ...(env ? { env: { ...inheritedEnvironment(), ...env } } : {}),
      });
    } catch (error) {
      this.#options.log.error({ worker: this.#options.name, detail: String(error) }, 'worker could not be started');
      return null;
    }
  }

  #watch(child: ChildProcess): void {
    this.#unwatch();
    const { recordsFootage = false, watchdog = coreWatchdog } = this.#options;
    const progressFd = this.#progressFd;
    if (child.pid === undefined) return;
    this.#unwatch = watchdog.watch({
      pid: child.pid,
      recordsFootage,
      takeHeard: () => {
        const heard = this.#isHeard;
        this.#isHeard = false;
        return heard;
      },
      progress: () => (progressFd === null ? 0n : readProgressMark(progressFd)),
      onSilent: (silentMs) => this.#endSilent(child, silentMs),
    });
  }

  #handleExit(exitCode: number | null, signal: string | null): void {
    this.#unwatch();
    this.#child = null;
    if (this.#stopping) return;
    if (performance.now() - this.#startedAtMs > healthyAfterMs) this.#backoff.reset();
    const waitMs = this.#backoff.next();
    const detail = this.#silence ?? (signal ? `ended by ${signal}` : `exit code ${String(exitCode)}`);
    this.#options.log.warn({ worker: this.#options.name, detail, waitMs }, 'worker ended, starting it again');
    this.#options.onCrash?.(detail);
    this.#restartTimer = setTimeout(() => this.#launch(), waitMs);
  }

  #endSilent(child: ChildProcess, silentMs: number): void {
    this.#silence = `silent for ${String(Math.round(silentMs / 1_000))} s of its own time`;
    this.#options.log.warn(
      { worker: this.#options.name, pid: child.pid, silentMs: Math.round(silentMs) },
      'worker is silent, killing it',
    );
    child.kill('SIGKILL');
  }
}

/** The environment as the program was started with; handed on whole, never read here. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return globalThis.process.env;
}

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { Backoff } from '../backoff.ts';
import { childLinesOf, type Log } from '../log/log.ts';
import { readChildLines } from './child-lines.ts';
import { heartbeatDeadlineMs } from './worker-messages.ts';

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
}

/** Number of the shared file in the child. */
export const sharedFd = 4;

/** A child that lived this long starts its back-off anew. */
const healthyAfterMs = 60_000;
const stopLimitMs = 5_000;

/**
 * Keeps one child process alive: restarts it when it ends, kills it when it falls silent for 5 s. Native code and cameras
 * live in such children, so that nothing they do can end the core.
 */
export class SupervisedProcess {
  private readonly options: SupervisedOptions;
  private readonly backoff = new Backoff({ firstMs: 250, limitMs: 10_000 });
  private child: ChildProcess | null = null;
  private restartTimer: NodeJS.Timeout | null = null;
  private watchdog: NodeJS.Timeout | null = null;
  private heardAtMs = 0;
  private startedAtMs = 0;
  private stopping = false;

  constructor(options: SupervisedOptions) {
    this.options = options;
  }

  start(): void {
    this.stopping = false;
    this.launch();
    this.watchdog = setInterval(() => this.checkSilence(), 1_000);
  }

  /** True when the message was handed to a running child. */
  send(message: unknown): boolean {
    if (!this.child?.connected) return false;
    this.child.send(message as never, () => undefined);
    return true;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.watchdog) clearInterval(this.watchdog);
    if (this.restartTimer) clearTimeout(this.restartTimer);
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(force);
  }

  private launch(): void {
    const { entry, name, log, env, nodeFlags = [], sharedFd: shared } = this.options;
    const takeLine = childLinesOf(log);
    const output = takeLine ? 'pipe' : 'inherit';
    const child = fork(entry, [], {
      stdio: ['ignore', output, output, 'ipc', ...(shared === undefined ? [] : [shared])],
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...nodeFlags],
      ...(env ? { env: { ...inheritedEnvironment(), ...env } } : {}),
    });
    for (const stream of [child.stdout, child.stderr]) if (takeLine && stream) readChildLines(stream, (line) => takeLine(name, line, stream === child.stdout));
    this.child = child;
    this.heardAtMs = performance.now();
    this.startedAtMs = this.heardAtMs;
    child.on('message', (message) => {
      this.heardAtMs = performance.now();
      this.options.onMessage(message);
    });
    child.on('error', (error) => log.error({ worker: name, detail: String(error) }, 'worker failed'));
    child.on('exit', (exitCode, signal) => this.handleExit(exitCode, signal));
    log.info({ worker: name, pid: child.pid }, 'worker started');
    this.options.onStart();
  }

  private handleExit(exitCode: number | null, signal: string | null): void {
    this.child = null;
    if (this.stopping) return;
    if (performance.now() - this.startedAtMs > healthyAfterMs) this.backoff.reset();
    const waitMs = this.backoff.next();
    const detail = signal ? `ended by ${signal}` : `exit code ${String(exitCode)}`;
    this.options.log.warn({ worker: this.options.name, detail, waitMs }, 'worker ended, starting it again');
    this.options.onCrash?.(detail);
    this.restartTimer = setTimeout(() => this.launch(), waitMs);
  }

  private checkSilence(): void {
    if (!this.child || performance.now() - this.heardAtMs < heartbeatDeadlineMs) return;
    this.options.log.warn({ worker: this.options.name }, 'worker is silent, killing it');
    this.child.kill('SIGKILL');
  }
}

/** The environment as the program was started with; handed on whole, never read here. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return globalThis.process.env;
}

import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildLog } from './child-log.ts';
import { checkout } from '../checkout.ts';
import { startFailureOf } from '../exit-codes.ts';
import { processesOfGroup, signalGroup, signalProcess, type RunningProcess } from './process-table.ts';

/** What our programs tell the process that started them. */
export type ChildMessage =
  | { type: 'step'; name: string; elapsedMs: number }
  | { type: 'progress'; name: string; done: number; total: number; unit: string }
  | { type: 'camera'; name: string; url: string }
  /** Something is missing that is not needed; a sentence for people. */
  | { type: 'note'; message: string }
  | {
      type: 'ready';
      url?: string;
      cameras?: { name: string; url: string }[];
      /** Pages on which the demo's cameras and services are broken on purpose. */
      controlUrl?: string;
      servicesUrl?: string;
    }
  | { type: 'failed'; code: string; message: string };

export type ChildOptions = {
  name: string;
  /** Path of the program's main file below the checkout. */
  program: string;
  /** Called before each start, so that a restart uses what the first one found out (a port). */
  args: () => string[];
  /** Beside the environment of this process, and instead of what stands there. */
  env?: Record<string, string>;
  /** Folder of the program's own; its log and the number of its process are kept there. */
  folder: string;
  onMessage?: (message: ChildMessage) => void;
  /** Told about exits and restarts after the first start. */
  report: (line: string) => void;
  /** Failures that a person has to solve: after one of these it is not started again. */
  isFinal?: (code: string) => boolean;
  /** Processes that its successor takes over, by their command: they are not waited for, and end by themselves. */
  outlives?: (command: string) => boolean;
};

type Failure = { code: string; error: Error };

/** A reason sent as last message may arrive after the exit is known. */
const lastMessageMs = 20;

const firstBackOffMs = 200;
const longestBackOffMs = 10_000;
const healthyRunMs = 60_000;
/** Children of a killed child end by themselves when their channel closes; after this they are ended. */
const leftoverMs = 8_500;

/** Starts one of our programs in a process group of its own and keeps it running until `stop`. */
export class ManagedChild {
  readonly name: string;
  readonly #options: ChildOptions;
  readonly #log: ChildLog;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #keeping: Promise<void> | undefined;
  #failure: Failure | undefined;
  readonly #givenUp = Promise.withResolvers<Error>();

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.#options = options;
    this.#log = new ChildLog(join(options.folder, 'log'));
  }

  get logPath(): string {
    return this.#log.path;
  }

  /** Whether it was asked to end; a failing start is then no news. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Resolves with the reason when it ended for good after it had been ready. */
  get givenUp(): Promise<Error> {
    return this.#givenUp.promise;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves with the program's ready message. A first start that fails is not repeated: the reason is for a person to solve. */
  async start(): Promise<Extract<ChildMessage, { type: 'ready' }>> {
    await this.endLeftovers();
    if (this.#stopping.signal.aborted) throw new Error(`the ${this.name} was stopped before it started`);
    const ready = await this.#launch();
    this.#keeping = this.#keepRunning();
    return ready;
  }

  /** Asks the program to end, and ends its whole group after `limitMs`. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill('SIGTERM');
    const group = this.#child?.pid;
    const hurry = new AbortController();
    const deadline = sleep(limitMs, true, { signal: hurry.signal }).catch(() => false);
    const inTime = this.#exited.then(() => hurry.abort());
    if ((await deadline) && group !== undefined) signalGroup(group, 'SIGKILL');
    await inTime;
    if (group !== undefined) signalGroup(group, 'SIGKILL');
    await this.#keeping;
    this.#log.close();
    rmSync(this.#recordPath, { force: true });
  }

  /** Ends the whole group at once. */
  kill(): void {
    this.#stopping.abort();
    if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL');
  }

  get #recordPath(): string {
    return join(this.#options.folder, 'process');
  }

  #launch(): Promise<Extract<ChildMessage, { type: 'ready' }>> {
    const program = join(checkout, this.#options.program);
    const child = fork(program, this.#options.args(), {
      cwd: checkout,
      detached: true,
      env: { ...process.env, ...this.#options.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#failure = undefined;
    if (child.pid !== undefined) writeFileSync(this.#recordPath, `${child.pid}\n`);
    this.#log.take(child.stdout!);
    this.#log.take(child.stderr!);
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    return new Promise((resolve, reject) => {
      child.on('message', (message: ChildMessage) => {
        this.#options.onMessage?.(message);
        if (message.type === 'ready') resolve(message);
        if (message.type === 'failed')
          this.#failure = { code: message.code, error: startFailureOf(message.code, message.message) };
      });
      child.once('exit', (code, signal) =>
        setTimeout(() => reject(this.#failure?.error ?? this.#unexplained(signal ?? `code ${code}`)), lastMessageMs),
      );
      child.once('error', reject);
    });
  }

  #unexplained(how: string): Error {
    return new Error(
      `the ${this.name} ended (${how}) before it was ready; its last words, from ${this.logPath}:\n${this.#log.lastLines.slice(-8).join('\n')}`,
    );
  }

  async #keepRunning(): Promise<void> {
    let backOffMs = firstBackOffMs;
    let startedAtMs = performance.now();
    for (;;) {
      await this.#exited;
      if (this.#stopping.signal.aborted) return;
      await sleep(lastMessageMs);
      const failure: Failure | undefined = this.#failure;
      if (failure !== undefined && this.#options.isFinal?.(failure.code)) return this.#givenUp.resolve(failure.error);
      if (performance.now() - startedAtMs > healthyRunMs) backOffMs = firstBackOffMs;
      const reason = failure === undefined ? 'unexpectedly' : `(${failure.error.message})`;
      this.#options.report(`the ${this.name} ended ${reason}; starting it again in ${backOffMs / 1000} s`);
      await sleep(backOffMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined); // ended early by stop
      await this.endLeftovers();
      if (this.#stopping.signal.aborted) return;
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs);
      startedAtMs = performance.now();
      this.#launch().then(
        () => this.#options.report(`the ${this.name} runs again`),
        (error: unknown) =>
          this.#options.report(
            `the ${this.name} did not start: ${error instanceof Error ? error.message : String(error)}`,
          ),
      );
    }
  }

  /** Waits for what an earlier child of this folder left running (we hold its lock), then ends it. */
  async endLeftovers(): Promise<void> {
    if (!existsSync(this.#recordPath)) return;
    const group = Number(readFileSync(this.#recordPath, 'utf8'));
    // The number may have been given to a stranger since: only our own programs count.
    const ending = (): RunningProcess[] =>
      processesOfGroup(group).filter((one) => this.#options.outlives?.(one.command) !== true);
    const left = (): boolean => group > 1 && ending().some((one) => one.command.includes(checkout));
    const deadline = performance.now() + leftoverMs;
    while (left() && performance.now() < deadline && !this.#stopping.signal.aborted) await sleep(20);
    if (left()) for (const one of ending()) signalProcess(one.pid, 'SIGKILL');
    while (left()) await sleep(20);
    rmSync(this.#recordPath, { force: true });
  }
}

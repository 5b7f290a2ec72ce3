import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { PatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import { startPatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import type { Log } from '../log/log.ts';
import { SupervisedProcess } from './supervised-process.ts';
import type { Watchdog } from './watchdog.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

interface Waiting {
  resolve: (body: unknown) => void;
  reject: (error: AppError) => void;
  timer: PatientTimeout;
}

/** A supervised worker that speaks the request and reply convention of `worker-channel`. */
export class WorkerClient {
  readonly #process: SupervisedProcess;
  readonly #waiting = new Map<number, Waiting>();
  #nextRequestId = 1;
  #config: unknown = null;
  #isRunning = false;
  /** Its program is read and it listens; not while it is being started again. */
  #isUp = false;
  /** What was asked while it was not up: its successor hears it. */
  #kept: (ToWorker & { type: 'request' })[] = [];

  constructor(options: {
    name: string;
    entry: string;
    log: Log;
    onEvent: (event: unknown) => void;
    /** A child has begun to listen; nothing that its predecessor said can come any more. */
    onReady?: () => void;
    onCrash?: (detail: string) => void;
    env?: Record<string, string>;
    /** See `SupervisedOptions`, as for the next. */
    nodeFlags?: readonly string[];
    sharedFd?: number;
    watchdog?: Watchdog;
  }) {
    this.#process = new SupervisedProcess({
      ...options,
      onMessage: (message) => this.#receive(message as FromWorker, options),
      onStart: () => this.#begin(),
      onCrash: (detail) => {
        this.#isUp = false;
        this.#failAll();
        options.onCrash?.(detail);
      },
    });
  }

  start(): void {
    this.#isRunning = true;
    this.#process.start();
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  /** Sets the whole wanted state; it is sent now and again after every restart. */
  configure(config: unknown): void {
    this.#config = config;
    this.#sendConfig();
  }

  /**
   * Asks the worker, or its successor when it is just being started again. Fails with the worker's code, or `core_timeout`, or
   * `core_part_down` when it ended before it answered: whether it did what was asked is not known then.
   */
  request(command: string, body: unknown, timeoutMs: number): Promise<unknown> {
    const requestId = this.#nextRequestId++;
    return new Promise((resolve, reject) => {
      const timer = startPatientTimeout(() => {
        this.#waiting.delete(requestId);
        reject(new AppError('core_timeout', { command }));
      }, timeoutMs);
      this.#waiting.set(requestId, { resolve, reject, timer });
      const message = { type: 'request' as const, requestId, command, body };
      if (this.#process.send(message)) return;
      if (this.#isRunning) this.#kept.push(message);
      else this.#settle(requestId, (entry) => entry.reject(new AppError('core_part_down', { command })));
    });
  }

  /** Asks only a worker that is up: `core_part_down` at once for one that is being started again, of which its successor knows nothing. */
  async requestIfUp(command: string, body: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.#isUp) throw new AppError('core_part_down', { command });
    return this.request(command, body, timeoutMs);
  }

  /** Says something without waiting for an answer: for news that the next news makes old. */
  notify(command: string, body: unknown): void {
    this.#process.send({ type: 'request', requestId: this.#nextRequestId++, command, body });
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#process.stop();
    this.#failAll();
  }

  #begin(): void {
    this.#sendConfig();
    // Who waits no longer is not answered any more.
    for (const message of this.#kept.splice(0)) if (this.#waiting.has(message.requestId)) this.#process.send(message);
  }

  #sendConfig(): void {
    if (this.#config !== null) this.#process.send({ type: 'configure', config: this.#config });
  }

  #receive(message: FromWorker, listener: { onEvent: (event: unknown) => void; onReady?: () => void }): void {
    if (message.type === 'reply') this.#settle(message.requestId, (entry) => entry.resolve(message.body));
    else if (message.type === 'failure')
      this.#settle(message.requestId, (entry) => entry.reject(new AppError(message.code as ErrorCode, message.data)));
    else if (message.type === 'event') listener.onEvent(message.event);
    else if (message.type === 'ready') {
      this.#isUp = true;
      listener.onReady?.();
    }
  }

  #settle(requestId: number, act: (entry: Waiting) => void): void {
    const entry = this.#waiting.get(requestId);
    if (!entry) return;
    this.#waiting.delete(requestId);
    entry.timer.stop();
    act(entry);
  }

  #failAll(): void {
    for (const requestId of this.#waiting.keys())
      this.#settle(requestId, (entry) => entry.reject(new AppError('core_part_down')));
  }
}

import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Log } from '../log/log.ts';
import { SupervisedProcess } from './supervised-process.ts';
import type { Watchdog } from './watchdog.ts';
import type { FromWorker } from './worker-messages.ts';

interface Waiting {
  resolve: (body: unknown) => void;
  reject: (error: AppError) => void;
  timer: NodeJS.Timeout;
}

/** A supervised worker that speaks the request and reply convention of `worker-channel`. */
export class WorkerClient {
  private readonly process: SupervisedProcess;
  private readonly waiting = new Map<number, Waiting>();
  private nextRequestId = 1;
  private config: unknown = null;

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
    this.process = new SupervisedProcess({
      ...options,
      onMessage: (message) => this.receive(message as FromWorker, options),
      onStart: () => this.sendConfig(),
      onCrash: (detail) => {
        this.failAll();
        options.onCrash?.(detail);
      },
    });
  }

  start(): void {
    this.process.start();
  }

  get pid(): number | null {
    return this.process.pid;
  }

  /** Sets the whole wanted state; it is sent now and again after every restart. */
  configure(config: unknown): void {
    this.config = config;
    this.sendConfig();
  }

  /** Asks the worker; fails with the worker's code, or `core_timeout`, or `unavailable` when it is not running. */
  request(command: string, body: unknown, timeoutMs: number): Promise<unknown> {
    const requestId = this.nextRequestId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(requestId);
        reject(new AppError('core_timeout', { command }));
      }, timeoutMs);
      this.waiting.set(requestId, { resolve, reject, timer });
      if (!this.process.send({ type: 'request', requestId, command, body }))
        this.settle(requestId, (entry) => entry.reject(new AppError('unavailable', { command })));
    });
  }

  /** Says something without waiting for an answer: for news that the next news makes old. */
  tell(command: string, body: unknown): void {
    this.process.send({ type: 'request', requestId: this.nextRequestId++, command, body });
  }

  async stop(): Promise<void> {
    await this.process.stop();
    this.failAll();
  }

  private sendConfig(): void {
    if (this.config !== null) this.process.send({ type: 'configure', config: this.config });
  }

  private receive(message: FromWorker, listener: { onEvent: (event: unknown) => void; onReady?: () => void }): void {
    if (message.type === 'reply') this.settle(message.requestId, (entry) => entry.resolve(message.body));
    else if (message.type === 'failure') this.settle(message.requestId, (entry) => entry.reject(new AppError(message.code as ErrorCode, message.data)));
    else if (message.type === 'event') listener.onEvent(message.event);
    else if (message.type === 'ready') listener.onReady?.();
  }

  private settle(requestId: number, act: (entry: Waiting) => void): void {
    const entry = this.waiting.get(requestId);
    if (!entry) return;
    this.waiting.delete(requestId);
    clearTimeout(entry.timer);
    act(entry);
  }

  private failAll(): void {
    for (const requestId of this.waiting.keys()) this.settle(requestId, (entry) => entry.reject(new AppError('unavailable')));
  }
}

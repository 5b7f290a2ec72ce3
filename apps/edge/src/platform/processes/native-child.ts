import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { startOwnTimeLimit } from './own-time-limit.ts';

/** Messages of a child that runs native code, in both directions; bytes travel as they are. */
export type ToNativeChild = { type: 'ask'; askId: number; body: unknown };
export type FromNativeChild =
  | { type: 'answer'; askId: number; body: unknown }
  | { type: 'refusal'; askId: number; code: ErrorCode }
  /** The native part is not installed. */
  | { type: 'absent' };

export interface NativeChildOptions {
  /** Module that the child runs. */
  entry: URL;
  /** An answer that takes more of its own time, or several times as long, costs the child its life. */
  limitMs: number;
  /** The child ends when it was not asked for this long. */
  idleMs: number;
  /** Asks that may wait at once; more are refused with `rate_limited`. */
  maxWaiting: number;
}

interface Waiting {
  resolve: (body: unknown) => void;
  reject: (error: AppError) => void;
  timer: ReturnType<typeof startOwnTimeLimit>;
}

/**
 * A child process for native code that may crash: started when asked, ended when idle, killed when it hangs. Whatever
 * happens to it, the asker gets an answer or a code.
 */
export class NativeChild {
  readonly #options: NativeChildOptions;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  #nextId = 1;
  #isAbsent = false;

  constructor(options: NativeChildOptions) {
    this.#options = options;
  }

  /** Asks the child. Fails with its code, `transcode_unavailable` without the native part, or `internal` when it died. */
  ask(body: unknown): Promise<unknown> {
    if (this.#isAbsent) return Promise.reject(new AppError('transcode_unavailable'));
    if (this.#waiting.size >= this.#options.maxWaiting) return Promise.reject(new AppError('rate_limited'));
    const askId = this.#nextId++;
    if (this.#idle) clearTimeout(this.#idle);
    const child = this.#child ?? this.#launch();
    return new Promise((resolve, reject) => {
      const timer = startOwnTimeLimit(child.pid ?? 0, this.#options.limitMs, () => child.kill('SIGKILL'));
      this.#waiting.set(askId, { resolve, reject, timer });
      child.send({ type: 'ask', askId, body } satisfies ToNativeChild, () => undefined);
    });
  }

  stop(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
  }

  #launch(): ChildProcess {
    const child = fork(this.#options.entry, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
    });
    this.#child = child;
    child.on('message', (message) => this.#receive(message as FromNativeChild));
    // `exit` follows a failed start as well; both end here once.
    child.on('error', () => this.#ended(child));
    child.on('exit', () => this.#ended(child));
    return child;
  }

  #receive(message: FromNativeChild): void {
    if (message.type === 'absent') {
      this.#isAbsent = true;
      return this.#rejectAll('transcode_unavailable');
    }
    const waiting = this.#waiting.get(message.askId);
    if (!waiting) return;
    this.#waiting.delete(message.askId);
    waiting.timer.stop();
    if (message.type === 'answer') waiting.resolve(message.body);
    else waiting.reject(new AppError(message.code));
    if (this.#waiting.size === 0)
      this.#idle = setTimeout(() => this.#child?.kill('SIGTERM'), this.#options.idleMs).unref();
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#rejectAll('internal');
  }

  #rejectAll(code: ErrorCode): void {
    for (const waiting of this.#waiting.values()) {
      waiting.timer.stop();
      waiting.reject(new AppError(code));
    }
    this.#waiting.clear();
  }
}

/**
 * The child's side: answers one ask after the other with what `load` gives, and ends with its parent. `load` imports the
 * native part, so that its absence is told and not fatal.
 */
export async function runNativeChild(load: () => Promise<(body: unknown) => Promise<unknown>>): Promise<void> {
  const send = (message: FromNativeChild): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  onParentGone(() => process.exit(0));
  process.on('SIGINT', () => undefined);
  const asks: ToNativeChild[] = [];
  let onAsk = (ask: ToNativeChild): void => void asks.push(ask);
  process.on('message', (message: ToNativeChild) => onAsk(message));
  let answer: (body: unknown) => Promise<unknown>;
  try {
    answer = await load();
  } catch (error) {
    process.stderr.write(`native part is not available: ${String(error)}\n`);
    send({ type: 'absent' });
    return;
  }
  let last: Promise<void> = Promise.resolve();
  onAsk = ({ askId, body }) => {
    last = last.then(async () => {
      try {
        send({ type: 'answer', askId, body: await answer(body) });
      } catch (error) {
        if (!(error instanceof AppError)) process.stderr.write(`native part failed: ${String(error)}\n`);
        send({ type: 'refusal', askId, code: error instanceof AppError ? error.code : 'internal' });
      }
    });
  };
  for (const ask of asks.splice(0)) onAsk(ask);
}

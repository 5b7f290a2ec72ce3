import type { ModelSession, TensorValue } from '../../../drivers/onnx/inference-port.ts';

/** After this many failures in a row a model is taken out. */
const failuresToBreak = 3;

/**
 * A session that is loaded when it is first needed (a core that sees no vehicles needs no memory for reading plates), that
 * tells when its model fails again and again, and that is closed only when nothing runs any more.
 */
export class GuardedSession {
  readonly #open: () => Promise<ModelSession>;
  readonly #onBroken: (error: unknown) => void;
  readonly #onRunning: (isRunning: boolean) => void;
  #opened: Promise<ModelSession> | null = null;
  #failures = 0;
  #running = 0;
  #onIdle: (() => void) | null = null;

  constructor(
    open: () => Promise<ModelSession>,
    onBroken: (error: unknown) => void,
    onRunning: (isRunning: boolean) => void = () => undefined,
  ) {
    this.#open = open;
    this.#onBroken = onBroken;
    this.#onRunning = onRunning;
  }

  /** As `ModelSession.run`. */
  async run(
    feeds: Record<string, TensorValue>,
    into?: Record<string, TensorValue>,
  ): Promise<Record<string, TensorValue>> {
    this.#running += 1;
    this.#onRunning(true);
    try {
      const outputs = await (await this.#load()).run(feeds, into);
      this.#failures = 0;
      return outputs;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === failuresToBreak) this.#onBroken(error);
      throw error;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) {
        this.#onRunning(false);
        this.#onIdle?.();
      }
    }
  }

  async close(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    const opened = this.#opened;
    this.#opened = null;
    // One that could not be opened has nothing to close.
    await opened?.then((session) => session.close()).catch(() => undefined);
  }

  #load(): Promise<ModelSession> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }
}

/** What the decoders need of a session. */
export type RunsModel = Pick<GuardedSession, 'run'>;

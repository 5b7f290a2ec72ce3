import type { ModelSession, TensorValue } from '../../../drivers/onnx/inference-port.ts';

/** After this many failures in a row a model is taken out. */
const failuresToBreak = 3;

/** A session that tells when its model fails again and again, and that is closed only when nothing runs any more. */
export class GuardedSession {
  readonly inner: ModelSession;
  private readonly onBroken: (error: unknown) => void;
  private failures = 0;
  private running = 0;
  private onIdle: (() => void) | null = null;

  constructor(inner: ModelSession, onBroken: (error: unknown) => void) {
    this.inner = inner;
    this.onBroken = onBroken;
  }

  async run(feeds: Record<string, TensorValue>): Promise<Record<string, TensorValue>> {
    this.running += 1;
    try {
      const outputs = await this.inner.run(feeds);
      this.failures = 0;
      return outputs;
    } catch (error) {
      this.failures += 1;
      if (this.failures === failuresToBreak) this.onBroken(error);
      throw error;
    } finally {
      this.running -= 1;
      if (this.running === 0) this.onIdle?.();
    }
  }

  async close(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
    await this.inner.close();
  }
}

/** What the decoders need of a session. */
export type RunsModel = Pick<GuardedSession, 'run'>;

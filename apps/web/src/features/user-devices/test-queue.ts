/** Time between two test notifications. */
export const testNotificationIntervalMs = 1000;

/** Sends test notifications one after the other, never closer together than {@link testNotificationIntervalMs}. */
export class TestQueue {
  readonly #send: () => Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();
  #freeAtMs = 0;

  /** `send` answers when the server took the message; its failures reach whoever asked. */
  constructor(send: () => Promise<unknown>) {
    this.#send = send;
  }

  /** Sends one as soon as the interval allows. */
  add(): Promise<void> {
    const turn = this.#last.then(() => this.#sendInTurn());
    // The next one waits for this one, however it ended.
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #sendInTurn(): Promise<void> {
    const waitMs = this.#freeAtMs - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      await this.#send();
    } finally {
      // Counted from the answer: the server refuses two within a second of its own clock.
      this.#freeAtMs = Date.now() + testNotificationIntervalMs;
    }
  }
}

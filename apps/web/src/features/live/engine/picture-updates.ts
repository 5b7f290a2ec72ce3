type Listener = (utcMs: number) => void;

/** Tells of every picture as it comes on screen: its instant on the core's capture clock, UTC ms. */
export class PictureUpdate {
  readonly #listeners = new Set<Listener>();
  #lastUtcMs: number | null = null;

  /** Instant of the picture on screen; null before the first. */
  get lastUtcMs(): number | null {
    return this.#lastUtcMs;
  }

  notify(utcMs: number): void {
    this.#lastUtcMs = utcMs;
    for (const listener of this.#listeners) listener(utcMs);
  }

  /** The picture on screen is of no known instant any more. */
  forget(): void {
    this.#lastUtcMs = null;
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

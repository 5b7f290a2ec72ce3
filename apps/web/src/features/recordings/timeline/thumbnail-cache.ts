/** Answers a JPEG of the picture at or before an instant, or null when there is none. */
export type ThumbnailSource = (atUtcMs: number, signal: AbortSignal) => Promise<Blob | null>;

const kept = 60;

/**
 * Pictures for scrubbing: one request at a time, the newest wish wins, what was seen lately stays. `toUrl` and `release`
 * make and free addresses of pictures.
 */
export class ThumbnailCache {
  readonly #source: ThumbnailSource;
  readonly #urls: { make: (blob: Blob) => string; release: (url: string) => void };
  readonly #known = new Map<number, string | null>();
  #running: AbortController | null = null;
  #next: { key: number; onReady: (url: string | null) => void } | null = null;

  constructor(
    source: ThumbnailSource,
    urls = { make: (blob: Blob) => URL.createObjectURL(blob), release: (url: string) => URL.revokeObjectURL(url) },
  ) {
    this.#source = source;
    this.#urls = urls;
  }

  /** Asks for the picture at an instant rounded to `stepMs`. `onReady` is called at once when it is known; wishes that were overtaken are never answered. */
  want(atUtcMs: number, stepMs: number, onReady: (url: string | null) => void): void {
    const key = Math.round(atUtcMs / stepMs) * stepMs;
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#next = null;
      onReady(known);
      return;
    }
    this.#next = { key, onReady };
    if (!this.#running) void this.#work();
  }

  close(): void {
    this.#next = null;
    this.#running?.abort();
    for (const url of this.#known.values()) if (url !== null) this.#urls.release(url);
    this.#known.clear();
  }

  async #work(): Promise<void> {
    for (let request = this.#next; request; request = this.#next) {
      this.#next = null;
      const running = new AbortController();
      this.#running = running;
      const blob = await this.#source(request.key, running.signal);
      if (running.signal.aborted) break;
      const url = blob && this.#urls.make(blob);
      this.#keep(request.key, url);
      // A newer wish is under way, but a picture on the way there is better than none.
      request.onReady(url);
    }
    this.#running = null;
  }

  #keep(key: number, url: string | null): void {
    this.#known.set(key, url);
    const [oldest] = this.#known;
    if (this.#known.size <= kept || !oldest) return;
    this.#known.delete(oldest[0]);
    if (oldest[1] !== null) this.#urls.release(oldest[1]);
  }
}

/** A picture of a video track as it came: its 90 kHz timestamp, and when it had come by a clock of this browser, ms. */
export interface ReceivedPicture {
  rtpTimestamp: number;
  receivedMs: number;
}

const ticksPerMs = 90;
const wrap = 2 ** 32;
/** A picture further from the line than this belongs to another one: the sender began anew. */
const jumpMs = 1500;
const bucketMs = 1000;
const keptBuckets = 10;

/**
 * Tells when the pictures of a video track would have come if none had been held up on its way. A track's timestamps count evenly from an unknown beginning; the
 * picture that was on its way for the shortest time tells where that is, and late ones are then known to be late.
 */
export class TrackClock {
  #last: number | null = null;
  #unwrapped = 0;
  #buckets: { fromMs: number; zeroMs: number }[] = [];

  /** When the picture would have come on the quickest way, by the same clock. */
  instantOf({ rtpTimestamp, receivedMs }: ReceivedPicture): number {
    const mediaMs = this.#unwrap(rtpTimestamp) / ticksPerMs;
    const zeroMs = receivedMs - mediaMs;
    if (Math.abs(zeroMs - this.#zero(zeroMs)) > jumpMs) this.#buckets = [];
    this.#keep(receivedMs, zeroMs);
    return mediaMs + this.#zero(zeroMs);
  }

  reset(): void {
    this.#last = null;
    this.#unwrapped = 0;
    this.#buckets = [];
  }

  #zero(otherwise: number): number {
    return this.#buckets.length === 0 ? otherwise : Math.min(...this.#buckets.map((bucket) => bucket.zeroMs));
  }

  #unwrap(rtpTimestamp: number): number {
    const step = this.#last === null ? 0 : (rtpTimestamp - this.#last) % wrap;
    this.#last = rtpTimestamp;
    this.#unwrapped += step > wrap / 2 ? step - wrap : step < -wrap / 2 ? step + wrap : step;
    return this.#unwrapped;
  }

  #keep(receivedMs: number, zeroMs: number): void {
    const newest = this.#buckets.at(-1);
    if (newest && receivedMs - newest.fromMs < bucketMs) newest.zeroMs = Math.min(newest.zeroMs, zeroMs);
    else this.#buckets = [...this.#buckets.slice(1 - keptBuckets), { fromMs: receivedMs, zeroMs }];
  }
}

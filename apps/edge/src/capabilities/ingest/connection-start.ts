import type { MediaUnit } from '@sightline/media/units/access-unit';

// The lowest offset stands once so many pictures did not come earlier than it says; a longer look helps little and costs time.
const steadyPictures = 4;
const steadyMs = 4;
const maxMs = 1000;

/**
 * The first pictures of a connection, held until it shows how late they are: a camera begins with a keyframe that is older than the
 * connection, or with a whole group of pictures at once, and the first of them arrives up to seconds after its time.
 */
export class ConnectionStart {
  readonly units: MediaUnit[] = [];
  #firstMs: number | null = null;
  #lowestMs = Number.POSITIVE_INFINITY;
  #steady = 0;

  /** Arrival of a picture of tick 0 that is not held up, UTC ms. */
  get zeroMs(): number {
    return this.#lowestMs;
  }

  /** Takes the next unit; answers whether the start is over. Sound before the first picture has no place. */
  take(unit: MediaUnit): boolean {
    if (unit.kind === 'audio') {
      if (this.#firstMs !== null) this.units.push(unit);
      return this.isOver(unit.arrivalMs);
    }
    this.units.push(unit);
    this.#firstMs ??= unit.arrivalMs;
    // By when it is to be seen: what waits for a later picture (B-frames) was taken before that one came.
    const zeroMs = unit.arrivalMs - unit.pts90k / 90;
    this.#steady = zeroMs < this.#lowestMs - steadyMs ? 0 : this.#steady + 1;
    this.#lowestMs = Math.min(this.#lowestMs, zeroMs);
    return this.#steady >= steadyPictures || this.isOver(unit.arrivalMs);
  }

  /** However few pictures came: nobody waits longer. */
  isOver(nowMs: number): boolean {
    return this.#firstMs !== null && Math.abs(nowMs - this.#firstMs) >= maxMs;
  }
}

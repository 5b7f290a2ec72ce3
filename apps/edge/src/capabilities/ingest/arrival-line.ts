import type { AccessUnit } from '@sightline/media/units/access-unit';
import { createArrivalFloor } from './arrival-floor.ts';

const ticksPerMs = 90;
/** Further from the line than this is another line. */
const jumpMs = 5_000;

/**
 * When the pictures of a stream would have arrived had nothing held them up. Counts by when they are to be seen: a picture that waits for
 * a later one (B-frames) was taken long before it came, and the later one, which came as soon as it was taken, says when.
 */
export class ArrivalLine {
  readonly #floor = createArrivalFloor();

  note({ arrivalMs, pts90k, gap }: Pick<AccessUnit, 'arrivalMs' | 'pts90k' | 'gap'>): void {
    const zeroMs = arrivalMs - pts90k / ticksPerMs;
    if (gap || Math.abs(zeroMs - (this.#floor.lowestMs() ?? zeroMs)) > jumpMs) this.#floor.reset();
    this.#floor.note(zeroMs, arrivalMs);
  }

  reset(): void {
    this.#floor.reset();
  }

  /** Arrival of a picture of tick 0, UTC ms, by the pictures of the last half minute; null before the first. */
  zeroUtcMs(): number | null {
    return this.#floor.lowestMs();
  }
}

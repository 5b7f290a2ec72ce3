import { testMediaFps, testMediaFrames } from '@sightline/testing/cameras/test-media';

/** A cycle of the test media is 12 s: an older picture would be taken for a newer one. */
const plausibleMs = 11_000;
const cycleMs = (testMediaFrames * 1000) / testMediaFps;
/** The quickest picture of so many tells when the camera took them all: the simulator, too, is held up now and then. */
const kept = 10 * testMediaFrames;

/**
 * When a simulated camera took which picture of the test media, told by the number that is painted into it: at the latest when the one
 * that left earliest, by its time in the stream, can have been taken. Pictures that wait for a later one (B-frames) were taken before
 * that one left.
 */
export class CameraPictures {
  #zeroes: number[] = [];
  count = 0;

  /** For `onPicture` of a simulated stream. */
  take(_dueMs: number, sentAtUtcMs: number, pts90k: number): void {
    this.#zeroes = [...this.#zeroes.slice(1 - kept), sentAtUtcMs - pts90k / 90];
    this.count++;
  }

  /** When it last took the picture with this number before it was seen, UTC ms. */
  takenAt(counter: number, seenAtUtcMs: number): number | null {
    if (this.count === 0) return null;
    const zeroUtcMs = Math.min(...this.#zeroes);
    const firstUtcMs = zeroUtcMs + (counter * 1000) / testMediaFps;
    const taken = firstUtcMs + Math.floor((seenAtUtcMs - firstUtcMs) / cycleMs) * cycleMs;
    return seenAtUtcMs - taken < plausibleMs ? taken : null;
  }
}

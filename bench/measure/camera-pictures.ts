import { TEST_MEDIA_FPS, TEST_MEDIA_FRAMES } from '@sightline/testing/cameras/test-media';

/** A cycle of the test media is 12 s: an older picture would be taken for a newer one. */
const plausibleMs = 5_000;
const gopFrames = 2 * TEST_MEDIA_FPS;

/** When a simulated camera sent which picture of the test media, told by the number that is painted into it. */
export class CameraPictures {
  readonly #sentAt = new Map<number, number[]>();
  /** Presentation minus decoding time of a keyframe: pictures of streams with B-frames are numbered from there. */
  #zero90k = 0;
  count = 0;

  /** For `onPicture` of a simulated stream. */
  take(dueMs: number, sentAtUtcMs: number, pts90k: number): void {
    if (Math.round((dueMs * TEST_MEDIA_FPS) / 1000) % gopFrames === 0) this.#zero90k = pts90k - dueMs * 90;
    const counter = Math.round(((pts90k - this.#zero90k) * TEST_MEDIA_FPS) / 90_000) % TEST_MEDIA_FRAMES;
    this.#sentAt.set(counter, [...(this.#sentAt.get(counter) ?? []), sentAtUtcMs]);
    this.count++;
  }

  /** When it last sent the picture with this number before it was seen, UTC ms. */
  sendTime(counter: number, seenAtUtcMs: number): number | null {
    const sent = this.#sentAt.get(counter)?.findLast((at) => at < seenAtUtcMs);
    return sent !== undefined && seenAtUtcMs - sent < plausibleMs ? sent : null;
  }
}

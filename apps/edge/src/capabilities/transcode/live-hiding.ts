import type { AccessUnit } from '@sightline/media/units/access-unit';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { HidePicture } from '../privacy/hide-picture.ts';
import { createHiding } from '../privacy/hide-picture.ts';
import type { ObjectInference } from '../privacy/object-inferences.ts';
import { ObjectInferences } from '../privacy/object-inferences.ts';
import { PictureMask } from '../privacy/picture-mask.ts';
import { ArrivalLine } from '../ingest/arrival-line.ts';
import { nowUtcMs } from '../../platform/clock.ts';

/** Until a picture was looked at: half a second to the next look, and the time that it takes on a busy core. */
const waitForInferencesMs = 1_500;
const stepMs = 15;

/**
 * Holds back live pictures until it is known where the objects are that must not be seen, and says what to hide in each.
 * What nobody has looked at by then is hidden whole.
 */
export class LiveHiding {
  readonly hide: HidePicture;
  readonly #delayMs: number;
  readonly #looks = new ObjectInferences();
  /** `dueMs` by `performance.now()`. */
  readonly #waiting: { dueMs: number; run: () => void }[] = [];
  #timer: NodeJS.Timeout | null = null;
  readonly #arrivals = new ArrivalLine();

  constructor(privacy: CameraPrivacy) {
    this.#delayMs = privacy.objects.length > 0 && privacy.isLookedFor ? waitForInferencesMs : 0;
    const unknown = privacy.objects.length > 0 && !privacy.isLookedFor;
    this.hide = createHiding(new PictureMask(privacy), (pts90k) =>
      unknown ? 'unknown' : this.#looks.at((this.#arrivals.zeroUtcMs() ?? 0) + pts90k / 90),
    );
  }

  look(look: ObjectInference): void {
    this.#looks.add(look);
  }

  /** Hands a picture on when it may be. */
  take(unit: AccessUnit, handOn: (unit: AccessUnit) => void): void {
    this.#after(unit.arrivalMs, () => {
      this.#arrivals.note(unit);
      handOn(unit);
    });
  }

  /** Does something after everything that was taken before it. */
  inOrder(run: () => void): void {
    this.#after(Number.NEGATIVE_INFINITY, run);
  }

  #after(arrivalMs: number, run: () => void): void {
    if (this.#delayMs === 0) return run();
    // Counted by what only goes forwards: a clock that is set back would hold the picture for as long, and everything that comes meanwhile.
    const leftMs = Math.min(this.#delayMs, Math.max(0, arrivalMs + this.#delayMs - nowUtcMs()));
    const dueMs = Math.max(performance.now() + leftMs, this.#waiting.at(-1)?.dueMs ?? 0);
    this.#waiting.push({ dueMs, run });
    this.#timer ??= setInterval(() => this.#work(), stepMs);
    if (dueMs <= performance.now()) this.#work();
  }

  #work(): void {
    while (this.#waiting.length > 0 && this.#waiting[0]!.dueMs <= performance.now()) this.#waiting.shift()!.run();
    if (this.#waiting.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

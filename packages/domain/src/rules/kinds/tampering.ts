import type { CameraConditionOf, TamperingState } from '@sightline/contracts/alert-rules/camera-conditions';
import type { Reason } from '../alert-effects.ts';
import type { PictureFact } from '../facts.ts';
import { verdictOf } from '../pictures/picture-vitals.ts';
import { never, type KindRun, type Scene } from '../scene.ts';

/** An instant, and what is known of the time up to it. */
interface Instant {
  utcMs: number;
  knownMs: number;
}

/** The usual view must be back for this long. */
const closesAfterMs = 10_000;
/** That the view shows too little to judge by is said this seldom. */
const tooLittleEveryMs = 3_600_000;
const key = 'picture';

const about = (what: Reason['what'], value: number, limit: number | null): Reason => {
  return { what, value, limit, placeId: null, class: null, score: null };
};

/** The camera is covered, blinded, turned away, blurred or frozen for a time. */
export const tampering = (condition: CameraConditionOf<'tampering'>, scene: Scene): KindRun =>
  new Tampering(condition, scene);

class Tampering implements KindRun {
  readonly #condition: CameraConditionOf<'tampering'>;
  readonly #scene: Scene;
  #state: TamperingState | null = null;
  #since: Instant = { utcMs: 0, knownMs: 0 };
  #clearSince: Instant | null = null;
  #shift = 0;
  #saidUtcMs = -never;

  constructor(condition: CameraConditionOf<'tampering'>, scene: Scene) {
    this.#condition = condition;
    this.#scene = scene;
  }

  pictured({ atUtcMs, vitals }: PictureFact): void {
    const verdict = verdictOf(vitals);
    const isOpen = this.#scene.episodes.isHeld(key);
    const now = { utcMs: atUtcMs, knownMs: this.#scene.known.of(atUtcMs) };
    if (verdict === 'unknown') return this.#sayTooLittle(atUtcMs);
    // What is not asked for does not mean either that the view is back.
    if (verdict !== 'clear' || !isOpen) this.#clearSince = null;
    else this.#clearSince ??= now;
    // Whoever turns a camera covers it for a moment: it is one deed, told by what it was first.
    if (verdict === 'unsure' || isOpen) return;
    const told = this.#condition.states.find((state) => state === verdict) ?? null;
    if (told !== this.#state) this.#since = now;
    this.#state = told;
    this.#shift = vitals.shift;
  }

  dueUtcMs(): number {
    if (this.#state === null) return never;
    const { known, episodes } = this.#scene;
    if (!episodes.isHeld(key)) return known.utcMs(this.#since.knownMs + this.#condition.forS * 1000);
    return this.#clearSince === null ? never : known.utcMs(this.#clearSince.knownMs + closesAfterMs);
  }

  fallDue(atUtcMs: number): void {
    const { episodes } = this.#scene;
    if (this.#state === null || this.dueUtcMs() > atUtcMs) return;
    if (!episodes.isHeld(key)) {
      const met = { key, sinceUtcMs: this.#since.utcMs, why: this.#why(this.#state), subjectIds: [] };
      return episodes.begin(met, atUtcMs);
    }
    episodes.end(key, this.#clearSince?.utcMs ?? atUtcMs);
    [this.#state, this.#clearSince] = [null, null];
  }

  #why(state: TamperingState): Reason[] {
    const { forS } = this.#condition;
    const why = [about(`${state}S`, forS, forS)];
    if (state === 'moved' && this.#shift > 0) why.push(about('shiftPercent', this.#shift, null));
    return why;
  }

  #sayTooLittle(atUtcMs: number): void {
    if (atUtcMs - this.#saidUtcMs < tooLittleEveryMs) return;
    this.#saidUtcMs = atUtcMs;
    this.#scene.episodes.nearMiss(atUtcMs, 'tooLittleInView', []);
  }
}

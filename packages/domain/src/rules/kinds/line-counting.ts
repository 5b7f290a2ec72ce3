import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import { nextHour } from '../../time/next-hour.ts';
import type { Crossing } from '../line-watch.ts';
import { never, type KeptCount, type KindRun, type Member, type Scene } from '../scene.ts';
import { countClosesAfterMs, countLimit, isCountMet } from './count-limits.ts';

const key = 'lines';
/** A count that is to begin anew later than this after a look is of a clock that was set since: days have 25 hours at most. */
const longestDayMs = 25 * 3_600_000;
/** An alert names those who crossed last. */
const namedLast = 5;

/** So many went in over the lines, less those who went out: for a place whose inside no camera sees. Counted anew each day. */
export const occupancyByLines = (condition: TrackConditionOf<'occupancy'>, scene: Scene): KindRun =>
  new LineCount(condition, scene);

class LineCount implements KindRun {
  readonly #condition: TrackConditionOf<'occupancy'>;
  readonly #scene: Scene;
  readonly #isMet: (count: number) => boolean;
  #count = 0;
  #lastIds: string[] = [];
  /** Known time, and instant, since which the count is as asked for, or is not while an alert is open. */
  #since: { knownMs: number; utcMs: number } | null = null;
  #resetUtcMs = never;
  #hasBegun = false;
  #before: KeptCount | null = null;

  constructor(condition: TrackConditionOf<'occupancy'>, scene: Scene) {
    this.#condition = condition;
    this.#scene = scene;
    this.#isMet = isCountMet(condition);
  }

  crossed({ subject }: Member, { atUtcMs, to }: Crossing): void {
    this.#begin(atUtcMs);
    this.#passResets(atUtcMs);
    this.#lastIds = [...this.#lastIds.filter((id) => id !== subject.id), subject.id].slice(-namedLast);
    // Nobody is inside who came before anybody counted.
    this.#become(Math.max(0, this.#count + (to === 'right' ? 1 : -1)), atUtcMs);
  }

  looked(atUtcMs: number): void {
    this.#begin(atUtcMs);
    this.#passResets(atUtcMs);
    if (!this.#hasBegun) this.#become(this.#count, atUtcMs);
    this.#hasBegun = true;
  }

  counted(): KeptCount | null {
    return this.#resetUtcMs === never ? null : { count: this.#count, resetUtcMs: this.#resetUtcMs };
  }

  resume(kept: KeptCount): void {
    this.#before = kept;
  }

  dueUtcMs(): number {
    return Math.min(this.#resetUtcMs, this.#turnsUtcMs());
  }

  fallDue(atUtcMs: number): void {
    this.#passResets(atUtcMs);
    if (this.#turnsUtcMs() <= atUtcMs) this.#turn(atUtcMs);
  }

  /** Who is inside stays inside while nobody looks: only who crosses then is not counted. */
  blinded(): void {
    this.#since = null;
    this.#hasBegun = false;
  }

  /** By the first look it is known whether what was counted before still holds. */
  #begin(atUtcMs: number): void {
    if (this.#resetUtcMs !== never) return;
    this.#resetUtcMs = this.#nextReset(atUtcMs);
    const before = this.#before;
    if (before !== null && before.resetUtcMs > atUtcMs && before.resetUtcMs - atUtcMs <= longestDayMs)
      this.#count = before.count;
  }

  #nextReset = (utcMs: number): number => nextHour(utcMs, this.#condition.resetHour, this.#scene.timeZone());

  #passResets(utcMs: number): void {
    while (this.#resetUtcMs <= utcMs) {
      const atUtcMs = this.#resetUtcMs;
      this.#resetUtcMs = this.#nextReset(atUtcMs);
      this.#lastIds = [];
      this.#become(0, atUtcMs);
    }
  }

  #become(count: number, atUtcMs: number): void {
    this.#count = count;
    const isWaiting = this.#isMet(count) !== this.#scene.episodes.isHeld(key);
    if (!isWaiting) this.#since = null;
    else this.#since ??= { knownMs: this.#scene.known.of(atUtcMs), utcMs: atUtcMs };
  }

  #turnsUtcMs(): number {
    if (this.#since === null) return never;
    const { known, episodes } = this.#scene;
    const forMs = episodes.isHeld(key) ? countClosesAfterMs : this.#condition.forS * 1000;
    return known.utcMs(this.#since.knownMs + forMs);
  }

  #turn(atUtcMs: number): void {
    const { episodes } = this.#scene;
    const since = this.#since!;
    this.#since = null;
    if (episodes.isHeld(key)) return episodes.end(key, since.utcMs);
    const limit = countLimit(this.#condition);
    const placeId = this.#condition.lines[0]?.id ?? null;
    const why = { what: 'insideCount' as const, value: this.#count, limit, placeId, class: null, score: null };
    episodes.begin({ key, sinceUtcMs: since.utcMs, why: [why], subjectIds: this.#lastIds }, atUtcMs);
  }
}

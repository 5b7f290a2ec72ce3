/** Footage that was written while the clock was behind: it begins between these instants of that clock, and is `byMs` younger than it says. */
interface Misdated {
  fromUtcMs: number;
  untilUtcMs: number;
  byMs: number;
}

/** Under which the store remembers what time it is. */
export const trustedTimeKey = 'trustedTime';

/** Spans of a wrong clock that came with footage of another machine, until they are remembered with the own. */
export const adoptedTimeKey = 'adoptedTime';

/** What is remembered from one start to the next. */
export interface TimeMemory {
  utcMs: number;
  misdated: Misdated[];
}

interface TrustedTimeDeps {
  /** UTC ms of the wall clock, which may be wrong and jump. */
  wallMs: () => number;
  /** Ms that only go forwards. */
  monotonicMs: () => number;
  memory: TimeMemory | null;
  /** Latest end of any footage; null without any. */
  newestFootageUtcMs: number | null;
}

/** Less than this is no wrong clock. */
const toleranceMs = 60_000;
const maxMisdated = 20;
const dayMs = 86_400_000;
/** A file that was begun a moment after the last look belongs to the span as well. */
const slackMs = 2 * toleranceMs;

/** Instants of the clock that footage was written by, both included. */
export interface ClockRange {
  fromUtcMs: number;
  untilUtcMs: number;
}

/**
 * The time by which footage grows old. A clock that is wrong must not make footage too old, and a core often starts with one: an empty
 * battery, none at all, a slip of a hand. So age goes by what is known: **the time of the server, or else the time of before plus what
 * has passed since the start**, and never by more than the wall clock says. A core that was off and reaches no server keeps footage for
 * longer by as long as it was off. Footage that was written by a clock that was behind is as young as it really is.
 */
export class TrustedTime {
  readonly #deps: TrustedTimeDeps;
  readonly #startedWallMs: number;
  #lookedWallMs: number;
  #anchor: { utcMs: number; monotonicMs: number };
  #misdated: Misdated[];
  /** Since when the wall clock goes in step, by its own time. */
  #steady: { fromUtcMs: number; offsetMs: number };
  /** Being written by a clock that is behind. */
  #open: Misdated | null = null;

  constructor(deps: TrustedTimeDeps) {
    this.#deps = deps;
    const { memory, newestFootageUtcMs } = deps;
    this.#startedWallMs = deps.wallMs();
    this.#lookedWallMs = this.#startedWallMs;
    const utcMs = memory?.utcMs ?? Math.min(this.#startedWallMs, newestFootageUtcMs ?? this.#startedWallMs);
    this.#anchor = { utcMs, monotonicMs: deps.monotonicMs() };
    this.#misdated = bounded(memory?.misdated ?? []);
    this.#steady = { fromUtcMs: this.#startedWallMs, offsetMs: this.#startedWallMs - this.#anchor.monotonicMs };
  }

  /** UTC ms; not later than it really is. */
  nowUtcMs(): number {
    return Math.min(this.#deps.wallMs(), this.#reckonedMs());
  }

  /** The server says what time it is. Answers whether that is news: later than was known. */
  confirm(serverUtcMs: number): boolean {
    const reckonedMs = this.#reckonedMs();
    this.#anchor = { utcMs: serverUtcMs, monotonicMs: this.#deps.monotonicMs() };
    const laterMs = serverUtcMs - reckonedMs;
    if (laterMs < -toleranceMs) this.#takeBack(-laterMs);
    if (laterMs <= toleranceMs) return false;
    // Until now the clock was believed: what was written by it since the start is younger than it says.
    this.#note({ fromUtcMs: this.#startedWallMs, untilUtcMs: Math.min(this.#lookedWallMs, reckonedMs), byMs: laterMs });
    return true;
  }

  /** Once a minute: notes whether the clock is behind, and answers what is to be remembered. */
  look(): TimeMemory {
    const wallMs = this.#deps.wallMs();
    this.#lookedWallMs = wallMs;
    const offsetMs = wallMs - this.#deps.monotonicMs();
    if (Math.abs(offsetMs - this.#steady.offsetMs) > toleranceMs)
      this.#steady = { fromUtcMs: wallMs - slackMs, offsetMs };
    const byMs = this.#reckonedMs() - wallMs;
    const isOther = this.#open !== null && Math.abs(byMs - this.#open.byMs) > toleranceMs;
    if (byMs <= toleranceMs || isOther) this.#close();
    if (byMs > toleranceMs)
      this.#open = {
        fromUtcMs: this.#open?.fromUtcMs ?? Math.min(wallMs, this.#steady.fromUtcMs),
        untilUtcMs: wallMs,
        byMs,
      };
    return { utcMs: this.#reckonedMs(), misdated: [...this.all()] };
  }

  /** Footage that another machine wrote by a wrong clock of its own. */
  learn(spans: readonly Misdated[]): void {
    for (const span of spans) this.#note(span);
  }

  /** When footage that begins and ends at these instants of its own clock was written. */
  writtenMs({ startUtcMs, endUtcMs }: { startUtcMs: number; endUtcMs: number }): number {
    const spans = this.all().filter(
      ({ fromUtcMs, untilUtcMs }) => startUtcMs >= fromUtcMs && startUtcMs <= untilUtcMs + slackMs,
    );
    return endUtcMs + Math.max(0, ...spans.map(({ byMs }) => byMs));
  }

  /**
   * Ranges of the clock, one after another, within each of which what begins first was written first. Between them that is not so: what
   * a clock that was behind wrote stands before what is older.
   */
  ranges(): ClockRange[] {
    const cuts = [
      this.futureMs(),
      ...this.all().flatMap(({ fromUtcMs, untilUtcMs }) => [fromUtcMs, untilUtcMs + slackMs + 1]),
    ];
    const starts = [Number.MIN_SAFE_INTEGER, ...new Set(cuts.map(Math.ceil).toSorted((a, b) => a - b))];
    return starts.map((fromUtcMs, index) => ({
      fromUtcMs,
      untilUtcMs: (starts[index + 1] ?? Number.MAX_SAFE_INTEGER) - 1,
    }));
  }

  /** What says that it begins later than this was written by a clock that was ahead, some time before now. */
  futureMs(): number {
    return Math.max(this.#deps.wallMs(), this.#reckonedMs()) + dayMs;
  }

  /** All of it, newest last. */
  all(): readonly Misdated[] {
    return this.#open === null ? this.#misdated : [...this.#misdated, this.#open];
  }

  #reckonedMs(): number {
    return this.#anchor.utcMs + (this.#deps.monotonicMs() - this.#anchor.monotonicMs);
  }

  /** The server was wrong: what its word held against this clock by so much does not count. */
  #takeBack(byMs: number): void {
    this.#open = null;
    this.#misdated = this.#misdated.filter((span) => Math.abs(span.byMs - byMs) > 2 * toleranceMs);
  }

  #close(): void {
    if (this.#open !== null) this.#note(this.#open);
    this.#open = null;
  }

  #note(span: Misdated): void {
    const { fromUtcMs, untilUtcMs, byMs } = span;
    if (fromUtcMs > untilUtcMs) return;
    // From start to start it is one and the same.
    const isSame = (one: Misdated): boolean =>
      Math.abs(one.byMs - byMs) <= toleranceMs &&
      one.fromUtcMs <= untilUtcMs + toleranceMs &&
      one.untilUtcMs >= fromUtcMs - toleranceMs;
    const same = this.#misdated.filter(isSame);
    const whole: Misdated = {
      fromUtcMs: Math.min(fromUtcMs, ...same.map((one) => one.fromUtcMs)),
      untilUtcMs: Math.max(untilUtcMs, ...same.map((one) => one.untilUtcMs)),
      byMs: Math.max(byMs, ...same.map((one) => one.byMs)),
    };
    this.#misdated = bounded([...this.#misdated.filter((one) => !same.includes(one)), whole]);
  }
}

/** None is dropped, or footage would be too old at once: of too many the two that are most alike become one, and nothing becomes older. */
function bounded(spans: readonly Misdated[]): Misdated[] {
  if (spans.length <= maxMisdated) return [...spans];
  const inOrder = spans.toSorted((a, b) => a.byMs - b.byMs);
  const apart = (index: number): number => inOrder[index + 1]!.byMs - inOrder[index]!.byMs;
  const indices = inOrder.slice(1).map((_span, index) => index);
  const at = indices.reduce((best, index) => (apart(index) < apart(best) ? index : best), 0);
  const [one, other] = [inOrder[at]!, inOrder[at + 1]!];
  const both: Misdated = {
    fromUtcMs: Math.min(one.fromUtcMs, other.fromUtcMs),
    untilUtcMs: Math.max(one.untilUtcMs, other.untilUtcMs),
    byMs: other.byMs,
  };
  return bounded([...spans.filter((span) => span !== one && span !== other), both]);
}

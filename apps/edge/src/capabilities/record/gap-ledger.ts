import type { DownCause, GapCause, GapMessage } from '../footage/record-messages.ts';

/**
 * Accounts for every moment of one stream: footage and gaps together cover everything from `begin` on, without holes. Times are
 * whole UTC ms. A gap with end = start that is not open takes back an earlier message about it.
 */
export interface GapLedger {
  /** First moment to account for, and why there is no footage from there on. Only the first call counts. */
  begin(atMs: number, cause: GapCause): void;
  begun(): boolean;
  /** Footage [startMs, endMs) is safe on the disk. */
  footage(startMs: number, endMs: number): void;
  /** From the end of the last footage on there is none, for this reason; changes the reason of a gap that is open. */
  missing(cause: GapCause, nowMs: number): void;
  /** If the next footage does not follow directly, this is why. */
  expectHole(cause: GapCause): void;
  /** Says how far an open gap has come. */
  tick(nowMs: number): void;
  /** Closes an open gap (the process stops). */
  end(nowMs: number): void;
}

/** A clock that goes back by more was set; pictures that are older than their connection are so by less. */
const turnedBackMs = 60_000;
/** So many of the last gaps are known in full, for a clock that goes back into one of them. */
const maxKnown = 20;

const downCauses: readonly GapCause[] = ['edge_down', 'core_updating', 'recorder_down'] satisfies DownCause[];

/** Makes the ledger of one stream. */
export const createGapLedger = (streamId: string, emit: (message: GapMessage) => void): GapLedger =>
  new StreamGapLedger(streamId, emit);

interface ClosedGap {
  startMs: number;
  endMs: number;
  cause: GapCause;
}

class StreamGapLedger implements GapLedger {
  readonly #streamId: string;
  readonly #emit: (message: GapMessage) => void;
  #head: number | null = null;
  #gap: { startMs: number; cause: GapCause } | null = null;
  #hole: GapCause = 'packet_loss';
  /** Gaps that ended since the last footage because their reason changed. */
  #ended: ClosedGap[] = [];
  /** The last that were long enough for a clock to be set back into them. */
  #long: ClosedGap[] = [];
  /** Accounted for by a clock that was set back since: by no gap anew. */
  #ahead: { fromMs: number; toMs: number } | null = null;

  constructor(streamId: string, emit: (message: GapMessage) => void) {
    this.#streamId = streamId;
    this.#emit = emit;
  }

  begin(atMs: number, cause: GapCause): void {
    if (this.#head !== null) return;
    this.#head = Math.round(atMs);
    this.#open(this.#head, cause, this.#head);
  }

  begun(): boolean {
    return this.#head !== null;
  }

  footage(startMs: number, endMs: number): void {
    const start = Math.round(startMs);
    this.#follow(start);
    const head = this.#head ?? start;
    // Footage may begin before the word of the camera came: a connection brings pictures that are older than itself.
    for (const { startMs: from, endMs: to, cause } of this.#ended)
      if (to > start) this.#say(from, start, { cause, open: false });
    this.#ended = [];
    if (this.#gap !== null)
      this.#say(this.#gap.startMs, Math.max(this.#gap.startMs, start), { cause: this.#gap.cause, open: false });
    else if (start > head) this.#say(this.#unaccounted(head, start), start, { cause: this.#hole, open: false });
    this.#gap = null;
    this.#hole = 'packet_loss';
    this.#head = Math.max(head, Math.round(endMs));
  }

  missing(cause: GapCause, nowMs: number): void {
    const now = Math.round(nowMs);
    this.#follow(now);
    if (this.#head === null) return;
    const gap = this.#gap;
    if (gap === null) {
      this.#open(this.#head, cause, now);
      return;
    }
    // Until the first word of the camera the reason stays what it was.
    if (gap.cause === cause || (cause === 'starting' && downCauses.includes(gap.cause))) return;
    const turn = Math.max(gap.startMs, now);
    if (turn > gap.startMs) {
      this.#say(gap.startMs, turn, { cause: gap.cause, open: false });
      this.#ended.push({ startMs: gap.startMs, endMs: turn, cause: gap.cause });
    }
    this.#open(turn, cause, now);
  }

  expectHole(cause: GapCause): void {
    this.#hole = cause;
  }

  tick(nowMs: number): void {
    this.#follow(Math.round(nowMs));
    if (this.#gap !== null) this.#say(this.#gap.startMs, Math.round(nowMs), { cause: this.#gap.cause, open: true });
  }

  end(nowMs: number): void {
    if (this.#gap !== null) this.#say(this.#gap.startMs, Math.round(nowMs), { cause: this.#gap.cause, open: false });
    this.#gap = null;
  }

  /** The clock may have been set since the last word. */
  #follow(nowMs: number): void {
    const head = this.#head;
    if (head === null) return;
    if (nowMs < (this.#gap?.startMs ?? head) - turnedBackMs) this.#turnBack(head, nowMs);
    else if (this.#gap !== null) this.#reopen(this.#gap, { atMs: this.#unaccounted(this.#gap.startMs, nowMs), nowMs });
  }

  /** It goes again over time that was accounted for, which stays as it is; what is missing from here on has a cause of its own. */
  #turnBack(head: number, nowMs: number): void {
    const over = this.#long.filter(({ startMs, endMs }) => startMs < nowMs && endMs > nowMs);
    for (const { startMs, cause } of over) {
      // A gap only grows: it is taken back, and said anew as far as it went.
      this.#say(startMs, startMs, { cause, open: false });
      this.#say(startMs, nowMs, { cause, open: false });
    }
    this.#ahead = { fromMs: Math.max(Number.MIN_SAFE_INTEGER, ...over.map(({ endMs }) => endMs)), toMs: head };
    this.#ended = [];
    this.#head = nowMs;
    if (this.#gap !== null) this.#reopen(this.#gap, { atMs: nowMs, nowMs });
  }

  #reopen(
    { startMs, cause }: { startMs: number; cause: GapCause },
    { atMs, nowMs }: { atMs: number; nowMs: number },
  ): void {
    if (atMs === startMs) return;
    this.#say(startMs, startMs, { cause, open: false });
    this.#open(atMs, cause, nowMs);
  }

  /** From when on nothing between these two was accounted for. */
  #unaccounted(fromMs: number, toMs: number): number {
    const ahead = this.#ahead;
    return ahead !== null && ahead.fromMs <= fromMs && ahead.toMs > fromMs && ahead.toMs <= toMs ? ahead.toMs : fromMs;
  }

  #open(startMs: number, cause: GapCause, nowMs: number): void {
    this.#gap = { startMs, cause };
    this.#say(startMs, nowMs, { cause, open: true });
  }

  #say(startAtUtcMs: number, endMs: number, rest: { cause: GapCause; open: boolean }): void {
    if (!rest.open && endMs - startAtUtcMs > turnedBackMs)
      this.#long = [...this.#long, { startMs: startAtUtcMs, endMs, cause: rest.cause }].slice(-maxKnown);
    this.#emit({
      type: 'gap',
      streamId: this.#streamId,
      startAtUtcMs,
      endAtUtcMs: Math.max(startAtUtcMs, endMs),
      ...rest,
    });
  }
}

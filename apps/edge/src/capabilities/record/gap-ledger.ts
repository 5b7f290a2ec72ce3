import type { DownCause } from '../ingest/ingest-messages.ts';
import type { GapCause, GapMessage } from './record-messages.ts';

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

const downCauses: readonly GapCause[] = ['edge_down', 'core_updating', 'recorder_down'] satisfies DownCause[];

/** Makes the ledger of one stream. */
export const createGapLedger = (streamId: string, emit: (message: GapMessage) => void): GapLedger => new StreamGapLedger(streamId, emit);

class StreamGapLedger implements GapLedger {
  readonly #streamId: string;
  readonly #emit: (message: GapMessage) => void;
  #head: number | null = null;
  #gap: { startMs: number; cause: GapCause } | null = null;
  #hole: GapCause = 'packet_loss';
  /** Gaps that ended since the last footage because their reason changed. */
  #ended: { startMs: number; endMs: number; cause: GapCause }[] = [];

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
    const head = this.#head ?? start;
    // Footage may begin before the word of the camera came: a connection brings pictures that are older than itself.
    for (const { startMs: from, endMs: to, cause } of this.#ended) if (to > start) this.#say(from, start, { cause, open: false });
    this.#ended = [];
    if (this.#gap !== null) this.#say(this.#gap.startMs, Math.max(this.#gap.startMs, start), { cause: this.#gap.cause, open: false });
    else if (start > head) this.#say(head, start, { cause: this.#hole, open: false });
    this.#gap = null;
    this.#hole = 'packet_loss';
    this.#head = Math.max(head, Math.round(endMs));
  }

  missing(cause: GapCause, nowMs: number): void {
    if (this.#head === null) return;
    const now = Math.round(nowMs);
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
    if (this.#gap !== null) this.#say(this.#gap.startMs, Math.round(nowMs), { cause: this.#gap.cause, open: true });
  }

  end(nowMs: number): void {
    if (this.#gap !== null) this.#say(this.#gap.startMs, Math.round(nowMs), { cause: this.#gap.cause, open: false });
    this.#gap = null;
  }

  #open(startMs: number, cause: GapCause, nowMs: number): void {
    this.#gap = { startMs, cause };
    this.#say(startMs, nowMs, { cause, open: true });
  }

  #say(startAtUtcMs: number, endMs: number, rest: { cause: GapCause; open: boolean }): void {
    this.#emit({ type: 'gap', streamId: this.#streamId, startAtUtcMs, endAtUtcMs: Math.max(startAtUtcMs, endMs), ...rest });
  }
}

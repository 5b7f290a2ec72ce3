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
export function createGapLedger(streamId: string, emit: (message: GapMessage) => void): GapLedger {
  let head: number | null = null;
  let gap: { startMs: number; cause: GapCause } | null = null;
  let hole: GapCause = 'packet_loss';
  /** Gaps that ended since the last footage because their reason changed. */
  let ended: { startMs: number; endMs: number; cause: GapCause }[] = [];
  const say = (startAtUtcMs: number, endMs: number, rest: { cause: GapCause; open: boolean }): void =>
    emit({ type: 'gap', streamId, startAtUtcMs, endAtUtcMs: Math.max(startAtUtcMs, endMs), ...rest });
  const open = (startMs: number, cause: GapCause, nowMs: number): void => {
    gap = { startMs, cause };
    say(startMs, nowMs, { cause, open: true });
  };
  return {
    begin(atMs, cause) {
      if (head !== null) return;
      head = Math.round(atMs);
      open(head, cause, head);
    },
    begun: () => head !== null,
    footage(startMs, endMs) {
      const start = Math.round(startMs);
      head ??= start;
      // Footage may begin before the word of the camera came: a connection brings pictures that are older than itself.
      for (const { startMs: from, endMs: to, cause } of ended) if (to > start) say(from, start, { cause, open: false });
      ended = [];
      if (gap !== null) say(gap.startMs, Math.max(gap.startMs, start), { cause: gap.cause, open: false });
      else if (start > head) say(head, start, { cause: hole, open: false });
      gap = null;
      hole = 'packet_loss';
      head = Math.max(head, Math.round(endMs));
    },
    missing(cause, nowMs) {
      if (head === null) return;
      const now = Math.round(nowMs);
      if (gap === null) {
        open(head, cause, now);
        return;
      }
      // Until the first word of the camera the reason stays what it was.
      if (gap.cause === cause || (cause === 'starting' && downCauses.includes(gap.cause))) return;
      const turn = Math.max(gap.startMs, now);
      if (turn > gap.startMs) {
        say(gap.startMs, turn, { cause: gap.cause, open: false });
        ended.push({ startMs: gap.startMs, endMs: turn, cause: gap.cause });
      }
      open(turn, cause, now);
    },
    expectHole(cause) {
      hole = cause;
    },
    tick(nowMs) {
      if (gap !== null) say(gap.startMs, Math.round(nowMs), { cause: gap.cause, open: true });
    },
    end(nowMs) {
      if (gap !== null) say(gap.startMs, Math.round(nowMs), { cause: gap.cause, open: false });
      gap = null;
    },
  };
}

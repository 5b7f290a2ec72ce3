import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { errorCode } from '@sightline/contracts/shared/errors';
import type { GapRow } from '../../platform/store/gaps-store.ts';

export interface CausedInterval {
  fromUtcMs: number;
  toUtcMs: number;
  cause: ErrorCode;
}

/** Shorter leftovers between ledger rows are rounding. */
const roundingMs = 50;

const knownCause = (cause: string): ErrorCode => errorCode.safeParse(cause).data ?? 'gap_unknown';

/** Splits a hole by the rows of the gap ledger (sorted by start); what no row covers is `gap_unknown`. */
export function causesOfHole(rows: readonly GapRow[], hole: { fromUtcMs: number; toUtcMs: number }): CausedInterval[] {
  const parts: CausedInterval[] = [];
  let at = hole.fromUtcMs;
  const add = (toUtcMs: number, cause: ErrorCode): void => {
    const last = parts.at(-1);
    if (last !== undefined && (last.cause === cause || toUtcMs - at < roundingMs)) last.toUtcMs = toUtcMs;
    else parts.push({ fromUtcMs: at, toUtcMs, cause });
    at = toUtcMs;
  };
  for (const row of rows) {
    const from = Math.max(row.startUtcMs, at);
    const to = row.isOpen === 1 ? hole.toUtcMs : Math.min(row.endUtcMs, hole.toUtcMs);
    if (to <= from) continue;
    if (from - at >= roundingMs) add(from, 'gap_unknown');
    add(to, knownCause(row.cause));
  }
  if (hole.toUtcMs - at >= roundingMs || parts.length === 0) add(hole.toUtcMs, 'gap_unknown');
  else parts.at(-1)!.toUtcMs = hole.toUtcMs;
  return parts;
}

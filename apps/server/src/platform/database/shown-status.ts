import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { ShownStatus, StatusPart, StatusState } from '@sightline/contracts/status/status';
import { listedStatus } from '@sightline/domain/status/edge-status';

/** What is shown of a thing, in a row about it; all null when nothing is kept. */
export interface ShownColumns {
  shownState: StatusState | null;
  shownPart: StatusPart | null;
  shownCause: ErrorCode | null;
  shownSince: Date | null;
  flappingSince: Date | null;
}

/** Columns of `ShownColumns`, from `statuses as st`. */
export const shownColumns = [
  'st.state as shownState',
  'st.part as shownPart',
  'st.cause as shownCause',
  'st.since as shownSince',
  'st.flappingSince as flappingSince',
] as const;

/** Reads what is shown of a thing that is there since `createdAt`. */
export function readShown(row: ShownColumns, createdAt: Date): ShownStatus {
  const { shownState: state, shownSince, shownPart: part, shownCause: cause, flappingSince } = row;
  const kept =
    state && shownSince
      ? { state, part, cause, sinceUtcMs: shownSince.getTime(), isFlapping: flappingSince !== null }
      : null;
  return listedStatus(kept, createdAt.getTime());
}

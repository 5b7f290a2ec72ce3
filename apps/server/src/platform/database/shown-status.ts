import type { ShownStatus } from '@sightline/contracts/status/status';
import { listedStatus } from '@sightline/domain/status/edge-status';
import type { Row } from './rows.generated.ts';

/** What is shown of a thing, in a row about it; all null when nothing is kept. */
export interface ShownColumns {
  shownState: Row<'statuses'>['state'] | null;
  shownPart: Row<'statuses'>['part'];
  shownCause: Row<'statuses'>['cause'];
  shownSince: Row<'statuses'>['since'] | null;
  flappingSince: Row<'statuses'>['flappingSince'];
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

/** Keeps in mind how often movements were told by something cheaper than decoding. */
export interface NoticedMoves {
  /** A decoded picture: whether something moved, and whether that was suspected since the picture before. */
  picture(picture: { pts90k: number; moved: boolean; wasSuspected: boolean }): void;
  /** Share of the movements that were told in time, weighted towards the latest; null before enough were met. */
  share(): number | null;
  /** The time line began anew. */
  forgetTimes(): void;
}

/** A movement begins after as much quiet, and must be told within its first second. */
const quietBefore90k = 2.5 * 90_000;
const notice90k = 90_000;
const minMoves = 5;
/** Weight of the latest movement. */
const weight = 0.08;

/** Begins with an empty mind. */
export function createNoticedMoves(): NoticedMoves {
  let moves = 0;
  let told = 1;
  let lastMove90k = Number.NEGATIVE_INFINITY;
  let onset: { pts90k: number; isTold: boolean } | null = null;
  return {
    picture({ pts90k, moved, wasSuspected }) {
      if (moved && pts90k - lastMove90k > quietBefore90k) onset = { pts90k, isTold: false };
      if (moved) lastMove90k = pts90k;
      if (onset === null) return;
      onset.isTold ||= wasSuspected;
      if (!onset.isTold && pts90k - onset.pts90k < notice90k) return;
      told += ((onset.isTold ? 1 : 0) - told) * Math.max(weight, 1 / (moves + 1));
      moves++;
      onset = null;
    },
    share: () => (moves < minMoves ? null : told),
    forgetTimes() {
      onset = null;
      lastMove90k = Number.NEGATIVE_INFINITY;
    },
  };
}

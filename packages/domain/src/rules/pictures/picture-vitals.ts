import type { TamperingState } from '@sightline/contracts/alert-rules/camera-conditions';

/** What a picture is beside what its camera usually shows. Whole numbers 0-255, shares in hundredths: kept in packs as they are. */
export interface PictureVitals {
  /** Static edges of the usual view that are usual here; 0: nothing is known yet, or the view shows too little to judge by. */
  judgedEdges: number;
  /** Mean brightness 0-255, of this picture and usually. */
  mean: number;
  usualMean: number;
  /** Spread of the brightness, and of that what is usual in hundredths. */
  spread: number;
  spreadShare: number;
  /** Share of points that are nearly white. */
  bright: number;
  /** Share of the usual edges that are where they always are, and where they are after the best shift. */
  matched: number;
  matchedShifted: number;
  /** How far that shift is, in hundredths of the picture. */
  shift: number;
  /** Share of the parts of the picture in which hardly any usual edge is left. */
  blocked: number;
  /** Edges of any kind, and their sharpness, in hundredths of what is usual. */
  edges: number;
  sharpness: number;
  /** How alike light and dark lie in the picture, 0-100. */
  likeness: number;
  /** So many seconds without the slightest change, where there is always some. */
  stillS: number;
}

/** Their names, in the order in which they are written. */
export const vitalNames = [
  'judgedEdges',
  'mean',
  'usualMean',
  'spread',
  'spreadShare',
  'bright',
  'matched',
  'matchedShifted',
  'shift',
  'blocked',
  'edges',
  'sharpness',
  'likeness',
  'stillS',
] as const satisfies readonly (keyof PictureVitals)[];

/** What a picture says of its camera. `unsure` neither begins nor ends anything; `unknown`: there is nothing to judge by. */
export type PictureVerdict = TamperingState | 'clear' | 'unsure' | 'unknown';

const minShift = 3;
const frozenAfterS = 30;

const isClear = ({ matched, sharpness, bright, spreadShare, mean }: PictureVitals): boolean =>
  matched >= 60 && sharpness >= 60 && bright < 50 && spreadShare >= 50 && mean > 28;

/** Next to nothing of the usual view is left, and what is there instead is plain or out of focus. */
const isCovered = ({ matched, blocked, likeness, spreadShare, edges, sharpness }: PictureVitals): boolean =>
  (blocked >= 70 || matched <= 15) && likeness < 80 && (spreadShare <= 50 || edges <= 35 || sharpness <= 35);

const isBlurred = ({ sharpness, likeness, mean, usualMean, matched }: PictureVitals): boolean =>
  sharpness <= 35 && likeness >= 80 && matched >= 5 && Math.abs(mean - usualMean) <= 0.25 * usualMean;

/** The same things stand elsewhere, or wholly other things are seen as sharply and in like light. */
const isMoved = (vitals: PictureVitals): boolean => {
  const { matched, matchedShifted, shift, edges, sharpness, likeness, mean, usualMean } = vitals;
  if (matched <= 45 && matchedShifted >= 60 && shift >= minShift) return true;
  const isOther = matched <= 20 && likeness < 65 && edges >= 50 && sharpness >= 50;
  return isOther && Math.abs(mean - usualMean) <= 0.4 * usualMean;
};

/** One state at most: what blinds also blurs, and what covers also hides the view. */
export function verdictOf(vitals: PictureVitals): PictureVerdict {
  if (vitals.judgedEdges === 0) return 'unknown';
  if (vitals.stillS >= frozenAfterS) return 'frozen';
  if (vitals.bright >= 50 && vitals.matched <= 40) return 'blinded';
  if (vitals.mean <= 28 && vitals.spread <= 6 && vitals.usualMean > 40) return 'dark';
  if (isMoved(vitals) && vitals.matchedShifted >= 60) return 'moved';
  if (isCovered(vitals)) return 'covered';
  if (isBlurred(vitals)) return 'blurred';
  if (isMoved(vitals)) return 'moved';
  return isClear(vitals) ? 'clear' : 'unsure';
}

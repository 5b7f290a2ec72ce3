import type { Sureness } from '@sightline/contracts/people/sureness';

/** Who a face was taken for. `margin`: how much less it is like the next person, 0-1; 1 where there is nobody else. */
export interface FaceMatch {
  personId: string;
  /** Cosine, 0-1. */
  score: number;
  margin: number;
}

/** A face that is nearly as much like somebody else is nobody's: so much must lie between the two. */
export const leastMargin = 0.03;

/** Whose a face is, of the two people whom it is most like; null: of nobody who is known. */
export function matchOf(
  best: { personId: string; score: number } | null,
  secondScore: number | null,
  threshold: number,
): FaceMatch | null {
  if (best === null || best.score < threshold) return null;
  const margin = secondScore === null ? 1 : Math.min(1, Math.max(0, best.score - secondScore));
  return margin < leastMargin ? null : { personId: best.personId, score: Math.min(1, best.score), margin };
}

/**
 * How far above the threshold of its model a score must be to be called so, as a share of what there is above it, with the margin that
 * it must have.
 */
const bands = [
  { word: 'verySure', share: 0.45, margin: 0.1 },
  { word: 'sure', share: 0.2, margin: 0.06 },
] as const;

/** A match in words. The score itself says nothing to people, and differs from model to model. */
export function faceSureness({ score, margin }: Pick<FaceMatch, 'score' | 'margin'>, threshold: number): Sureness {
  const share = (score - threshold) / Math.max(1 - threshold, 1e-6);
  return bands.find((band) => share >= band.share && margin >= band.margin)?.word ?? 'likely';
}

import type { LookFact, MotionFact, PictureFact, SpotsFact, TraitsFact } from './facts.ts';

/**
 * What rules of a camera are judged by, in the order of its instants. `seen`: nothing was there to look at until then. `blind`: nobody looks
 * from then on, until the next look; `sees` is what is still known.
 */
export type ToldFact =
  | Omit<LookFact, 'sequence'>
  | Omit<MotionFact, 'sequence'>
  | Omit<PictureFact, 'sequence'>
  | Omit<SpotsFact, 'sequence'>
  | Omit<TraitsFact, 'sequence'>
  | { kind: 'seen'; atUtcMs: number }
  | { kind: 'blind'; atUtcMs: number; sees: 'motion' | 'nothing' };

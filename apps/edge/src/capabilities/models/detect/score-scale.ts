/** Score from which the rules of a core take a thing for certain; they were tuned on the built-in detector. */
const certain = 0.4;

export interface ScoreScale {
  /** A model's score on the scale of the product. */
  toProduct: (score: number) => number;
  toModel: (score: number) => number;
}

const mapped = (value: number, from: number, to: number): number =>
  value <= from ? (value / from) * to : to + ((value - from) / (1 - from)) * (1 - to);

/** Models are sure of themselves to different degrees: `own` is where this one is right more often than not, and becomes 0.4. */
export const scoreScale = (own: number): ScoreScale => ({
  toProduct: (score) => Math.min(mapped(score, own, certain), 1),
  toModel: (score) => mapped(score, certain, own),
});

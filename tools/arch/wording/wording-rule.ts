/** A way of writing that texts of the product do not have. */
export interface WordingRule {
  pattern: RegExp;
  /** What to write instead, one sentence. */
  say: string;
  /** A text that it refuses, so that it is proved to fire. */
  refuses: string;
  /** A text near to it that is right. */
  accepts: string;
  /** Keys that it looks at; all where absent. */
  keys?: RegExp;
}

/** Keys of what is pressed or stands above something: no sentence, so no full stop. */
export const labelKeys = /\.(action|title|heading|label|button|submit|confirm|save|tabs\.\w+|[a-z]\w*Title)$/;

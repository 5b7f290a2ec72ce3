/** How alike two events are, in a word. */
export type LikenessWord = 'same' | 'notSame' | 'veryAlike' | 'alike' | 'lessAlike';

interface Compared {
  /** Cosine, -1..1. */
  similarity: number;
  isMatch: boolean | null;
}

/** Faces follow the model's own threshold; looks are only graded, because they tell nobody apart for sure. */
export function likenessWord({ similarity, isMatch }: Compared, isFace: boolean): LikenessWord {
  if (isFace && isMatch !== null) return isMatch ? 'same' : 'notSame';
  if (similarity >= 0.9) return 'veryAlike';
  return similarity >= 0.75 ? 'alike' : 'lessAlike';
}

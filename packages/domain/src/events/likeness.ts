import type { EventClass } from '@sightline/contracts/events/event';

/** How alike two events are, in a word. */
export type LikenessWord = 'likelySame' | 'noMatch' | 'veryAlike' | 'alike' | 'lessAlike';

interface Compared {
  /** Cosine, -1..1. */
  similarity: number;
  /** Whether the model calls it the same; null where it only ranks. */
  isMatch: boolean | null;
}

/**
 * From where on a look is called so, as measured with the built-in vectors (docs/benchmarks.md, r). Of different people at one camera 6.2 %
 * are at least `alike` and 0.2 % `veryAlike`, of one and the same person 63 % and 23 %; of different vehicles 3.6 % and none of 28.
 */
const bands: Record<'person' | 'vehicle', { veryAlike: number; alike: number }> = {
  person: { veryAlike: 0.95, alike: 0.85 },
  vehicle: { veryAlike: 0.95, alike: 0.9 },
};

/** Faces follow the model's own threshold; looks are only graded, because they tell nobody apart for sure. Of animals too few were measured to be sure of any: the stricter bands count. */
export function likenessWord(
  { similarity, isMatch }: Compared,
  of: { isFace: boolean; class: EventClass },
): LikenessWord {
  if (of.isFace && isMatch !== null) return isMatch ? 'likelySame' : 'noMatch';
  const { veryAlike, alike } = of.class === 'person' ? bands.person : bands.vehicle;
  if (similarity >= veryAlike) return 'veryAlike';
  return similarity >= alike ? 'alike' : 'lessAlike';
}

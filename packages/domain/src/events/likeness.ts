import type { EventClass } from '@sightline/contracts/events/event';

/** How alike two events are, in a word. None says that they are the same: too few people were measured for that. */
export type LikenessWord = 'possibleMatch' | 'belowThreshold' | 'ungraded' | 'alike' | 'lessAlike';

interface Compared {
  /** Cosine, -1..1. */
  similarity: number;
  /** Whether the model's threshold is reached; null where it only ranks. */
  isMatch: boolean | null;
}

/** So many pairs of different ones at one camera must have been compared before a look is called a possible match. */
const minCompared = 200;

/** One border of a word, with the pairs that reached it: of one and the same, and of different ones at one camera. */
interface Band {
  from: number;
  same: { reached: number; of: number };
  different: { reached: number; of: number };
}

/**
 * What was measured with the built-in vectors (docs/benchmarks.md, r). Is one of twenty people the wanted one, a person from 0.95 on is
 * the same in about 84 of 100 cases and from 0.85 on in 35; different people reach 0.97 too.
 */
const measured: Record<'person' | 'vehicle', { possibleMatch: Band; alike: Band }> = {
  person: {
    possibleMatch: { from: 0.95, same: { reached: 13, of: 56 }, different: { reached: 1, of: 434 } },
    alike: { from: 0.85, same: { reached: 35, of: 56 }, different: { reached: 27, of: 434 } },
  },
  vehicle: {
    possibleMatch: { from: 0.95, same: { reached: 9, of: 22 }, different: { reached: 0, of: 28 } },
    alike: { from: 0.9, same: { reached: 11, of: 22 }, different: { reached: 1, of: 28 } },
  },
};

/** How often a pair in a band is the same one, where one of `among` is the wanted one. 0..1. */
export const shareOfSame = ({ same, different }: Pick<Band, 'same' | 'different'>, among: number): number => {
  const [hits, errors] = [same.reached / same.of, different.reached / different.of];
  return hits === 0 ? 0 : hits / (hits + (among - 1) * errors);
};

/** A possible match is the same one more often than not among twenty, and enough pairs say so. */
const mayMatch = (band: Band): boolean => band.different.of >= minCompared && shareOfSame(band, 20) > 0.5;

/**
 * Faces follow the threshold of their model, which was tried with six people: what reaches it is a possible match. Looks are graded by what
 * was measured; of vehicles too few pairs were, and of animals none, so that they are alike at most.
 */
export function likenessWord(
  { similarity, isMatch }: Compared,
  of: { isFace: boolean; class: EventClass },
): LikenessWord {
  if (of.isFace) return isMatch === null ? 'ungraded' : isMatch ? 'possibleMatch' : 'belowThreshold';
  const { possibleMatch, alike } = of.class === 'person' ? measured.person : measured.vehicle;
  if (similarity >= possibleMatch.from && mayMatch(possibleMatch)) return 'possibleMatch';
  return similarity >= alike.from ? 'alike' : 'lessAlike';
}

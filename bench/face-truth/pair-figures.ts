import type { ShownFace } from './described-faces.ts';
import { isSamePerson } from './labelled-pictures.ts';

/** A face with where it went; one that joined nobody is alone. */
export interface PutFace {
  face: ShownFace;
  cluster: string;
}

export interface PairFigures {
  /** Of the pairs that were put together how many belong together. */
  precision: number;
  /** Of the pairs that belong together how many were put together. */
  recall: number;
  /** Pairs that belong together. */
  same: number;
  wrong: number;
  /** Put together, and nobody knows whether they belong so: in neither figure. */
  unjudged: number;
}

type Picks = (one: ShownFace, other: ShownFace) => boolean;

/** Counts the pairs among these faces that are picked: all, unless told. */
export function pairFigures(put: readonly PutFace[], picks: Picks = () => true): PairFigures {
  let [right, wrong, same, unjudged] = [0, 0, 0, 0];
  for (const [index, a] of put.entries())
    for (let next = index + 1; next < put.length; next += 1) {
      const b = put[next] as PutFace;
      if (!picks(a.face, b.face)) continue;
      const isSame = a.face.who === b.face.who;
      if (isSame) same += 1;
      if (a.cluster !== b.cluster) continue;
      if (isSame) right += 1;
      else if (isSamePerson(a.face.who, b.face.who) === null) unjudged += 1;
      else wrong += 1;
    }
  return {
    precision: right + wrong === 0 ? 1 : right / (right + wrong),
    recall: same === 0 ? 1 : right / same,
    same,
    wrong,
    unjudged,
  };
}

/** Faces of one person on different days: not one photograph in two variants. */
export const ofTwoOccasions: Picks = (one, other) => one.who === other.who && one.occasion !== other.occasion;

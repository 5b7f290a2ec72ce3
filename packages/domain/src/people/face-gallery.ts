import { matchOf, type FaceMatch } from './face-match.ts';
import { lengthOf, productAt } from './face-vectors.ts';

/** A face as a model describes it: int8, unit length times 127. */
export interface ComparedFace {
  modelId: string;
  vector: Int8Array;
}

/** Somebody who is to be recognised. */
export interface GalleryPerson {
  personId: string;
  /** At cameras of these locations; null: of all. */
  locationIds: readonly string[] | null;
  faces: readonly ComparedFace[];
}

/** Faces of one model, end to end. */
interface Shelf {
  size: number;
  vectors: Int8Array;
  lengths: Float32Array;
  /** Whose face it is. */
  owners: Owner[];
}

type Owner = Pick<GalleryPerson, 'personId' | 'locationIds'>;

/** The person who is most like a face, and how much the next one is; null where there is none. */
interface Nearest {
  best: { owner: Owner; score: number } | null;
  second: number | null;
}

/** People whose faces are known, in parts that come and go. Exact: every face is compared. */
export class FaceGallery {
  readonly #parts = new Map<string, { people: number; shelves: ReadonlyMap<string, Shelf> }>();

  constructor(people: readonly GalleryPerson[] = []) {
    if (people.length > 0) this.put('', people);
  }

  /** How many people are known. */
  get size(): number {
    return [...this.#parts.values()].reduce((sum, { people }) => sum + people, 0);
  }

  /** Takes a part in the place of the one of this id. */
  put(id: string, people: readonly GalleryPerson[]): void {
    this.#parts.delete(id);
    if (people.length > 0) this.#parts.set(id, { people: people.length, shelves: shelvesOf(people) });
  }

  /** Whom a face is most like, wherever they are known. */
  nearest(face: ComparedFace): { personId: string; score: number } | null {
    const { best } = this.#nearest(face, () => true);
    return best && { personId: best.owner.personId, score: best.score };
  }

  /** Who somebody at a location is; null: nobody who is known there. `threshold`: cosine from which two faces are the same. */
  match(
    face: ComparedFace,
    { locationId, threshold }: { locationId: string | null; threshold: number },
  ): FaceMatch | null {
    const { best, second } = this.#nearest(face, ({ locationIds }) => isKnownAt(locationIds, locationId));
    return matchOf(best && { personId: best.owner.personId, score: best.score }, second, threshold);
  }

  #nearest({ modelId, vector }: ComparedFace, isMeant: (owner: Owner) => boolean): Nearest {
    const wanted = Int32Array.from(vector);
    const wantedLength = lengthOf(vector, 0, vector.length);
    const found: Nearest = { best: null, second: null };
    if (wantedLength === 0) return found;
    for (const { shelves } of this.#parts.values()) {
      const shelf = shelves.get(modelId);
      if (shelf?.size === vector.length) lookThrough(shelf, { wanted, wantedLength, isMeant }, found);
    }
    return found;
  }
}

const isKnownAt = (only: Owner['locationIds'], locationId: string | null): boolean =>
  only === null || (locationId !== null && only.includes(locationId));

/** Goes on with what was found on the shelves before. */
function lookThrough(
  { size, vectors, lengths, owners }: Shelf,
  want: { wanted: Int32Array; wantedLength: number; isMeant: (owner: Owner) => boolean },
  found: Nearest,
): void {
  for (const [index, owner] of owners.entries()) {
    const length = (lengths[index] as number) * want.wantedLength;
    const score = length === 0 ? 0 : productAt(vectors, index * size, want.wanted) / length;
    const isOfBest = found.best?.owner.personId === owner.personId;
    // Of several faces of the best one none is the second.
    if ((!isOfBest && score <= (found.second ?? -1)) || !want.isMeant(owner)) continue;
    if (found.best !== null && isOfBest) found.best.score = Math.max(found.best.score, score);
    else if (found.best === null || score > found.best.score) {
      found.second = found.best?.score ?? found.second;
      found.best = { owner, score };
    } else found.second = score;
  }
}

function shelvesOf(people: readonly GalleryPerson[]): Map<string, Shelf> {
  const faces = people.flatMap(({ faces: own, personId, locationIds }) => {
    const owner = { personId, locationIds };
    return own.map((face) => ({ ...face, owner }));
  });
  const shelves = new Map<string, Shelf>();
  for (const [modelId, all] of Map.groupBy(faces, (face) => face.modelId)) {
    const size = all[0]?.vector.length ?? 0;
    const fit = all.filter(({ vector }) => vector.length === size && size > 0);
    const vectors = new Int8Array(fit.length * size);
    for (const [index, { vector }] of fit.entries()) vectors.set(vector, index * size);
    const lengths = Float32Array.from(fit, (_, index) => lengthOf(vectors, index * size, size));
    shelves.set(modelId, { size, vectors, lengths, owners: fit.map(({ owner }) => owner) });
  }
  return shelves;
}

/** How much a face is like the most similar of others of its model, -1 where there is none. */
export function bestOf(face: ComparedFace, others: readonly ComparedFace[]): number {
  const wanted = Int32Array.from(face.vector);
  const wantedLength = lengthOf(face.vector, 0, face.vector.length);
  let best = -1;
  for (const { modelId, vector } of others) {
    if (modelId !== face.modelId || vector.length !== face.vector.length) continue;
    const length = wantedLength * lengthOf(vector, 0, vector.length);
    if (length > 0) best = Math.max(best, productAt(vector, 0, wanted) / length);
  }
  return best;
}

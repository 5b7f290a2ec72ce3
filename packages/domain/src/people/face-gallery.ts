import { matchOf, type FaceMatch } from './face-match.ts';
import { lengthOf } from './face-vectors.ts';
import { productAt, type VectorKernel } from './vector-kernel.ts';
import { VectorShelf } from './vector-shelf.ts';

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

/** Faces of one model and length, and whose they are by their places; undefined where nothing stands. */
interface Shelf {
  faces: VectorShelf;
  lengths: number[];
  owners: (Owner | undefined)[];
}

type Owner = Pick<GalleryPerson, 'personId' | 'locationIds'>;

/** The person who is most like a face, and how much the next one is; null where there is none. */
interface Nearest {
  best: { owner: Owner; score: number } | null;
  second: number | null;
}

/** A part of what is known. */
interface Part {
  people: number;
  held: { shelf: Shelf; place: number }[];
}

/** People whose faces are known, in parts that come and go. Exact: every face is compared. */
export class FaceGallery {
  readonly #parts = new Map<string, Part>();
  readonly #shelves = new Map<string, Shelf>();
  readonly #make: (() => VectorKernel) | undefined;

  constructor(people: readonly GalleryPerson[] = [], make?: () => VectorKernel) {
    this.#make = make;
    if (people.length > 0) this.put('', people);
  }

  /** How many people are known. */
  get size(): number {
    return [...this.#parts.values()].reduce((sum, { people }) => sum + people, 0);
  }

  /** How many bytes faces are held in. */
  get heldBytes(): number {
    return [...this.#shelves.values()].reduce((sum, { faces }) => sum + faces.heldBytes, 0);
  }

  /** Takes a part in the place of the one of this id. */
  put(id: string, people: readonly GalleryPerson[]): void {
    for (const { shelf, place } of this.#parts.get(id)?.held ?? []) {
      shelf.owners[place] = undefined;
      shelf.faces.drop(place);
    }
    this.#parts.delete(id);
    if (people.length > 0)
      this.#parts.set(id, { people: people.length, held: people.flatMap((person) => this.#hold(person)) });
  }

  /** Whom a face is most like, wherever they are known; `exceptId`: of all others. */
  nearest(face: ComparedFace, exceptId?: string): { personId: string; score: number } | null {
    const { best } = this.#nearest(face, ({ personId }) => personId !== exceptId);
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
    const shelf = this.#shelves.get(shelfId(modelId, vector));
    const wantedLength = lengthOf(vector, 0, vector.length);
    if (shelf === undefined || wantedLength === 0) return { best: null, second: null };
    return lookThrough(shelf, { products: shelf.faces.products(vector), wantedLength, isMeant });
  }

  #hold({ personId, locationIds, faces }: GalleryPerson): Part['held'] {
    const owner = { personId, locationIds };
    return faces.flatMap(({ modelId, vector }) => {
      if (vector.length === 0) return [];
      const shelf = this.#shelfOf(modelId, vector);
      const place = shelf.faces.add(vector);
      shelf.owners[place] = owner;
      shelf.lengths[place] = lengthOf(vector, 0, vector.length);
      return [{ shelf, place }];
    });
  }

  #shelfOf(modelId: string, vector: Int8Array): Shelf {
    const id = shelfId(modelId, vector);
    const known = this.#shelves.get(id);
    if (known !== undefined) return known;
    const shelf: Shelf = { faces: new VectorShelf(vector.length, this.#make), lengths: [], owners: [] };
    this.#shelves.set(id, shelf);
    return shelf;
  }
}

const shelfId = (modelId: string, { length }: Int8Array): string => `${String(length)} ${modelId}`;

const isKnownAt = (only: Owner['locationIds'], locationId: string | null): boolean =>
  only === null || (locationId !== null && only.includes(locationId));

function lookThrough(
  { lengths, owners }: Shelf,
  {
    products,
    wantedLength,
    isMeant,
  }: {
    products: Int32Array;
    wantedLength: number;
    isMeant: (owner: Owner) => boolean;
  },
): Nearest {
  const found: Nearest = { best: null, second: null };
  for (let place = 0; place < owners.length; place += 1) {
    const owner = owners[place];
    if (owner === undefined) continue;
    const length = (lengths[place] as number) * wantedLength;
    const score = length === 0 ? 0 : (products[place] as number) / length;
    const isOfBest = found.best?.owner.personId === owner.personId;
    // Of several faces of the best one none is the second.
    if ((!isOfBest && score <= (found.second ?? -1)) || !isMeant(owner)) continue;
    if (found.best !== null && isOfBest) found.best.score = Math.max(found.best.score, score);
    else if (found.best === null || score > found.best.score) {
      found.second = found.best?.score ?? found.second;
      found.best = { owner, score };
    } else found.second = score;
  }
  return found;
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

import { lengthOf } from './face-vectors.ts';
import type { VectorKernel } from './vector-kernel.ts';
import { VectorShelf } from './vector-shelf.ts';

/** A cluster that a face is like. */
export interface NearCluster {
  id: string;
  /** Cosine with the middle of it. */
  score: number;
}

/** How many are looked for, and from which cosine on. */
interface Wanted {
  limit: number;
  from: number;
}

export interface ClusterIndexOptions {
  /** From so many clusters on short codes say which of them are compared: below, all are. */
  codesFrom?: number;
  /** So many of those that the codes say are nearest are compared. */
  compared?: number;
  make?: () => VectorKernel;
}

/** A code has at most so many bits. */
const maxBits = 512;

interface Codes {
  shelf: VectorShelf;
  /** What all faces have in common: bits say on which side of it one lies. */
  middle: Float32Array;
  /** When there are so many clusters, the middle is taken anew. */
  until: number;
}

/**
 * Where clusters of one model lie, a thousand bytes each: which few of very many a face may belong to. With codes it is not exact, but what
 * is alike enough to be one person differs in far fewer bits than what is not. Those that were put last stand last.
 */
export class ClusterIndex {
  readonly #options: Required<Omit<ClusterIndexOptions, 'make'>>;
  readonly #rows: VectorShelf;
  readonly #make: (() => VectorKernel) | undefined;
  readonly #places = new Map<string, number>();
  readonly #ids: (string | undefined)[] = [];
  readonly #lengths: number[] = [];
  #codes: Codes | null = null;

  /** `size`: how many numbers a vector has. */
  constructor(size: number, { codesFrom = 4_096, compared = 48, make }: ClusterIndexOptions = {}) {
    this.#options = { codesFrom, compared };
    this.#make = make;
    this.#rows = new VectorShelf(size, make);
  }

  get size(): number {
    return this.#places.size;
  }

  get vectorLength(): number {
    return this.#rows.size;
  }

  get heldBytes(): number {
    return this.#rows.heldBytes + (this.#codes?.shelf.heldBytes ?? 0);
  }

  /** All ids, those first that were put longest ago. */
  ids(): IterableIterator<string> {
    return this.#places.keys();
  }

  /** Takes where a cluster lies: int8, unit length times 127. */
  put(id: string, direction: Int8Array): void {
    const known = this.#places.get(id);
    const place = known ?? this.#rows.add(direction);
    if (known !== undefined) {
      this.#rows.set(place, direction);
      this.#places.delete(id);
    }
    this.#places.set(id, place);
    this.#ids[place] = id;
    this.#lengths[place] = lengthOf(direction, 0, direction.length);
    if (this.#codes === null ? this.size >= this.#options.codesFrom : this.size >= this.#codes.until) this.#encodeAll();
    else if (this.#codes !== null) putCode(this.#codes, place, direction);
  }

  /** Lets go of a cluster, and of where it lay. */
  drop(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    this.#ids[place] = undefined;
    this.#rows.drop(place);
    this.#codes?.shelf.at(place).fill(0);
  }

  /** The clusters nearest to a face, the nearest first. */
  nearest(vector: Int8Array, { limit, from }: Wanted): NearCluster[] {
    const wantedLength = lengthOf(vector, 0, vector.length);
    if (wantedLength === 0 || this.size === 0) return [];
    const found: NearCluster[] = [];
    const look = (place: number, product: number): void => {
      const id = this.#ids[place];
      const score = product / ((this.#lengths[place] as number) * wantedLength);
      if (id !== undefined && score >= from) found.push({ id, score });
    };
    if (this.#codes === null) {
      const products = this.#rows.products(vector);
      for (let place = 0; place < this.#rows.places; place += 1) look(place, products[place] as number);
    } else {
      const wanted = Int32Array.from(vector);
      for (const place of this.#shortlist(this.#codes, vector)) look(place, this.#rows.productAt(place, wanted));
    }
    return found.toSorted((a, b) => b.score - a.score).slice(0, limit);
  }

  /** Places whose codes differ least. */
  #shortlist({ shelf, middle }: Codes, vector: Int8Array): number[] {
    const differences = shelf.differences(codeOf(vector, middle, shelf.size));
    const counts = new Int32Array(shelf.size * 8 + 1);
    const last = shelf.places;
    for (let place = 0; place < last; place += 1) counts[differences[place] as number]! += 1;
    let [most, sum] = [0, 0];
    while (most < counts.length - 1 && (sum += counts[most] as number) < this.#options.compared) most += 1;
    const places: number[] = [];
    for (let place = 0; place < last; place += 1) if ((differences[place] as number) <= most) places.push(place);
    return places;
  }

  #encodeAll(): void {
    const middle = new Float32Array(this.#rows.size);
    for (const place of this.#places.values()) {
      const row = this.#rows.at(place);
      const length = this.#lengths[place] as number;
      for (let at = 0; at < middle.length; at += 1)
        middle[at]! += (row[at] as number) / Math.max(length, 1) / this.size;
    }
    const shelf = new VectorShelf(Math.ceil(Math.min(maxBits, middle.length) / 8), this.#make);
    this.#codes = { shelf, middle, until: this.size * 4 };
    for (let place = 0; place < this.#rows.places; place += 1) putCode(this.#codes, place, this.#rows.at(place));
  }
}

function putCode({ shelf, middle }: Codes, place: number, direction: Int8Array): void {
  const code = codeOf(direction, middle, shelf.size);
  // A place of the rows is the same one here.
  if (place < shelf.places) shelf.set(place, code);
  else shelf.add(code);
}

/** A bit for each sum of numbers that lie so far apart: whether it is above what is common. */
function codeOf(vector: Int8Array, middle: Float32Array, bytes: number): Int8Array {
  const bits = bytes * 8;
  const length = Math.max(lengthOf(vector, 0, vector.length), 1);
  const code = new Int8Array(bytes);
  for (let bit = 0; bit < bits; bit += 1) {
    let sum = 0;
    for (let at = bit; at < vector.length; at += bits) sum += (vector[at] as number) / length - (middle[at] as number);
    if (sum > 0) code[bit >> 3]! |= 1 << (bit & 7);
  }
  return code;
}

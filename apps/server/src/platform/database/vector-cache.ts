const idBytes = 16;
const versionBytes = 4;
/** Vectors in a block of memory. */
export const blockRows = 1_024;

/** Which vectors are meant: ids (uuid) and versions (xid of the row), end to end. */
export interface VectorKeys {
  ids: Buffer;
  versions: Buffer;
}

/** Vectors that lie anywhere in blocks: the place of each of the asked ones, counted over all blocks, or -1. */
export interface PlacedVectors {
  blocks: readonly Int8Array[];
  places: Int32Array;
  /** Of the vector at each place. */
  lengths: ArrayLike<number>;
}

/** Euclidean length of the `size` numbers from a place on. A part of its own for each vector would cost more than the sum. */
export function lengthAt(vectors: Int8Array, from: number, size: number): number {
  let square = 0;
  for (let at = from; at < from + size; at += 1) square += (vectors[at] as number) ** 2;
  return Math.sqrt(square);
}

/** Vectors of one kind, model and length. */
interface Space {
  blocks: Int8Array[];
  /** By id, as latin1. */
  places: Map<string, number>;
  versions: number[];
  lengths: number[];
}

const idAt = (ids: Buffer, index: number): string => ids.toString('latin1', index * idBytes, (index + 1) * idBytes);

/** Vectors that were compared before, so that they need not be fetched again. Keeps at most `maxBytes` of them, besides those of one call. A space is named by whose vectors it holds and their length in bytes. */
export function createVectorCache(maxBytes: number) {
  const spaces = new Map<string, Space>();

  /** The space, as the one that was used last. */
  const open = (name: string): Space => {
    const space = spaces.get(name) ?? { blocks: [], places: new Map<string, number>(), versions: [], lengths: [] };
    spaces.delete(name);
    spaces.set(name, space);
    return space;
  };

  /** Room for more: vectors of others go first, those least used before the rest; then all of this space. */
  const makeRoom = (name: string, space: Space, bytes: number): void => {
    for (const [other, { blocks }] of spaces) {
      if (other !== name && held(spaces) + bytes > maxBytes && blocks.length > 0) spaces.delete(other);
    }
    if (held(spaces) + bytes > maxBytes)
      Object.assign(space, { blocks: [], places: new Map(), versions: [], lengths: [] });
  };

  return {
    /** Where these are, and the indices of those that are not known in their version. */
    find: (name: string, { ids, versions }: VectorKeys): PlacedVectors & { missing: number[] } => {
      const space = open(name);
      const places = new Int32Array(ids.length / idBytes).fill(-1);
      const missing: number[] = [];
      for (let index = 0; index < places.length; index += 1) {
        const place = space.places.get(idAt(ids, index));
        if (place !== undefined && space.versions[place] === versions.readUInt32BE(index * versionBytes))
          places[index] = place;
        else missing.push(index);
      }
      return { blocks: space.blocks, lengths: space.lengths, places, missing };
    },

    /** Keeps vectors, in the place of older versions. */
    put: (name: string, { ids, versions, vectors }: VectorKeys & { vectors: Int8Array }): void => {
      const count = ids.length / idBytes;
      if (count === 0) return;
      const size = vectors.length / count;
      const space = open(name);
      makeRoom(name, space, vectors.length);
      for (let index = 0; index < count; index += 1) {
        const id = idAt(ids, index);
        const place = space.places.get(id) ?? space.places.size;
        space.places.set(id, place);
        space.versions[place] = versions.readUInt32BE(index * versionBytes);
        const block = (space.blocks[Math.floor(place / blockRows)] ??= new Int8Array(blockRows * size));
        block.set(vectors.subarray(index * size, (index + 1) * size), (place % blockRows) * size);
        space.lengths[place] = lengthAt(vectors, index * size, size);
      }
    },

    /** Bytes that are held. */
    bytes: (): number => held(spaces),
  };
}

function held(spaces: ReadonlyMap<string, Space>): number {
  let bytes = 0;
  for (const { blocks } of spaces.values()) for (const block of blocks) bytes += block.length;
  return bytes;
}

import { blockRows, type PlacedVectors } from './vector-cache.ts';
import type { VectorMatch } from './vector-search.ts';

const idBytes = 16;
const startBytes = 8;
/** PostgreSQL counts microseconds from the year 2000. */
const epochMs = 946_684_800_000;

/** Candidates end to end, all vectors as long as the one they are compared with. */
export interface Candidates extends PlacedVectors {
  ids: Buffer;
  starts: Buffer;
}

/** Vectors that lie end to end, as blocks. */
export function placeInOrder(vectors: Int8Array, size: number): PlacedVectors {
  const blocks = Array.from({ length: Math.ceil(vectors.length / (blockRows * size)) }, (_, block) =>
    vectors.subarray(block * blockRows * size, (block + 1) * blockRows * size),
  );
  return { blocks, places: Int32Array.from({ length: vectors.length / size }, (_, index) => index) };
}

const uuidAt = (bytes: Buffer, index: number): string =>
  bytes.toString('hex', index * idBytes, (index + 1) * idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The beginning of a candidate, UTC ms. */
export const startAt = (bytes: Buffer, index: number): number => Math.round(Number(bytes.readBigInt64BE(index * startBytes)) / 1000) + epochMs;

/** Cosine of a vector inside a block with the wanted one; a vector without length is like nothing. */
function cosine(block: Int8Array, from: number, wanted: { values: Int8Array; length: number }): number {
  const { values } = wanted;
  let product = 0;
  let square = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = block[from + at] as number;
    product += value * (values[at] as number);
    square += value * value;
  }
  return square === 0 || wanted.length === 0 ? 0 : product / (Math.sqrt(square) * wanted.length);
}

/** The most similar candidates, most similar first. Exact: every candidate is compared. */
export function nearestVectors(candidates: Candidates, like: Uint8Array, want: { limit: number; minSimilarity: number }): VectorMatch[] {
  const { ids, starts, blocks, places } = candidates;
  const values = new Int8Array(like.buffer, like.byteOffset, like.byteLength);
  const wanted = { values, length: Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) };
  const best: { index: number; similarity: number }[] = [];
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] as number;
    const block = blocks[Math.floor(place / blockRows)];
    if (block === undefined) continue;
    const similarity = cosine(block, (place % blockRows) * values.length, wanted);
    if (similarity < want.minSimilarity || (best.length === want.limit && similarity <= (best.at(-1)?.similarity ?? 1))) continue;
    if (best.length === want.limit) best.pop();
    // Of two that are equally similar the newer stays before.
    let at = best.length;
    while (at > 0 && (best[at - 1]?.similarity ?? 1) < similarity) at -= 1;
    best.splice(at, 0, { index, similarity });
  }
  return best.map(({ index, similarity }) => ({ id: uuidAt(ids, index), startedAtUtcMs: startAt(starts, index), similarity }));
}

import type { VectorMatch } from './vector-search.ts';

const idBytes = 16;
const startBytes = 8;
/** PostgreSQL counts microseconds from the year 2000. */
const epochMs = 946_684_800_000;

/** Candidates end to end, all vectors as long as the one they are compared with. */
export interface Candidates {
  ids: Buffer;
  starts: Buffer;
  vectors: Buffer;
}

const uuidAt = (bytes: Buffer, index: number): string =>
  bytes.toString('hex', index * idBytes, (index + 1) * idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const startAt = (bytes: Buffer, index: number): number => Math.round(Number(bytes.readBigInt64BE(index * startBytes)) / 1000) + epochMs;

const lengthOf = (vector: Int8Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

/** Cosine of every candidate with the wanted vector; a vector without length is like nothing. */
function cosines(vectors: Int8Array, wanted: Int8Array): Float64Array {
  const size = wanted.length;
  const wantedLength = lengthOf(wanted);
  const result = new Float64Array(vectors.length / size);
  for (let index = 0; index < result.length; index += 1) {
    const from = index * size;
    let product = 0;
    let square = 0;
    for (let at = 0; at < size; at += 1) {
      const value = vectors[from + at] ?? 0;
      product += value * (wanted[at] ?? 0);
      square += value * value;
    }
    result[index] = square === 0 || wantedLength === 0 ? 0 : product / (Math.sqrt(square) * wantedLength);
  }
  return result;
}

/** The most similar candidates, most similar first. Exact: every candidate is compared. */
export function nearestVectors(candidates: Candidates, like: Uint8Array, want: { limit: number; minSimilarity: number }): VectorMatch[] {
  const { ids, starts, vectors } = candidates;
  const wanted = new Int8Array(like.buffer, like.byteOffset, like.byteLength);
  const similarity = cosines(new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength), wanted);
  const order = [...similarity.keys()].filter((index) => (similarity[index] ?? -1) >= want.minSimilarity);
  order.sort((a, b) => (similarity[b] ?? 0) - (similarity[a] ?? 0));
  return order.slice(0, want.limit).map((index) => ({ id: uuidAt(ids, index), startedAtUtcMs: startAt(starts, index), similarity: similarity[index] ?? 0 }));
}

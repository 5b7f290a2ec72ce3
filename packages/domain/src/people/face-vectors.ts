/** Length of a part of whole numbers. */
export function lengthOf(vectors: Int8Array, from: number, size: number): number {
  let sum = 0;
  for (let at = from; at < from + size; at += 1) sum += (vectors[at] as number) * (vectors[at] as number);
  return Math.sqrt(sum);
}

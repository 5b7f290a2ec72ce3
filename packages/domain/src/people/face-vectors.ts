/** Length of a part of whole numbers. */
export function lengthOf(vectors: Int8Array, from: number, size: number): number {
  let sum = 0;
  for (let at = from; at < from + size; at += 1) sum += (vectors[at] as number) * (vectors[at] as number);
  return Math.sqrt(sum);
}

/** Product of a part with the wanted vector, in four sums of whole numbers, which takes little more than half the time of one. */
export function productAt(vectors: Int8Array, from: number, wanted: Int32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = wanted.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const place = from + at;
    a = (a + Math.imul(vectors[place] as number, wanted[at] as number)) | 0;
    b = (b + Math.imul(vectors[place + 1] as number, wanted[at + 1] as number)) | 0;
    c = (c + Math.imul(vectors[place + 2] as number, wanted[at + 2] as number)) | 0;
    d = (d + Math.imul(vectors[place + 3] as number, wanted[at + 3] as number)) | 0;
  }
  for (let at = whole; at < wanted.length; at += 1) a += (vectors[from + at] as number) * (wanted[at] as number);
  return a + b + c + d;
}

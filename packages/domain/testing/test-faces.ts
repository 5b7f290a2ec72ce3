/** Numbers that look like chance and are the same each time, -1..1. */
export function chanceOf(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0;
    return ((state >>> 0) / 4_294_967_296) * 2 - 1;
  };
}

/**
 * A face of somebody as a model describes it. What all faces have in common makes those of two people alike, cosine about 0.5; how
 * somebody looks at a moment makes two of the same person differ, about 0.85.
 */
export function drawnFace(who: number, look: number, size = 256): Int8Array {
  const [common, own, now] = [chanceOf(7), chanceOf(100 + who), chanceOf(10_000 + who * 131 + look)];
  const values = Array.from({ length: size }, () => common() + own() + 0.6 * now());
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return Int8Array.from(values, (value) => Math.round((value / length) * 127));
}

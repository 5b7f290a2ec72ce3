/** Repeatable pseudo random numbers 0..1; the same seed gives the same scene on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One number 0..1 for a cell of the integer grid. */
export function hash2(x: number, y: number): number {
  let mixed = Math.imul(x | 0, 374_761_393) + Math.imul(y | 0, 668_265_263);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise 0..1 with features one unit wide. */
export function valueNoise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const upper = hash2(left, top) * (1 - sx) + hash2(left + 1, top) * sx;
  const lower = hash2(left, top + 1) * (1 - sx) + hash2(left + 1, top + 1) * sx;
  return upper * (1 - sy) + lower * sy;
}

/** Four octaves of `valueNoise`, 0..1. */
export function cloudNoise(x: number, y: number): number {
  return (
    valueNoise(x, y) * 0.5 +
    valueNoise(x * 2.1, y * 2.1) * 0.26 +
    valueNoise(x * 4.3, y * 4.3) * 0.15 +
    valueNoise(x * 8.9, y * 8.9) * 0.09
  );
}

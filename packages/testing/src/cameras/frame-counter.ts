const columns = 20;
const counterBits = 16;

/** Rows of the picture that carry the counter: the top sixth. */
function bandHeight(height: number): number {
  return Math.floor(height / 6);
}

/** Block pattern: white, black, 16 bits (highest first), even parity, white. */
function blocksOf(counter: number): boolean[] {
  const bits = Array.from({ length: counterBits }, (_, index) => ((counter >> (counterBits - 1 - index)) & 1) === 1);
  return [true, false, ...bits, bits.filter(Boolean).length % 2 === 1, true];
}

/** Paints `counter` (0..65535) as black and white blocks into the top sixth of a luma plane. */
export function paintFrameCounter(luma: Uint8Array, size: { width: number; height: number }, counter: number): void {
  const { width, height } = size;
  const row = new Uint8Array(width);
  for (const [column, white] of blocksOf(counter).entries()) {
    row.fill(white ? 235 : 16, Math.floor((column * width) / columns), Math.floor(((column + 1) * width) / columns));
  }
  for (let y = 0; y < bandHeight(height); y += 1) luma.set(row, y * width);
}

/**
 * Reads the counter back from a decoded luma plane (also scaled or re-encoded).
 * @param stride bytes per row, when it is not `width`.
 * @returns the counter, or null when the picture carries none (guard blocks or parity wrong).
 */
export function readFrameCounter(
  luma: Uint8Array,
  size: { width: number; height: number },
  stride = size.width,
): number | null {
  const middle = Math.floor(bandHeight(size.height) / 2);
  const light = Array.from({ length: columns }, (_, column) => {
    const x = Math.floor(((column + 0.5) * size.width) / columns);
    const around = [-2, 0, 2].flatMap((dy) => [-2, 0, 2].map((dx) => luma[(middle + dy) * stride + x + dx] ?? 0));
    return around.reduce((sum, value) => sum + value, 0) / around.length > 125;
  });
  if (!light[0] || light[1] || !light[columns - 1]) return null;
  const bits = light.slice(2, 2 + counterBits);
  if ((bits.filter(Boolean).length % 2 === 1) !== light[2 + counterBits]) return null;
  return bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0);
}

/** Cells of the motion grid: 16 columns by 9 rows. */
export const cellCount = 144;
/** Bytes of a set of cells: one bit each, row by row from the top left, the highest bit of a byte first. */
export const cellBytes = cellCount / 8;

/** The set of cells whose value (0-255, 144 of them) reaches the threshold. */
export function packCells(values: Uint8Array, threshold: number): Uint8Array {
  const cells = new Uint8Array(cellBytes);
  for (let cell = 0; cell < cellCount; cell++) if (values[cell]! >= threshold) cells[cell >> 3]! |= 0x80 >> (cell & 7);
  return cells;
}

/** Reads 36 hex digits; null when the text is something else. */
export function cellsFromHex(text: string): Uint8Array | null {
  if (!/^[0-9a-fA-F]{36}$/.test(text)) return null;
  return Uint8Array.from({ length: cellBytes }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  );
}

/** Writes a set as 36 hex digits. */
export function cellsToHex(cells: Uint8Array): string {
  return Array.from(cells, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How many cells are in a set. */
export function countCells(cells: Uint8Array): number {
  let count = 0;
  for (const byte of cells) count += bitCounts[byte]!;
  return count;
}

/** How many cells two sets share. `at`: where the second set begins in its bytes. */
export function countShared(asked: Uint8Array, bytes: Uint8Array, at = 0): number {
  let count = 0;
  for (let index = 0; index < cellBytes; index++) count += bitCounts[asked[index]! & bytes[at + index]!]!;
  return count;
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
});

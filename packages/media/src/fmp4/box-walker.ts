/** One box as found in a byte range. Offsets are relative to the bytes given. */
export interface BoxView {
  type: string;
  start: number;
  /** Where the content begins. */
  contentAt: number;
  /** First byte behind the box; may lie beyond the bytes when the box is cut off. */
  end: number;
}

/** Reads the box head at `at`; null when there is none (fewer than 8 bytes, impossible size). */
export function readBoxHead(bytes: Uint8Array, at: number): BoxView | null {
  if (at + 8 > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size = view.getUint32(at);
  let head = 8;
  if (size === 1) {
    if (at + 16 > bytes.length) return null;
    size = view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12);
    head = 16;
  }
  if (size < head || size > Number.MAX_SAFE_INTEGER) return null;
  const type = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!);
  return { type, start: at, contentAt: at + head, end: at + size };
}

/** Boxes that lie completely inside [from, to); stops quietly at the first that does not. */
export function listBoxes(bytes: Uint8Array, from: number, to: number): BoxView[] {
  const boxes: BoxView[] = [];
  let at = from;
  while (at < to) {
    const box = readBoxHead(bytes, at);
    if (box === null || box.end > to) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

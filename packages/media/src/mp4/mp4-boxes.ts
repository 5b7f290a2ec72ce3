/** The bytes are not an MP4 that we can read. Never thrown for anything else, whatever the input. */
export class Mp4FormatError extends Error {
  override name = 'Mp4FormatError';
}

/** One box: `start` of its header, `body` after it, `end` behind it; all offsets into the same array. */
export interface Mp4Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** A view of the same bytes for reading numbers. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readBox(bytes: Uint8Array, start: number, limit: number): Mp4Box | null {
  if (start + 8 > limit) return null;
  const view = viewOf(bytes);
  const type = String.fromCharCode(bytes[start + 4]!, bytes[start + 5]!, bytes[start + 6]!, bytes[start + 7]!);
  let size = view.getUint32(start);
  let body = start + 8;
  if (size === 1) {
    if (start + 16 > limit) return null;
    size = view.getUint32(start + 8) * 2 ** 32 + view.getUint32(start + 12);
    body = start + 16;
  } else if (size === 0) {
    size = limit - start;
  }
  if (size < body - start || start + size > limit) return null;
  return { type, start, body, end: start + size };
}

/** The boxes between `from` and `to`; stops silently at the first that does not fit (what follows cannot be found). */
export function boxesIn(bytes: Uint8Array, from = 0, to = bytes.length): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  let at = from;
  while (at < to) {
    const box = readBox(bytes, at, to);
    if (!box) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** First box reached by descending through `path` (plain containers only), or null. */
export function findBox(bytes: Uint8Array, parent: { body: number; end: number }, path: string[]): Mp4Box | null {
  let at = parent;
  let found: Mp4Box | null = null;
  for (const type of path) {
    found = boxesIn(bytes, at.body, at.end).find((box) => box.type === type) ?? null;
    if (!found) return null;
    at = found;
  }
  return found;
}

/** Like `findBox`, but its absence is a format error; the body must hold at least `minBytes`. */
export function needBox(
  bytes: Uint8Array,
  parent: { body: number; end: number },
  wanted: { path: string[]; minBytes: number },
): Mp4Box {
  const box = findBox(bytes, parent, wanted.path);
  if (!box) throw new Mp4FormatError(`box ${wanted.path.join('/')} is missing`);
  if (box.end - box.body < wanted.minBytes) throw new Mp4FormatError(`box ${box.type} is too short`);
  return box;
}

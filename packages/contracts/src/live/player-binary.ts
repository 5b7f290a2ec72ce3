/**
 * Binary messages: 16-byte header, little-endian: u8 version (1), u8 kind (1 init, 2 fragment, 3 jpeg), u8 flags
 * (bit 0 last chunk of this item, bit 1 starts with a keyframe), u8 reserved, u32 requestId, f64 wall time of the first
 * sample in UTC ms (0 for init); then payload. Items larger than `binaryChunkBytes` come in several messages, in order.
 */
export const binaryVersion = 1;
export const binaryHeaderBytes = 16;
export const binaryChunkBytes = 60_000;
/** What the payload of a binary message is. */
export const binaryKind = { init: 1, fragment: 2, jpeg: 3 } as const;

/** Header of a binary message. `wallMs` is UTC milliseconds of the first sample, 0 for init. */
export interface BinaryHeader {
  kind: 1 | 2 | 3;
  isLast: boolean;
  startsWithKey: boolean;
  requestId: number;
  wallMs: number;
}

/** Writes the 16-byte header of a binary message. */
export function encodeBinaryHeader(header: BinaryHeader): Uint8Array {
  const bytes = new Uint8Array(binaryHeaderBytes);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, binaryVersion);
  view.setUint8(1, header.kind);
  view.setUint8(2, (header.isLast ? 1 : 0) | (header.startsWithKey ? 2 : 0));
  view.setUint32(4, header.requestId, true);
  view.setFloat64(8, header.wallMs, true);
  return bytes;
}

/** Reads the header of a binary message, or null when it is shorter or of another version or kind. */
export function decodeBinaryHeader(bytes: Uint8Array): BinaryHeader | null {
  if (bytes.byteLength < binaryHeaderBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = view.getUint8(1);
  if (view.getUint8(0) !== binaryVersion || (kind !== 1 && kind !== 2 && kind !== 3)) return null;
  const flags = view.getUint8(2);
  return {
    kind,
    isLast: (flags & 1) !== 0,
    startsWithKey: (flags & 2) !== 0,
    requestId: view.getUint32(4, true),
    wallMs: view.getFloat64(8, true),
  };
}

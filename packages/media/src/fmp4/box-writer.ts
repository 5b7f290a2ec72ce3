/** Content of a box: bytes, or numbers with a width. */
export type BoxPart = Uint8Array;

/** One ISO base media box. */
export function box(type: string, ...parts: BoxPart[]): Uint8Array {
  let size = 8;
  for (const part of parts) size += part.length;
  const out = new Uint8Array(size);
  new DataView(out.buffer).setUint32(0, size);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  let at = 8;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A box with version and flags. */
export function fullBox(type: string, head: { version: number; flags: number }, ...parts: BoxPart[]): Uint8Array {
  return box(type, u32(((head.version << 24) | head.flags) >>> 0), ...parts);
}

/** Big-endian numbers. */
export function u8(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** 16-bit big-endian numbers. */
export function u16(...values: number[]): Uint8Array {
  const out = new Uint8Array(values.length * 2);
  const view = new DataView(out.buffer);
  values.forEach((value, i) => view.setUint16(i * 2, value));
  return out;
}

/** 32-bit big-endian numbers. */
export function u32(...values: number[]): Uint8Array {
  const out = new Uint8Array(values.length * 4);
  const view = new DataView(out.buffer);
  values.forEach((value, i) => view.setUint32(i * 4, value));
  return out;
}

/** 64-bit big-endian number, up to 2^53. */
export function u64(value: number): Uint8Array {
  const out = new Uint8Array(8);
  const view = new DataView(out.buffer);
  view.setUint32(0, Math.floor(value / 2 ** 32));
  view.setUint32(4, value >>> 0);
  return out;
}

/** ASCII text, as it stands. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Zero bytes. */
export function zeros(count: number): Uint8Array {
  return new Uint8Array(count);
}

/** Growable byte buffer. Reused between units so that assembling a picture allocates once, when it is taken. */
export interface ByteBuilder {
  /** Bytes written so far. */
  length(): number;
  append(bytes: Uint8Array): void;
  appendByte(value: number): void;
  /** Leaves room for a 32-bit big-endian number to be set later; returns its position. */
  reserveU32(): number;
  setU32(position: number, value: number): void;
  /** Cuts back to an earlier length. */
  truncate(length: number): void;
  /** Returns a copy of what was written and starts again. */
  take(): Uint8Array;
}

/** Makes a builder. Growth doubles; callers bound the size themselves. */
export function createByteBuilder(initialBytes: number): ByteBuilder {
  let store = new Uint8Array(initialBytes);
  let used = 0;
  const ensure = (more: number): void => {
    if (used + more <= store.length) return;
    const grown = new Uint8Array(Math.max(store.length * 2, used + more));
    grown.set(store.subarray(0, used));
    store = grown;
  };
  return {
    length: () => used,
    append(bytes) {
      ensure(bytes.length);
      store.set(bytes, used);
      used += bytes.length;
    },
    appendByte(value) {
      ensure(1);
      store[used++] = value;
    },
    reserveU32() {
      ensure(4);
      used += 4;
      return used - 4;
    },
    setU32(position, value) {
      store[position] = value >>> 24;
      store[position + 1] = value >>> 16;
      store[position + 2] = value >>> 8;
      store[position + 3] = value;
    },
    truncate(length) {
      used = Math.min(used, length);
    },
    take() {
      const copy = store.slice(0, used);
      used = 0;
      return copy;
    },
  };
}

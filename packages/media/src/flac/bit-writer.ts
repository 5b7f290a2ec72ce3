/** Writes numbers of any width, most significant bit first. */
export interface BitWriter {
  /** The low `width` bits of `value`; `width` is 0 to 32. */
  bits(value: number, width: number): void;
  /** A one behind `zeros` zeros. */
  unary(zeros: number): void;
  /** Fills the last byte with zeros. */
  align(): void;
  /** Everything written; call `align` first. */
  bytes(): Uint8Array;
}

/** Makes a writer that holds at most `maxBytes`; writing more throws RangeError. */
export function createBitWriter(maxBytes: number): BitWriter {
  const out = new Uint8Array(maxBytes);
  let at = 0;
  let held = 0;
  let heldBits = 0;
  const bit = (value: number): void => {
    held = (held << 1) | value;
    if (++heldBits < 8) return;
    if (at >= maxBytes) throw new RangeError('more bits than there is room for');
    out[at++] = held;
    held = 0;
    heldBits = 0;
  };
  return {
    bits(value, width) {
      for (let i = width - 1; i >= 0; i--) bit((value >>> i) & 1);
    },
    unary(zeros) {
      for (let i = 0; i < zeros; i++) bit(0);
      bit(1);
    },
    align() {
      while (heldBits > 0) bit(0);
    },
    bytes: () => out.slice(0, at),
  };
}

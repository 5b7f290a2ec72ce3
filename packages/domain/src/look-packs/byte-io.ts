/** Writes numbers of any length, the smaller the shorter. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #used = 0;

  byte(value: number): void {
    if (this.#used === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#used] = value;
    this.#used += 1;
  }

  /** Whole, from 0 to 2^53 - 1. */
  number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Whole, of either sign. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** 32 hexadecimal digits, whatever stands between them. */
  id(value: string): void {
    const digits = value.replaceAll('-', '');
    for (let at = 0; at < 32; at += 2) this.byte(Number.parseInt(digits.slice(at, at + 2), 16));
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#used);
  }
}

/** Reads what a `ByteWriter` wrote. Every call throws `RangeError` where the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new RangeError('the bytes end too early');
    this.#at += 1;
    return value;
  }

  skip(count: number): void {
    if (this.#at + count > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.#at += count;
  }

  number(): number {
    // Most numbers are this small.
    const first = this.#bytes[this.#at];
    if (first !== undefined && first < 128) {
      this.#at += 1;
      return first;
    }
    let value = 0;
    for (let factor = 1; factor < Number.MAX_SAFE_INTEGER; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError('a number is too long');
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** As 8-4-4-4-12 digits. */
  id(): string {
    let digits = '';
    for (let at = 0; at < 16; at += 1) digits += this.byte().toString(16).padStart(2, '0');
    return [0, 8, 12, 16, 20].map((from, part) => digits.slice(from, [8, 12, 16, 20, 32][part])).join('-');
  }
}

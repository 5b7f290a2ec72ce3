/** Writes the protobuf wire format: fields in the order of the calls, nested messages as bytes. */
export class ProtoWriter {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** Field of type int32, int64 or enum; negative values take ten bytes, as the format wants. */
  int(field: number, value: number | bigint): this {
    return this.#varint(BigInt(field << 3)).#varint(BigInt.asUintN(64, BigInt(value)));
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    return this.#varint(BigInt((field << 3) | 5)).#push(bytes);
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#varint(BigInt((field << 3) | 2)).#varint(BigInt(value.length)).#push(value);
  }

  string(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: ProtoWriter): this {
    return this.bytes(field, value.finish());
  }

  finish(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  #varint(value: bigint): this {
    const bytes: number[] = [];
    let rest = value;
    do {
      const low = Number(rest & 127n);
      rest >>= 7n;
      bytes.push(rest > 0n ? low | 128 : low);
    } while (rest > 0n);
    return this.#push(Uint8Array.from(bytes));
  }

  #push(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }
}

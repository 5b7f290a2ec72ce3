export interface ReadFlacFrame {
  channels: number[][];
  firstSample: number;
  sampleRate: number;
}

/** Reads what the encoder writes, by the format's own rules and none of the encoder's code. */
export function readFlacFrame(frame: Uint8Array): ReadFlacFrame {
  let at = 4;
  let firstSample = frame[at++]!;
  if (firstSample >= 0x80) {
    const length = Math.clz32(~(firstSample << 24));
    firstSample &= (1 << (7 - length)) - 1;
    if (length === 7) firstSample = 0;
    for (let i = 1; i < length; i++) firstSample = firstSample * 64 + (frame[at++]! & 0x3f);
  }
  const count = ((frame[at]! << 8) | frame[at + 1]!) + 1;
  const sampleRate = (frame[at + 2]! << 8) | frame[at + 3]!;
  let bitAt = (at + 5) * 8;
  const bits = (width: number): number => {
    let value = 0;
    for (let i = 0; i < width; i++, bitAt++) value = value * 2 + ((frame[bitAt >> 3]! >> (7 - (bitAt & 7))) & 1);
    return value;
  };
  const signed = (): number => (bits(16) << 16) >> 16;
  const channels = Array.from({ length: (frame[3]! >> 4) + 1 }, () => readSubframe({ bits, signed }, count));
  return { channels, firstSample, sampleRate };
}

function readSubframe(from: { bits: (width: number) => number; signed: () => number }, count: number): number[] {
  const type = from.bits(8) >> 1;
  if (type === 1) return Array.from({ length: count }, from.signed);
  const order = type & 7;
  const out = Array.from({ length: order }, from.signed);
  from.bits(6);
  const rice = from.bits(4);
  while (out.length < count) {
    let high = 0;
    while (from.bits(1) === 0) high++;
    const folded = high * 2 ** rice + from.bits(rice);
    const residual = folded & 1 ? -(folded + 1) / 2 : folded / 2;
    const [a = 0, b = 0] = [out.at(-1), out.at(-2)];
    out.push(residual + (order === 0 ? 0 : order === 1 ? a : 2 * a - b));
  }
  return out;
}

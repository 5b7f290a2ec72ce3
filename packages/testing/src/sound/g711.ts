/** Sound of one byte a sample at 8 kHz, for tests: a tone to say, and what was heard of it. */
export type G711 = 'pcmu' | 'pcma';

const rate = 8_000;

/** The byte of a sample, -1..1. */
function encode(codec: G711, value: number): number {
  let best = 0;
  let nearest = Infinity;
  const table = tables[codec];
  for (let byte = 0; byte < 256; byte += 1) {
    const off = Math.abs(table[byte]! - value);
    if (off < nearest) [best, nearest] = [byte, off];
  }
  return best;
}

/** A sample of a byte by ITU-T G.711, -1..1. */
function decode(codec: G711, byte: number): number {
  const bits = codec === 'pcmu' ? ~byte & 0xff : byte ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = bits & 15;
  if (codec === 'pcmu') {
    const size = (((mantissa << 3) + 0x84) << exponent) - 0x84;
    return (bits & 0x80 ? -size : size) / 32_768;
  }
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return (bits & 0x80 ? size : -size) / 32_768;
}

const tables: Record<G711, number[]> = {
  pcmu: Array.from({ length: 256 }, (_, byte) => decode('pcmu', byte)),
  pcma: Array.from({ length: 256 }, (_, byte) => decode('pcma', byte)),
};

/** A tone of half the full height in packets of 20 ms. */
export function tonePackets(codec: G711, tone: { hz: number; ms: number }): Uint8Array[] {
  const period = Array.from({ length: rate }, (_, index) =>
    encode(codec, 0.5 * Math.sin((2 * Math.PI * tone.hz * index) / rate)),
  );
  return Array.from({ length: tone.ms / 20 }, (_, packet) =>
    Uint8Array.from({ length: 160 }, (_sample, index) => period[(packet * 160 + index) % rate]!),
  );
}

/** How long something was loud, ms by windows of 10 ms, and its frequency by the crossings of zero meanwhile. */
export function loudness(codec: G711, sound: Uint8Array): { loudMs: number; hz: number } {
  let loudMs = 0;
  let rises = 0;
  for (let at = 0; at + 80 <= sound.length; at += 80) {
    const values = Array.from(sound.subarray(at, at + 81), (byte) => tables[codec][byte]!);
    if (Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) < 0.1) continue;
    loudMs += 10;
    for (let index = 1; index < values.length; index += 1)
      if (values[index - 1]! < 0 && values[index]! >= 0) rises += 1;
  }
  return { loudMs, hz: loudMs === 0 ? 0 : (rises * 1000) / loudMs };
}

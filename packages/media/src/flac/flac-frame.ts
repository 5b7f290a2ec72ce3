import { concatBytes } from '../bytes/bytes.ts';
import { createBitWriter, type BitWriter } from './bit-writer.ts';
import { crc16, crc8 } from './crc.ts';

/** Most samples of one frame: what every decoder of the streamable subset takes. */
export const maxFlacSamples = 4096;

export interface FlacBlock {
  /** One array of 16-bit samples per channel (1 or 2), all of one length: 1 to 4096. */
  channels: readonly Int16Array[];
  /** Hz, up to 65535. */
  sampleRate: number;
  /** Number of the first sample since the start of the track. */
  firstSample: number;
}

const sampleBits = 16;
const maxRice = 14;

/** Encodes one block without loss: fixed predictors with Rice codes, plain samples where those would be longer. */
export function encodeFlacFrame(block: FlacBlock): Uint8Array {
  const count = block.channels[0]?.length ?? 0;
  if (count < 1 || count > maxFlacSamples) throw new RangeError(`a FLAC block holds 1 to ${maxFlacSamples} samples`);
  const header = frameHeader(block, count);
  const writer = createBitWriter(block.channels.length * (count * 2 + 2));
  for (const samples of block.channels) writeSubframe(writer, samples);
  writer.align();
  const frame = concatBytes([header, Uint8Array.of(crc8(header)), writer.bytes()]);
  const check = crc16(frame);
  return concatBytes([frame, Uint8Array.of(check >> 8, check & 0xff)]);
}

// Variable block size, size and rate in the header itself, so that a frame can be read without what came before it.
function frameHeader(block: FlacBlock, count: number): Uint8Array {
  const size = count - 1;
  return Uint8Array.from([
    0xff,
    0xf9,
    0x7d,
    ((block.channels.length - 1) << 4) | 0x08,
    ...codedNumber(block.firstSample),
    size >> 8,
    size & 0xff,
    block.sampleRate >> 8,
    block.sampleRate & 0xff,
  ]);
}

// UTF-8 extended to 36 bits.
function codedNumber(value: number): number[] {
  if (value < 0x80) return [value];
  const tail: number[] = [];
  let rest = value;
  let room = 6;
  do {
    tail.unshift(0x80 | (rest % 64));
    rest = Math.floor(rest / 64);
    room--;
  } while (rest >= 2 ** room);
  return [((0xff << (room + 1)) & 0xff) | rest, ...tail];
}

interface Prediction {
  order: number;
  residuals: Int32Array;
  rice: number;
  bits: number;
}

function writeSubframe(writer: BitWriter, samples: Int16Array): void {
  const plainBits = samples.length * sampleBits;
  const best = bestPrediction(samples);
  if (best === null || best.bits >= plainBits) {
    writer.bits(0x02, 8);
    for (const sample of samples) writer.bits(sample & 0xffff, sampleBits);
    return;
  }
  writer.bits((0x08 | best.order) << 1, 8);
  for (let i = 0; i < best.order; i++) writer.bits(samples[i]! & 0xffff, sampleBits);
  // Rice codes with 4-bit parameters, one partition.
  writer.bits(0, 6);
  writer.bits(best.rice, 4);
  for (const residual of best.residuals) {
    const folded = fold(residual);
    writer.unary(folded >>> best.rice);
    writer.bits(folded, best.rice);
  }
}

// Signed to unsigned: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
const fold = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function bestPrediction(samples: Int16Array): Prediction | null {
  let best: Prediction | null = null;
  for (let order = 0; order <= 2 && order < samples.length; order++) {
    const residuals = predict(samples, order);
    let sum = 0;
    for (const residual of residuals) sum += fold(residual);
    const rice = Math.min(maxRice, Math.max(0, Math.floor(Math.log2(Math.max(1, sum / residuals.length)))));
    let bits = order * sampleBits + 10;
    for (const residual of residuals) bits += (fold(residual) >>> rice) + 1 + rice;
    if (best === null || bits < best.bits) best = { order, residuals, rice, bits };
  }
  return best;
}

function predict(samples: Int16Array, order: number): Int32Array {
  const out = new Int32Array(samples.length - order);
  for (let i = order; i < samples.length; i++) {
    const value = samples[i]!;
    if (order === 0) out[i] = value;
    else if (order === 1) out[i - 1] = value - samples[i - 1]!;
    else out[i - 2] = value - 2 * samples[i - 1]! + samples[i - 2]!;
  }
  return out;
}

import { fullBox, u32 } from './box-writer.ts';

/** Collects the sample tables of one track of an ordinary MP4 file. */
export interface SampleTable {
  /** Begins a chunk: samples that lie together in the file, `offset` from the start of the media data. */
  chunk(offset: number, descriptionIndex: number): void;
  sample(sample: { bytes: number; duration: number; compositionOffset: number; key: boolean }): void;
  /** Adds to the duration of the sample added last (not below 1). */
  stretchLast(by: number): void;
  samples(): number;
  duration(): number;
  lowestCompositionOffset(): number;
  /** `stts`, `ctts`, `stss`, `stsc`, `stsz`, `co64`. `mediaAt`: where the media data begins; `shift` is added to all offsets. */
  boxes(layout: { mediaAt: number; shift: number; allKeys: boolean }): Uint8Array[];
}

const plainText = { version: 0, flags: 0 };

/** Makes an empty table. */
export function createSampleTable(): SampleTable {
  const sizes: number[] = [];
  const durations: number[] = [];
  const offsets: number[] = [];
  const keys: number[] = [];
  const chunks: { offset: number; samples: number; description: number }[] = [];
  let total = 0;
  let lowest = 0;
  return {
    chunk(offset, description) {
      chunks.push({ offset, samples: 0, description });
    },
    sample({ bytes, duration, compositionOffset, key }) {
      sizes.push(bytes);
      durations.push(duration);
      offsets.push(compositionOffset);
      if (key) keys.push(sizes.length);
      lowest = Math.min(lowest, compositionOffset);
      total += duration;
      chunks.at(-1)!.samples++;
    },
    stretchLast(by) {
      const last = durations.length - 1;
      if (last < 0) return;
      const change = Math.max(by, 1 - durations[last]!);
      durations[last]! += change;
      total += change;
    },
    samples: () => sizes.length,
    duration: () => total,
    lowestCompositionOffset: () => lowest,
    boxes({ mediaAt, shift, allKeys }) {
      const out = [fullBox('stts', plainText, runs(durations))];
      if (shift !== 0 || offsets.some((offset) => offset !== 0))
        out.push(fullBox('ctts', plainText, runs(offsets.map((offset) => offset + shift))));
      if (!allKeys) out.push(fullBox('stss', plainText, list(keys)));
      out.push(
        fullBox('stsc', plainText, sampleToChunk(chunks)),
        fullBox('stsz', plainText, u32(0), list(sizes)),
        fullBox('co64', plainText, offsets64(chunks, mediaAt)),
      );
      return out;
    },
  };
}

function list(values: readonly number[]): Uint8Array {
  const out = new Uint8Array(4 + values.length * 4);
  const view = new DataView(out.buffer);
  view.setUint32(0, values.length);
  for (let i = 0; i < values.length; i++) view.setUint32(4 + i * 4, values[i]!);
  return out;
}

// Entry count, then (run length, value) pairs.
function runs(values: readonly number[]): Uint8Array {
  const pairs: number[] = [];
  for (const value of values) {
    if (pairs.length > 0 && pairs.at(-1) === value) pairs[pairs.length - 2]!++;
    else pairs.push(1, value);
  }
  const out = list(pairs);
  new DataView(out.buffer).setUint32(0, pairs.length / 2);
  return out;
}

function sampleToChunk(chunks: readonly { samples: number; description: number }[]): Uint8Array {
  const entries: number[] = [];
  let last: { samples: number; description: number } | null = null;
  for (const [index, chunk] of chunks.entries()) {
    if (last?.samples === chunk.samples && last.description === chunk.description) continue;
    entries.push(index + 1, chunk.samples, chunk.description);
    last = chunk;
  }
  const out = list(entries);
  new DataView(out.buffer).setUint32(0, entries.length / 3);
  return out;
}

function offsets64(chunks: readonly { offset: number }[], mediaAt: number): Uint8Array {
  const out = new Uint8Array(4 + chunks.length * 8);
  const view = new DataView(out.buffer);
  view.setUint32(0, chunks.length);
  for (const [index, chunk] of chunks.entries()) {
    const at = mediaAt + chunk.offset;
    view.setUint32(4 + index * 8, Math.floor(at / 2 ** 32));
    view.setUint32(8 + index * 8, at >>> 0);
  }
  return out;
}

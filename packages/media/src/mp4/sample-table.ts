import { findBox, Mp4FormatError, needBox, viewOf } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';

/** One coded sample. Times are in the track's timescale; `offset` and `size` are bytes in the file. */
export interface Mp4Sample {
  offset: number;
  size: number;
  dts: number;
  /** dts + composition offset; the edit list is applied by the track reader. */
  pts: number;
  duration: number;
  key: boolean;
  /** 1 except for raw PCM, where one entry stands for a whole chunk of samples. */
  count: number;
}

/** More samples than this in one track is taken for damage (15 fps for 30 days is 39 million; nobody loops that). */
const maxSamples = 5_000_000;

interface Table {
  view: DataView;
  at: number;
  count: number;
}

function table(bytes: Uint8Array, box: Mp4Box, entryBytes: number): Table {
  const view = viewOf(bytes);
  if (box.end - box.body < 8) throw new Mp4FormatError(`box ${box.type} is too short`);
  const count = view.getUint32(box.body + 4);
  if (count * entryBytes > box.end - box.body - 8)
    throw new Mp4FormatError(`box ${box.type} is shorter than its count`);
  return { view, at: box.body + 8, count };
}

function sampleSizes(bytes: Uint8Array, stbl: Mp4Box): { fixed: number; count: number; at: number } {
  const box = needBox(bytes, stbl, { path: ['stsz'], minBytes: 12 });
  const view = viewOf(bytes);
  const fixed = view.getUint32(box.body + 4);
  const count = view.getUint32(box.body + 8);
  if (fixed === 0 && count * 4 > box.end - box.body - 12) throw new Mp4FormatError('stsz is shorter than its count');
  return { fixed, count, at: box.body + 12 };
}

function chunkOffsets(bytes: Uint8Array, stbl: Mp4Box): number[] {
  const small = findBox(bytes, stbl, ['stco']);
  const large = small ? null : findBox(bytes, stbl, ['co64']);
  const box = small ?? large;
  if (!box) throw new Mp4FormatError('stco and co64 are missing');
  const { view, at, count } = table(bytes, box, small ? 4 : 8);
  return Array.from({ length: count }, (_, index) =>
    small
      ? view.getUint32(at + index * 4)
      : view.getUint32(at + index * 8) * 2 ** 32 + view.getUint32(at + index * 8 + 4),
  );
}

/** Samples per chunk, one number for each chunk. */
function samplesPerChunk(bytes: Uint8Array, stbl: Mp4Box, chunks: number): number[] {
  const { view, at, count } = table(bytes, needBox(bytes, stbl, { path: ['stsc'], minBytes: 8 }), 12);
  const result: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const first = view.getUint32(at + index * 12);
    const next = index + 1 < count ? view.getUint32(at + index * 12 + 12) : chunks + 1;
    if (first !== result.length + 1 || next <= first || next > chunks + 1)
      throw new Mp4FormatError('stsc is not in order');
    const perChunk = view.getUint32(at + index * 12 + 4);
    for (let chunk = first; chunk < next; chunk += 1) result.push(perChunk);
  }
  if (result.length !== chunks) throw new Mp4FormatError('stsc does not cover every chunk');
  return result;
}

/** Reads run-length coded pairs (stts, ctts): the sum of the values of the next `samples` samples. */
function runReader(source: Table | null, signed: boolean): (samples: number) => number {
  let entry = -1;
  let left = 0;
  let value = 0;
  return (samples) => {
    let total = 0;
    let need = samples;
    while (need > 0) {
      while (source && left === 0 && entry + 1 < source.count) {
        entry += 1;
        left = source.view.getUint32(source.at + entry * 8);
        value = signed
          ? source.view.getInt32(source.at + entry * 8 + 4)
          : source.view.getUint32(source.at + entry * 8 + 4);
      }
      // Past the table's end the last value goes on, as other readers do.
      const take = left === 0 ? need : Math.min(left, need);
      total += value * take;
      left = Math.max(0, left - take);
      need -= take;
    }
    return total;
  };
}

function keySamples(bytes: Uint8Array, stbl: Mp4Box): Set<number> | null {
  const box = findBox(bytes, stbl, ['stss']);
  if (!box) return null;
  const { view, at, count } = table(bytes, box, 4);
  return new Set(Array.from({ length: count }, (_, index) => view.getUint32(at + index * 4) - 1));
}

/**
 * Expands a track's sample table. `wholeChunks` keeps one entry per chunk (raw PCM has a "sample" per audio sample).
 * @throws Mp4FormatError when tables contradict each other or point behind the file's end.
 */
export function readSamples(
  bytes: Uint8Array,
  stbl: Mp4Box,
  options: { wholeChunks: boolean; fileBytes: number },
): Mp4Sample[] {
  const sizes = sampleSizes(bytes, stbl);
  if (!options.wholeChunks && sizes.count > maxSamples) throw new Mp4FormatError('too many samples');
  const offsets = chunkOffsets(bytes, stbl);
  const perChunk = samplesPerChunk(bytes, stbl, offsets.length);
  const ctts = findBox(bytes, stbl, ['ctts']);
  const nextDuration = runReader(table(bytes, needBox(bytes, stbl, { path: ['stts'], minBytes: 8 }), 8), false);
  const nextOffset = runReader(ctts ? table(bytes, ctts, 8) : null, true);
  const keys = keySamples(bytes, stbl);
  const view = viewOf(bytes);
  const samples: Mp4Sample[] = [];
  let index = 0;
  let dts = 0;
  for (const [chunk, start] of offsets.entries()) {
    let offset = start;
    const inChunk = Math.min(perChunk[chunk]!, sizes.count - index);
    const step = options.wholeChunks ? inChunk : 1;
    for (let done = 0; done < inChunk; done += step) {
      const size = (sizes.fixed || view.getUint32(sizes.at + index * 4)) * step;
      if (offset + size > options.fileBytes) throw new Mp4FormatError('a sample lies behind the end of the file');
      const duration = nextDuration(step);
      samples.push({
        offset,
        size,
        dts,
        pts: dts + nextOffset(1),
        duration,
        key: keys === null || keys.has(index),
        count: step,
      });
      offset += size;
      dts += duration;
      index += step;
    }
  }
  return samples;
}

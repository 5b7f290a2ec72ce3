import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import { decodeFragmentIndex, encodeFragmentRecord, type FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { repairSegment } from '@sightline/media/repair/repair-segment';
import type { StreamConfig } from '@sightline/media/units/access-unit';
import { concatBytes } from '@sightline/media/bytes/bytes';
import type { Disk } from './disk.ts';
import type { RecordMessage } from './record-messages.ts';
import { DiskAway } from './marked-disk.ts';
import { indexPath, segmentStart } from './segment-path.ts';

export interface RepairOptions {
  volume: string;
  streamId: string;
  disk: Disk;
  /** Under `relaxed` the index may name fragments that were never synced: its last seconds are checked too. */
  syncPolicy: 'fragment' | 'relaxed';
  emit: (message: RecordMessage) => void;
}

// Clocks and rounding: a segment that began this long before the last accounted moment may still be the last one.
const LOOK_BACK_MS = 10 * 60_000;
const RELAXED_DOUBT_MS = 10_000;

/**
 * Paths of a stream's segments that may be unfinished: those the store calls open, and those on disk that are newer than what
 * the store knows (their messages were lost with the process). `openSegments` null = all.
 */
export function segmentsToRepair(options: {
  volume: string;
  streamId: string;
  openSegments: readonly string[] | null;
  accountedUntilUtcMs: number | null;
}): string[] {
  const { volume, streamId, openSegments } = options;
  const since = openSegments === null ? 0 : (options.accountedUntilUtcMs ?? 0) - LOOK_BACK_MS;
  const found = listSegments(volume, streamId, since);
  const known = (openSegments ?? []).filter((path) => path.startsWith(`${streamId}/`));
  return [...new Set([...known, ...found])].toSorted((a, b) => (segmentStart(a) ?? 0) - (segmentStart(b) ?? 0));
}

function listSegments(volume: string, streamId: string, sinceMs: number): string[] {
  const sinceHour = sinceMs <= 0 ? '' : new Date(sinceMs).toISOString().slice(0, 13).replace('T', '/');
  const paths: string[] = [];
  for (const day of directory(join(volume, streamId))) {
    for (const hour of directory(join(volume, streamId, day))) {
      if (`${day}/${hour}` < sinceHour) continue;
      for (const name of directory(join(volume, streamId, day, hour))) {
        if ((segmentStart(name) ?? -1) >= sinceMs) paths.push(`${streamId}/${day}/${hour}/${name}`);
      }
    }
  }
  return paths;
}

function directory(path: string): string[] {
  try {
    return readdirSync(path).toSorted();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/**
 * Repairs one segment in place, says so, and answers its fragments (none when the file was deleted or is missing). Fails with
 * `DiskAway` when the whole disk is missing.
 */
export async function repairSegmentFile(path: string, options: RepairOptions): Promise<FragmentRecord[]> {
  const { volume, streamId, disk, emit } = options;
  const file = join(volume, path);
  const fileBytes = sizeOf(file);
  if (fileBytes === null) {
    if (await disk.isAway()) throw new DiskAway(volume);
    emit({ type: 'segment.removed', streamId, path, reason: 'missing' });
    return [];
  }
  const known = readIndex(join(volume, indexPath(path)));
  const { result, config } = inspect(file, { fileBytes, trustedBytes: trustedBytes(known, options.syncPolicy) });
  if (result.records.length === 0 || config === null) {
    await disk.remove(file);
    if (sizeOf(join(volume, indexPath(path))) !== null) await disk.remove(join(volume, indexPath(path)));
    emit({ type: 'segment.removed', streamId, path, reason: 'empty' });
    return [];
  }
  const records = keepMarks(result.records, known);
  if (result.keepBytes < fileBytes) await cutTo(disk, file, result.keepBytes);
  await writeIndex(disk, join(volume, indexPath(path)), records);
  const last = records.at(-1)!;
  emit({
    type: 'segment.closed',
    streamId,
    path,
    startAtUtcMs: segmentStart(path) ?? Math.round(records[0]!.wallMs),
    endAtUtcMs: Math.round(last.wallMs + last.duration / 90),
    bytes: result.keepBytes,
    videoCodec: config.video.codec,
    codecString: config.video.codecString,
    width: config.video.width,
    height: config.video.height,
    audioCodec: config.audio?.codec ?? null,
    repaired: true,
  });
  return records;
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function readIndex(path: string): FragmentRecord[] {
  return sizeOf(path) === null ? [] : decodeFragmentIndex(readFileSync(path));
}

function trustedBytes(known: FragmentRecord[], policy: 'fragment' | 'relaxed'): number {
  const last = known.at(-1);
  if (last === undefined) return 0;
  const vouched = policy === 'fragment' ? last : known.findLast((record) => record.wallMs < last.wallMs - RELAXED_DOUBT_MS);
  return vouched === undefined ? 0 : vouched.offset + vouched.bytes;
}

function inspect(file: string, sizes: { fileBytes: number; trustedBytes: number }): { result: ReturnType<typeof repairSegment>; config: StreamConfig | null } {
  const handle = openSync(file, 'r');
  try {
    const read = (offset: number, bytes: number): Uint8Array => {
      const buffer = new Uint8Array(Math.min(bytes, Math.max(0, sizes.fileBytes - offset)));
      return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, offset));
    };
    const result = repairSegment(sizes.fileBytes, read, sizes.trustedBytes);
    return { result, config: result.initBytes === 0 ? null : readInitSegment(read(0, result.initBytes)) };
  } finally {
    closeSync(handle);
  }
}

// The boxes do not hold gap and motion marks: they are taken over from the index where it still has them.
function keepMarks(found: FragmentRecord[], known: FragmentRecord[]): FragmentRecord[] {
  const marks = new Map(known.map((record) => [record.offset, record]));
  return found.map((record) => {
    const mark = marks.get(record.offset);
    return mark === undefined ? record : { ...record, gap: mark.gap, hasMotion: mark.hasMotion, motionLevel: mark.motionLevel };
  });
}

async function cutTo(disk: Disk, path: string, bytes: number): Promise<void> {
  const file = await disk.open(path);
  try {
    await disk.truncate(file, bytes);
    await disk.sync(file);
  } finally {
    await disk.close(file);
  }
}

async function writeIndex(disk: Disk, path: string, records: FragmentRecord[]): Promise<void> {
  const bytes = concatBytes(records.map(encodeFragmentRecord));
  if (sizeOf(path) === bytes.length && Buffer.compare(readFileSync(path), bytes) === 0) return;
  const file = sizeOf(path) === null ? await disk.create(path) : await disk.open(path);
  try {
    await disk.write(file, [bytes], 0);
    await disk.truncate(file, bytes.length);
    await disk.sync(file);
  } finally {
    await disk.close(file);
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeFragmentIndex,
  encodeFragmentRecord,
  type FragmentRecord,
} from '@sightline/media/fragment-index/fragment-record';
import { fragmentEndMs, isTornOff } from '@sightline/media/fragment-index/find-fragment';
import type { RepairResult } from '@sightline/media/repair/repair-segment';
import { concatBytes } from '@sightline/media/bytes/bytes';
import type { Disk } from '../footage/disk.ts';
import { inspectSegment } from '../footage/inspect-segment.ts';
import type { RecordMessage } from '../footage/record-messages.ts';
import { DiskAway } from './marked-disk.ts';
import { asidePath, indexPath, segmentStart } from '../footage/segment-path.ts';
import { copyAside, setAside } from './set-aside.ts';
import { correctedUtcMs } from '../../platform/clock.ts';

export interface RepairOptions {
  volume: string;
  streamId: string;
  disk: Disk;
  /** Under `relaxed` the index may name fragments that were never synced: its last seconds are checked too. */
  syncPolicy: 'fragment' | 'relaxed';
  emit: (message: RecordMessage) => void;
}

// Clocks and rounding: a segment that began this long before the last accounted moment may still be the last one.
const lookBackMs = 10 * 60_000;
const relaxedDoubtMs = 10_000;
const longestFileMs = 10 * 60_000;
/** Names are whole milliseconds. */
const nameRoundingMs = 1;

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
  const since = openSegments === null ? 0 : (options.accountedUntilUtcMs ?? 0) - lookBackMs;
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
 * Repairs one segment in place, says so, and answers its fragments. None when it is missing, held nothing, or cannot be read: then
 * it is set aside, never deleted. What is damaged inside stays where it is, without an index; time that is lost becomes a gap.
 * Fails with `DiskAway` when the whole disk is missing.
 */
export async function repairSegmentFile(path: string, options: RepairOptions): Promise<FragmentRecord[]> {
  const { volume, streamId, disk, emit } = options;
  const file = join(volume, path);
  const fileBytes = sizeOf(file);
  if (fileBytes === null) {
    await notifyMissing(path, options);
    return [];
  }
  const known = readIndex(join(volume, indexPath(path)));
  const { result, config } = inspectSegment(file, fileBytes, vouchedFor(known, options.syncPolicy));
  if (result.records.length === 0 || config === null) {
    if (result.keepBytes === 0 && result.isRestBlank && known.length === 0) await removeEmpty(path, options);
    else notifyAside(path, await setAside(path, options), options);
    return [];
  }
  const records = keepMarks(result.records, known);
  if (result.keepBytes < fileBytes) await cutRest(path, { result, known, fileBytes }, options);
  await writeIndex(disk, join(volume, indexPath(path)), records);
  notifyLost(lostSpans(path, result, known), options);
  const last = records.at(-1)!;
  emit({
    type: 'segment.closed',
    streamId,
    path,
    startAtUtcMs: segmentStart(path) ?? Math.round(records[0]!.wallMs),
    endAtUtcMs: Math.round(fragmentEndMs(last)),
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

/** Whether footage is lost before a fragment that repair found: at the beginning of the file, or behind the fragment before. */
export function isLostBefore(records: readonly FragmentRecord[], index: number, path: string): boolean {
  const record = records[index]!;
  if (index > 0) return isTornOff(records[index - 1]!, record);
  return record.wallMs - (segmentStart(path) ?? record.wallMs) > nameRoundingMs;
}

async function notifyMissing(path: string, options: RepairOptions): Promise<void> {
  const { volume, streamId, disk, emit } = options;
  if (await disk.isAway()) throw new DiskAway(volume);
  const aside = asidePath(streamId, segmentStart(path) ?? 0);
  // Set aside by a repair that nobody heard of any more.
  if (sizeOf(join(volume, aside)) !== null) notifyAside(path, aside, options);
  else emit({ type: 'segment.removed', streamId, path, reason: 'missing' });
}

async function removeEmpty(path: string, { volume, streamId, disk, emit }: RepairOptions): Promise<void> {
  await disk.remove(join(volume, path));
  if (sizeOf(join(volume, indexPath(path))) !== null) await disk.remove(join(volume, indexPath(path)));
  emit({ type: 'segment.removed', streamId, path, reason: 'empty' });
}

function notifyAside(path: string, aside: string, options: RepairOptions): void {
  const { volume, streamId, emit } = options;
  const startMs = segmentStart(path);
  const last = readIndex(join(volume, indexPath(aside))).at(-1);
  const endMs = last === undefined ? correctedUtcMs(statSync(join(volume, aside)).mtimeMs) : fragmentEndMs(last);
  if (startMs !== null) notifyLost([{ startMs, endMs }], options);
  emit({ type: 'footage.setAside', streamId, path: aside });
  emit({ type: 'segment.removed', streamId, path, reason: 'damaged' });
}

/** Cuts off what is behind the last whole fragment, having put it aside when it once was footage. */
async function cutRest(
  path: string,
  of: { result: RepairResult; known: FragmentRecord[]; fileBytes: number },
  options: RepairOptions,
): Promise<void> {
  const { volume, streamId, disk, emit } = options;
  const { result, known, fileBytes } = of;
  const { keepBytes, initBytes, isRestBlank } = result;
  const file = join(volume, path);
  const lost = known.find((record) => record.offset + record.bytes > keepBytes);
  if (lost !== undefined && !isRestBlank) {
    const ranges = [
      { from: 0, to: initBytes },
      { from: keepBytes, to: fileBytes },
    ];
    emit({
      type: 'footage.setAside',
      streamId,
      path: await copyAside({ file, startAtUtcMs: lost.wallMs, ranges }, options),
    });
  }
  await cutTo(disk, file, keepBytes);
}

interface Span {
  startMs: number;
  endMs: number;
}

/** Time of the file that no fragment of it shows, and at its end what the index knew of. */
function lostSpans(path: string, { initBytes, records }: RepairResult, known: FragmentRecord[]): Span[] {
  const spans: Span[] = [];
  let [bytes, endMs] = [initBytes, segmentStart(path) ?? records[0]!.wallMs];
  for (const record of records) {
    if (record.offset !== bytes) spans.push({ startMs: endMs, endMs: record.wallMs });
    [bytes, endMs] = [record.offset + record.bytes, fragmentEndMs(record)];
  }
  const last = known.at(-1);
  if (last !== undefined && last.offset + last.bytes > bytes)
    spans.push({ startMs: endMs, endMs: fragmentEndMs(last) });
  return spans;
}

function notifyLost(spans: readonly Span[], { streamId, emit }: RepairOptions): void {
  for (const span of spans) {
    const [startAtUtcMs, endAtUtcMs] = [Math.round(span.startMs), Math.round(span.endMs)];
    // What a damaged index or a file that was copied says of its time may be anything.
    if (endAtUtcMs <= startAtUtcMs || endAtUtcMs - startAtUtcMs > longestFileMs) continue;
    emit({ type: 'gap', streamId, startAtUtcMs, endAtUtcMs, cause: 'footage_damaged', open: false });
  }
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function readIndex(path: string): FragmentRecord[] {
  return sizeOf(path) === null ? [] : decodeFragmentIndex(readFileSync(path));
}

function vouchedFor(known: FragmentRecord[], policy: 'fragment' | 'relaxed'): FragmentRecord[] {
  const last = known.at(-1);
  return policy === 'fragment' || last === undefined
    ? known
    : known.filter((record) => record.wallMs < last.wallMs - relaxedDoubtMs);
}

// The boxes do not hold gap and motion marks: they are taken over from the index where it still has them.
function keepMarks(found: FragmentRecord[], known: FragmentRecord[]): FragmentRecord[] {
  const marks = new Map(known.map((record) => [record.offset, record]));
  return found.map((record) => {
    const mark = marks.get(record.offset);
    return mark === undefined
      ? record
      : { ...record, gap: mark.gap, hasMotion: mark.hasMotion, motionLevel: mark.motionLevel };
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

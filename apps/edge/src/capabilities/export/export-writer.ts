import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '@sightline/contracts/shared/errors';
import { planProgressiveFile } from '@sightline/media/fmp4/progressive-plan';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import type { SegmentCache } from '../footage/segment-cache.ts';
import type { SegmentReader } from '../footage/segment-reader.ts';
import type { ExportPart, ExportPlan } from './export-plan.ts';
import type { FragmentHead } from './fragment-heads.ts';
import { readFragmentHead } from './fragment-heads.ts';
import type { OpenSound } from './export-sound.ts';
import { SoundSpool } from './sound-spool.ts';

export interface WrittenExport {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface WriteExport {
  plan: ExportPlan;
  segments: SegmentCache;
  file: string;
  /** Makes sound that players understand of G.711. */
  openSound: OpenSound;
  signal: AbortSignal;
  /** 0..1 */
  onProgress: (share: number) => void;
}

/** Reading the tables is this share of the work. */
const planningShare = 0.1;

/**
 * Writes an ordinary MP4 file of the planned footage without touching its pictures. Fails with `export_cancelled`,
 * `footage_expired` when retention was faster, or `footage_damaged`.
 */
export async function writeExport(options: WriteExport): Promise<WrittenExport> {
  const spool = new SoundSpool(`${options.file}.sound`, options.openSound);
  try {
    return await writeWithSound(options, spool);
  } finally {
    await spool.close();
  }
}

async function writeWithSound(options: WriteExport, spool: SoundSpool): Promise<WrittenExport> {
  const heads = await readHeads(options, spool);
  const { head, totalBytes } = planProgressiveFile(heads.flat(), {
    startMs: options.plan.leadInMs,
    durationMs: options.plan.durationMs,
  });
  const hash = createHash('sha256');
  const target = await open(options.file, 'w');
  try {
    let written = 0;
    const write = async (bytes: Uint8Array): Promise<void> => {
      if (options.signal.aborted) throw new AppError('export_cancelled');
      hash.update(bytes);
      await writeAll(target, bytes);
      written += bytes.length;
      options.onProgress(planningShare + (1 - planningShare) * (written / totalBytes));
    };
    await write(head);
    for (const [index, part] of options.plan.parts.entries())
      await copyPart(options, { part, heads: heads[index]!, spool, write });
    return { bytes: written, sha256: hash.digest('hex') };
  } finally {
    await target.close();
  }
}

async function readHeads(options: WriteExport, spool: SoundSpool): Promise<FragmentHead[][]> {
  const { parts } = options.plan;
  const heads: FragmentHead[][] = [];
  for (const part of parts) {
    if (options.signal.aborted) throw new AppError('export_cancelled');
    heads.push(
      await withReader(options.segments, part, (reader) =>
        headsOf(reader, { part, spool, isLastPart: part === parts.at(-1) }),
      ),
    );
    options.onProgress((planningShare * heads.length) / parts.length);
  }
  return heads;
}

async function headsOf(
  reader: SegmentReader,
  of: { part: ExportPart; spool: SoundSpool; isLastPart: boolean },
): Promise<FragmentHead[]> {
  const config = readInitSegment(await reader.init());
  if (config === null) throw new AppError('footage_damaged');
  const heads: FragmentHead[] = [];
  for (const record of of.part.records) {
    const head = await readFragmentHead(reader, record, config);
    heads.push(await of.spool.convert(reader, head, of.isLastPart && record === of.part.records.at(-1)));
  }
  return heads;
}

async function copyPart(
  options: WriteExport,
  copy: { part: ExportPart; heads: FragmentHead[]; spool: SoundSpool; write: (bytes: Uint8Array) => Promise<void> },
): Promise<void> {
  await withReader(options.segments, copy.part, async (reader) => {
    for (const head of copy.heads) {
      const recorded = head.payloadBytes - (head.sound?.bytes ?? 0);
      const bytes = await reader.readRange(head.payloadAt, recorded);
      if (bytes.length !== recorded) throw new AppError('footage_damaged');
      await copy.write(bytes);
      if (head.sound && head.sound.bytes > 0) await copy.write(await copy.spool.read(head.sound));
    }
  });
}

async function withReader<T>(
  segments: SegmentCache,
  part: ExportPart,
  use: (reader: SegmentReader) => Promise<T>,
): Promise<T> {
  const reader = await segments.acquire(part.segment).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('footage_expired', {}, { cause });
  });
  try {
    return await use(reader);
  } finally {
    await reader.release();
  }
}

async function writeAll(target: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await target.write(bytes, at, bytes.length - at)).bytesWritten;
}

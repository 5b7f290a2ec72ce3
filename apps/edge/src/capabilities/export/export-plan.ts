import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { fragmentEndMs } from '@sightline/media/fragment-index/find-fragment';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { clipIntervals, mergeIntervals, type Interval } from '@sightline/media/timeline/intervals';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import type { FootageSource } from '../footage/footage-source.ts';
import type { FootageRange } from '../footage/footage-walk.ts';
import { walkFootage } from '../footage/footage-walk.ts';

/** Fragments of one file, in order. */
export interface ExportPart {
  segment: SegmentRow;
  records: readonly FragmentRecord[];
}

export interface ExportPlan {
  parts: ExportPart[];
  gaps: { fromUtcMs: number; toUtcMs: number; cause: ErrorCode; open: boolean }[];
  /** Of what is recorded: nobody knows yet, or ever, whether the clock by which it is filed was right. */
  uncertain: { fromUtcMs: number; toUtcMs: number }[];
  /** Lead-in before the asked start that decoding needs and playing hides, ms. */
  leadInMs: number;
  /** Length when played: what is recorded between start and end, ms. */
  durationMs: number;
}

/** Files that touch within this are one recording. */
const seamMs = 400;

/** Finds what of a range is recorded. Fails with `no_footage` when nothing is, `codec_unsupported` when the codec changes inside. */
export async function planExport(source: FootageSource, range: FootageRange): Promise<ExportPlan> {
  const plan: ExportPlan = { parts: [], gaps: [], uncertain: [], leadInMs: 0, durationMs: 0 };
  const ofUnknownTime: Interval[] = [];
  for await (const step of walkFootage(source, range)) {
    if (step.type === 'gap')
      plan.gaps.push({ fromUtcMs: step.fromUtcMs, toUtcMs: step.toUtcMs, cause: step.cause, open: false });
    else {
      plan.parts.push({ segment: step.segment, records: step.records });
      if (step.segment.isUncertain === 1)
        ofUnknownTime.push({ startMs: step.records[0]!.wallMs, endMs: fragmentEndMs(step.records.at(-1)!) });
      plan.durationMs += recordedWithin(step.records, range);
    }
  }
  const first = plan.parts[0]?.records[0];
  if (first === undefined || plan.durationMs <= 0) throw new AppError('no_footage');
  // One track cannot change its codec in any player we know; the parts before and after can be exported.
  const codecs = new Set(plan.parts.map((part) => part.segment.videoCodec));
  if (codecs.size > 1)
    throw new AppError('codec_unsupported', { reason: 'codecChange', atUtcMs: codecChangeAt(plan.parts) });
  const uncertain = clipIntervals(mergeIntervals(ofUnknownTime, seamMs), {
    startMs: range.fromUtcMs,
    endMs: range.toUtcMs,
  });
  plan.uncertain = uncertain.map(({ startMs, endMs }) => ({ fromUtcMs: startMs, toUtcMs: endMs }));
  plan.leadInMs = Math.max(0, range.fromUtcMs - first.wallMs);
  return plan;
}

/** Sound that is converted waits beside the file; without loss it is as large as this, in bytes a second. */
const soundBytesPerS = 16_000;

/** What an export takes of the disk while it is made, at most, in bytes: `isHidden` when its pictures are made anew first. */
export function neededBytes({ parts, durationMs }: ExportPlan, isHidden: boolean): number {
  const recorded = parts.reduce((sum, { records }) => records.reduce((bytes, record) => bytes + record.bytes, sum), 0);
  const isConverted = parts.some(({ segment }) => segment.audioCodec === 'pcmu' || segment.audioCodec === 'pcma');
  return Math.ceil(recorded * (isHidden ? 2 : 1) * 1.05 + (isConverted ? (durationMs / 1000) * soundBytesPerS : 0));
}

function codecChangeAt(parts: readonly ExportPart[]): number {
  return parts.find((part) => part.segment.videoCodec !== parts[0]!.segment.videoCodec)!.segment.startUtcMs;
}

function recordedWithin(records: readonly FragmentRecord[], range: FootageRange): number {
  let total = 0;
  for (const record of records)
    total += Math.max(0, Math.min(fragmentEndMs(record), range.toUtcMs) - Math.max(record.wallMs, range.fromUtcMs));
  return total;
}

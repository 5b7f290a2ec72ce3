import type { FragmentRecord } from './fragment-record.ts';

/** End of a fragment's footage, UTC ms. */
export function fragmentEndMs(record: FragmentRecord): number {
  return record.wallMs + record.duration / 90;
}

/** Whether something between two neighbours of an index was damaged: they do not lie next to each other in the file. */
export function isTornOff(before: FragmentRecord, record: FragmentRecord): boolean {
  return record.offset !== before.offset + before.bytes;
}

/**
 * The fragments to read so that the picture at `atMs` can be shown: from the last fragment that starts with a keyframe at or
 * before it, up to the one that holds it. Null when the segment has no footage at that moment.
 */
export function fragmentsForInstant(
  records: readonly FragmentRecord[],
  atMs: number,
): { from: number; to: number } | null {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (records[middle]!.wallMs <= atMs) low = middle + 1;
    else high = middle;
  }
  const to = low - 1;
  if (to < 0 || atMs >= fragmentEndMs(records[to]!)) return null;
  let from = to;
  while (from > 0 && !records[from]!.startsWithKey) from--;
  return records[from]!.startsWithKey ? { from, to } : null;
}

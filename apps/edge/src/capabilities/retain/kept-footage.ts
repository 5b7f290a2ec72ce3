import { statfs } from 'node:fs/promises';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { FootageLosses } from './footage-losses.ts';
import type { RetainedSegment } from './plan-retention.ts';

/** What is kept for alerts may take this share of the disk: a rule that alerts all day must not end the recording of the rest. */
const mostShare = 0.1;
const oldestPerPass = 1_000;

/** Files that are kept for alerts, the oldest of them: they make room when nothing else is left. */
export const keptFootage = ({ protectedSpans }: EdgeStores, nowUtcMs: number): RetainedSegment[] =>
  protectedSpans
    .oldestKept(Math.round(nowUtcMs), oldestPerPass)
    .map((file) => ({ ...file, isProtected: false, isKept: true, isSmart: true }));

/** Tells files that alerts keep them. Where they take too much of the disk the oldest of them are let go, and that is told. */
export async function keepFootage(
  { stores, volume }: { stores: EdgeStores; volume: string },
  losses: Pick<FootageLosses, 'giveUp'>,
  nowUtcMs: number,
): Promise<void> {
  const { protectedSpans } = stores;
  const now = Math.round(nowUtcMs);
  protectedSpans.apply(now);
  const { blocks, bsize } = await statfs(volume);
  let tooMuch = protectedSpans.keptBytes(now) - mostShare * blocks * bsize;
  if (tooMuch <= 0) return;
  const oldest = protectedSpans.oldestKept(now, oldestPerPass).filter(({ bytes }) => {
    const goes = tooMuch > 0;
    tooMuch -= bytes;
    return goes;
  });
  protectedSpans.release(oldest.map(({ path }) => path));
  losses.giveUp(oldest);
}

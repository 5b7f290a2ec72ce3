import { eventsCalls } from '@sightline/contracts/events/events.api';
import { useQueries } from '@tanstack/react-query';
import { callQuery } from '../../../platform/api/client.ts';
import { movedMs, type MotionBlock } from './motion-blocks.ts';

const minLevel = 20;
const most = 1000;

export interface BlockMotion {
  key: string;
  /** Milliseconds that something moved; null while the core has not answered. */
  movedMs: number | null;
  peakLevel: number;
}

/** How much moved in each block, as the core's motion index knows it. */
export const useBlockMotion = (blocks: readonly MotionBlock[], wish: { cameraId: string; fromUtcMs: number; toUtcMs: number }) => {
  const { cameraId, ...range } = wish;
  const results = useQueries({
    queries: blocks.map(({ cells }) => ({
      ...callQuery(eventsCalls.motion, { params: { id: cameraId }, query: { ...range, cells, minLevel, limit: most } }),
      retry: false,
    })),
  });
  const items = blocks.map(({ key }, index): BlockMotion => {
    const runs = results[index]?.data?.items;
    return { key, movedMs: runs === undefined ? null : movedMs(runs), peakLevel: Math.max(0, ...(runs ?? []).map((run) => run.peakLevel)) };
  });
  return { items, failure: results.find(({ error }) => error !== null)?.error ?? null };
};

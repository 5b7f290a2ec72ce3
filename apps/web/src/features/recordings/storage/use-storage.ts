import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { siteDays } from '@sightline/domain/time/site-days';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { useMadeFor } from '../use-made-for.ts';
import type { TimelineView } from '../timeline/timeline-view.ts';
import { createFlattener, openFlattenWorker } from './flattener.ts';
import { cacheIdOf, createStorageLoader, type DaySpan } from './storage-loader.ts';
import type { StoragePiece } from './storage-pieces.ts';

interface StorageRequest {
  edgeId: string;
  cameraId: string;
  timeZone: string;
  view: TimelineView;
  nowMs: number;
}

const loader = createStorageLoader(
  async (body, signal) => (await call(recordingsCalls.storage, { body }, { signal })).items,
);
const flattener = createFlattener(openFlattenWorker);
const nothing: readonly StoragePiece[] = [];
/** A wider view has no room for tiers of single minutes. */
const maxDays = 62;
const todayStaleMs = 60_000;
const pastStaleMs = 30 * 60_000;

function daysOf({ timeZone, view, nowMs }: StorageRequest): DaySpan[] {
  const { days, endUtcMs } = siteDays(timeZone, Math.max(0, view.fromMs), Math.min(view.toMs, nowMs + 1));
  if (days.length > maxDays) return [];
  return days.map(({ startUtcMs }, index) => ({ base: startUtcMs, endUtcMs: days[index + 1]?.startUtcMs ?? endUtcMs }));
}

/** What is kept within a view, by tier. Days are cached by their own id, so that panning asks only for new ones. */
export function useStorage(request: StorageRequest): readonly StoragePiece[] {
  const { edgeId, cameraId, nowMs } = request;
  const days = daysOf(request);
  // While a view is dragged its days mostly stay the same ones.
  const name = days.map(({ base, endUtcMs }) => `${String(base)} ${String(endUtcMs > nowMs)}`).join();
  const queries = useMadeFor(`${edgeId} ${cameraId} ${name}`, () =>
    days.map((day) => ({
      queryKey: ['recordings.storage', cacheIdOf({ edgeId, cameraId }, day.base)],
      queryFn: () => loader.load({ edgeId, cameraId }, day),
      staleTime: day.endUtcMs > nowMs ? todayStaleMs : pastStaleMs,
      refetchInterval: day.endUtcMs > nowMs ? todayStaleMs : (false as const),
    })),
  );
  const results = useQueries({ queries });
  const loaded = results.flatMap(({ data, dataUpdatedAt }) => (data ? [{ data, dataUpdatedAt }] : []));
  const flat = useQuery({
    queryKey: [
      'recordings.storage.flat',
      ...loaded.map(({ data, dataUpdatedAt }) => `${data.cacheId}@${String(dataUpdatedAt)}`),
    ],
    queryFn: () => flattener.flatten(loaded.map(({ data }) => data)),
    enabled: loaded.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return flat.data ?? nothing;
}

import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { statfs } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { readStorageDays } from '../record/read-storage.ts';
import { forecastStorage, type StorageUse } from './storage-forecast.ts';
import type { CamerasStore, StreamRow } from '../../platform/store/cameras-store.ts';
import type { GapsStore } from '../../platform/store/gaps-store.ts';
import type { SegmentsStore } from '../../platform/store/segments-store.ts';
import type { CommandHandlers } from '../../platform/link/command-handlers.ts';
import { floorBytesOf } from '../../platform/footage-floor.ts';
import { footageRows } from '../play/footage-commands.ts';

export interface StorageDeps {
  cameras: CamerasStore;
  segments: SegmentsStore;
  gaps: GapsStore;
  volume: string;
  /** The owner's floor of days; not told when left out. */
  leastDays?: () => number;
  /** Whether its disk is mounted; it is unless said. */
  isHere?: () => Promise<boolean>;
  nowUtcMs: () => number;
}

const dayMs = 86_400_000;
/** What is written is measured over so many days. */
const measuredDays = 7;

/** Answers `recordings.storage`. */
export async function storageCommand(
  deps: StorageDeps,
  { cameraId, dayStarts }: EdgeCommandInput<'recordings.storage'>,
): Promise<EdgeCommandOutput<'recordings.storage'>> {
  const stream = deps.cameras.footageOf(cameraId, 'main');
  if (stream === null) throw new AppError('not_found');
  const nowUtcMs = Math.round(deps.nowUtcMs());
  const hasSmartTier = stream.smartRetentionDays !== null;
  const days = readStorageDays(footageRows(deps), { streamId: stream.id, dayStarts, nowUtcMs, hasSmartTier });
  const overview = await overviewCommand(deps);
  const forecast = overview.cameras.find((one) => one.cameraId === cameraId);
  if (forecast === undefined) throw new AppError('not_found');
  return { days, forecast };
}

/** Rows of months are not summed up again for every day that somebody looks at. */
const overviewMs = 20_000;
const overviews = new WeakMap<
  SegmentsStore,
  { atUtcMs: number; answer: Promise<EdgeCommandOutput<'storage.overview'>> }
>();

/** Answers `storage.overview`: cameras that are wanted, and those whose footage is still there. At most so old as `overviewMs`. */
export async function overviewCommand(deps: StorageDeps): Promise<EdgeCommandOutput<'storage.overview'>> {
  const overview = await knownOverview(deps);
  // What people set is told as it is now.
  return deps.leastDays === undefined ? overview : { ...overview, leastDays: deps.leastDays() };
}

function knownOverview(deps: StorageDeps): Promise<EdgeCommandOutput<'storage.overview'>> {
  const known = overviews.get(deps.segments);
  const atUtcMs = deps.nowUtcMs();
  if (known !== undefined && Math.abs(atUtcMs - known.atUtcMs) < overviewMs) return known.answer;
  const answer = readOverview(deps);
  overviews.set(deps.segments, { atUtcMs, answer });
  answer.catch(() => overviews.delete(deps.segments));
  return answer;
}

async function readOverview(deps: StorageDeps): Promise<EdgeCommandOutput<'storage.overview'>> {
  const nowUtcMs = Math.round(deps.nowUtcMs());
  // The bare folder would tell the room of another disk.
  if ((await deps.isHere?.()) === false) throw new AppError('footage_disk_away');
  const { bavail, bsize } = await statfs(deps.volume);
  const disk = {
    freeBytes: bavail * bsize,
    floorBytes: Math.round(floorBytesOf(deps.volume)),
  };
  const uses: StorageUse[] = [];
  for (const [cameraId, streams] of Map.groupBy(deps.cameras.streams(), (stream) => stream.cameraId)) {
    uses.push(useOf(deps, { cameraId, streams, nowUtcMs }));
    // A month of a camera has tens of thousands of rows: recording is heard in between.
    await turn();
  }
  return { ...disk, cameras: forecastStorage(uses, disk) };
}

function useOf(
  deps: StorageDeps,
  { cameraId, streams, nowUtcMs }: { cameraId: string; streams: readonly StreamRow[]; nowUtcMs: number },
): StorageUse {
  const [{ retentionDays, smartRetentionDays, retentionBytes }] = streams.toSorted(
    (a, b) => (b.removedAtUtcMs ?? 9e15) - (a.removedAtUtcMs ?? 9e15),
  ) as [StreamRow];
  // Nothing of the regular days was deleted for its age.
  const sinceUtcMs = nowUtcMs - Math.min(measuredDays, retentionDays) * dayMs;
  const sums = streams.map((stream) => ({
    ...deps.segments.bytesOf(stream.id, sinceUtcMs),
    oldestUtcMs: deps.segments.oldestStart(stream.id),
  }));
  const recentFrom = Math.min(nowUtcMs, ...sums.flatMap((sum) => sum.recentFromUtcMs ?? []));
  const oldest = sums.flatMap((sum) => sum.oldestUtcMs ?? []);
  const total = (of: (sum: (typeof sums)[number]) => number): number => sums.reduce((all, sum) => all + of(sum), 0);
  return {
    cameraId,
    heldBytes: total((sum) => sum.heldBytes),
    smartBytes: smartRetentionDays === null ? 0 : total((sum) => sum.smartBytes),
    oldestUtcMs: oldest.length > 0 ? Math.min(...oldest) : null,
    recentBytes: total((sum) => sum.recentBytes),
    recentMs: nowUtcMs - recentFrom,
    retentionDays,
    smartRetentionDays,
    retentionBytes,
  };
}

/** Answers how much is kept and for how long there is room. */
export const storageHandlers = (deps: StorageDeps): CommandHandlers<'recordings.storage' | 'storage.overview'> => ({
  'recordings.storage': (input) => storageCommand(deps, input),
  'storage.overview': () => overviewCommand(deps),
});

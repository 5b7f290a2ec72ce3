import { packCells } from '@sightline/media/motion-index/motion-cells';
import { countedCells } from '../motion/motion-mask.ts';
import { assessTiers } from './smart-tier.ts';
import type { PartState } from '../report/camera-parts.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

/** Motion is written within seconds, and who is there is known to be within some more. */
const settleMs = 60_000;
/** Sixteen hours of one stream; the rest of a longer past follows with the next passes. */
const filesPerPass = 1_000;

/** Finds out in which files something happened, for cameras that keep those longer; answers how that goes for each that is wanted. */
export async function assessFootage({
  stores,
  volume,
  nowUtcMs,
}: {
  stores: EdgeStores;
  volume: string;
  nowUtcMs: number;
}): Promise<Map<string, PartState>> {
  const streams = stores.cameras.streams().filter((stream) => stream.smartRetentionDays !== null);
  const states = new Map<string, PartState>();
  if (streams.length === 0) return states;
  const areas = new Map(stores.cameras.list().map((camera) => [camera.id, camera.analysis]));
  for (const { id, cameraId } of streams) {
    const area = areas.get(cameraId);
    if (area !== undefined)
      states.set(
        cameraId,
        area.isOn ? { state: 'online', cause: null } : { state: 'offline', cause: 'smart_storage_blind' },
      );
    const files = stores.segments
      .oldestOfTier(id, null, { limit: filesPerPass })
      .map((row) => ({ path: row.path, startUtcMs: row.startUtcMs, endUtcMs: row.endUtcMs ?? row.knownEndUtcMs }))
      .filter((file) => file.endUtcMs <= nowUtcMs - settleMs);
    const [first] = files;
    if (first === undefined) continue;
    const cells = area === undefined ? null : countedCells(area);
    const endUtcMs = Math.max(...files.map((file) => file.endUtcMs));
    const open = stores.openEvents
      .ofCamera(cameraId)
      .map(({ report }) => ({ fromUtcMs: report.startedAtUtcMs, toUtcMs: nowUtcMs }));
    const events = [...stores.eventSpans.overlapping(cameraId, first.startUtcMs, endUtcMs), ...open];
    const tiers = await assessTiers({
      volume,
      cameraId,
      files,
      cells: cells === null ? null : packCells(cells, 1),
      events,
    });
    stores.store.transaction(() => {
      for (const [path, isSmart] of tiers) stores.segments.setTier(path, isSmart);
    })();
  }
  return states;
}

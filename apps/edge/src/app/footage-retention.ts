import { statfsSync } from 'node:fs';
import type { RetainedSegment, RetentionPolicy } from '../capabilities/retain/plan-retention.ts';
import { Retention } from '../capabilities/retain/retention.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { EdgeStores } from './edge-stores.ts';

const GIB = 1024 ** 3;

/** A twentieth of the disk stays free, at least 1 and at most 20 GiB: the store, exports and the system need room as well. */
function floorBytesOf(volume: string): number {
  const { blocks, bsize } = statfsSync(volume);
  return Math.min(Math.max((blocks * bsize) / 20, GIB), 20 * GIB);
}

/** Deletes what is over its days or room, from the footage and from the store. */
export function startFootageRetention(parts: { stores: EdgeStores; volume: string; clock: Clock; log: Log }): Retention {
  const { stores, volume, clock, log } = parts;
  const segments = (): RetainedSegment[] => {
    const cameras = new Map(stores.cameras.streams().map((stream) => [stream.id, stream.cameraId]));
    return stores.segments.closed().map((row) => ({
      path: row.path,
      // Footage of a camera that was deleted has no policy: only the floor takes it.
      cameraId: cameras.get(row.streamId) ?? '',
      startUtcMs: row.startUtcMs,
      endUtcMs: row.endUtcMs ?? row.knownEndUtcMs,
      bytes: row.bytes,
      isProtected: row.isProtected === 1,
    }));
  };
  const policies = (): Map<string, RetentionPolicy> => new Map(stores.cameras.list().map((camera) => [camera.id, camera]));
  const retention = new Retention({
    volume,
    segments,
    policies,
    nowUtcMs: () => clock.nowUtcMs(),
    floorBytes: floorBytesOf(volume),
    removed: (step) => stores.segments.remove(step.path),
    failed: (path, error) => log.error({ path, detail: String(error) }, 'footage could not be deleted'),
  });
  retention.start();
  return retention;
}

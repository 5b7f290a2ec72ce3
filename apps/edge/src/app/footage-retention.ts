import { statfsSync } from 'node:fs';
import type { RetainedSegment, RetentionPolicy } from '../capabilities/retain/plan-retention.ts';
import type { MotionOwner } from '../capabilities/retain/motion-retention.ts';
import { keptMotion, pruneMotion } from '../capabilities/retain/motion-retention.ts';
import { Retention } from '../capabilities/retain/retention.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { EdgeStores } from './edge-stores.ts';

const GIB = 1024 ** 3;

/**
 * A twentieth of the disk stays free, at least 1 GiB (or a quarter of a small disk) and at most 20: the store, exports and the
 * system need room as well.
 */
function floorBytesOf(volume: string): number {
  const { blocks, bsize } = statfsSync(volume);
  const total = blocks * bsize;
  return Math.min(Math.max(total / 20, Math.min(GIB, total / 4)), 20 * GIB);
}

/** Rows of the ledger are looked through this often; they are small, so nothing hurries. */
const pruneMs = 3_600_000;
const dayMs = 86_400_000;

/** Files of one stream that one pass looks at: a month of 64 cameras has millions of rows, yet only the oldest can go. */
const oldestPerPass = 500;

/** The oldest files of each stream; what a camera holds altogether is summed up by the store. */
function retainedSegments(stores: EdgeStores): RetainedSegment[] {
  return stores.cameras.streams().flatMap((stream) =>
    stores.segments.oldestClosed(stream.id, oldestPerPass).map((row) => ({
      path: row.path,
      cameraId: stream.cameraId,
      startUtcMs: row.startUtcMs,
      endUtcMs: row.endUtcMs ?? row.knownEndUtcMs,
      bytes: row.bytes,
      isProtected: row.isProtected === 1,
    })),
  );
}

function policiesOf(stores: EdgeStores): Map<string, RetentionPolicy> {
  const policies = new Map<string, RetentionPolicy & { heldBytes: number }>();
  for (const { id, cameraId, retentionDays, retentionBytes } of stores.cameras.streams()) {
    // Without a limit in bytes nobody asks for the sum.
    const held = retentionBytes === null ? 0 : stores.segments.closedBytes(id);
    policies.set(cameraId, { retentionDays, retentionBytes, heldBytes: (policies.get(cameraId)?.heldBytes ?? 0) + held });
  }
  return policies;
}

/** Forgets gaps from before any kept footage, and streams of deleted cameras whose last footage is gone. */
export function pruneLedger(stores: EdgeStores, nowUtcMs: number): void {
  for (const stream of stores.cameras.streams()) {
    const oldest = stores.segments.oldestStart(stream.id);
    stores.gaps.removeBefore(stream.id, Math.min(oldest ?? nowUtcMs, nowUtcMs - stream.retentionDays * dayMs));
    if (oldest === null) stores.cameras.forgetStream(stream.id);
  }
}

const motionOwners = (stores: EdgeStores): MotionOwner[] =>
  stores.cameras.streams().map(({ id, cameraId, retentionDays }) => ({ cameraId, retentionDays, oldestUtcMs: stores.segments.oldestStart(id) }));

/**
 * The wall clock, but never ahead of the time that really passed since the start: a clock that jumps into the future, as one
 * with an empty battery does, must not make all footage look too old.
 */
export function steadyUtcMs(clock: Clock): () => number {
  const ahead = clock.nowUtcMs() - clock.monotonicMs();
  return () => Math.min(clock.nowUtcMs(), clock.monotonicMs() + ahead);
}

/** Deletes what is over its days or room, from the footage and from the store. A deleted camera keeps its last policy. */
export function startFootageRetention(parts: { stores: EdgeStores; volume: string; clock: Clock; log: Log }): { stop: () => Promise<void> } {
  const { stores, volume, clock, log } = parts;
  const nowUtcMs = steadyUtcMs(clock);
  const retention = new Retention({
    volume,
    segments: () => retainedSegments(stores),
    policies: () => policiesOf(stores),
    nowUtcMs,
    floorBytes: floorBytesOf(volume),
    removed: (step) => stores.segments.remove(step.path),
    failed: (path, error) => log.error({ path, detail: String(error) }, 'footage could not be deleted'),
  });
  retention.start();
  let pruned = Promise.resolve();
  const prune = async (): Promise<void> => {
    try {
      pruneLedger(stores, nowUtcMs());
      await pruneMotion(volume, keptMotion(motionOwners(stores), nowUtcMs()));
    } catch (error) {
      // The next hour does what a full disk prevented.
      log.warn({ detail: String(error) }, 'gaps and motion of the past could not be pruned');
    }
  };
  const pruning = setInterval(() => {
    pruned = pruned.then(prune);
  }, pruneMs);
  return {
    stop: async () => {
      clearInterval(pruning);
      await Promise.all([retention.stop(), pruned]);
    },
  };
}

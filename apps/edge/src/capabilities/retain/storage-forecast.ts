import type { StorageForecast } from '@sightline/contracts/recordings/storage';

/** What one camera holds, and wrote lately. */
export interface StorageUse {
  cameraId: string;
  heldBytes: number;
  smartBytes: number;
  oldestUtcMs: number | null;
  /** Bytes of files that began within `recentMs` until now; nothing of that time was deleted yet. */
  recentBytes: number;
  recentMs: number;
  retentionDays: number;
  smartRetentionDays: number | null;
  retentionBytes: number | null;
}

const dayMs = 86_400_000;
/** Less says nothing about a day. */
const minKnownMs = 3_600_000;

const perDay = ({ recentBytes, recentMs }: StorageUse): number | null =>
  recentMs < minKnownMs ? null : Math.round((recentBytes * dayMs) / recentMs);

/** How many days each camera's room will last: that of the disk is shared by all of them at their rates. */
export function forecastStorage(
  uses: readonly StorageUse[],
  disk: { freeBytes: number; floorBytes: number },
): StorageForecast[] {
  const rate = uses.reduce((sum, use) => sum + (perDay(use) ?? 0), 0);
  const room = Math.max(0, disk.freeBytes - disk.floorBytes) + uses.reduce((sum, use) => sum + use.heldBytes, 0);
  const diskDays = rate > 0 ? room / rate : null;
  return uses.map((use) => {
    const { cameraId, heldBytes, smartBytes, oldestUtcMs, retentionDays, smartRetentionDays, retentionBytes } = use;
    const bytesPerDay = perDay(use);
    const ownDays = retentionBytes === null || !bytesPerDay ? null : retentionBytes / bytesPerDay;
    const limits = [bytesPerDay ? diskDays : null, ownDays].filter((days) => days !== null);
    const fitsDays = limits.length > 0 ? Math.min(...limits) : null;
    return { cameraId, heldBytes, smartBytes, oldestUtcMs, bytesPerDay, retentionDays, smartRetentionDays, fitsDays };
  });
}

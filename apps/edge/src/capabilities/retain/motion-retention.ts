/** What a store knows of one stream of a camera. */
export interface MotionOwner {
  cameraId: string;
  retentionDays: number;
  /** Start of its oldest footage, or null without any. */
  oldestUtcMs: number | null;
}

const dayMs = 86_400_000;

/** Since when each camera's motion is kept: as long as its days, and never longer than footage that it leads to. */
export function keptMotion(owners: readonly MotionOwner[], nowUtcMs: number): Map<string, number> {
  const kept = new Map<string, number>();
  for (const [cameraId, streams] of Map.groupBy(owners, (owner) => owner.cameraId)) {
    const oldest = streams.flatMap((stream) => stream.oldestUtcMs ?? []);
    const days = Math.max(...streams.map((stream) => stream.retentionDays));
    kept.set(cameraId, Math.max(nowUtcMs - days * dayMs, ...(oldest.length > 0 ? [Math.min(...oldest)] : [])));
  }
  return kept;
}

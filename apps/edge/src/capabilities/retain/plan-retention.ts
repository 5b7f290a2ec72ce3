/** A closed segment as the store knows it. */
export interface RetainedSegment {
  path: string;
  cameraId: string;
  startUtcMs: number;
  endUtcMs: number;
  /** When it really was written, at the latest, where it says so wrongly; else `endUtcMs`. */
  writtenUtcMs?: number;
  bytes: number;
  isProtected: boolean;
  /** It is kept for an alert: only room for recording is more than that. */
  isKept?: boolean;
  /** Something happened in it, or nobody looked yet. Matters for cameras with a smart tier. */
  isSmart: boolean;
}

/** What people want of one camera; null = no such limit. */
export interface RetentionPolicy {
  retentionDays: number | null;
  retentionBytes: number | null;
  /** How long the smart tier is kept, when that is longer; null or absent = there is no such tier. */
  smartRetentionDays?: number | null;
  /** What the camera holds, when `segments` are only its oldest; null or absent = all its segments are given. */
  heldBytes?: number | null;
}

export interface RetentionInput {
  /** Closed segments only, in any order: what is open is never given here. */
  segments: readonly RetainedSegment[];
  /** Cameras without a policy (deleted ones) keep their footage until the floor takes it. */
  policies: ReadonlyMap<string, RetentionPolicy>;
  nowUtcMs: number;
  freeBytes: number;
  /** Keep at least this much of the disk free. */
  floorBytes: number;
  /** No more than this goes for the floor at once, but for what the last file has beyond it; unlimited unless said. */
  maxForFloorBytes?: number;
}

export interface RetentionStep {
  path: string;
  startUtcMs: number;
  endUtcMs: number;
  bytes: number;
  reason: 'days' | 'bytes' | 'floor';
  /** It was kept for an alert. */
  wasKept?: boolean;
}

const dayMs = 86_400_000;
/** Whose camera nobody knows any more is measured by the usual days. */
const usualDays = 30;

/**
 * Which segments to delete: those wholly older than the days of their tier, then of cameras that hold more than their bytes,
 * then of all until the disk has its floor. Where room must be made, whoever has come nearest to the end of its days goes first, by
 * its share of them: of one camera what is regular before what is smart, and of all cameras each gives the same share. **The last
 * day of every camera goes last**, after everything older of all the others, and only footage that is kept for alerts goes after it:
 * it goes for nothing but the floor. Protected footage is never chosen. Neither counts as room that others must make.
 */
export function planRetention(input: RetentionInput): RetentionStep[] {
  const isSmart = ({ cameraId, isSmart: happened }: RetainedSegment): boolean =>
    happened && (input.policies.get(cameraId)?.smartRetentionDays ?? null) !== null;
  const candidates = input.segments
    .filter((segment) => !segment.isProtected)
    .map((segment) => ({
      segment,
      ...turnOf(segment, daysOf(input.policies.get(segment.cameraId), isSmart(segment)), input.nowUtcMs),
    }))
    .toSorted((a, b) => a.round - b.round || b.share - a.share || a.segment.startUtcMs - b.segment.startUtcMs)
    .map(({ segment }) => segment);
  const steps = new Map<string, RetentionStep>();
  const take = (segment: RetainedSegment, reason: RetentionStep['reason']): void => {
    const { path, startUtcMs, endUtcMs, bytes, isKept } = segment;
    steps.set(path, { path, startUtcMs, endUtcMs, bytes, reason, ...(isKept === true && { wasKept: true }) });
  };
  const usual = candidates.filter(({ isKept }) => isKept !== true);
  for (const segment of usual) {
    const days = daysOf(input.policies.get(segment.cameraId), isSmart(segment));
    if (days !== null && writtenMs(segment) < input.nowUtcMs - days * dayMs) take(segment, 'days');
  }
  takeBytes(usual, input.policies, {
    isTaken: (segment) => steps.has(segment.path),
    take: (segment) => take(segment, 'bytes'),
  });
  let free = input.freeBytes + [...steps.values()].reduce((sum, step) => sum + step.bytes, 0);
  let left = input.maxForFloorBytes ?? Infinity;
  for (const segment of candidates) {
    if (free >= input.floorBytes || left <= 0) break;
    if (steps.has(segment.path)) continue;
    take(segment, 'floor');
    left -= segment.bytes;
    free += segment.bytes;
  }
  return candidates.flatMap((segment) => steps.get(segment.path) ?? []);
}

const writtenMs = ({ writtenUtcMs, endUtcMs }: RetainedSegment): number => writtenUtcMs ?? endUtcMs;

/** When a segment has its turn to make room: in which round, and by what share of its days it has lived. */
function turnOf(segment: RetainedSegment, days: number | null, nowUtcMs: number): { round: number; share: number } {
  const ageMs = nowUtcMs - writtenMs(segment);
  return { round: segment.isKept === true ? 2 : ageMs > dayMs ? 0 : 1, share: ageMs / ((days ?? usualDays) * dayMs) };
}

function daysOf(policy: RetentionPolicy | undefined, isSmart: boolean): number | null {
  const days = policy?.retentionDays ?? null;
  return days === null || !isSmart ? days : Math.max(days, policy?.smartRetentionDays ?? 0);
}

function takeBytes(
  inOrder: readonly RetainedSegment[],
  policies: RetentionInput['policies'],
  chosen: { isTaken: (segment: RetainedSegment) => boolean; take: (segment: RetainedSegment) => void },
): void {
  const given = new Map<string, number>();
  for (const segment of inOrder) given.set(segment.cameraId, (given.get(segment.cameraId) ?? 0) + segment.bytes);
  const held = new Map([...given].map(([cameraId, bytes]) => [cameraId, policies.get(cameraId)?.heldBytes ?? bytes]));
  const drop = (segment: RetainedSegment): unknown =>
    held.set(segment.cameraId, held.get(segment.cameraId)! - segment.bytes);
  for (const segment of inOrder) if (chosen.isTaken(segment)) drop(segment);
  for (const segment of inOrder) {
    const limit = policies.get(segment.cameraId)?.retentionBytes ?? null;
    if (limit === null || chosen.isTaken(segment) || held.get(segment.cameraId)! <= limit) continue;
    chosen.take(segment);
    drop(segment);
  }
}

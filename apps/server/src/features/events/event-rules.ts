import type { EventReport } from '@sightline/contracts/events/event';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** What clocks of cores may be ahead of ours although they look right. */
const futureMs = 5 * minuteMs;
/** A clock that is ahead by more is not followed. */
export const longestOffsetMs = dayMs;
/** Tracks are cut after 10 minutes; nothing that is one track lasts a day. */
export const longestEventMs = dayMs;
/** Days for which partitions can be made; the database refuses others whatever it is told. */
export const oldestDays = 400;
const fewestVectorBytes = 16;
const maxVectorBytes = 2100;

/** Why a core's event cannot be kept, or only without a vector (`vector_length`). Words for logs and metrics, never for people. */
export type EventRefusal =
  | 'foreign'
  | 'future'
  | 'expired'
  | 'times'
  | 'text'
  | 'vectors'
  | 'vector_length'
  | 'start_changed'
  | 'camera_changed'
  | 'reopened';

/** What is known about the camera and the clock of the core that reports. */
export interface ReportPlace {
  receivedAtMs: number;
  /** Core's clock minus ours. */
  clockOffsetMs: number;
  retentionDays: number;
}

/** From which core reports came, and when. */
export interface ReportOrigin {
  organizationId: string;
  edgeId: string;
  receivedAt: Date;
  /**
   * How far the clock of the core was ahead when it wrote them, at least: what is written down was written before it came. A clock that was
   * set right since then says nothing of it any more.
   */
  clockAheadMs?: number;
}

/** What is known of a report before it is looked at. */
export const placeOf = (
  camera: { clockOffsetMs: number; retentionDays: number },
  { receivedAt, clockAheadMs = 0 }: ReportOrigin,
): ReportPlace => ({
  receivedAtMs: receivedAt.getTime(),
  clockOffsetMs: Math.max(camera.clockOffsetMs, clockAheadMs),
  retentionDays: camera.retentionDays,
});

/** When an event of this camera may begin, UTC ms. */
export function possibleStarts({ receivedAtMs, clockOffsetMs, retentionDays }: ReportPlace): {
  fromUtcMs: number;
  toUtcMs: number;
} {
  const ahead = futureMs + Math.min(longestOffsetMs, Math.max(0, clockOffsetMs));
  return { fromUtcMs: receivedAtMs - Math.min(retentionDays, oldestDays) * dayMs, toUtcMs: receivedAtMs + ahead };
}

/** Null when the event can be true, or what is wrong with it. What its schema says has been looked at before. */
export function refusalOf(report: EventReport, place: ReportPlace): EventRefusal | null {
  const { fromUtcMs, toUtcMs } = possibleStarts(place);
  const { startedAtUtcMs: start, lastSeenUtcMs: last, endedAtUtcMs: end } = report;
  if (Math.max(start, last, end ?? 0, report.best.atUtcMs) > toUtcMs) return 'future';
  if (start < fromUtcMs) return 'expired';
  if (!hasOrder(report)) return 'times';
  if (!hasPlainText(report)) return 'text';
  return hasFitVectors(report) ? null : 'vectors';
}

function hasOrder({
  startedAtUtcMs: start,
  lastSeenUtcMs: last,
  endedAtUtcMs: end,
  best,
  phase,
  zones,
  path,
}: EventReport): boolean {
  const isInside = (atMs: number): boolean => atMs >= start - minuteMs && atMs <= last + minuteMs;
  const isNear = (atMs: number): boolean => atMs >= start - longestEventMs && atMs <= last + longestEventMs;
  return (
    last >= start &&
    last - start <= longestEventMs &&
    (end === null ? phase !== 'closed' : phase === 'closed' && end >= start && end - start <= longestEventMs) &&
    isInside(best.atUtcMs) &&
    zones.every(
      (zone) =>
        isNear(zone.enteredAtUtcMs) &&
        (zone.leftAtUtcMs === null || (zone.leftAtUtcMs >= zone.enteredAtUtcMs && isNear(zone.leftAtUtcMs))),
    ) &&
    path.every((point, index) => index === 0 || point[0] >= (path[index - 1]?.[0] ?? 0))
  );
}

/** Half a surrogate or a zero would make the database refuse the whole message. */
const hasPlainText = ({ subtype, modelId, vectors }: EventReport): boolean =>
  (subtype === null || (subtype.isWellFormed() && !/\p{Cc}/u.test(subtype))) &&
  [modelId, ...vectors.map((vector) => vector.modelId)].every(isModelId);

const isModelId = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

function hasFitVectors({ vectors }: EventReport): boolean {
  const isEachOnce = new Set(vectors.map((vector) => vector.kind)).size === vectors.length;
  return isEachOnce && vectors.every(({ values }) => isVector(values));
}

function isVector(values: string): boolean {
  if (values.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(values)) return false;
  const bytes = (values.length / 4) * 3 - (values.endsWith('==') ? 2 : values.endsWith('=') ? 1 : 0);
  return bytes >= fewestVectorBytes && bytes <= maxVectorBytes;
}

import type { EventClass, EventMark } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { call } from '../../../platform/api/client.ts';
import { leadMs } from './lane/lane-hit.ts';
import { ofClasses } from './lane/merge-marks.ts';

const minute = 60_000;
/** Looked through one after the other, the nearest first. */
const reaches = [10 * minute, 60 * minute, 24 * 60 * minute, 31 * 24 * 60 * minute] as const;
/** Playing an event for longer than this, "previous" begins it anew. */
const startAgainMs = 3000;

interface Request {
  cameraId: string;
  atMs: number;
  nowMs: number;
  classes: readonly EventClass[];
}

type Reader = (range: { fromUtcMs: number; toUtcMs: number }) => Promise<EventMark[]>;

const readerOf =
  (cameraId: string): Reader =>
  async (range) =>
    (await call(eventsCalls.ofCamera, { params: { id: cameraId }, query: { ...range, limit: 2000 } })).items;

/** Where to play for the next event after an instant; null when there is none. */
export async function nextEvent(
  { cameraId, atMs, nowMs, classes }: Request,
  read = readerOf(cameraId),
): Promise<number | null> {
  const from = atMs + leadMs + 250;
  for (const reach of reaches) {
    const to = Math.min(nowMs, from + reach);
    if (to <= from) return null;
    const found = ofClasses(await read({ fromUtcMs: Math.round(from), toUtcMs: Math.round(to) }), classes).find(
      ({ startedAtUtcMs }) => startedAtUtcMs >= from,
    );
    if (found) return found.startedAtUtcMs - leadMs;
  }
  return null;
}

/** Where to play for the event before an instant, or the one under way from its start; null when there is none. */
export async function previousEvent(
  { cameraId, atMs, classes }: Request,
  read = readerOf(cameraId),
): Promise<number | null> {
  const to = atMs + leadMs - startAgainMs;
  for (const reach of reaches) {
    const found = ofClasses(
      await read({ fromUtcMs: Math.max(0, Math.round(to - reach)), toUtcMs: Math.round(to) }),
      classes,
    ).findLast(({ startedAtUtcMs }) => startedAtUtcMs <= to);
    if (found) return found.startedAtUtcMs - leadMs;
  }
  return null;
}

import type { Box } from '@sightline/contracts/events/event';
import type { ShownBox } from './shown-box.ts';

/** A track of a live picture. */
export interface LiveTrack extends Omit<ShownBox, 'guess'> {
  /** Fractions of the picture per second. */
  velocity: { x: number; y: number };
  /** Ms since the core looked for it and did not find it; null (or not said, by older cores) when it was seen. */
  coastingMs?: number | null | undefined;
}

/** Where tracks were at one instant of the capture clock, UTC ms. */
export interface LiveBoxes {
  atUtcMs: number;
  /** How long it holds: until the core looks again, at the latest, ms. Older cores do not say it. */
  holdMs?: number | undefined;
  tracks: readonly LiveTrack[];
}

/** A box goes on by its own speed this long; then it stands still. */
const goesOnMs = 600;
/** A place where nobody saw it is shown as a guess for so long, and then not at all. */
const guessMs = 1000;
/** Of a core that does not say how long it holds. */
const unsaidHoldMs = 1200;
/** A track is known a moment after it was there: its first box reaches back this far. */
const beforeFirstMs = 300;

const shifted = ({ box, velocity }: LiveTrack, byMs: number): Box => ({
  ...box,
  x: box.x + (velocity.x * byMs) / 1000,
  y: box.y + (velocity.y * byMs) / 1000,
});

const isSeen = ({ coastingMs }: LiveTrack): boolean => coastingMs === null || coastingMs === undefined;

/** For how long nobody has seen it, `sinceMs` after a sample; 0 or less while that sample holds. */
const unseenMs = (track: LiveTrack, sinceMs: number, { holdMs = unsaidHoldMs }: LiveBoxes): number =>
  isSeen(track) ? sinceMs - holdMs : (track.coastingMs ?? 0) + sinceMs;

const between = (from: Box, to: Box, share: number): Box => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
  width: from.width + (to.width - from.width) * share,
  height: from.height + (to.height - from.height) * share,
});

/** Boxes of the picture taken at `utcMs`: between two samples in straight lines, after the last one by each track's speed. */
export function liveBoxesAt(samples: readonly LiveBoxes[], utcMs: number): ShownBox[] {
  const index = samples.findLastIndex(({ atUtcMs }) => atUtcMs <= utcMs);
  const after = samples[index + 1];
  const shown = boxesAfter(samples[index], { utcMs, after });
  if (!after || after.atUtcMs - utcMs > beforeFirstMs) return shown;
  const known = new Set(samples[index]?.tracks.map(({ eventId }) => eventId));
  const coming = after.tracks.filter((track) => isSeen(track) && !known.has(track.eventId));
  return [...shown, ...coming.map((track) => ({ ...track, guess: null, box: shifted(track, utcMs - after.atUtcMs) }))];
}

function boxesAfter(
  before: LiveBoxes | undefined,
  { utcMs, after }: { utcMs: number; after: LiveBoxes | undefined },
): ShownBox[] {
  const shown: ShownBox[] = [];
  for (const track of before?.tracks ?? []) {
    const sinceMs = utcMs - before!.atUtcMs;
    const next = after?.tracks.find(({ eventId }) => eventId === track.eventId);
    const box = next
      ? between(track.box, next.box, sinceMs / (after!.atUtcMs - before!.atUtcMs))
      : shifted(track, Math.min(goesOnMs, sinceMs));
    // Seen before and after: it was there between, however late the look was.
    const isBridged = isSeen(track) && next !== undefined && isSeen(next);
    const lostMs = isBridged ? 0 : unseenMs(track, sinceMs, before!);
    if (lostMs > guessMs) continue;
    shown.push({
      ...track,
      plate: next?.plate ?? track.plate,
      box,
      guess: isSeen(track) && lostMs <= 0 ? null : Math.min(1, Math.max(0, lostMs / guessMs)),
    });
  }
  return shown;
}

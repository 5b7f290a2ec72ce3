import type { Box } from '@sightline/contracts/events/event';
import type { ShownBox } from './shown-box.ts';

/** A track of a live picture. `velocity` in fractions of the picture per second. */
export interface LiveTrack extends ShownBox {
  velocity: { x: number; y: number };
}

/** Where tracks were at one instant of the capture clock, UTC ms. */
export interface LiveBoxes {
  atUtcMs: number;
  tracks: readonly LiveTrack[];
}

/** A box goes on by its own speed this long; then it stands still, and goes: nothing is claimed that nobody saw. */
const goesOnMs = 600;
const keptMs = 1200;
/** What rests is looked at only every second or two, or with the next keyframe; once it moves it is told of at once. */
const keptAtRestMs = 5000;
/** A track is known a moment after it was there: its first box reaches back this far. */
const beforeFirstMs = 300;

const shifted = ({ box, velocity }: LiveTrack, byMs: number): Box => ({
  ...box,
  x: box.x + (velocity.x * byMs) / 1000,
  y: box.y + (velocity.y * byMs) / 1000,
});

const keptFor = ({ isStationary, velocity }: LiveTrack): number => (isStationary || (velocity.x === 0 && velocity.y === 0) ? keptAtRestMs : keptMs);

const between = (from: Box, to: Box, share: number): Box => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
  width: from.width + (to.width - from.width) * share,
  height: from.height + (to.height - from.height) * share,
});

/** Boxes of the picture taken at `utcMs`: between two samples in straight lines, after the last one by each track's speed. */
export function liveBoxesAt(samples: readonly LiveBoxes[], utcMs: number): ShownBox[] {
  const index = samples.findLastIndex(({ atUtcMs }) => atUtcMs <= utcMs);
  const before = samples[index];
  const after = samples[index + 1];
  const shown: ShownBox[] = [];
  for (const track of before?.tracks ?? []) {
    const sinceMs = utcMs - before!.atUtcMs;
    const next = after?.tracks.find(({ eventId }) => eventId === track.eventId);
    if (next) shown.push({ ...track, plate: next.plate ?? track.plate, box: between(track.box, next.box, sinceMs / (after!.atUtcMs - before!.atUtcMs)) });
    else if (sinceMs <= keptFor(track)) shown.push({ ...track, box: shifted(track, Math.min(goesOnMs, sinceMs)) });
  }
  if (!after || after.atUtcMs - utcMs > beforeFirstMs) return shown;
  const known = new Set(shown.map(({ eventId }) => eventId));
  const coming = after.tracks.filter(({ eventId }) => !known.has(eventId));
  return [...shown, ...coming.map((track) => ({ ...track, box: shifted(track, utcMs - after.atUtcMs) }))];
}

import type { EventClass, EventReport } from '@sightline/contracts/events/event';

/** An event in the clip's own time: seconds from its first picture, boxes in fractions of the picture. */
export interface Seen {
  id: string;
  class: EventClass;
  fromS: number;
  toS: number;
  path: { atS: number; x: number; y: number; width: number; height: number }[];
  heading: number | null;
  plate: string | null;
  entries: { zoneId: string; atS: number }[];
}

type EventFacts = Pick<
  EventReport,
  'class' | 'startedAtUtcMs' | 'endedAtUtcMs' | 'lastSeenUtcMs' | 'heading' | 'plate' | 'path'
> & {
  zones: readonly { zoneId: string; enteredAtUtcMs: number }[];
};

/** Puts an event, as the API or the core tells it, on the clip's time line. */
export function seenOf(id: string, event: EventFacts, firstPictureUtcMs: number): Seen {
  const seconds = (utcMs: number): number => (utcMs - firstPictureUtcMs) / 1000;
  return {
    id,
    class: event.class,
    fromS: seconds(event.startedAtUtcMs),
    toS: seconds(event.endedAtUtcMs ?? event.lastSeenUtcMs),
    path: event.path.map(([ms, x, y, width, height]) => ({
      atS: seconds(event.startedAtUtcMs + ms),
      x,
      y,
      width,
      height,
    })),
    heading: event.heading,
    plate: event.plate?.text ?? null,
    entries: event.zones.map(({ zoneId, enteredAtUtcMs }) => ({ zoneId, atS: seconds(enteredAtUtcMs) })),
  };
}

/** The event's box at a second, between the points of its path; null when it was not there. */
export function boxAt(seen: Seen, atS: number): { x: number; y: number; width: number; height: number } | null {
  const next = seen.path.findIndex((point) => point.atS >= atS);
  const after = seen.path[next];
  if (!after) return null;
  const before = seen.path[next - 1] ?? (after.atS - atS < 0.3 ? after : null);
  if (!before) return null;
  const share = after.atS === before.atS ? 0 : (atS - before.atS) / (after.atS - before.atS);
  const mix = (key: 'x' | 'y' | 'width' | 'height'): number => before[key] + (after[key] - before[key]) * share;
  return { x: mix('x'), y: mix('y'), width: mix('width'), height: mix('height') };
}

/** Points of the path at which a thing stands: the middle of the lower edge. */
export function feet(seen: Seen): { x: number; y: number }[] {
  return seen.path.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height }));
}

/** Whether a point lies inside a polygon (even-odd rule). */
export function isInside(point: { x: number; y: number }, corners: readonly [number, number][]): boolean {
  let inside = false;
  for (const [index, [x, y]] of corners.entries()) {
    const [otherX, otherY] = corners[(index + corners.length - 1) % corners.length];
    if (y > point.y !== otherY > point.y && point.x < ((otherX - x) * (point.y - y)) / (otherY - y) + x)
      inside = !inside;
  }
  return inside;
}

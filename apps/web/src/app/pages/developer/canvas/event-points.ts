import type { Event, EventClass } from '@sightline/contracts/events/event';

/** Place of an event on the canvas, as shares of its width and height from the top at the start. */
export interface EventPoint {
  id: string;
  x: number;
  y: number;
  class: EventClass;
}

/** Puts events by time along, and by score up; one moment alone stands in the middle. */
export const eventPoints = (
  events: readonly Pick<Event, 'id' | 'class' | 'score' | 'startedAtUtcMs'>[],
): EventPoint[] => {
  const times = events.map(({ startedAtUtcMs }) => startedAtUtcMs);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return events.map(({ id, class: kind, score, startedAtUtcMs }) => ({
    id,
    class: kind,
    x: last === first ? 0.5 : (startedAtUtcMs - first) / (last - first),
    y: 1 - Math.min(1, Math.max(0, score)),
  }));
};

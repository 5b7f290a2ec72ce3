import type { Event } from '@sightline/contracts/events/event';

/** A core tells of what is in view every 15 seconds at least; a slow link may cost as much again, and more. */
export const silentMs = 60_000;

/** Whether an event goes on as far as anybody knows: one that nothing was heard of for a minute may have ended long ago. */
export const isInView = (
  { phase, lastSeenUtcMs, receivedAtUtcMs }: Pick<Event, 'phase' | 'lastSeenUtcMs' | 'receivedAtUtcMs'>,
  nowUtcMs: number,
): boolean => phase !== 'closed' && nowUtcMs - Math.max(lastSeenUtcMs, receivedAtUtcMs) < silentMs;

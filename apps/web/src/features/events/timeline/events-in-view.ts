import type { Event } from '@sightline/contracts/events/event';

type Span = Pick<Event, 'startedAtUtcMs' | 'endedAtUtcMs' | 'lastSeenUtcMs'>;

/** Events that lie in what a timeline shows, at least in part; all of them where no view narrows them. */
export const eventsInView = <E extends Span>(
  events: readonly E[],
  view: { fromMs: number; toMs: number } | null,
): E[] =>
  events.filter(
    ({ startedAtUtcMs, endedAtUtcMs, lastSeenUtcMs }) =>
      view === null || (startedAtUtcMs <= view.toMs && (endedAtUtcMs ?? lastSeenUtcMs) >= view.fromMs),
  );

import type { Event } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { QueryClient } from '@tanstack/react-query';
import { callKey } from '../../../platform/api/client.ts';

const eventsIn = (cached: unknown): Event[] => {
  if (typeof cached !== 'object' || cached === null) return [];
  if ('pages' in cached && Array.isArray(cached.pages)) return cached.pages.flatMap(eventsIn);
  if (!('items' in cached) || !Array.isArray(cached.items)) return [];
  return (cached.items as (Event | { event: Event })[]).map((item) => ('event' in item ? item.event : item));
};

/** An event as results on the screen show it: its facts then open at once. */
export const knownEvent = (client: QueryClient, id: string): Event | undefined =>
  client
    .getQueriesData({
      predicate: ({ queryKey }) =>
        queryKey[1] === callKey(eventsCalls.list)[1] || queryKey[1] === callKey(eventsCalls.similar)[1],
    })
    .flatMap(([, cached]) => eventsIn(cached))
    .find((event) => event.id === id);

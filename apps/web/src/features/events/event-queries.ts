import { eventsCalls } from '@sightline/contracts/events/events.api';
import { callPages, callQuery } from '../../platform/api/client.ts';
import type { EventFilters } from './search/filters/event-filters.ts';
import { eventQuery } from './search/filters/event-filters.ts';
import type { SearchRange } from './search/search-range.ts';

export const eventsPerPage = 60;

/** What the list is asked for. */
export const listQuery = (filters: EventFilters, range: SearchRange) => ({
  ...eventQuery(filters, range),
  limit: eventsPerPage,
});

/** Events that match, newest first, page by page. */
export const eventPages = (filters: EventFilters, range: SearchRange) =>
  callPages(eventsCalls.list, { query: listQuery(filters, range) });

// Addresses of pictures are signed for 5 minutes.
const pictureMs = 4 * 60_000;

/** One event, with fresh pictures. */
export const eventById = (id: string) => ({
  ...callQuery(eventsCalls.get, { params: { id } }),
  refetchInterval: pictureMs,
});

const compared = 100;

/** Events that look like one, most similar first. */
export const similarEvents = (
  request: { id: string; by: 'appearance' | 'face' },
  filters: EventFilters,
  range: SearchRange,
) => ({
  ...callQuery(eventsCalls.similar, {
    params: { id: request.id },
    query: { ...eventQuery(filters, range), by: request.by, limit: compared },
  }),
  refetchInterval: pictureMs,
});

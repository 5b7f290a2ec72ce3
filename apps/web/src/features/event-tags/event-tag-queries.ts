import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { callPages, callQuery } from '../../platform/api/client.ts';

/** Event tags by their names, those whose name holds a text. */
export const eventTagPages = (query: string) =>
  callPages(eventTagsCalls.list, { query: { limit: 100, query: query.trim() === '' ? undefined : query.trim() } });

/** One event tag. */
export const eventTagById = (id: string) => callQuery(eventTagsCalls.get, { params: { id } });

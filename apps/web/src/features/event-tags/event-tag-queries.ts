import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { call, callPages, callQuery } from '../../platform/api/client.ts';

const textOrNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Event tags by their names, those whose name holds a text. */
export const eventTagPages = (query: string) =>
  callPages(eventTagsCalls.list, { query: { limit: 100, query: textOrNone(query) } });

/** The same, a page at a time. */
export const readEventTags = (query: string) => (cursor: string | undefined) =>
  call(eventTagsCalls.list, { query: { limit: 200, cursor, query: textOrNone(query) } });

/** One event tag. */
export const eventTagById = (id: string) => callQuery(eventTagsCalls.get, { params: { id } });

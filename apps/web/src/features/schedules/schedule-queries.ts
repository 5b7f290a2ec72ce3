import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { callPages, callQuery } from '../../platform/api/client.ts';

/** Schedules by their names, those whose name holds a text. */
export const schedulePages = (query: string) =>
  callPages(schedulesCalls.list, { query: { limit: 100, query: query.trim() === '' ? undefined : query.trim() } });

/** One schedule. */
export const scheduleById = (id: string) => callQuery(schedulesCalls.get, { params: { id } });

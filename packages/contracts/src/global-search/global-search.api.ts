import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id } from '../shared/ids.ts';
import { foundItem, foundType } from './global-search.ts';

export const globalSearchCalls = {
  find: defineCall({
    method: 'GET',
    path: '/api/v1/global-search',
    permission: 'member',
    summary:
      'Finds locations, cores, cameras, buildings, floors, armed alarms and people that the caller may see by their names, best first: the whole name, its beginning, beginnings of its words, parts of it; where little is found, also words with a letter or two wrong. Case, accents, vowel points and signs do not matter. Events of the last 7 days are found by plate, by what was seen (in English and Hebrew) and by the name of their camera, newest first.',
    query: z.object({
      query: z.string().trim().min(1).max(120),
      /** Only these, separated by commas. */
      types: z
        .string()
        .max(200)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(foundType).min(1).max(20))
        .optional(),
      limit: z.coerce.number().int().min(1).max(30).default(20),
    }),
    output: z.object({ items: z.array(foundItem) }),
  }),
  known: defineCall({
    method: 'GET',
    path: '/api/v1/global-search/known',
    permission: 'member',
    summary:
      'Things that somebody found before, as they are now: each with its name and place of today, in the order of the ids. What was deleted, or may not be seen any more, is left out.',
    query: z.object({
      /** 1-20 ids, separated by commas. */
      ids: z
        .string()
        .max(800)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(id).min(1).max(20)),
    }),
    output: z.object({ items: z.array(foundItem) }),
  }),
};

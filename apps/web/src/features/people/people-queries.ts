import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { useQueryClient } from '@tanstack/react-query';
import { call, callKey, callPages, callQuery } from '../../platform/api/client.ts';

/** People by their names, those whose name holds a text. */
export const peoplePages = (search: string) =>
  callPages(peopleCalls.list, { query: { limit: 60, search: search.trim() === '' ? undefined : search.trim() } });

/** The same, a page at a time. */
export const readPeople = (search: string) => (cursor: string | undefined) =>
  call(peopleCalls.list, { query: { limit: 200, cursor, search: search.trim() === '' ? undefined : search.trim() } });

/** People whom cameras saw and nobody has named. */
export const unsavedPages = callPages(peopleCalls.unsaved, { query: { limit: 60 } });

/** Since when the first of them was seen last. */
export const unsavedSince = callQuery(peopleCalls.unsaved, { query: { limit: 1 } });

/** One person with faces and sightings. */
export const personById = (id: string) => callQuery(peopleCalls.get, { params: { id } });

/** The groups that somebody is in. */
export const groupsOfPerson = (memberId: string) =>
  callQuery(orgGroupsCalls.list, { query: { type: 'People', memberId, limit: 200 } });

/** Reads both lists anew. */
export function useRereadPeople(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    for (const definition of [peopleCalls.list, peopleCalls.unsaved, peopleCalls.get])
      await client.invalidateQueries({ queryKey: callKey(definition) });
  };
}

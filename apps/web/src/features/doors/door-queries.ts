import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { Page } from '@sightline/contracts/shared/paging';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call, callKey, callPages, callQuery } from '../../platform/api/client.ts';

const pageSize = 20;
/** Doors page by page, as lists that follow a cursor are read: the cursor is the number of the next page. */
const pagesOf = (status: 'saved' | 'unsaved', query?: string) =>
  infiniteQueryOptions({
    queryKey: [...callKey(doorsCalls.list), 'pages', status, query],
    queryFn: async ({ pageParam: pageNumber, signal }): Promise<Page<Door>> => {
      const asked = { status, pageNumber, pageSize, query };
      const { items, total } = await call(doorsCalls.list, { query: asked }, { signal });
      const nextCursor = pageNumber * pageSize < total ? String(pageNumber + 1) : null;
      return { items, nextCursor, total: { value: total, relation: 'exact' } };
    },
    initialPageParam: 1,
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : Number(nextCursor)),
  });

/** Saved doors by their names, those whose name holds a text. */
export const savedDoors = (search: string) => pagesOf('saved', search.trim() === '' ? undefined : search.trim());

/** Doors that cores found and nobody saved, the newest first. */
export const unsavedDoors = () => pagesOf('unsaved');

/** The unsaved door that was told at an instant. */
export const unsavedAt = (timestamp: number) =>
  callQuery(doorsCalls.list, { query: { status: 'unsaved', timestamp, pageSize: 1 } });

/** One door. */
export const doorById = (id: string) => callQuery(doorsCalls.get, { params: { id } });

/** How a door was, newest first. */
export const statesOfDoor = (id: string) => callPages(doorsCalls.states, { params: { id }, query: { limit: 100 } });

/** What access systems said of a door, newest first. */
export const accessAtDoor = (doorId: string) => callPages(accessEventsCalls.list, { query: { doorId, limit: 100 } });

/** Reads doors and their groups again. */
export const refreshDoors = async (client: QueryClient): Promise<void> => {
  const { list, get, states } = doorsCalls;
  await Promise.all(
    [list, get, states, orgGroupsCalls.list].map((one) => client.invalidateQueries({ queryKey: callKey(one) })),
  );
};

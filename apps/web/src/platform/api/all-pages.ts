import type { Page } from '@sightline/contracts/shared/paging';

/** As many as are read at once for a choice or a count; a list of more has its own pages. */
const maxPages = 50;

/** Everything of a list, page by page. With more than 50 pages `nextCursor` says that there are more. */
export async function allPages<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<Page<T>> {
  const first = await read(undefined);
  const items = [...first.items];
  let { nextCursor } = first;
  for (let page = 1; nextCursor !== null && page < maxPages; page += 1) {
    const next = await read(nextCursor);
    items.push(...next.items);
    ({ nextCursor } = next);
  }
  return { ...first, items, nextCursor };
}

import { expect, test } from 'vitest';
import { allPages } from './all-pages.ts';

const pageOf = (items: number[], nextCursor: string | null) => ({
  items,
  nextCursor,
  total: { value: 5, relation: 'exact' as const },
});

test('reads on until there is no further page, and answers one list', async () => {
  const asked: (string | undefined)[] = [];
  const pages = [pageOf([1, 2], 'a'), pageOf([3, 4], 'b'), pageOf([5], null)];
  const all = await allPages((cursor) => {
    asked.push(cursor);
    return Promise.resolve(pages[asked.length - 1] ?? pageOf([], null));
  });
  expect(asked).toEqual([undefined, 'a', 'b']);
  expect(all).toEqual(pageOf([1, 2, 3, 4, 5], null));
});

test('a list without an end is left, and says that there is more', async () => {
  let count = 0;
  const all = await allPages(() => Promise.resolve(pageOf([(count += 1)], 'more')));
  expect(all.items).toHaveLength(50);
  expect(all.nextCursor).toBe('more');
});

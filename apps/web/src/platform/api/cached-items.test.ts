import { afterEach, expect, test } from 'vitest';
import { patchCached } from './cached-items.ts';
import { queryClient } from './query-client.ts';

interface Item {
  id: string;
  name: string;
}

const lists = ['GET', '/items'];
const one = ['GET', '/items/{id}'];
const page = (...names: string[]) => ({
  items: names.map((name) => ({ id: name, name })),
  nextCursor: null,
  total: { value: names.length, relation: 'exact' },
});
const rename = (item: Item): Item => ({ ...item, name: 'changed' });

afterEach(() => queryClient.clear());

test('leaves what does not hold the item untouched, so that nothing is drawn again', () => {
  const cached = page('a', 'b');
  queryClient.setQueryData([...lists, { query: {} }], cached);
  patchCached<Item>({ lists, one, id: 'z' }, rename);
  expect(queryClient.getQueryData([...lists, { query: {} }])).toBe(cached);
});

test('changes the item in a page, in loaded pages and by itself', () => {
  queryClient.setQueryData([...lists, { query: {} }], page('a', 'b'));
  queryClient.setQueryData([...lists, { query: {} }, 'pages'], {
    pages: [page('a'), page('b')],
    pageParams: [null, 'c'],
  });
  queryClient.setQueryData([...one, { params: { id: 'b' } }], { id: 'b', name: 'b' });
  patchCached<Item>({ lists, one, id: 'b' }, rename);
  expect(queryClient.getQueryData([...lists, { query: {} }])).toMatchObject({
    items: [{ name: 'a' }, { name: 'changed' }],
  });
  expect(queryClient.getQueryData([...lists, { query: {} }, 'pages'])).toMatchObject({
    pages: [{ items: [{ name: 'a' }] }, { items: [{ name: 'changed' }] }],
  });
  expect(queryClient.getQueryData([...one, { params: { id: 'b' } }])).toMatchObject({ name: 'changed' });
});

import type { Alert } from '@sightline/contracts/alerts/alert';
import { expect, test } from 'vitest';
import {
  freshOf,
  neighbour,
  openAbove,
  openBelow,
  withChanged,
  withNewest,
  without,
  type QueuePages,
} from './queue-pages.ts';

const alert = (number: number, part: Partial<Alert> = {}): Alert =>
  ({
    id: `a${String(number)}`,
    number,
    openedAtUtcMs: number * 1000,
    updatedAtUtcMs: 0,
    revision: 1,
    handling: 'new',
    pictureUrl: `picture-${String(number)}`,
    ...part,
  }) as Alert;

const page = (items: Alert[], nextCursor: string | null = null) => ({
  items,
  nextCursor,
  total: { value: items.length, relation: 'exact' as const },
});
const pages = (...each: ReturnType<typeof page>[]): QueuePages => ({ pages: each, pageParams: each.map(() => null) });
const numbers = ({ pages: all }: QueuePages): (number | null)[] =>
  all.flatMap(({ items }) => items.map(({ number }) => number));

test('an older state of an alert changes nothing', () => {
  const shown = pages(page([alert(1, { revision: 3, handling: 'taken' })]));
  expect(withChanged(shown, [alert(1, { revision: 2 })]).pages[0]?.items[0]).toMatchObject({ handling: 'taken' });
  const revised = pages(page([alert(1, { updatedAtUtcMs: 9, count: 4 })]));
  expect(withChanged(revised, [alert(1, { updatedAtUtcMs: 5, count: 2 })]).pages[0]?.items[0]?.count).toBe(4);
});

test('what is newer is taken over, with the picture that is on the screen', () => {
  const shown = pages(page([alert(2)]), page([alert(1)]));
  const [, second] = withChanged(shown, [alert(1, { revision: 2, handling: 'done', pictureUrl: 'other' })]).pages;
  expect(second?.items[0]).toMatchObject({ handling: 'done', pictureUrl: 'picture-1' });
});

test('new alerts come in their place, late ones among the older', () => {
  const shown = pages(page([alert(5), alert(3)]), page([alert(1)]));
  const newest = page([alert(6), alert(5), alert(4), alert(3)]);
  expect(freshOf(shown, newest).map(({ number }) => number)).toEqual([6, 4]);
  expect(numbers(withNewest(shown, newest))).toEqual([6, 5, 4, 3, 1]);
});

test('begins anew where nothing of the newest page is known', () => {
  expect(numbers(withNewest(pages(page([alert(1)])), page([alert(9), alert(8)], 'more')))).toEqual([9, 8]);
  expect(numbers(withNewest(pages(page([])), page([alert(1)])))).toEqual([1]);
});

test('goes from row to row, and stays at the ends', () => {
  const rows = [alert(3), alert(2), alert(1)];
  expect(neighbour(rows, 'a2', 1)?.number).toBe(1);
  expect(neighbour(rows, 'a2', -1)?.number).toBe(3);
  expect(neighbour(rows, 'a1', 1)).toBeUndefined();
  expect(neighbour(rows, undefined, 1)?.number).toBe(3);
});

test('goes on with the next one that nobody is done with', () => {
  const rows = [alert(4), alert(3), alert(2, { handling: 'done' }), alert(1)];
  expect(openBelow(rows, 'a3')?.number).toBe(1);
  expect(openBelow(rows, 'a1')).toBeUndefined();
  expect(openAbove(rows, 'a1')?.number).toBe(3);
  expect(openAbove(rows, 'a4')).toBeUndefined();
  expect(openAbove(rows, 'elsewhere')).toBeUndefined();
  expect(openBelow(rows, 'elsewhere')?.number).toBe(4);
});

test('takes rows out and leaves the others as they are', () => {
  const shown = pages(page([alert(2)]), page([alert(1)]));
  const left = without(shown, new Set(['a1']));
  expect(numbers(left)).toEqual([2]);
  expect(left.pages[0]).toBe(shown.pages[0]);
});

import type { Event, EventMark } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import { freshOf, repictured, withMark, withNewest, type EventPages } from './new-events.ts';

const event = (id: string, startedAtUtcMs: number, revision = 1): Event =>
  ({
    id,
    startedAtUtcMs,
    revision,
    phase: 'opened',
    lastSeenUtcMs: startedAtUtcMs,
    thumbnails: { object: null, face: null, plate: null },
  }) as Event;
const page = (items: Event[], nextCursor: string | null = null) => ({
  items,
  nextCursor,
  total: { value: items.length, relation: 'exact' as const },
});
const shown: EventPages = {
  pages: [page([event('c', 30), event('b', 20)], 'next'), page([event('a', 10)])],
  pageParams: [null, 'next'],
};
const idsOf = ({ pages }: EventPages): string[] => pages.flatMap(({ items }) => items.map(({ id }) => id));

test('nothing is new when all of it is shown, and then only revisions change', () => {
  const newest = page([event('c', 30, 4), event('b', 20)]);
  expect(freshOf(shown, newest)).toEqual([]);
  expect(withNewest(shown, newest).pages[0]?.items[0]?.revision).toBe(4);
  expect(idsOf(withNewest(shown, newest))).toEqual(['c', 'b', 'a']);
});

test('events that come late take the place of their time, not the top', () => {
  expect(idsOf(withNewest(shown, page([event('e', 40), event('c', 30), event('d', 25), event('b', 20)])))).toEqual([
    'e',
    'c',
    'd',
    'b',
    'a',
  ]);
});

test('begins anew when more came than one page holds', () => {
  const newest = page([event('z', 99), event('y', 98)], 'more');
  expect(withNewest(shown, newest)).toEqual({ pages: [newest], pageParams: [null] });
});

test('keeps everything when all that is new is all there is', () => {
  const empty: EventPages = { pages: [page([])], pageParams: [null] };
  expect(idsOf(withNewest(empty, page([event('a', 1)])))).toEqual(['a']);
});

test('an older revision of a mark changes nothing', () => {
  const known = event('a', 10, 5);
  expect(withMark(known, { ...known, revision: 5, phase: 'closed' })).toBe(known);
  expect(withMark(known, { ...known, revision: 6, phase: 'closed', endedAtUtcMs: 70 })).toMatchObject({
    phase: 'closed',
    dwellMs: 60,
    revision: 6,
  });
});

test('a picture that is shown keeps its address', () => {
  const withPicture = (url: string, revision: number): Event => ({
    ...event('a', 10, revision),
    thumbnails: { object: url, face: null, plate: null },
  });
  const known: EventPages = { pages: [page([withPicture('/one', 1)])], pageParams: [null] };
  expect(withNewest(known, page([withPicture('/two', 2)])).pages[0]?.items[0]).toMatchObject({
    revision: 2,
    thumbnails: { object: '/one' },
  });
});

test('an event that is told twice has another picture', () => {
  const mark = (id: string, revision: number) => ({ ...event(id, 10, revision) }) as EventMark;
  expect(repictured(shown, [mark('c', 1), mark('b', 2), mark('x', 1)])).toEqual(['c']);
  const known: EventPages = {
    pages: [page([{ ...event('a', 10), thumbnails: { object: '/one', face: null, plate: null } }])],
    pageParams: [null],
  };
  const newest = page([{ ...event('a', 10), thumbnails: { object: '/two', face: null, plate: null } }]);
  expect(withNewest(known, newest, new Set(['a'])).pages[0]?.items[0]?.thumbnails.object).toBe('/two');
});

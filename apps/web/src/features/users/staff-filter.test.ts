import { expect, test } from 'vitest';
import { dayEdge, staffFilter } from './staff-filter.ts';

const edge = (day: string, addDays: number): number | null => dayEdge(day, addDays, 'Asia/Jerusalem');
const nothing = { query: '', org: undefined, from: '', to: '', page: 1 };

test('SET-015 asks for 20 a page and leaves the window of 10 months to the server', () => {
  expect(staffFilter(nothing, edge)).toEqual({ orgIds: [], query: '', page: 1, perPage: 20 });
});

test('SET-016 asks by organization, words and whole days of the own zone', () => {
  const asked = staffFilter({ query: 'dana', org: 'harbour', from: '2026-11-01', to: '2026-11-02', page: 3 }, edge);
  expect(asked).toMatchObject({ orgIds: ['harbour'], query: 'dana', page: 3 });
  expect(asked.start).toBe(Date.UTC(2026, 9, 31, 22));
  expect(asked.end).toBe(Date.UTC(2026, 10, 2, 22));
  expect(staffFilter({ ...nothing, from: 'yesterday' }, edge)).not.toHaveProperty('start');
});

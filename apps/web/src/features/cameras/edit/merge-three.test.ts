import { expect, test } from 'vitest';
import { mergeThree } from './merge-three.ts';

const none: ReadonlySet<string> = new Set();
const base = {
  name: 'Gate',
  account: { user: 'admin', password: '' },
  recording: { pre: 5, post: 15 },
  zones: [{ id: 'a', name: 'A' }],
  list: [1, 2],
};

test('takes what only one of both changed, also within one part', () => {
  const mine = { ...base, recording: { pre: 9, post: 15 } };
  const theirs = { ...base, name: 'Yard', recording: { pre: 5, post: 60 }, list: [3] };
  expect(mergeThree({ base, mine, theirs }, none)).toEqual({
    value: { ...theirs, recording: { pre: 9, post: 60 } },
    both: [],
  });
});

test('keeps what was typed where both changed a field, and names it; the same change by both is none', () => {
  const mine = { ...base, name: 'Mine', recording: { pre: 9, post: 30 }, list: [1] };
  const theirs = { ...base, name: 'Theirs', recording: { pre: 8, post: 30 }, list: [2] };
  const { value, both } = mergeThree({ base, mine, theirs }, none);
  expect(value).toEqual(mine);
  expect(both).toEqual(['name', 'recording.pre', 'list']);
});

test('never pairs a typed password with the account of somebody else', () => {
  const mine = { ...base, account: { user: 'admin', password: 'new' } };
  const theirs = { ...base, account: { user: 'viewer', password: '' } };
  expect(mergeThree({ base, mine, theirs }, new Set(['account']))).toEqual({ value: mine, both: ['account'] });
});

test('keeps what either added to a list of things, and drops what either took away', () => {
  const mine = { ...base, zones: [...base.zones, { id: 'b', name: 'B' }] };
  expect(
    mergeThree({ base, mine, theirs: { ...base, zones: [...base.zones, { id: 'c', name: 'C' }] } }, none),
  ).toMatchObject({
    value: { zones: [{ id: 'a' }, { id: 'c' }, { id: 'b' }] },
    both: [],
  });
  expect(mergeThree({ base, mine, theirs: { ...base, zones: [] } }, none)).toMatchObject({
    value: { zones: [{ id: 'b' }] },
    both: [],
  });
});

test('a thing that one took away and the other changed stays as it was changed, and its list is named', () => {
  const changed = { ...base, zones: [{ id: 'a', name: 'Quay' }] };
  const gone = { ...base, zones: [] };
  expect(mergeThree({ base, mine: gone, theirs: changed }, none)).toEqual({ value: changed, both: ['zones'] });
  expect(mergeThree({ base, mine: changed, theirs: gone }, none)).toEqual({ value: changed, both: ['zones'] });
});

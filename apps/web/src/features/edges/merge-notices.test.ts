import { expect, test } from 'vitest';
import type { CoreNotice, Edge } from '@sightline/contracts/edges/edge';
import { mergeNotices } from './merge-notices.ts';

const core = (id: string): Edge => ({ id }) as Edge;
const notice = (receivedAtUtcMs: number): CoreNotice => ({ atUtcMs: 0, receivedAtUtcMs, code: 'disk_full', detail: '' });

test('SHELL-024 puts what several cores said into one list, newest first, and not more than asked', () => {
  expect(mergeNotices([], 5)).toEqual([]);
  const merged = mergeNotices(
    [
      { core: core('a'), notices: [notice(9), notice(1)] },
      { core: core('b'), notices: [notice(5)] },
    ],
    2,
  );
  expect(merged.map(({ core: { id }, notice: { receivedAtUtcMs } }) => `${id}${String(receivedAtUtcMs)}`)).toEqual(['a9', 'b5']);
});

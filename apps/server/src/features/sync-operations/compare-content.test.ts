import { describe, expect, it } from 'vitest';
import { compareContent } from './compare-content.ts';

const held = (id: string, revision: number, isLive = true) => ({ id, revision, isLive });

describe('SYNC-005 the comparison of what is wanted and what a core holds', () => {
  it('finds nothing where both are the same, in any order', () => {
    const wanted = [
      { id: 'a', revision: 1 },
      { id: 'b', revision: 4 },
    ];
    expect(compareContent(wanted, [held('b', 4), held('a', 1), held('gone', 9, false)])).toEqual([]);
  });

  it('names what is missing, what is only there, and what has another revision', () => {
    const wanted = [
      { id: 'a', revision: 1 },
      { id: 'b', revision: 4 },
      { id: 'c', revision: 2 },
    ];
    expect(compareContent(wanted, [held('x', 3), held('c', 5, false), held('b', 7)])).toEqual([
      { entityId: 'a', kind: 'missing', cloudRevision: 1, edgeRevision: null, heldRevision: 0 },
      { entityId: 'b', kind: 'other', cloudRevision: 4, edgeRevision: 7, heldRevision: 7 },
      { entityId: 'c', kind: 'missing', cloudRevision: 2, edgeRevision: null, heldRevision: 5 },
      { entityId: 'x', kind: 'extra', cloudRevision: null, edgeRevision: 3, heldRevision: 3 },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { compareContent } from './compare-content.ts';

const held = (id: string, revision: number, isLive = true) => ({ kind: 'camera', id, revision, isLive });

describe('SYNC-005 the comparison of what is wanted and what a core holds', () => {
  it('finds nothing where both are the same, in any order', () => {
    const wanted = [
      { kind: 'camera', id: 'a', revision: 1 },
      { kind: 'camera', id: 'b', revision: 4 },
    ];
    expect(compareContent(wanted, [held('b', 4), held('a', 1), held('gone', 9, false)])).toEqual([]);
  });

  it('names what is missing, what is only there, and what has another revision', () => {
    const wanted = [
      { kind: 'camera', id: 'a', revision: 1 },
      { kind: 'camera', id: 'b', revision: 4 },
      { kind: 'camera', id: 'c', revision: 2 },
    ];
    expect(compareContent(wanted, [held('x', 3), held('c', 5, false), held('b', 7)])).toEqual([
      { entity: 'camera', entityId: 'a', kind: 'missing', cloudRevision: 1, edgeRevision: null, heldRevision: 0 },
      { entity: 'camera', entityId: 'b', kind: 'other', cloudRevision: 4, edgeRevision: 7, heldRevision: 7 },
      { entity: 'camera', entityId: 'c', kind: 'missing', cloudRevision: 2, edgeRevision: null, heldRevision: 5 },
      { entity: 'camera', entityId: 'x', kind: 'extra', cloudRevision: null, edgeRevision: 3, heldRevision: 3 },
    ]);
  });

  it('takes the same id of another kind for another entity', () => {
    const wanted = [{ kind: 'locationPrivacy', id: 'a', revision: 1 }];
    expect(compareContent(wanted, [held('a', 1)])).toMatchObject([
      { entity: 'camera', entityId: 'a', kind: 'extra' },
      { entity: 'locationPrivacy', entityId: 'a', kind: 'missing', heldRevision: 0 },
    ]);
  });
});

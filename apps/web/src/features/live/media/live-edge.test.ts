import { describe, expect, it } from 'vitest';
import { adviseAtEdge } from './live-edge.ts';

describe('staying at the live edge', () => {
  it('jumps when there is no video at the playhead, or it is far behind', () => {
    expect(adviseAtEdge(100, 0, false).jumpTo).toBeCloseTo(99.88);
    expect(adviseAtEdge(100, 97, true).jumpTo).toBeCloseTo(99.88);
  });

  it('never jumps before the start', () => {
    expect(adviseAtEdge(0.05, 3, false).jumpTo).toBe(0);
  });

  it('hurries a little when behind and does not otherwise', () => {
    expect(adviseAtEdge(100, 99, true)).toEqual({ jumpTo: null, playbackRate: 1.05 });
    expect(adviseAtEdge(100, 99.8, true)).toEqual({ jumpTo: null, playbackRate: 1 });
  });
});

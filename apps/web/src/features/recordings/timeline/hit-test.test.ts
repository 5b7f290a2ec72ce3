import { describe, expect, it } from 'vitest';
import { partAt } from './hit-test.ts';

const targets = { view: { fromMs: 0, toMs: 1000 }, width: 1000, positionMs: 500, selection: null };

describe('what a pointer takes hold of', () => {
  it('takes the track where nothing else is near', () => {
    expect(partAt(480, targets, 'mouse')).toBe('track');
  });

  it('reaches further for fingers', () => {
    expect(partAt(492, targets, 'touch')).toBe('playhead');
    expect(partAt(492, targets, 'mouse')).toBe('track');
    expect(partAt(497, targets, 'mouse')).toBe('playhead');
  });

  it('leaves room beside the playhead for a tap that means the time there', () => {
    expect(partAt(488, targets, 'touch')).toBe('track');
    expect(partAt(494, targets, 'mouse')).toBe('track');
  });

  it('prefers the nearer handle of the marked range to the playhead', () => {
    const selection = { fromUtcMs: 495, toUtcMs: 505 };
    expect(partAt(496, { ...targets, selection }, 'mouse')).toBe('selectionFrom');
    expect(partAt(504, { ...targets, selection }, 'mouse')).toBe('selectionTo');
  });
});

import { describe, expect, it } from 'vitest';
import { nextRecording, previousRecording } from './neighbours.ts';

const recorded = [
  { fromUtcMs: 10_000, toUtcMs: 50_000 },
  { fromUtcMs: 80_000, toUtcMs: 90_000 },
];

describe('jumping from recording to recording', () => {
  it('finds none beyond the first and the last', () => {
    expect(nextRecording(recorded, 80_000)).toBeNull();
    expect(previousRecording(recorded, 12_000)).toBeNull();
    expect(nextRecording([], 5)).toBeNull();
  });

  it('goes to the start of this one, then to the one before', () => {
    expect(previousRecording(recorded, 88_000)).toBe(80_000);
    expect(previousRecording(recorded, 81_000)).toBe(10_000);
    expect(nextRecording(recorded, 20_000)).toBe(80_000);
  });
});

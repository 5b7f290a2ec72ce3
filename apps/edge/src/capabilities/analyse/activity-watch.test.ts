import { describe, expect, it } from 'vitest';
import { motionOf, startUtcMs } from '../../../testing/recognise/test-scene.ts';
import type { MotionPicture } from '../recognise/recogniser.ts';
import { createActivityWatch } from './activity-watch.ts';
import { countedCells } from '../motion/motion-mask.ts';

const nothing = { openCount: 0, isUndecided: false };
const still: MotionPicture = { level: 0, cells: new Uint8Array(144), isGlobal: false };
/** A tenth of the picture at the lower right. */
const moving = motionOf([{ x: 0.7, y: 0.7, width: 0.3, height: 0.3 }]);
const right = [
  { x: 0.5, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0.5, y: 1 },
];

describe('what calls for footage', () => {
  it('says nothing before a picture was compared, and nothing twice', () => {
    const watch = createActivityWatch();
    expect(watch.take('motion', nothing, null)).toBeNull();
    watch.compared(startUtcMs, still);
    expect(watch.take('motion', nothing, null)).toEqual({
      fromUtcMs: startUtcMs,
      untilUtcMs: startUtcMs,
      isActive: false,
      cause: null,
    });
    expect(watch.take('motion', nothing, null)).toBeNull();
  });

  it('judges every moment once, and one moving picture calls for all since the last word', () => {
    const watch = createActivityWatch();
    watch.compared(startUtcMs, still);
    watch.take('motion', nothing, null);
    for (const [ms, motion] of [
      [200, still],
      [400, moving],
      [600, still],
    ] as const)
      watch.compared(startUtcMs + ms, motion);
    expect(watch.take('motion', nothing, null)).toMatchObject({
      fromUtcMs: startUtcMs,
      untilUtcMs: startUtcMs + 600,
      isActive: true,
    });
    watch.compared(startUtcMs + 800, still);
    expect(watch.take('motion', nothing, null)).toMatchObject({ fromUtcMs: startUtcMs + 600, isActive: false });
  });

  it('does not count motion outside of what counts, but light that changes everywhere', () => {
    const watch = createActivityWatch();
    watch.setArea({ zones: [], zonesExclude: [right] });
    watch.compared(startUtcMs, moving);
    expect(watch.take('motion', nothing, null)?.isActive).toBe(false);
    watch.compared(startUtcMs + 200, motionOf([], true));
    expect(watch.take('motion', nothing, null)?.isActive).toBe(true);
    watch.setArea({ zones: [right], zonesExclude: [] });
    watch.compared(startUtcMs + 400, moving);
    expect(watch.take('motion', nothing, null)?.isActive).toBe(true);
  });

  it('counts a cell of which any part counts', () => {
    const cells = countedCells({ zones: [right], zonesExclude: [] });
    expect([cells?.[0], cells?.[7], cells?.[8], cells?.[143]]).toEqual([0, 0, 1, 1]);
    expect(countedCells({ zones: [], zonesExclude: [] })).toBeNull();
  });

  it('leaves time open in which something may turn out to be a thing, and counts all of it when it does', () => {
    const watch = createActivityWatch();
    watch.compared(startUtcMs, still);
    watch.take('objects', nothing, null);
    watch.compared(startUtcMs + 500, moving);
    expect(watch.take('objects', { openCount: 0, isUndecided: true }, null)).toBeNull();
    watch.compared(startUtcMs + 1500, moving);
    expect(watch.take('objects', { openCount: 1, isUndecided: true }, null)).toMatchObject({
      fromUtcMs: startUtcMs,
      untilUtcMs: startUtcMs + 1500,
      isActive: true,
    });
  });

  it('calls for footage of pictures that were left out unseen, and says at once why it cannot judge', () => {
    const watch = createActivityWatch();
    watch.compared(startUtcMs, still);
    watch.missed();
    expect(watch.take('motion', nothing, null)?.isActive).toBe(true);
    expect(watch.take('motion', nothing, 'analysis_overloaded')).toMatchObject({ cause: 'analysis_overloaded' });
  });
});

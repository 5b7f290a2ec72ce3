import { describe, expect, it } from 'vitest';
import { createSizeWatch, type SizeWatch } from './size-watch.ts';

interface Scene {
  /** Bytes of a picture between keyframes, and by how much they vary. */
  still: number;
  moving: number;
  noise: number;
  key: number;
}

/** Feeds `seconds` at 15 pictures a second with a keyframe every 2 s, all decoded; answers how many moves were suspected in their first second. */
function watchScene(
  watch: SizeWatch,
  scene: Scene,
  options: { fromS: number; seconds: number; moves: (second: number) => boolean },
): { told: number; begun: number } {
  let random = 7;
  const vary = (bytes: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round(bytes * (1 + scene.noise * (random / 2 ** 31 - 1)));
  };
  let begun = 0;
  let told = 0;
  let suspectedUntil = -1;
  const first = options.fromS * 15;
  for (let index = first; index < first + options.seconds * 15; index++) {
    const second = Math.floor(index / 15);
    const moves = options.moves(second);
    const key = index % 30 === 0;
    const dts90k = index * 6000;
    const isSuspicious = watch.take({ bytes: vary(key ? scene.key : moves ? scene.moving : scene.still), key, dts90k });
    if (isSuspicious) suspectedUntil = second;
    if (index % 15 === 14 && moves && !options.moves(second - 1)) {
      begun++;
      if (suspectedUntil === second) told++;
    }
    if (index % 3 === 0) watch.assess({ moved: moves, pts90k: dts90k });
  }
  return { told, begun };
}

const often = (second: number): boolean => second % 10 < 3 && second > 10;

describe('the watch over picture sizes', () => {
  it('promises nothing before it knows what is usual', () => {
    const watch = createSizeWatch();
    expect(watch.isReporting()).toBe(false);
    watchScene(
      watch,
      { still: 200, moving: 4_000, noise: 0.2, key: 50_000 },
      { fromS: 0, seconds: 3, moves: () => false },
    );
    expect(watch.isReporting()).toBe(false);
  });

  it('relies on a camera whose still pictures are tiny, and hears what moves', () => {
    const watch = createSizeWatch();
    const scene = { still: 200, moving: 2_000, noise: 0.3, key: 50_000 };
    watchScene(watch, scene, { fromS: 0, seconds: 10, moves: () => false });
    expect(watch.isReporting()).toBe(true);
    const { told, begun } = watchScene(watch, scene, { fromS: 10, seconds: 200, moves: often });
    expect(begun).toBeGreaterThan(15);
    expect(told).toBe(begun);
    expect(watch.isReporting()).toBe(true);
  });

  it('does not rely on a constant bitrate, where sizes say nothing', () => {
    const watch = createSizeWatch();
    const scene = { still: 4_000, moving: 4_100, noise: 0.2, key: 12_000 };
    watchScene(watch, scene, { fromS: 0, seconds: 300, moves: often });
    expect(watch.isReporting()).toBe(false);
  });

  it('stops relying on sizes that failed to tell, however small they are', () => {
    const watch = createSizeWatch();
    const scene = { still: 200, moving: 210, noise: 0.4, key: 50_000 };
    watchScene(watch, scene, { fromS: 0, seconds: 10, moves: () => false });
    expect(watch.isReporting()).toBe(true);
    watchScene(watch, scene, { fromS: 10, seconds: 120, moves: often });
    expect(watch.isReporting()).toBe(false);
  });

  it('learns to rely on larger pictures that do tell', () => {
    const watch = createSizeWatch();
    const scene = { still: 2_500, moving: 7_000, noise: 0.25, key: 12_000 };
    watchScene(watch, scene, { fromS: 0, seconds: 20, moves: () => false });
    expect(watch.isReporting()).toBe(false);
    watchScene(watch, scene, { fromS: 20, seconds: 150, moves: often });
    expect(watch.isReporting()).toBe(true);
  });

  it('seldom suspects a still scene', () => {
    const watch = createSizeWatch();
    let suspicions = 0;
    for (let index = 0; index < 9_000; index++) {
      const bytes = index % 30 === 0 ? 40_000 : 300 + ((index * 7_919) % 160);
      if (watch.take({ bytes, key: index % 30 === 0, dts90k: index * 6000 }) && index > 1_000) suspicions++;
      if (index % 30 === 0) watch.assess({ moved: false, pts90k: index * 6000 });
    }
    expect(suspicions / 8_000).toBeLessThan(0.03);
  });

  it('goes on when the time line begins anew', () => {
    const watch = createSizeWatch();
    const scene = { still: 200, moving: 2_000, noise: 0.3, key: 50_000 };
    watchScene(watch, scene, { fromS: 1_000, seconds: 20, moves: () => false });
    const { told, begun } = watchScene(watch, scene, { fromS: 20, seconds: 100, moves: often });
    expect(begun).toBeGreaterThan(5);
    expect(told).toBe(begun);
    expect(watch.isReporting()).toBe(true);
  });
});

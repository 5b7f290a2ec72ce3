import type { StatusState } from '@sightline/contracts/status/status';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstMemory,
  flapChanges,
  flapWindowMs,
  glitchMs,
  nextStatus,
  plainStatus,
  steadyMs,
  type DerivedStatus,
  type StatusStep,
} from './shown-status.ts';

const startMs = 1_000_000;
const derived = (state: StatusState, sinceUtcMs = startMs): DerivedStatus => ({
  state,
  part: null,
  cause: state === 'online' ? null : 'camera_stalled',
  sinceUtcMs,
});

/** Looks at one thing: at these seconds these states. */
function follow(looks: readonly (readonly [number, StatusState])[]): StatusStep[] {
  const steps: StatusStep[] = [];
  for (const [second, state] of looks) {
    const nowMs = startMs + second * 1000;
    steps.push(nextStatus(steps.at(-1)?.memory ?? firstMemory(startMs), derived(state, nowMs), nowMs));
  }
  return steps;
}
const shown = (looks: readonly (readonly [number, StatusState])[]): StatusState[] =>
  follow(looks).map(({ memory }) => memory.shown.state);

describe('a status that is calmed', () => {
  it('is bad at once, and worse at once', () => {
    expect(
      shown([
        [0, 'online'],
        [1, 'unhealthy'],
        [2, 'offline'],
      ]),
    ).toEqual(['online', 'unhealthy', 'offline']);
  });

  it('is good only after 15 s without a break', () => {
    const looks = [
      [0, 'online'],
      [100, 'offline'],
      [110, 'online'],
      [124.9, 'online'],
      [125, 'online'],
    ] as const;
    expect(shown(looks)).toEqual(['online', 'offline', 'offline', 'offline', 'online']);
    expect(follow(looks.slice(0, 3)).at(-1)?.dueUtcMs).toBe(startMs + 110_000 + steadyMs);
    expect(follow(looks).at(-1)).toMatchObject({
      isChanged: true,
      dueUtcMs: null,
      memory: { shown: { sinceUtcMs: startMs + 110_000 } },
    });
    expect(
      shown([
        [0, 'online'],
        [100, 'offline'],
        [110, 'online'],
        [120, 'unhealthy'],
        [130, 'online'],
        [140, 'online'],
      ]).at(-1),
    ).toBe('offline');
  });

  it('is good after 15 s, and has done with flapping after 10 min, also when the clock was set back by an hour meanwhile', () => {
    const bad = [
      [3600, 'online'],
      [3700, 'offline'],
      [3710, 'online'],
      [3720, 'offline'],
      [3730, 'online'],
    ] as const;
    expect(follow(bad).at(-1)?.memory.flappingSinceUtcMs).toBe(startMs + 3_730_000);
    const after = [...bad, [130, 'online'], [144.9, 'online'], [145, 'online'], [730, 'online']] as const;
    expect(shown(after).slice(-4)).toEqual(['offline', 'offline', 'online', 'online']);
    expect(follow(after).at(-1)).toMatchObject({
      dueUtcMs: null,
      memory: { flappingSinceUtcMs: null, shown: { sinceUtcMs: startMs + 130_000 } },
    });
  });

  it('is shown as it is when it was never connected, also when it is bad', () => {
    expect(shown([[0, 'online']])).toEqual(['online']);
    expect(shown([[0, 'offline']])).toEqual(['offline']);
    expect(
      shown([
        [0, 'online'],
        [5, 'notConnected'],
        [6, 'online'],
      ]),
    ).toEqual(['online', 'notConnected', 'online']);
  });

  it('keeps since when it is bad while causes come and go, and takes the newest cause', () => {
    const offline = follow([
      [0, 'online'],
      [10, 'offline'],
    ]).at(-1);
    if (!offline) throw new Error('no step');
    const again = nextStatus(
      offline.memory,
      { state: 'offline', part: 'mainStream', cause: 'camera_timeout', sinceUtcMs: startMs + 20_000 },
      startMs + 20_000,
    );
    expect(again).toMatchObject({
      isChanged: false,
      memory: { shown: { cause: 'camera_timeout', sinceUtcMs: startMs + 10_000 } },
    });
  });

  it('never says that something was before what was shown until then, or in the future', () => {
    const online = follow([[0, 'online']])[0]?.memory;
    if (!online) throw new Error('no step');
    expect(nextStatus(online, derived('offline', 5), startMs + 1000).memory.shown.sinceUtcMs).toBe(startMs);
    expect(nextStatus(online, derived('offline', startMs * 2), startMs + 1000).memory.shown.sinceUtcMs).toBe(
      startMs + 1000,
    );
  });
});

describe('something that flaps', () => {
  const outages = [
    [0, 'online'],
    [10, 'offline'],
    [40, 'online'],
    [60, 'online'],
    [70, 'offline'],
    [100, 'online'],
  ] as const;

  it('is one flapping after four changes in ten minutes, shown as it is after 15 s, and unstable until ten are quiet', () => {
    const steps = follow([...outages, [200, 'online'], [699.9, 'online'], [700, 'online']]);
    expect(steps.map(({ memory }) => memory.flappingSinceUtcMs !== null)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(steps.map(({ memory }) => memory.shown.state).slice(4)).toEqual([
      'offline',
      'offline',
      'online',
      'online',
      'online',
    ]);
    expect(steps.map(({ isChanged }) => isChanged).slice(5)).toEqual([true, false, false, true]);
    expect(steps[5]?.dueUtcMs).toBe(startMs + 100_000 + steadyMs);
    expect(steps[6]?.dueUtcMs).toBe(startMs + 100_000 + flapWindowMs);
  });

  it('goes on with every further change, each without a word', () => {
    const steps = follow([
      ...outages,
      [400, 'offline'],
      [500, 'online'],
      [800, 'online'],
      [1099, 'online'],
      [1100, 'online'],
    ]);
    expect(steps.slice(6).map(({ memory, isChanged }) => [memory.flappingSinceUtcMs !== null, isChanged])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  it('is not a core that starts again, whose cameras seem well for a moment in between', () => {
    const restarts = follow([
      [0, 'online'],
      [10, 'offline'],
      [12, 'online'],
      [12 + glitchMs / 1000 - 0.1, 'offline'],
      [18, 'online'],
      [33, 'online'],
    ]);
    expect(restarts.every(({ memory }) => memory.flappingSinceUtcMs === null)).toBe(true);
    expect(restarts.at(-1)).toMatchObject({ dueUtcMs: null, memory: { shown: { state: 'online' } } });
    expect(restarts.at(-1)?.memory.changesUtcMs).toEqual([10_000, 18_000].map((ms) => startMs + ms));
  });

  it('is not what changes as often over a longer time, or is set up anew by somebody', () => {
    const slow = follow([
      [0, 'online'],
      [10, 'offline'],
      [100, 'online'],
      [500, 'offline'],
      [611, 'online'],
      [1000, 'offline'],
      [1300, 'online'],
    ]);
    expect(slow.every(({ memory }) => memory.flappingSinceUtcMs === null)).toBe(true);
    const edited = follow(
      Array.from({ length: 20 }, (_, index) => [index * 10, index % 2 === 0 ? 'online' : 'notConnected'] as const),
    );
    expect(edited.every(({ memory }) => memory.flappingSinceUtcMs === null)).toBe(true);
  });
});

describe('whatever happens', () => {
  const look = fc.tuple(
    fc.integer({ min: 1, max: 700_000 }),
    fc.constantFrom<StatusState[]>('online', 'unhealthy', 'offline', 'notConnected'),
  );

  it('bad is never late, good never early, and what holds is shown in the end', () => {
    fc.assert(
      fc.property(fc.array(look, { maxLength: 40 }), (looks) => {
        let [nowMs, memory] = [startMs, firstMemory(startMs)];
        for (const [pauseMs, state] of looks) {
          nowMs += pauseMs;
          const before = memory;
          const step = nextStatus(before, derived(state, nowMs), nowMs);
          memory = step.memory;
          const isRecovery = before.shown.state === 'offline' && memory.shown.state === 'online';
          if (state === 'offline') expect(memory.shown.state).toBe('offline');
          if (isRecovery) expect(nowMs - memory.seenSinceUtcMs).toBeGreaterThanOrEqual(steadyMs);
          if (memory.shown.state !== state) expect(step.dueUtcMs).not.toBeNull();
          expect(memory.shown.sinceUtcMs).toBeGreaterThanOrEqual(before.shown.sinceUtcMs);
          expect(memory.changesUtcMs.length).toBeLessThanOrEqual(flapChanges);
          if (step.dueUtcMs !== null) expect(step.dueUtcMs).toBeGreaterThan(nowMs);
        }
        const last = looks.at(-1)?.[1] ?? 'notConnected';
        const settled = nextStatus(memory, derived(last, nowMs), nowMs + flapWindowMs);
        expect(settled.memory.shown.state).toBe(last);
        expect(settled.dueUtcMs).toBeNull();
      }),
    );
  });
});

describe('a status that is made of calm ones', () => {
  it('is shown at once, better or worse, since it was seen', () => {
    const offline = plainStatus(firstMemory(startMs), derived('offline'), startMs + 5);
    expect(offline).toMatchObject({
      isChanged: true,
      memory: { shown: { state: 'offline', sinceUtcMs: startMs + 5 } },
    });
    const same = plainStatus(offline.memory, derived('offline'), startMs + 9);
    expect(same).toMatchObject({ isChanged: false, memory: { shown: { sinceUtcMs: startMs + 5 } } });
    expect(plainStatus(same.memory, derived('online'), startMs + 10)).toMatchObject({
      isChanged: true,
      memory: { shown: { state: 'online' } },
    });
  });
});

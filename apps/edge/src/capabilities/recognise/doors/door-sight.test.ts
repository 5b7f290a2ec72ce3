import { DoorGrid, type GreyPicture } from '@sightline/domain/doors/door-grid';
import { DoorSight } from '@sightline/domain/doors/door-sight';
import { doorwayPictures } from '@sightline/simulators/scenes/doorway-pictures';
import { doorwayScene } from '@sightline/simulators/scenes/doorway-scene';
import { describe, expect, it } from 'vitest';

const { area } = doorwayScene('day');
const startUtcMs = Date.UTC(2026, 2, 2, 8);

interface Moment {
  timeS: number;
  levels: Float32Array;
  truth: string;
  covers: { x: number; y: number; width: number; height: number }[];
}

/** The door opens, is held, left ajar and blocked by a crate; people pass, come and go. */
const untilS = 156;
const grid = new DoorGrid(area);
const drawn = (light: 'day' | 'night'): Moment[] =>
  Array.from(doorwayPictures({ light, toS: untilS }), ({ timeS, grey, truth, people }) => ({
    timeS,
    levels: grid.sample(grey as GreyPicture),
    truth,
    covers: people.map(({ box }) => box),
  }));
const [day, night] = [drawn('day'), drawn('night')];
const at = (moments: Moment[], timeS: number): Float32Array => moments.find((moment) => moment.timeS >= timeS)!.levels;
const looksOf = (moments: Moment[]) => ({ closed: at(moments, 2), open: at(moments, 62) });

interface Run {
  /** Shares of the time; `settled`: of what is more than two seconds after a change. */
  right: number;
  settledRight: number;
  wrong: number;
  told: { timeS: number; state: string }[];
}

function watch(moments: Moment[], looks: { closed: Float32Array; open: Float32Array }): Run {
  const sight = new DoorSight(area, looks);
  const told: Run['told'] = [];
  let [right, settled, settledRight, wrong, changedS] = [0, 0, 0, 0, -10];
  let state = 'unsure';
  for (const [index, { timeS, levels, truth, covers }] of moments.entries()) {
    if (truth !== moments[index - 1]?.truth) changedS = timeS;
    const now = sight.see(levels, { atUtcMs: startUtcMs + Math.round(timeS * 1000), covers });
    if (now !== null) told.push({ timeS, state: (state = now.state) });
    if (state === truth) right += 1;
    if (timeS - changedS <= 2) continue;
    settled += 1;
    if (state === truth) settledRight += 1;
    else if (state !== 'unsure') wrong += 1;
  }
  const all = moments.length;
  return { right: right / all, settledRight: settledRight / settled, wrong: wrong / settled, told };
}

const levelsOf = (grey: (level: number, at: number) => number) => (levels: Float32Array) =>
  levels.map((level, index) => Math.log(Math.max(0, grey(Math.exp(level) - 12, index)) + 12));
const lit = (moments: Moment[], change: (moment: Moment) => Float32Array): Moment[] =>
  moments.map((moment) => ({ ...moment, levels: change(moment) }));

describe('a door does not move', () => {
  it('for a lamp that goes on and off, or light that comes and goes slowly', () => {
    const closed = day.filter(({ timeS }) => timeS > 20 && timeS < 39);
    const lamp = lit(closed, ({ levels, timeS }) => (timeS % 6 < 3 ? levelsOf((grey) => grey * 0.45)(levels) : levels));
    expect(watch(lamp, looksOf(day)).told.map(({ state }) => state)).toEqual(['closed']);
    const dusk = lit(closed, ({ levels, timeS }) => levelsOf((grey) => grey * (1.4 - (timeS - 20) / 19))(levels));
    expect(watch(dusk, looksOf(day)).told.map(({ state }) => state)).toEqual(['closed']);
  });

  it('for a shadow that wanders over door and wall: it is unsure at most', () => {
    const columns = 24;
    const shadow = lit(
      day.filter(({ timeS }) => timeS > 20 && timeS < 39),
      ({ levels, timeS }) =>
        levelsOf((grey, index) => (Math.abs((index % columns) - ((timeS - 20) * 2 - 6)) < 5 ? grey * 0.45 : grey))(
          levels,
        ),
    );
    const states = new Set(watch(shadow, looksOf(day)).told.map(({ state }) => state));
    expect([...states].filter((state) => state !== 'closed' && state !== 'unsure')).toEqual([]);
  });

  it('for people who pass before it, or wait there', () => {
    const passing = day.filter(({ timeS }) => timeS > 20 && timeS < 39);
    expect(watch(passing, looksOf(day)).told.map(({ state }) => state)).toEqual(['closed']);
    const waiting = Array.from(
      doorwayPictures({ light: 'day', fromS: 186, toS: 216 }),
      ({ timeS, grey, truth, people }) => ({
        timeS,
        levels: grid.sample(grey as GreyPicture),
        truth,
        covers: people.map(({ box }) => box),
      }),
    );
    expect(watch(waiting, looksOf(day)).told.map(({ state }) => state)).toEqual(['closed']);
  });

  it('for infrared light that comes on: it stays what it was, or is unsure for a moment', () => {
    const switched = day.map((moment, index) => (moment.timeS > 25 ? night[index]! : moment)).slice(0, 200);
    const { told } = watch(
      switched.filter(({ timeS }) => timeS > 18 && timeS < 39),
      looksOf(day),
    );
    expect(told.filter(({ state }) => state !== 'closed' && state !== 'unsure')).toEqual([]);
    expect(told.at(-1)?.state).toBe('closed');
  });
});

describe('how a door is', () => {
  it.each([
    ['by day', () => watch(day, looksOf(day)), 0.95],
    ['by infrared light', () => watch(night, looksOf(night)), 0.95],
    ['at night by looks of the day', () => watch(night, looksOf(day)), 0.92],
    ['by day by looks of the night', () => watch(day, looksOf(night)), 0.92],
    [
      'while day and night change',
      () =>
        watch(
          day.map((moment, index) => (moment.timeS % 60 > 30 ? night[index]! : moment)),
          looksOf(day),
        ),
      0.92,
    ],
  ])('is told rightly %s', (_, run, least) => {
    const { right, settledRight, wrong, told } = run();
    expect(right, JSON.stringify(told)).toBeGreaterThanOrEqual(least);
    expect(settledRight, JSON.stringify(told)).toBeGreaterThanOrEqual(0.96);
    // Rather unsure than wrong.
    expect(wrong, JSON.stringify(told)).toBeLessThan(0.01);
  });

  it.each([['day', day] as const, ['night', night] as const])(
    'is told within two seconds by %s, also ajar and blocked',
    (_, moments) => {
      const { told } = watch(moments, looksOf(moments));
      const toldBy = (state: string, fromS: number): boolean =>
        told.some(({ timeS, state: is }) => is === state && timeS >= fromS && timeS <= fromS + 2);
      for (const [state, fromS] of [
        ['open', 12],
        ['closed', 16.2],
        ['ajar', 85.4],
        ['closed', 105.8],
        ['blocked', 126],
        ['open', 144],
      ] as const)
        expect(toldBy(state, fromS), `${state} at ${String(fromS)}: ${JSON.stringify(told)}`).toBe(true);
    },
  );
});

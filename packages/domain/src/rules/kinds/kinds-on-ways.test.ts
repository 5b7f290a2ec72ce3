import { describe, expect, it } from 'vitest';
import type { DrawnScene, Figure } from '../../../testing/drawn-scene.ts';
import { placeId, told } from '../../../testing/rule-run.ts';
import { speedOf } from './speed-control.ts';

const rectangle = (left: number, right: number) => [
  { x: left, y: 0 },
  { x: right, y: 0 },
  { x: right, y: 1 },
  { x: left, y: 1 },
];
const upright = (digit: number, x: number) => ({
  id: placeId(digit),
  points: [
    { x, y: 1 },
    { x, y: 0 },
  ],
});
const zone = { id: placeId(1), points: rectangle(0.2, 0.8) };

/** From `fromX` to `toX` in this many seconds, along one row of the picture. */
const drive = (fromS: number, tookS: number, [fromX, toX]: [number, number] = [0, 1]): Figure => ({
  class: 'vehicle',
  height: 0.15,
  way: [
    [fromS, fromX, 0.8],
    [fromS + tookS, toX, 0.8],
  ],
});

describe('proximity', () => {
  const asked = { kind: 'proximity' as const };
  const stands = (x: number, y = 0.8): Figure => ({
    way: [
      [0, x, y],
      [30, x, y],
    ],
  });

  it('is not told of who keeps away, stands at another depth, stands beside what is parked, or gets out', () => {
    const car = drive(0, 20);
    expect(told(asked, { figures: { car, far: stands(0.5, 0.99) }, toS: 60 })).toEqual([]);
    const parked: Figure = { ...drive(0, 40, [0.5, 0.5]), isResting: true };
    expect(told(asked, { figures: { parked, near: stands(0.6) }, toS: 60 })).toEqual([]);
    expect(told(asked, { figures: { anna: stands(0.4), ben: stands(0.5) }, toS: 60 })).toEqual([]);
  });

  it('is told of a vehicle that passes close to somebody, and is over two seconds after it is past', () => {
    const alerts = told(asked, { figures: { car: drive(0, 20), anna: stands(0.5) }, toS: 60 });
    expect(alerts.map((one) => one.split(' ')[0])).toEqual(['opened', 'closed']);
  });
});

describe('speed control', () => {
  // 0.5 of the picture are 20 m: the whole width is 40 m.
  const asked = {
    kind: 'speedControl' as const,
    classes: ['vehicle'],
    line: upright(2, 0.25),
    secondLine: upright(3, 0.75),
    metres: 20,
    limitKmh: 30,
  };
  const scene = (kmh: number, looksPerS = 10): DrawnScene => ({
    figures: { car: drive(1, 40 / (kmh / 3.6)) },
    toS: 40,
    looksPerS,
  });

  it('is not told of who keeps the limit, goes the other way, or may be within it with the uncertainty', () => {
    expect(told(asked, scene(28))).toEqual([]);
    expect(told(asked, scene(31))).toEqual([]);
    const back: DrawnScene = { figures: { car: drive(1, 2.9, [1, 0]) }, toS: 40, looksPerS: 10 };
    expect(told(asked, back)).toEqual([]);
  });

  it('is told of who is surely above it, and of the measured speed where that is asked for', () => {
    expect(told(asked, scene(50))[0]).toMatch(/^opened/);
    expect(told({ ...asked, when: 'measured' }, scene(31))[0]).toMatch(/^opened/);
  });

  it('says that it was too fast to tell when there were too few looks between the lines', () => {
    expect(told(asked, scene(80, 3))).toEqual([expect.stringMatching(/^tooFewLooks/)]);
  });

  it('knows how exact a measurement is', () => {
    const speed = speedOf({ metres: 20, metresError: 0.3 }, { tookMs: 1440, pictureShare: 0.4 });
    expect(speed.kmh).toBeCloseTo(50, 5);
    expect((2 * speed.errorKmh) / speed.kmh).toBeCloseTo(0.09, 2);
  });
});

describe('traffic control', () => {
  const wrongWay = {
    kind: 'trafficControl' as const,
    classes: ['vehicle'],
    zones: [zone],
    judges: { what: 'wrongWay', heading: 90 },
  };
  const stopped = { ...wrongWay, judges: { what: 'stopped', limitS: 10 } };
  const stops: Figure = {
    class: 'vehicle',
    height: 0.15,
    way: [
      [0, 0, 0.8],
      [5, 0.5, 0.8],
      [30, 0.5, 0.8],
      [35, 1, 0.8],
    ],
  };

  it('lets the allowed way, crossing it and short manoeuvres pass', () => {
    expect(told(wrongWay, { figures: { car: drive(0, 10) }, toS: 30 })).toEqual([]);
    const crossing: Figure = {
      class: 'vehicle',
      height: 0.1,
      way: [
        [0, 0.5, 0.2],
        [10, 0.5, 0.95],
      ],
    };
    expect(told(wrongWay, { figures: { crossing }, toS: 30 })).toEqual([]);
    const manoeuvre: Figure = {
      class: 'vehicle',
      height: 0.15,
      way: [
        [0, 0.5, 0.8],
        [4, 0.45, 0.8],
        [20, 0.45, 0.8],
      ],
    };
    expect(told(wrongWay, { figures: { manoeuvre }, toS: 30 })).toEqual([]);
  });

  it('tells who goes against it', () => {
    const ghost = told(wrongWay, { figures: { car: drive(0, 10, [1, 0]) }, toS: 30 });
    expect(ghost[0]).toMatch(/^opened/);
    expect(ghost.filter((one) => one.startsWith('opened'))).toHaveLength(1);
  });

  it('does not tell of what is parked, and of who drives on in time', () => {
    expect(told(stopped, { figures: { parked: drive(0, 60, [0.5, 0.5]) }, toS: 80 })).toEqual([]);
    expect(told({ ...stopped, judges: { what: 'stopped', limitS: 28 } }, { figures: { stops }, toS: 50 })).toEqual([
      'belowLimit 30.4',
    ]);
    expect(told({ ...stopped, judges: { what: 'stopped', limitS: 60 } }, { figures: { stops }, toS: 50 })).toEqual([]);
  });

  it('tells who stopped at the limit, until it drives on', () => {
    const alerts = told(stopped, { figures: { stops }, toS: 50 });
    expect(alerts).toHaveLength(2);
    expect(Number(alerts[0]?.split(' ')[1])).toBeCloseTo(15, 0);
    expect(Number(alerts[1]?.split(' ')[1])).toBeCloseTo(30, 0);
  });
});

describe('missing object', () => {
  const asked = {
    kind: 'missingObject' as const,
    classes: ['vehicle'],
    place: { x: 0.475, y: 0.65, width: 0.05, height: 0.15 },
    forS: 10,
  };
  const thing = (toS: number): Figure => ({ ...drive(0, toS, [0.5, 0.5]), isResting: true, end: 'lost' });
  const passer = (fromS: number, toS: number): Figure => ({
    way: [
      [fromS, 0.5, 0.82],
      [toS, 0.5, 0.82],
    ],
  });

  it('is not told of what was never there, is still there, or is hidden by somebody', () => {
    expect(told(asked, { figures: { anna: passer(0, 5) }, toS: 40 })).toEqual([]);
    expect(told(asked, { figures: { thing: thing(60) }, toS: 60 })).toEqual([]);
    expect(told(asked, { figures: { thing: thing(20), anna: passer(20, 45) }, toS: 50 })).toEqual([]);
  });

  it('is told when its place was seen empty for the time, and is over when it is back', () => {
    expect(told(asked, { figures: { thing: thing(20) }, toS: 40 })).toEqual(['opened 30.2']);
    const back: Figure = { ...drive(40, 20, [0.5, 0.5]), isResting: true };
    expect(told(asked, { figures: { thing: thing(20), back }, toS: 60 })).toEqual(['opened 30.2', 'closed 40.4']);
  });

  it('counts only the time in which nobody stood before it', () => {
    const figures = { thing: thing(20), anna: passer(25, 45) };
    expect(told(asked, { figures, toS: 70 })).toEqual(['opened 50']);
  });
});

describe('personal safety', () => {
  const asked = { kind: 'personalSafety' as const, zones: [zone], stillS: 60 };
  const lies = (moved: (seconds: number) => number): Figure => ({
    way: [
      [0, 0.5, 0.8],
      [150, 0.5, 0.8],
    ],
    moved,
  });

  it('is not told of who stirs, nor of who is not alone where only that is asked for', () => {
    const stirs = lies((seconds) => (Math.floor(seconds) % 40 === 0 ? 0.2 : 0));
    expect(told(asked, { figures: { stirs }, toS: 140 })).toEqual([]);
    const figures = {
      anna: lies(() => 0),
      ben: {
        ...lies(() => 1),
        way: [
          [0, 0.3, 0.7],
          [150, 0.3, 0.7],
        ],
      } as Figure,
    };
    expect(told(asked, { figures, toS: 140 })).toEqual([]);
  });

  it('is told of who does not move at all, and is over when somebody does', () => {
    const still = lies((seconds) => (seconds >= 100 ? 0.3 : 0));
    expect(told(asked, { figures: { still }, toS: 120 })).toEqual(['opened 60.2', 'closed 100']);
  });
});

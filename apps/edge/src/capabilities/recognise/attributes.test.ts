import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextLine } from '../models/inference.ts';
import { appearanceDimensions, appearanceOf, cosineOf, encodeVector } from './appearance.ts';
import { simplifyPoints, pathOf } from './events/box-path.ts';
import { between } from './box-geometry.ts';
import { colourNameOf } from './votes/colour-names.ts';
import { coloursOf, hasColours, voteColours } from './votes/colour-votes.ts';
import { headingOf, speedOf } from './tracks/movement.ts';
import { isPlateSettled, plateAmong, plateOf, votePlate } from './votes/plate-votes.ts';
import { paint } from '../../../testing/recognise/test-scene.ts';
import type { Rgb } from '../../../testing/recognise/test-scene.ts';
import { startZones, visitZones } from './zone-visits.ts';

describe('colours', () => {
  test.each<[string, Rgb]>([
    ['black', [20, 20, 24]],
    ['grey', [128, 128, 130]],
    ['grey', [120, 130, 145]],
    ['white', [240, 240, 238]],
    ['red', [190, 30, 40]],
    ['red', [120, 20, 25]],
    ['orange', [235, 130, 40]],
    ['yellow', [240, 215, 50]],
    ['green', [40, 130, 60]],
    ['blue', [35, 60, 170]],
    ['blue', [25, 35, 80]],
    ['purple', [110, 60, 150]],
    ['pink', [240, 160, 190]],
    ['brown', [95, 60, 35]],
    ['beige', [215, 195, 160]],
  ])('are called %s: %j', (name, rgb) => {
    expect(colourNameOf(...rgb)).toBe(name);
  });

  test('of a picture without any are not told', () => {
    expect(
      hasColours(
        paint(
          [{ class: 'person', box: { x: 0.4, y: 0.4, width: 0.1, height: 0.3 }, colour: [30, 30, 30] }],
          [90, 90, 90],
        ),
      ),
    ).toBe(false);
  });

  test('of clothes above and below are told apart, the larger share first', () => {
    const box = { x: 0.4, y: 0.2, width: 0.2, height: 0.7 };
    const votes = new Map();
    voteColours(votes, {
      image: paint([{ class: 'person', box, colour: [190, 30, 40], lower: [30, 50, 160] }]),
      box,
      class: 'person',
      weight: 1,
    });
    expect(coloursOf(votes)).toEqual([
      { part: 'upper', colour: 'red', share: 1 },
      { part: 'lower', colour: 'blue', share: 1 },
    ]);
  });

  test('below the edge of the picture are not guessed', () => {
    const box = { x: 0.2, y: 0.4, width: 0.5, height: 0.6 };
    const votes = new Map();
    voteColours(votes, {
      image: paint([{ class: 'person', box, colour: [190, 30, 40] }]),
      box,
      class: 'person',
      weight: 1,
    });
    expect([...votes.keys()]).toEqual(['upper']);
  });
});

describe('appearance', () => {
  test('is alike for the same clothes and not for others, and fits the wire', () => {
    const box = { x: 0.4, y: 0.2, width: 0.2, height: 0.6 };
    const vectorOf = (colour: Rgb, lower: Rgb): Float32Array =>
      appearanceOf(paint([{ class: 'person', box, colour, lower }]), box);
    const one = vectorOf([190, 30, 40], [30, 40, 120]);
    expect(cosineOf(one, vectorOf([180, 35, 45], [35, 45, 125]))).toBeGreaterThan(0.95);
    expect(cosineOf(one, vectorOf([30, 120, 60], [220, 220, 220]))).toBeLessThan(0.5);
    expect(Buffer.from(encodeVector(one), 'base64')).toHaveLength(appearanceDimensions);
  });
});

describe('plates', () => {
  const vehicle = { x: 0.2, y: 0.2, width: 0.5, height: 0.6 };
  const picture = { width: 1280, height: 720 };
  const line = (text: string, facts: Partial<TextLine> = {}): TextLine => ({
    text,
    score: 0.95,
    box: { x: 0.4, y: 0.6, width: 0.1, height: 0.04 },
    ...facts,
  });

  test.each<[string, TextLine]>([
    ['a word on a door', line('POLICE')],
    ['a telephone number', line('0800 123 4567')],
    ['a faint reading', line('AB 1234', { score: 0.4 })],
    ['text above the bonnet', line('AB 1234', { box: { x: 0.4, y: 0.22, width: 0.1, height: 0.04 } })],
    ['a square badge', line('4X4A', { box: { x: 0.4, y: 0.6, width: 0.04, height: 0.07 } })],
    ['text beside the car', line('AB 1234', { box: { x: 0.85, y: 0.6, width: 0.1, height: 0.04 } })],
  ])('%s is none', (_what, text) => {
    expect(plateAmong([text], vehicle, picture)).toBeNull();
  });

  test('are cleaned of separators and voted sign by sign', () => {
    const votes = { readings: [] };
    for (const [text, score] of [
      ['BB-751 BH', 0.9],
      ['8B-751BH', 0.85],
      ['BB-751BN', 0.82],
      ['BB-75IBH', 0.84],
    ] as const) {
      const reading = plateAmong([line(text, { score })], vehicle, picture);
      expect(reading).not.toBeNull();
      if (reading) votePlate(votes, reading);
    }
    expect(plateOf(votes)).toMatchObject({ text: 'BB751BH', score: 0.9 });
    expect(isPlateSettled(votes)).toBe(false);
  });

  test('a late clear reading wins over early faint ones', () => {
    const box = { x: 0, y: 0, width: 0.05, height: 0.02 };
    const votes = {
      readings: [
        { text: 'RK977AE', score: 0.62, box },
        { text: 'RK977AE', score: 0.65, box },
      ],
    };
    expect(plateOf(votes)).toBeNull();
    for (let count = 0; count < 2; count += 1)
      votePlate(votes, { text: 'RK977AF', score: 0.97, box: { ...box, width: 0.08 } });
    expect(plateOf(votes)?.text).toBe('RK977AF');
  });

  test('count readings that differ in letters that readers take for one another as one', () => {
    const votes = { readings: [] };
    const box = { x: 0, y: 0, width: 0.05, height: 0.02 };
    for (const text of ['B071SAA', '8O7I5AA', 'BO71SAX']) votePlate(votes, { text, score: 0.97, box });
    expect(plateOf(votes)?.reads).toBe(2);
  });
});

describe('zones', () => {
  const zone = {
    id: 'z',
    name: 'Grass',
    severity: 'critical' as const,
    points: [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.5 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ],
  };

  test('are entered once by who walks along the border, and left only for good', () => {
    const state = startZones();
    for (let ms = 0; ms < 10_000; ms += 200)
      visitZones(state, [zone], { foot: { x: 0.5, y: 0.5 + 0.01 * Math.sin(ms / 150) }, utcMs: ms });
    expect(state.visits.length).toBeLessThanOrEqual(1);
    for (let ms = 10_000; ms < 12_000; ms += 200) visitZones(state, [zone], { foot: { x: 0.5, y: 0.9 }, utcMs: ms });
    for (let ms = 12_000; ms < 15_000; ms += 200) visitZones(state, [zone], { foot: { x: 0.5, y: 0.2 }, utcMs: ms });
    expect(state.visits).toHaveLength(1);
    expect(state.visits[0]?.leftAtUtcMs).toBe(12_000);
  });

  test('tell the first instant inside, and the lowest row belongs to them', () => {
    const state = startZones();
    for (let ms = 0; ms < 2000; ms += 200)
      visitZones(state, [zone], { foot: { x: 1, y: ms < 1000 ? 0.3 : 1 }, utcMs: ms });
    expect(state.visits).toEqual([{ zoneId: 'z', enteredAtUtcMs: 1000, leftAtUtcMs: null }]);
  });
});

const points = fc.array(
  fc.record({
    stepMs: fc.integer({ min: 1, max: 3000 }),
    x: fc.double({ min: 0, max: 0.9, noNaN: true }),
    y: fc.double({ min: 0, max: 0.9, noNaN: true }),
    size: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 400 },
);
const trackOf = (steps: { stepMs: number; x: number; y: number; size: number }[]) => {
  let atUtcMs = 1000;
  return steps.map(({ stepMs, x, y, size }) => ({
    atUtcMs: (atUtcMs += stepMs),
    box: { x, y, width: size, height: size },
  }));
};

describe('paths', () => {
  test('never lie further than half a percent from where the thing was', () => {
    fc.assert(
      fc.property(points, (steps) => {
        const all = trackOf(steps);
        const kept = simplifyPoints(all);
        for (const { atUtcMs, box } of all) {
          const after = kept.findIndex((point) => point.atUtcMs >= atUtcMs);
          const to = kept[after]!;
          const from = kept[Math.max(0, after - 1)]!;
          const share = to.atUtcMs === from.atUtcMs ? 0 : (atUtcMs - from.atUtcMs) / (to.atUtcMs - from.atUtcMs);
          const there = between(from.box, to.box, share);
          expect(Math.max(Math.abs(there.x - box.x), Math.abs(there.y - box.y))).toBeLessThanOrEqual(0.005 + 1e-9);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('have at most two hundred points, and direction and speed are numbers', () => {
    fc.assert(
      fc.property(points, (steps) => {
        const all = trackOf(steps);
        expect(pathOf(all, 1000).length).toBeLessThanOrEqual(200);
        const heading = headingOf(all, 16 / 9) ?? 0;
        const speed = speedOf(all, 16 / 9) ?? 0;
        expect(heading >= 0 && heading <= 360 && speed >= 0 && speed <= 100).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

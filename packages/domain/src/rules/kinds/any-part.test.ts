import { expect, it } from 'vitest';
import type { Figure } from '../../../testing/drawn-scene.ts';
import { placeId, told } from '../../../testing/rule-run.ts';

/** The left third, down to the middle: nobody stands on it. */
const shelf = {
  id: placeId(1),
  points: [
    { x: 0, y: 0 },
    { x: 0.33, y: 0 },
    { x: 0.33, y: 0.5 },
    { x: 0, y: 0.5 },
  ],
};
/** A tenth of the picture wide and three tenths high. */
const stands = (x: number, y: number, untilS = 20): Figure => ({
  way: [
    [0, x, y],
    [untilS, x, y],
  ],
});
const asked = { kind: 'trespassing' as const, zones: [shelf], minStayS: 1 };
const any = { ...asked, point: 'any' };

it('takes nobody for inside of whom no part is, or of whom the border trembles', () => {
  expect(told(any, { figures: { anna: stands(0.5, 0.7) }, toS: 30 })).toEqual([]);
  expect(told(any, { figures: { anna: stands(0.2, 0.9) }, toS: 30 })).toEqual([]);
  // The edge of the box lies on the border, and trembles by less than a hundredth.
  expect(told(any, { figures: { anna: stands(0.383, 0.7) }, toS: 30, noise: 0.008 })).toEqual([]);
});

it('is told of who reaches into a zone, where a rule by the feet is not', () => {
  const reaches = { anna: stands(0.36, 0.7) };
  expect(told(asked, { figures: reaches, toS: 40 })).toEqual([]);
  expect(told({ ...asked, point: 'centre' }, { figures: reaches, toS: 40 })).toEqual([]);
  expect(told(any, { figures: reaches, toS: 40 })).toEqual(['opened 1', 'closed 20']);
});

it('ends when no part is inside any more', () => {
  const passes: Figure = {
    way: [
      [0, 0.2, 0.6],
      [10, 0.2, 0.6],
      [15, 0.7, 0.6],
      [40, 0.7, 0.6],
    ],
  };
  const [opened, closed] = told(any, { figures: { anna: passes }, toS: 60 });
  expect(opened).toBe('opened 1');
  // The back leaves the zone at 0.38 of the picture.
  expect(closed).toBe('closed 11.8');
});

import { expect, test } from 'vitest';
import { conePath, directionTo, onPlan, turned } from './cone.ts';

const scale = { widthPx: 1000, heightPx: 500, widthM: 50 };

test('HOME-007 the field of view is as long as it is in metres, and looks where the camera looks', () => {
  const path = conePath({ x: 0.5, y: 0.5, headingDeg: 90, fovDeg: 60, rangeM: 10 }, scale);
  // 10 m are 200 px; from 60 to 120 degrees clockwise from above.
  expect(path).toBe('M500.00 250.00L673.21 150.00A200.00 200.00 0 0 1 673.21 350.00Z');
});

test('more than half a circle takes the long way, all around is a circle', () => {
  expect(conePath({ x: 0, y: 0, headingDeg: 0, fovDeg: 270, rangeM: 1 }, scale)).toContain(' 0 1 1 ');
  expect(conePath({ x: 0.5, y: 0.5, headingDeg: 0, fovDeg: 360, rangeM: 5 }, scale).match(/A/g)).toHaveLength(2);
});

test('turning goes round, also backwards', () => {
  expect([turned(350, 15), turned(5, -10), turned(0, 360)]).toEqual([5, 355, 0]);
});

test('a direction is clockwise from above, in the proportions of the plan', () => {
  const from = { x: 0.5, y: 0.5 };
  expect([
    directionTo(from, { x: 0.5, y: 0 }, scale),
    directionTo(from, { x: 1, y: 0.5 }, scale),
    directionTo(from, { x: 0, y: 0.5 }, scale),
  ]).toEqual([0, 90, 270]);
  expect(directionTo(from, { x: 0.6, y: 0.3 }, scale)).toBe(45);
});

test('nothing leaves the plan', () => {
  expect(onPlan({ x: -1, y: 7 })).toEqual({ x: 0, y: 1 });
});

import { expect, test } from 'vitest';
import { fitOf, pixelsOf } from './picture-fit.ts';

const whole = { scale: 1, x: 0.5, y: 0.5 };

test('a wide picture in a tall tile stands between two bars', () => {
  expect(fitOf({ width: 400, height: 400 }, { width: 1920, height: 1080 }, whole)).toEqual({
    left: 0,
    top: 87.5,
    width: 400,
    height: 225,
  });
});

test('a box that leaves the picture ends at its edge', () => {
  const fit = fitOf({ width: 200, height: 100 }, { width: 200, height: 100 }, whole);
  expect(pixelsOf(fit, { x: 0.9, y: -0.1, width: 0.3, height: 0.3 })).toEqual({ x: 180, y: 0, width: 20, height: 20 });
});

test('follows the digital zoom: its middle stays in the middle of the tile', () => {
  const fit = fitOf({ width: 400, height: 200 }, { width: 400, height: 200 }, { scale: 4, x: 0.25, y: 0.75 });
  expect(fit).toEqual({ left: -200, top: -500, width: 1600, height: 800 });
  expect(pixelsOf(fit, { x: 0.25, y: 0.75, width: 0, height: 0 })).toMatchObject({ x: 200, y: 100 });
});

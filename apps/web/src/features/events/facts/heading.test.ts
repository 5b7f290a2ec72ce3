import { expect, test } from 'vitest';
import { headingName } from './heading.ts';

test('names the nearest of eight directions, also across the top', () => {
  expect([0, 44, 90, 180, 270, 337, 338, 360].map(headingName)).toEqual([
    'up',
    'upRight',
    'right',
    'down',
    'left',
    'upLeft',
    'up',
    'up',
  ]);
});

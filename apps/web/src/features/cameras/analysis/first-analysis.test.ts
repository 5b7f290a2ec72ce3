import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { expect, test } from 'vitest';
import { firstAnalysis } from './first-analysis.ts';

test('a new camera begins with what the contract says', () => {
  expect(firstAnalysis).toEqual(defaultAnalysis);
});

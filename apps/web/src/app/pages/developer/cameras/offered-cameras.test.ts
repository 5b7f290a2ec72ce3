import { expect, test } from 'vitest';
import { offeredCameras } from './offered-cameras.ts';

const gate = { id: '1', name: 'Gate' };
const yard = { id: '2', name: 'Yard' };

test('a camera that is chosen stays offered, once, whatever is searched', () => {
  expect(offeredCameras(undefined, [gate])).toEqual([gate]);
  expect(offeredCameras(yard, [gate])).toEqual([yard, gate]);
  expect(offeredCameras(yard, [gate, yard])).toEqual([gate, yard]);
  expect(offeredCameras(yard, [])).toEqual([yard]);
});

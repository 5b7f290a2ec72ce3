import { expect, test } from 'vitest';
import { isHeld, placesAbove } from './may.ts';

const things = {
  hall: { id: 'hall', parentId: 'site' },
  site: { id: 'site', parentId: null },
  core: { id: 'core', locationId: 'site' },
  camera: { id: 'camera', edgeId: 'core', locationId: 'hall' },
} as const;
const known = (id: string) => things[id as keyof typeof things] as { id: string } | undefined;

test('finds everything above a camera, and does not turn in circles', () => {
  expect(placesAbove('camera', known)).toEqual(['camera', 'core', 'hall', 'site']);
  expect(placesAbove('a', (id) => ({ id, parentId: id === 'a' ? 'b' : 'a' }))).toEqual(['a', 'b']);
  expect(placesAbove('stranger', known)).toEqual(['stranger']);
});

test('holds nothing that was not given, and nothing beside the place where it was given', () => {
  expect(isHeld([], 'CameraEdit')).toBe(false);
  expect(isHeld([{ name: 'CameraView', entityIds: null }], 'CameraEdit')).toBe(false);
  expect(isHeld([{ name: 'CameraEdit', entityIds: ['other'] }], 'CameraEdit', ['camera', 'core'])).toBe(false);
});

test('SHELL-057 holds by name and entity: for the whole organization, below a place, or somewhere', () => {
  expect(isHeld([{ name: 'CameraEdit', entityIds: null }], 'CameraEdit', ['camera'])).toBe(true);
  expect(isHeld([{ name: 'CameraEdit', entityIds: ['site'] }], 'CameraEdit', placesAbove('camera', known))).toBe(true);
  expect(isHeld([{ name: 'CameraEdit', entityIds: ['site'] }], 'CameraEdit')).toBe(true);
});

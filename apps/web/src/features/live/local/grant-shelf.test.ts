import type { LocalGrant } from '@sightline/contracts/local-grants/local-grant';
import { expect, test } from 'vitest';
import { GrantShelf } from './grant-shelf.ts';

const grant = (edgeId: string, cameraId: string, expiresAt: number): LocalGrant => ({
  edgeId,
  token: `${edgeId} ${String(expiresAt)}`,
  expiresAt,
  cameras: [{ id: cameraId, playback: true, originals: false }],
  door: { port: 1, fingerprint: '', password: '', addresses: [] },
});

test('knows nothing of a camera that was not granted, nor by a grant that ran out', () => {
  const shelf = new GrantShelf();
  shelf.put([grant('core', 'gate', 100)]);
  expect([shelf.coreOf('yard', 50), shelf.coreOf('gate', 100), shelf.of('core', 100), shelf.of('other', 50)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(shelf.coreOf('gate', 99)).toBe('core');
});

test('a newer grant takes the place of the older one, and cores that are not mentioned keep theirs until everything is forgotten', () => {
  const shelf = new GrantShelf();
  shelf.put([grant('core', 'gate', 100), grant('other', 'yard', 100)]);
  shelf.put([grant('core', 'gate', 200)]);
  expect(shelf.of('core', 50)?.token).toBe('core 200');
  expect(shelf.coreOf('yard', 50)).toBe('other');
  shelf.clear();
  expect([shelf.of('core', 50), shelf.coreOf('yard', 50)]).toEqual([null, null]);
});

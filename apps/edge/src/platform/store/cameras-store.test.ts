import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { Operation } from '@sightline/contracts/link/link-operations';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { loadSealingKey } from '../crypto/sealed-text.ts';
import { CamerasStore } from './cameras-store.ts';
import { DesiredStore } from './desired-store.ts';
import type { Store } from './open-store.ts';
import { openStore } from './open-store.ts';

const cameraId = '01980000-0000-7000-8000-000000000001';
const mainId = '01980000-0000-7000-8000-000000000002';
const subId = '01980000-0000-7000-8000-000000000003';
let folder: string;
let store: Store;
let desired: DesiredStore;
let cameras: CamerasStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cameras-'));
  store = openStore(join(folder, 'core.sqlite'));
  desired = new DesiredStore(store, loadSealingKey(join(folder, 'core.secret')));
  cameras = new CamerasStore(store, desired);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function operation(
  sequence: number,
  revision: number,
  change: { name?: string; streamIds?: string[] } | null,
): Operation {
  const streamIds = change?.streamIds ?? [mainId];
  const content = change && {
    id: cameraId,
    name: change.name ?? 'Gate',
    streams: streamIds.map((id, index) => ({
      id,
      kind: index === 0 ? ('main' as const) : ('sub' as const),
      url: `rtsp://10.0.0.9/${String(index)}`,
      transport: 'tcp' as const,
      driver: 'auto' as const,
    })),
    credentials: { username: 'viewer', password: 'open-sesame-42' },
    credentialsVersion: 1,
    recordingMode: 'continuous' as const,
    retentionDays: 30,
    retentionBytes: null,
    timeZone: 'Asia/Jerusalem',
    analysis: defaultAnalysis,
    settings: defaultCameraSettings,
    onvif: null,
  };
  return { sequence, entity: 'camera', entityId: cameraId, revision, desired: content };
}

test('keeps credentials sealed on disk, in files that only the owner reads', () => {
  desired.apply(operation(1, 1, {}), 1);
  store.pragma('wal_checkpoint(TRUNCATE)');
  expect(readFileSync(join(folder, 'core.sqlite')).includes('open-sesame-42')).toBe(false);
  expect(statSync(join(folder, 'core.sqlite')).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'core.secret')).mode & 0o077).toBe(0);
  expect(cameras.list()[0].credentials.password).toBe('open-sesame-42');
});

test('remembers streams of a removed camera until they are forgotten, and finds the newest of a kind', () => {
  desired.apply(operation(1, 1, { streamIds: [mainId] }), 1);
  desired.apply(operation(2, 2, { streamIds: [subId] }), 5_000);
  expect(cameras.streamOf(cameraId, 'main')?.id).toBe(subId);
  expect(cameras.streams().find((stream) => stream.id === mainId)?.removedAtUtcMs).toBe(5_000);
  desired.apply(operation(3, 3, null), 6_000);
  expect(cameras.list()).toEqual([]);
  cameras.forgetStream(mainId);
  expect(cameras.streams().map((stream) => stream.id)).toEqual([subId]);
});

test('a camera stored before cores analysed anything is analysed as by default', () => {
  const { analysis: _, ...older } = operation(1, 1, {}).desired!;
  desired.apply(
    { sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired: older as Operation['desired'] },
    1,
  );
  expect(cameras.list()[0]!.analysis).toEqual(defaultAnalysis);
});

const organizationId = '01980000-0000-7000-8000-000000000011';
const locationId = '01980000-0000-7000-8000-000000000012';
const allOn = { licensePlates: true, vehicleMMC: true, protectiveGear: true, forklift: true, container: true };
const analysis = { ...defaultAnalysis, readsPlates: true, comparesFaces: true };
const settings = {
  ...defaultCameraSettings,
  recognition: { vehicleMMC: true, protectiveGear: true, forklift: true, container: true, shoppingCart: true },
};

/** A camera that wants everything, as a server tells it that lets the core put the limits on (`of`), or put them on itself. */
const wanting = (of: object, change: object = {}): Operation => {
  const one = operation(1, 1, {});
  return { ...one, desired: { ...one.desired, analysis, settings, ...of, ...change } };
};
const switches = (allowed: object, revision = 1): Operation => ({
  sequence: 2,
  entity: 'organizationSwitches',
  entityId: organizationId,
  revision,
  desired: { allowed },
});
const privacy = (faceRecognition: boolean, revision = 1): Operation => ({
  sequence: 3,
  entity: 'locationPrivacy',
  entityId: locationId,
  revision,
  desired: { faceRecognition },
});
const recognised = (): string[] => {
  const [camera] = cameras.list();
  if (camera === undefined) return [];
  const { comparesFaces, readsPlates } = camera.analysis;
  const names = Object.entries({ comparesFaces, readsPlates, ...camera.settings.recognition });
  return names.flatMap(([name, isOn]) => (isOn ? [name] : []));
};
const allButCarts = ['comparesFaces', 'readsPlates', 'vehicleMMC', 'protectiveGear', 'forklift', 'container'];

describe('what a camera recognises', () => {
  it('is nothing that others have a say in before they were heard', () => {
    desired.apply(wanting({ organizationId, locationId }), 1);
    expect(recognised()).toEqual([]);
  });

  it('is what all three want, whichever of them is told last, and never more on the way', () => {
    const told = [wanting({ organizationId, locationId }), switches(allOn), privacy(true)];
    for (const first of [0, 1, 2])
      for (const second of [0, 1, 2].filter((place) => place !== first)) {
        desired.forgetAll(1);
        for (const place of [first, second, 3 - first - second]) {
          desired.apply(told[place]!, 1);
          expect(recognised().filter((name) => !allButCarts.includes(name))).toEqual([]);
          if (place !== 3 - first - second) expect(recognised().length).toBeLessThan(allButCarts.length);
        }
        expect(recognised(), `${String(first)} ${String(second)}`).toEqual(allButCarts);
      }
  });

  it('is less at once when the organization forbids it, faces are not wanted there any more, or either is gone', () => {
    const all = [wanting({ organizationId, locationId }), switches(allOn), privacy(true)];
    const after = (change: Operation): string[] => {
      desired.forgetAll(1);
      for (const one of all) desired.apply(one, 1);
      desired.apply(change, 1);
      return recognised();
    };
    expect(after(switches({ ...allOn, licensePlates: false }, 2))).not.toContain('readsPlates');
    expect(after(privacy(false, 2))).not.toContain('comparesFaces');
    expect(after({ ...switches({}, 2), desired: null })).toEqual(['comparesFaces']);
    expect(after({ ...privacy(true, 2), desired: null })).not.toContain('comparesFaces');
    expect(after(wanting({ organizationId, locationId: mainId }, {}))).toContain('comparesFaces');
    const moved = { ...wanting({ organizationId, locationId: mainId }), revision: 2 };
    expect(after(moved)).not.toContain('comparesFaces');
  });

  it('is what the camera itself says for a server that knows no other kind', () => {
    desired.apply(wanting({}), 1);
    expect(recognised()).toEqual([...allButCarts, 'shoppingCart']);
  });

  it('of a camera that was told before the core knew its limits is limited by them at once, until it is told anew', () => {
    desired.apply(wanting({}), 1);
    desired.apply(switches({ ...allOn, licensePlates: false }), 1);
    expect(recognised()).not.toContain('readsPlates');
    expect(recognised()).toContain('comparesFaces');
    // The core cannot tell yet whether the camera is there.
    desired.apply(privacy(true), 1);
    expect(recognised()).not.toContain('comparesFaces');
    desired.apply({ ...wanting({ organizationId, locationId }), revision: 2 }, 1);
    expect(recognised()).toContain('comparesFaces');
  });

  it('is told to a server that lost the camera as it was told, without the limits', () => {
    desired.apply(wanting({ organizationId, locationId }), 1);
    expect(desired.told('camera', cameraId)).toMatchObject({ revision: 1, content: { analysis, settings } });
  });
});

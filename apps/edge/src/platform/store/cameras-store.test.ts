import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { Operation } from '@sightline/contracts/link/link-operations';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSealingKey, openSealedText, sealText } from '../crypto/sealed-text.ts';
import { CamerasStore } from './cameras-store.ts';
import type { Store } from './open-store.ts';
import { openStore } from './open-store.ts';

const cameraId = '01980000-0000-7000-8000-000000000001';
const mainId = '01980000-0000-7000-8000-000000000002';
const subId = '01980000-0000-7000-8000-000000000003';
let folder: string;
let store: Store;
let cameras: CamerasStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cameras-'));
  store = openStore(join(folder, 'core.sqlite'));
  cameras = new CamerasStore(store, loadSealingKey(join(folder, 'core.secret')));
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
  const desired = change && {
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
  return { sequence, entity: 'camera', entityId: cameraId, revision, desired };
}

test('ignores a revision that is not newer, yet remembers that the operation came', () => {
  expect(cameras.apply(operation(1, 3, { name: 'New' }), 1)).toBe(true);
  expect(cameras.apply(operation(2, 2, { name: 'Old' }), 2)).toBe(false);
  expect(cameras.apply(operation(3, 3, { name: 'Same' }), 3)).toBe(false);
  expect(cameras.list().map((camera) => camera.name)).toEqual(['New']);
  expect(cameras.lastOperation()).toBe(3);
});

test('never moves the last operation backwards', () => {
  cameras.apply(operation(7, 1, {}), 1);
  cameras.apply(operation(2, 2, {}), 2);
  expect(cameras.lastOperation()).toBe(7);
});

test('keeps credentials sealed on disk, in files that only the owner reads', () => {
  cameras.apply(operation(1, 1, {}), 1);
  store.pragma('wal_checkpoint(TRUNCATE)');
  expect(readFileSync(join(folder, 'core.sqlite')).includes('open-sesame-42')).toBe(false);
  expect(statSync(join(folder, 'core.sqlite')).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'core.secret')).mode & 0o077).toBe(0);
  expect(cameras.list()[0].credentials.password).toBe('open-sesame-42');
});

test('refuses sealed text that was changed', () => {
  const key = loadSealingKey(join(folder, 'core.secret'));
  const bytes = Buffer.from(sealText(key, 'secret'), 'base64');
  bytes[bytes.length - 1] ^= 1;
  expect(() => openSealedText(key, bytes.toString('base64'))).toThrow();
});

test('remembers streams of a removed camera until they are forgotten, and finds the newest of a kind', () => {
  cameras.apply(operation(1, 1, { streamIds: [mainId] }), 1);
  cameras.apply(operation(2, 2, { streamIds: [subId] }), 5_000);
  expect(cameras.streamOf(cameraId, 'main')?.id).toBe(subId);
  expect(cameras.streams().find((stream) => stream.id === mainId)?.removedAtUtcMs).toBe(5_000);
  cameras.apply(operation(3, 3, null), 6_000);
  expect(cameras.list()).toEqual([]);
  cameras.forgetStream(mainId);
  expect(cameras.streams().map((stream) => stream.id)).toEqual([subId]);
});

test('hashes what is wanted by id and revision, so that a removed camera leaves no trace', () => {
  const empty = cameras.contentHash();
  cameras.apply(operation(1, 1, {}), 1);
  const one = cameras.contentHash();
  cameras.apply(operation(2, 2, {}), 1);
  expect(new Set([empty, one, cameras.contentHash()]).size).toBe(3);
  cameras.apply(operation(3, 3, null), 1);
  expect(cameras.contentHash()).toBe(empty);
});

test('a camera stored before cores analysed anything is analysed as by default', () => {
  const { analysis: _, ...older } = operation(1, 1, {}).desired!;
  cameras.apply(
    { sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired: older as Operation['desired'] },
    1,
  );
  expect(cameras.list()[0]!.analysis).toEqual(defaultAnalysis);
});

test('SYNC-005 tells the revisions of all it was told, also of what is gone', () => {
  expect(cameras.content()).toEqual({ lastOperation: 0, entities: [] });
  cameras.apply(operation(1, 1, {}), 0);
  expect(cameras.content()).toEqual({
    lastOperation: 1,
    entities: [{ id: cameraId, revision: 1, isLive: true, name: cameras.list()[0].name }],
  });
  expect(cameras.told(cameraId)).toEqual({ revision: 1, config: cameras.list()[0] });
  cameras.apply(operation(2, 2, null), 0);
  expect(cameras.content()).toEqual({ lastOperation: 2, entities: [{ id: cameraId, revision: 2, isLive: false }] });
  expect(() => cameras.told(cameraId)).toThrow(expect.objectContaining({ code: 'not_found' }) as Error);
});

import type { Operation } from '@sightline/contracts/link/link-operations';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSealingKey, openSealedText, sealText } from '../crypto/sealed-text.ts';
import { DesiredStore } from './desired-store.ts';
import { openStore, type Store } from './open-store.ts';
import { storeSteps } from './schema.ts';

const cameraId = '01980000-0000-7000-8000-000000000001';
const locationId = '01980000-0000-7000-8000-000000000002';
let folder: string;
let store: Store;
let key: Buffer;
let desired: DesiredStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desired-'));
  store = openStore(join(folder, 'core.sqlite'));
  key = loadSealingKey(join(folder, 'core.secret'));
  desired = new DesiredStore(store, key);
  desired.own('camera');
  desired.own('locationPrivacy');
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function camera(sequence: number, revision: number, name: string | null): Operation {
  const content = name === null ? null : cameraConfig({ id: cameraId, name, stream: { id: locationId } });
  return { sequence, entity: 'camera', entityId: cameraId, revision, desired: content };
}

const privacy = (sequence: number, revision: number, faceRecognition: unknown): Operation => ({
  sequence,
  entity: 'locationPrivacy',
  entityId: locationId,
  revision,
  desired: { faceRecognition },
});

test('refuses what nobody owns and what is not as its kind must be, and stores nothing of it', () => {
  const unknown = { ...camera(1, 1, 'Gate'), entity: 'notKnownYet' };
  const unowned = { ...camera(1, 1, null), entity: 'organizationSwitches' };
  const broken = { ...camera(1, 1, 'Gate'), desired: { name: 'Gate' } };
  for (const one of [unknown, unowned, broken, privacy(1, 1, 'yes')])
    expect(desired.apply(one, 1), one.entity).toBe('refused');
  expect(desired.content()).toEqual({ lastOperation: 0, entities: [] });
});

test('undoes the whole operation when its owner cannot follow it', () => {
  const failing = new DesiredStore(store, key);
  failing.own('camera', {
    apply: () => {
      throw new Error('the disk is full');
    },
  });
  expect(() => failing.apply(camera(1, 1, 'Gate'), 1)).toThrow('the disk is full');
  expect(desired.content()).toEqual({ lastOperation: 0, entities: [] });
});

test('ignores a revision that is not newer, yet remembers that the operation came', () => {
  expect(desired.apply(camera(1, 3, 'New'), 1)).toBe('applied');
  expect(desired.apply(camera(2, 2, 'Old'), 2)).toBe('older');
  expect(desired.apply(camera(3, 3, 'Same'), 3)).toBe('older');
  expect(desired.list('camera').map(({ content }) => content.name)).toEqual(['New']);
  expect(desired.lastOperation()).toBe(3);
});

test('never moves the last operation backwards', () => {
  desired.apply(camera(7, 1, 'Gate'), 1);
  desired.apply(camera(2, 2, 'Gate'), 2);
  expect(desired.lastOperation()).toBe(7);
});

test('keeps revisions by kind: the same id of another kind is another entity', () => {
  desired.apply(camera(1, 5, 'Gate'), 1);
  expect(desired.apply({ ...privacy(2, 1, true), entityId: cameraId }, 1)).toBe('applied');
  expect(desired.revisionOf('camera', cameraId)).toBe(5);
  expect(desired.revisionOf('locationPrivacy', cameraId)).toBe(1);
});

test('refuses sealed text that was changed', () => {
  const bytes = Buffer.from(sealText(key, 'secret'), 'base64');
  bytes[bytes.length - 1] ^= 1;
  expect(() => openSealedText(key, bytes.toString('base64'))).toThrow();
});

test('hashes what is wanted by kind, id and revision, so that what is gone leaves no trace', () => {
  const empty = desired.contentHash();
  desired.apply(camera(1, 1, 'Gate'), 1);
  const one = desired.contentHash();
  desired.apply(camera(2, 2, 'Gate'), 1);
  const two = desired.contentHash();
  desired.apply(privacy(3, 1, true), 1);
  expect(new Set([empty, one, two, desired.contentHash()]).size).toBe(4);
  desired.apply(camera(4, 3, null), 1);
  desired.apply({ ...privacy(5, 2, true), desired: null }, 1);
  expect(desired.contentHash()).toBe(empty);
});

test('hashes a core that knows cameras alone as it did before there was another kind', () => {
  const before = new DesiredStore(store, key);
  before.own('camera');
  desired.apply(camera(1, 1, 'Gate'), 1);
  expect(desired.contentHash()).toBe(before.contentHash());
  desired.apply(privacy(2, 1, true), 1);
  // Of a kind that it does not know it does not say that it holds it.
  expect(before.content().entities.map(({ kind }) => kind)).toEqual(['camera']);
  expect(before.contentHash()).not.toBe(desired.contentHash());
});

test('SYNC-005 says nothing to a server of before of kinds that this does not know, and holds them nevertheless', () => {
  desired.apply(camera(1, 1, 'Gate'), 1);
  const cameraAlone = desired.contentHash();
  expect(desired.speakOf(['camera'])).toBe(false);
  desired.speakOf(['camera', 'locationPrivacy']);
  desired.apply(privacy(2, 1, false), 1);
  const all = desired.contentHash();
  expect(desired.speakOf(['camera'])).toBe(true);
  expect(desired.contentHash()).toBe(cameraAlone);
  // Also after a restart, so that the next link begins with it.
  const restarted = new DesiredStore(store, key);
  restarted.own('camera');
  restarted.own('locationPrivacy');
  expect(restarted.contentHash()).toBe(cameraAlone);
  expect(restarted.content().entities.map(({ kind }) => kind)).toEqual(['camera']);
  expect(restarted.find('locationPrivacy', locationId)).toEqual({ faceRecognition: false });
  expect(restarted.speakOf(['camera', 'locationPrivacy', 'notKnownYet'])).toBe(true);
  expect(restarted.contentHash()).toBe(all);
});

test('says again what it holds of a kind once a server tells it of that kind', () => {
  desired.speakOf(['camera']);
  desired.apply(privacy(1, 1, true), 1);
  expect(desired.content().entities.map(({ kind }) => kind)).toEqual(['locationPrivacy']);
});

test('SYNC-005 tells the revisions of all it was told, also of what is gone', () => {
  expect(desired.content()).toEqual({ lastOperation: 0, entities: [] });
  desired.apply(camera(1, 1, 'Gate'), 0);
  desired.apply(privacy(2, 4, false), 0);
  expect(desired.content()).toEqual({
    lastOperation: 2,
    entities: [
      { kind: 'camera', id: cameraId, revision: 1, isLive: true, name: 'Gate' },
      { kind: 'locationPrivacy', id: locationId, revision: 4, isLive: true },
    ],
  });
  expect(desired.told('locationPrivacy', locationId)).toEqual({ revision: 4, content: { faceRecognition: false } });
  desired.apply(camera(3, 2, null), 0);
  expect(desired.content().entities[0]).toEqual({ kind: 'camera', id: cameraId, revision: 2, isLive: false });
  expect(() => desired.told('camera', cameraId)).toThrow(expect.objectContaining({ code: 'not_found' }) as Error);
});

test('what it cannot read of what another version stored counts as not known', () => {
  desired.apply(privacy(1, 1, true), 0);
  store.prepare('update desired set content = ?').run(sealText(key, JSON.stringify({ faces: 'always' })));
  expect(desired.list('locationPrivacy')).toEqual([]);
  expect(desired.find('locationPrivacy', locationId)).toBeUndefined();
});

/** The store of a core of before, with one camera and one that is gone. */
function storeOfBefore(path: string): Store {
  const old = new Database(path);
  for (const step of storeSteps.slice(0, 3)) old.exec(step);
  old.pragma('user_version = 3');
  const content = sealText(key, JSON.stringify(cameraConfig({ id: cameraId, stream: { id: locationId } })));
  old
    .prepare('insert into cameras (id, revision, config) values (?, ?, ?), (?, ?, null)')
    .run(cameraId, 3, content, locationId, 8);
  old.prepare("insert into meta (key, value) values ('lastOperation', '9')").run();
  return old;
}

test('takes over the cameras of a store of before, those that are gone too', () => {
  const path = join(folder, 'before.sqlite');
  storeOfBefore(path).close();
  const store = openStore(path);
  const taken = new DesiredStore(store, key);
  taken.own('camera');
  expect(taken.content()).toEqual({
    lastOperation: 9,
    entities: [
      { kind: 'camera', id: cameraId, revision: 3, isLive: true, name: 'Gate' },
      { kind: 'camera', id: locationId, revision: 8, isLive: false },
    ],
  });
  expect(taken.apply(camera(10, 3, 'Not newer'), 1)).toBe('older');
  store.close();
});

test('a core that is killed while it takes over the store of before finds it as it was', () => {
  const path = join(folder, 'before.sqlite');
  const old = storeOfBefore(path);
  const step = storeSteps[3]!;
  // As `openStore` does it, up to the moment before it is done.
  old.exec(`begin; ${step} pragma user_version = 4`);
  old.close();
  const again = new Database(path);
  expect(again.pragma('user_version', { simple: true })).toBe(3);
  expect(again.prepare('select count(*) from cameras').pluck().get()).toBe(2);
  again.close();
});

import type { Operation } from '@sightline/contracts/link/link-operations';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSealingKey } from '../../platform/crypto/sealed-text.ts';
import { DesiredCopy } from '../../platform/store/desired-copy.ts';
import { DesiredStore } from '../../platform/store/desired-store.ts';
import { openStore, type Store } from '../../platform/store/open-store.ts';
import type { GalleryPart } from '../recognise/known-faces/known-faces-messages.ts';
import { GalleryUpdates } from './gallery-updates.ts';

const partId = '01980000-0000-7000-8000-000000000001';
const otherId = '01980000-0000-7000-8000-000000000002';
const personId = '01980000-0000-7000-8000-00000000000a';
const values = Buffer.from(Uint8Array.from({ length: 1024 }, (_, index) => (index * 37) % 251)).toString('base64');

let folder: string;
let store: Store;
let desired: DesiredStore;
let copy: DesiredCopy;
let told: GalleryPart[];
let gallery: GalleryUpdates;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  store = openStore(join(folder, 'core.sqlite'));
  const key = loadSealingKey(join(folder, 'core.secret'));
  desired = new DesiredStore(store, key);
  desired.own('faceGallery');
  copy = new DesiredCopy(folder, { key, store });
  told = [];
  gallery = new GalleryUpdates(desired, (part) => told.push(part));
});

afterEach(() => {
  copy.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

const part = (entityId: string, revision: number, isThere: boolean): Operation => ({
  sequence: revision,
  entity: 'faceGallery',
  entityId,
  revision,
  desired: isThere
    ? {
        digest: `d${String(revision)}`,
        people: [{ personId, locationIds: null, faces: [{ modelId: 'faceres@1', values }] }],
      }
    : null,
});

/** Whether the face stands in any file of the core, as it travels or as it is compared. */
const standsInFiles = (): boolean => {
  const face = Buffer.from(values, 'base64');
  return readdirSync(folder).some((name) => {
    const bytes = readFileSync(join(folder, name));
    return bytes.includes(values.slice(0, 64)) || bytes.includes(face.subarray(0, 64)) || bytes.includes(personId);
  });
};

test('tells only what became otherwise, and lets go of what is gone', () => {
  expect(desired.apply(part(partId, 1, true), 0)).toBe('applied');
  expect(desired.apply(part(otherId, 2, true), 0)).toBe('applied');
  gallery.configure();
  expect(told.map(({ id, people }) => [id, people?.length])).toEqual([
    [partId, 1],
    [otherId, 1],
  ]);
  told = [];
  gallery.configure();
  expect(told).toEqual([]);
  desired.apply(part(otherId, 3, true), 0);
  desired.apply(part(partId, 4, false), 0);
  gallery.configure();
  expect(told).toMatchObject([
    { id: partId, people: null },
    { id: otherId, people: [{ personId }] },
  ]);
  expect([...gallery.all()].map(({ id }) => id)).toEqual([otherId]);
});

test('faces stand sealed in the files of the core, and not at all in the copy of what is wanted', () => {
  desired.apply(part(partId, 1, true), 0);
  copy.write();
  expect(desired.find('faceGallery', partId)?.people[0]?.faces[0]?.values).toBe(values);
  expect(standsInFiles()).toBe(false);
  const sizeWithout = readFileSync(join(folder, 'core.wishes')).length;
  expect(sizeWithout).toBeLessThan(values.length);
});

test('who is forgotten is gone from the store', () => {
  desired.apply(part(partId, 1, true), 0);
  desired.apply(part(partId, 2, false), 0);
  expect(desired.find('faceGallery', partId)).toBeUndefined();
  const rows = store.prepare("select content from desired where kind = 'faceGallery'").all();
  expect(rows).toEqual([{ content: null }]);
});

import type { FaceGallery } from '@sightline/contracts/people/people-link';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSealingKey } from '../../platform/crypto/sealed-text.ts';
import { DesiredStore } from '../../platform/store/desired-store.ts';
import { openStore, type Store } from '../../platform/store/open-store.ts';
import { identifyCapability } from './identify.capability.ts';

const partId = '01980000-0000-7000-8000-000000000001';
const dana = '01980000-0000-7000-8000-00000000000a';
const noa = '01980000-0000-7000-8000-00000000000b';
let folder: string;
let store: Store;
let desired: DesiredStore;
let sequence: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgotten-'));
  store = openStore(join(folder, 'core.sqlite'));
  desired = new DesiredStore(store, loadSealingKey(join(folder, 'core.secret')));
  for (const [kind, owner] of Object.entries(identifyCapability.owns?.({} as never) ?? {}))
    desired.own(kind as 'faceGallery', owner);
  sequence = 0;
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const person = (personId: string): FaceGallery['people'][number] => ({
  personId,
  locationIds: null,
  faces: [{ modelId: 'faceres@1', values: randomBytes(1024).toString('base64') }],
});

function tell(people: FaceGallery['people'] | null): void {
  sequence += 1;
  const content = people && { digest: String(sequence), people };
  const told = { sequence, entity: 'faceGallery', entityId: partId, revision: sequence, desired: content };
  expect(desired.apply(told, sequence)).toBe('applied');
}

/** Pieces of what is kept of a part, sealed as it lies on the disk; short, because a page may end within a long one. */
function piecesOnDisk(): string[] {
  const { content } = store.prepare('select content from desired where id = ?').get(partId) as { content: string };
  return Array.from({ length: 8 }, (_, at) => content.slice(at * 150 + 60, at * 150 + 100));
}

/** Those of the pieces that stand in a file of the core. */
const foundIn = (pieces: readonly string[]): string[] => {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  return pieces.filter((piece) => files.some((text) => text.includes(piece)));
};

test('what was kept of somebody who is forgotten is in no file of the core once it says that it has forgotten', () => {
  tell([person(dana), person(noa)]);
  const pieces = piecesOnDisk();
  expect(foundIn(pieces).length).toBeGreaterThan(4);
  tell([person(noa)]);
  expect(foundIn(pieces)).toEqual([]);
});

test('the same holds of a part that is not wanted any more', () => {
  tell([person(dana)]);
  const pieces = piecesOnDisk();
  expect(foundIn(pieces).length).toBeGreaterThan(4);
  tell(null);
  expect(foundIn(pieces)).toEqual([]);
});

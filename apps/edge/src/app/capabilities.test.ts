import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdgeStores, type EdgeStores } from '../platform/store/edge-stores.ts';
import { capabilities } from './capabilities.ts';

const folder = join(import.meta.dirname, '../capabilities');
let dataFolder: string;
let stores: EdgeStores;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'capabilities-'));
  stores = openEdgeStores(dataFolder);
});
afterEach(() => {
  stores.store.close();
  rmSync(dataFolder, { recursive: true });
});

test('every declaration is in the list, under the name of its folder', () => {
  const declared = readdirSync(folder).filter((verb) =>
    readdirSync(join(folder, verb)).includes(`${verb}.capability.ts`),
  );
  expect(capabilities.items.map(({ verb }) => verb).toSorted()).toEqual(declared.toSorted());
});

test('the store closes after whatever writes into it, and the footage before it', () => {
  const stages = new Map(capabilities.items.map(({ verb, closes = 'work' }) => [verb, closes]));
  const late = [...stages].filter(([, stage]) => stage !== 'work');
  expect(late).toEqual([
    ['recover', 'store'],
    ['place', 'footage'],
  ]);
});

test('every kind of entity that cores are told of has one owner', () => {
  expect(Object.keys(capabilities.declared.owners(stores)).toSorted()).toEqual(Object.keys(syncedKinds).toSorted());
});

test('announces what servers rely upon, with or without models', () => {
  const { abilities } = capabilities.declared;
  expect(abilities).toEqual(expect.arrayContaining(['record', 'identify', 'export', 'live', 'play', 'talk', 'tunnel']));
  expect(new Set(abilities).size).toBe(abilities.length);
});

test('a core whose store is damaged still knows who it is, where its footage lies, and whom it let in', () => {
  expect(capabilities.declared.meta.toSorted()).toEqual([
    'adoptedLedgerOf',
    'claimedWith',
    'edgeId',
    'footagePlace',
    'lastOperation',
    'localTrust',
    'name',
    'organizationId',
    'spokenKinds',
    'trustedTime',
  ]);
});

test('what a version on trial agreed upon with the server counts when it is taken back', () => {
  expect(capabilities.declared.trial.toSorted()).toEqual([
    'claimedWith',
    'edgeId',
    'epoch',
    'localTrust',
    'name',
    'organizationId',
    'outboxSent',
    'outboxSequence',
    'trustedTime',
  ]);
});

test('what happened stays true on another machine; how things are is told anew', () => {
  const { records } = capabilities.declared;
  expect(records).toEqual(expect.arrayContaining(['coreNotice', 'event', 'gap', 'localView', 'picturesLost']));
  for (const state of ['streamStatus', 'cameraParts', 'exportState', 'softwareState'])
    expect(records).not.toContain(state);
});

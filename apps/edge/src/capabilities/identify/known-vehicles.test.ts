import type { VehicleList } from '@sightline/contracts/vehicles/vehicle-link';
import { plateKey } from '@sightline/domain/vehicles/plate-key';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventReportOf } from '../../../testing/report/test-event-report.ts';
import { loadSealingKey } from '../../platform/crypto/sealed-text.ts';
import { DesiredStore } from '../../platform/store/desired-store.ts';
import { openStore, type Store } from '../../platform/store/open-store.ts';
import { identifyCapability } from './identify.capability.ts';
import { KnownVehicles, partOfPlate } from './known-vehicles.ts';

const van = '01980000-0000-7000-8000-00000000000a';
const truck = '01980000-0000-7000-8000-00000000000b';
let folder: string;
let store: Store;
let desired: DesiredStore;
let known: KnownVehicles;
let sequence: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vehicles-'));
  store = openStore(join(folder, 'core.sqlite'));
  desired = new DesiredStore(store, loadSealingKey(join(folder, 'core.secret')));
  for (const [kind, owner] of Object.entries(identifyCapability.owns?.({} as never) ?? {}))
    desired.own(kind as 'vehicleList', owner as never);
  known = new KnownVehicles(desired);
  sequence = 0;
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** The id of the part in which a plate stands. */
const partOf = (plate: string): string =>
  `01980000-0000-7000-8000-0000000000${partOfPlate(plate).toString(16).padStart(2, '0')}`;

function tell(plate: string, vehicles: VehicleList['vehicles'] | null): void {
  sequence += 1;
  const content = vehicles && { digest: String(sequence), vehicles };
  const told = { sequence, entity: 'vehicleList', entityId: partOf(plate), revision: sequence, desired: content };
  expect(desired.apply(told, sequence)).toBe('applied');
  known.configure();
}

const vehicle = (vehicleId: string, plate: string) => ({ vehicleId, key: plateKey(plate) });
const named = (text: string | null) =>
  known.name(eventReportOf({ class: 'vehicle', plate: text === null ? null : { text, score: 0.9, reads: 3 } })).vehicle;

test('names nothing that was not read, is in no list, or may be two', () => {
  expect(named('AB12CD')).toBeNull();
  tell('B01715', [vehicle(van, 'B0-1715'), vehicle(truck, '80-17-15')]);
  expect([named(null), named('AB12CD'), named('BOI715'), named('B01716')]).toEqual([null, null, null, null]);
});

test('names a vehicle by its plate, misread signs forgiven and taken off the score', () => {
  tell('AB12CD', [vehicle(van, 'ab-12-cd')]);
  expect(named('AB12CD')).toEqual({ vehicleId: van, score: 0.9 });
  expect(named('A8I2CD')).toEqual({ vehicleId: van, score: (0.9 * 4) / 6 });
});

test('follows the list: a vehicle that is taken back, or has another plate, is named no more', () => {
  tell('AB12CD', [vehicle(van, 'ab-12-cd')]);
  expect(named('AB12CD')?.vehicleId).toBe(van);
  tell('AB12CD', [vehicle(truck, 'ab-12-cd')]);
  expect(named('AB12CD')?.vehicleId).toBe(truck);
  tell('AB12CD', null);
  expect(named('AB12CD')).toBeNull();
});

test('knows them again after a start, without a server', () => {
  tell('AB12CD', [vehicle(van, 'ab-12-cd')]);
  known = new KnownVehicles(desired);
  expect(named('AB12CD')?.vehicleId).toBe(van);
});

test('keeps plates sealed on the disk, and what was kept of one that is taken back in no file', () => {
  tell('AB12CD', [vehicle(van, 'ab-12-cd'), vehicle(truck, 'xy99zz')]);
  const files = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name)).toString('latin1'))
      .join('');
  expect(files()).not.toContain('ab12cd');
  const { content } = store.prepare('select content from desired').get() as { content: string };
  const piece = content.slice(60, 100);
  expect(files()).toContain(piece);
  tell('AB12CD', [vehicle(truck, 'xy99zz')]);
  expect(files()).not.toContain(piece);
});

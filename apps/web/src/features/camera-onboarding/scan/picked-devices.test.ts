import { expect, test } from 'vitest';
import { isNew, isPickable, nameOfDevice, rowsOfPicked, type Found } from './picked-devices.ts';

const found = (change: Partial<Found> = {}): Found => ({
  host: '10.0.0.5',
  port: 80,
  source: 'discovery',
  name: '',
  manufacturer: '',
  model: '',
  macAddress: null,
  isOnvif: true,
  cameraCount: 0,
  ...change,
});

test('offers what can be asked for its streams, also a recorder of which one camera was added, and only new ones at once', () => {
  const devices = [found({ cameraCount: 1 }), found({ isOnvif: false }), found()];
  expect(devices.map(isPickable)).toEqual([true, false, true]);
  expect(devices.map(isNew)).toEqual([false, false, true]);
});

test('names a device by what it says of itself, else by its address', () => {
  expect(
    [found(), found({ manufacturer: 'Acme', model: 'D1' }), found({ name: ' Gate ', model: 'D1' })].map(nameOfDevice),
  ).toEqual(['10.0.0.5', 'Acme D1', 'Gate']);
});

test('gives each device the common account unless it has its own', () => {
  const common = { username: 'admin', password: 'a' };
  const picked = [
    { device: found(), name: 'Gate', account: null },
    { device: found({ host: '10.0.0.6', port: 8000 }), name: 'Yard', account: { username: 'root', password: 'b' } },
  ];
  expect(rowsOfPicked(picked, common)).toEqual([
    { line: 2, name: 'Gate', ip: '10.0.0.5', port: '80', username: 'admin', password: 'a', connectionString: '' },
    { line: 3, name: 'Yard', ip: '10.0.0.6', port: '8000', username: 'root', password: 'b', connectionString: '' },
  ]);
});

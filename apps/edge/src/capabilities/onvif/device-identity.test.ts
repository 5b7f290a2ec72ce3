import { randomUUID } from 'node:crypto';
import { AppError } from '@sightline/contracts/shared/errors';
import { expect, test } from 'vitest';
import { accessTo, account, cameraFor, testDriver } from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { createDeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import { identifyDevices, type IdentityDeps } from './device-identity.ts';

const { addressesOf, allows } = createDeviceNetworks(['127.0.0.0/8']);
const deps = (change: Partial<IdentityDeps> = {}): IdentityDeps => ({
  onvif: testDriver(5_000),
  addressesOf,
  allows,
  neighbours: async () => new Map(),
  useCamera: () => Promise.reject(new AppError('onvif_absent')),
  knockMs: 1,
  ...change,
});
const ask = async (change: Partial<IdentityDeps>, input: Partial<Parameters<typeof identifyDevices>[1]>) =>
  (await identifyDevices(deps(change), { hosts: [], devices: [], cameraIds: [], ...input })).marks;

test('a name and an address of one machine share a mark, and a name that nobody knows has none', async () => {
  const marks = await ask({}, { hosts: ['localhost', '127.0.0.1', '::ffff:127.0.0.1', 'FE80::0:1', 'nobody.invalid'] });
  expect(marks['localhost']).toContain('ip:127.0.0.1');
  expect(marks).toMatchObject({
    '127.0.0.1': ['ip:127.0.0.1'],
    '::ffff:127.0.0.1': ['ip:127.0.0.1'],
    'FE80::0:1': ['ip:fe80::1'],
    'nobody.invalid': [],
  });
});

test('a name with very many addresses has no mark: the hidden one may be the one that is called', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `127.0.0.${String(index + 1)}`);
  const marks = await ask(
    { addressesOf: async (host) => (host === 'many.example' ? many : [host]) },
    { hosts: ['many.example', '127.0.0.60'] },
  );
  expect(marks).toEqual({ 'many.example': [], '127.0.0.60': ['ip:127.0.0.60'] });
});

test('two addresses of one hardware share it, also when it was not spoken to of late', async () => {
  let asked = 0;
  const mac = '02:00:00:00:00:01';
  const neighbours = async () =>
    new Map(
      asked++ === 0
        ? []
        : [
            ['127.0.0.2', mac],
            ['127.0.0.3', mac],
          ],
    );
  const marks = await ask({ neighbours }, { hosts: ['127.0.0.2', '127.0.0.3', '127.0.0.4'] });
  expect(marks).toEqual({
    '127.0.0.2': ['ip:127.0.0.2', `mac:${mac}`],
    '127.0.0.3': ['ip:127.0.0.3', `mac:${mac}`],
    '127.0.0.4': ['ip:127.0.0.4'],
  });
});

test('a device says its serial number, at a new address as at that of its camera; one that refuses or is silent says nothing', async () => {
  const device = await cameraFor();
  const driver = testDriver(5_000);
  const cameraId = randomUUID();
  const useCamera: IdentityDeps['useCamera'] = async (of, act) => {
    if (of !== cameraId) throw new AppError('onvif_absent');
    return act(await driver.open(accessTo(device)));
  };
  const marks = await ask(
    { useCamera },
    { hosts: [device.host], devices: [accessTo(device)], cameraIds: [cameraId, randomUUID()] },
  );
  const serial = marks[cameraId]?.find((mark) => mark.startsWith('serial:Acme Dome 5 '));
  expect(serial).toBeDefined();
  expect(marks[device.host]).toContain(serial);
  const refused = await ask(
    { onvif: driver },
    { hosts: [device.host], devices: [accessTo(device, { ...account, password: 'wrong' })] },
  );
  expect(refused[device.host]).toEqual([`ip:${device.host}`]);
  const silent = await ask(
    { onvif: { open: () => new Promise(() => undefined) }, askMs: 20 },
    { devices: [accessTo(device)] },
  );
  expect(silent).toEqual({});
});

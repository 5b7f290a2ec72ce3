import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EventReport } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../testing/events/test-reports.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const add = async (plate: string, by = owner): Promise<string> =>
  (await by.call(vehiclesCalls.create, { body: { plate, owner: 'Noa Lavi' } })).body.id;
async function seen(text: string, change: Partial<EventReport> = {}): Promise<string> {
  const plate = { text, score: 0.9, reads: 5 };
  const event = testReport({ cameraId: core.cameraId, class: 'vehicle', phase: 'closed', plate, ...change });
  await core.send({ kind: 'event', event });
  return event.eventId;
}
const vehicleOf = async (id: string, by = owner) => (await by.call(eventsCalls.get, { params: { id } })).body.vehicle;

it('is told to nobody without the right to vehicles, and not where the camera hides them', async () => {
  const vehicleId = await add('ab-12-cd');
  const eventId = await seen('AB12CD');
  expect(await vehicleOf(eventId)).toEqual({ vehicleId, plate: 'ab-12-cd', score: 0.9 });
  const organizationId = owner.session.activeOrganizationId;
  const guard = await server.person({ organizationId, permissions: ['SearchView', 'CameraView', 'LocationView'] });
  const { body } = await guard.call(eventsCalls.get, { params: { id: eventId } });
  expect(body).toMatchObject({ plate: { text: 'AB12CD' }, vehicle: null });
  await owner.call(camerasCalls.update, {
    params: { id: core.cameraId },
    body: { settings: { privacy: { objectsToPixelate: ['vehicle'] } }, revision: 1 },
  });
  const watcher = await server.person({
    organizationId,
    permissions: ['SearchView', 'CameraView', 'LocationView', 'OrganizationDatabaseVehiclesDirectory'],
  });
  expect((await watcher.call(eventsCalls.get, { params: { id: eventId } })).body).toMatchObject({
    plate: null,
    vehicle: null,
  });
});

it('is no vehicle of another organization, whatever the core says, and none that nobody knows', async () => {
  const stranger = await server.person();
  const theirs = await add('ab-12-cd', stranger);
  expect(await vehicleOf(await seen('AB12CD', { vehicle: { vehicleId: theirs, score: 0.9 } }))).toBeNull();
  expect(await vehicleOf(await seen('AB12CD', { vehicle: { vehicleId: newId(), score: 0.9 } }))).toBeNull();
  expect(await vehicleOf(await seen('XY99ZZ', { plate: null }))).toBeNull();
});

it('names what was read before the vehicle was known, misreadings too, and nothing any more once it is deleted', async () => {
  const [exact, misread, other] = [await seen('B0171S'), await seen('8OI715'), await seen('B0171SX')];
  expect(await vehicleOf(exact)).toBeNull();
  const vehicleId = await add('b0-171s');
  expect(await vehicleOf(exact)).toEqual({ vehicleId, plate: 'b0-171s', score: 0.9 });
  expect(await vehicleOf(misread)).toMatchObject({ vehicleId, score: expect.closeTo((0.9 * 2) / 6) });
  expect(await vehicleOf(other)).toBeNull();
  const page = await owner.call(eventsCalls.list, { query: {} });
  expect(page.body.items.filter(({ vehicle }) => vehicle?.vehicleId === vehicleId)).toHaveLength(2);
  // Of two that differ in confusable signs alone a misreading is neither's.
  await add('80-1715');
  expect(await vehicleOf(misread)).toBeNull();
  expect((await vehicleOf(exact))?.vehicleId).toBe(vehicleId);
  await owner.call(vehiclesCalls.remove, { params: { plate: 'b0171s' } });
  expect((await vehicleOf(exact))?.vehicleId).not.toBe(vehicleId);
});

it('stays the vehicle that it was by the word of its core, also when that has another plate since', async () => {
  const vehicleId = await add('ab-12-cd');
  const bySaying = await seen('A8I2CD', { vehicle: { vehicleId, score: 0.6 } });
  const byPlate = await seen('A8I2CD');
  expect(await vehicleOf(bySaying)).toEqual({ vehicleId, plate: 'ab-12-cd', score: 0.6 });
  const change = { plate: 'zz 77', owner: null, make: null, color: null, revision: 1 };
  expect((await owner.call(vehiclesCalls.update, { params: { plate: 'ab12cd' }, body: change })).status).toBe(200);
  expect(await vehicleOf(bySaying)).toEqual({ vehicleId, plate: 'zz 77', score: 0.6 });
  expect(await vehicleOf(byPlate)).toBeNull();
  await owner.call(vehiclesCalls.remove, { params: { plate: 'zz77' } });
  expect(await vehicleOf(bySaying)).toBeNull();
});

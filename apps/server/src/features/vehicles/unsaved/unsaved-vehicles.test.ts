import type { EventReport } from '@sightline/contracts/events/event';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { unsavedVehiclesCalls } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../../testing/events/test-reports.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

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

const began = Date.now() - 3_600_000;
const seen = (text: string, change: Partial<EventReport> = {}) => ({
  kind: 'event' as const,
  event: testReport({
    eventId: newId(),
    cameraId: core.cameraId,
    class: 'vehicle',
    phase: 'closed',
    startedAtUtcMs: began,
    plate: { text, score: 0.9, reads: 5 },
    ...change,
  }),
});
const times = (count: number, text: string) => Array.from({ length: count }, () => seen(text));
const list = async (query: object = {}, by = owner) => (await by.call(unsavedVehiclesCalls.list, { query })).body;
const counts = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await list({ size: 100 })).items.map(({ plate, count }) => [plate, count]));
const becomes = (expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await counts()).toEqual(expected), { timeout: 20_000, interval: 50 });

it('is refused without the right, and shows nothing of another organization', async () => {
  await core.send(seen('AB12CD'));
  await becomes({ ab12cd: 1 });
  const organizationId = owner.session.activeOrganizationId;
  const member = await server.person({ organizationId, permissions: ['SearchView'] });
  expect(await member.call(unsavedVehiclesCalls.list, { query: {} })).toMatchObject({ status: 403 });
  expect((await list({}, await server.person())).items).toEqual([]);
});

it('DB-VEH-035 DB-SHELL-042: counts each event once, when it is over, with where and when it was seen last', async () => {
  const open = seen('AB12CD', { phase: 'opened', revision: 1 });
  await core.send(open);
  await core.send(
    { ...open, event: { ...open.event, phase: 'closed', endedAtUtcMs: began + 5_000, revision: 2 } },
    seen('AB12CD'),
  );
  await becomes({ ab12cd: 2 });
  const { items } = await list();
  expect(items[0]).toMatchObject({ plate: 'ab12cd', edgeId: core.edge.edgeId, location: { id: core.edge.locationId } });
  expect(Math.abs((items[0]?.lastSeen ?? 0) - began)).toBeLessThan(3_600_000);
});

it('puts misreadings together under the plate that was read most often, and keeps plates of a fleet apart', async () => {
  await core.send(...times(6, 'B017I5'), ...times(2, '8017I5'), seen('BO1715'), seen('51943207'), seen('51943208'));
  await becomes({ b017i5: 9, 51943207: 1, 51943208: 1 });
  expect((await list()).total).toBe(3);
});

it('takes a plate that lost a sign at its end for the whole one, until it was read too often for that', async () => {
  await core.send(...times(10, '7128409'), seen('712840'), seen('128409'));
  await becomes({ 7128409: 12 });
  await core.send(...times(5, '712840'));
  await becomes({ 7128409: 11, 712840: 6 });
  expect((await list({ query: '12840' })).total).toBe(2);
});

it('DB-VEH-021 DB-VEH-048: leaves out what is saved, comes back when that is deleted, and tells the saved one when it was seen', async () => {
  await core.send(...times(2, 'AB12CD'), seen('XY99ZZ'));
  await becomes({ ab12cd: 2, xy99zz: 1 });
  const { items } = await list();
  const found = items.find(({ plate }) => plate === 'ab12cd');
  const body = { plate: 'ab-12-cd', lastSeen: found?.lastSeen ?? null, edgeId: found?.edgeId ?? null };
  const { body: saved } = await owner.call(vehiclesCalls.create, { body });
  expect(saved).toMatchObject({ lastSeen: found?.lastSeen, edgeId: core.edge.edgeId });
  expect(await counts()).toEqual({ xy99zz: 1 });
  const later = began + 60_000;
  await core.send(seen('A8I2CD', { startedAtUtcMs: later, lastSeenUtcMs: later + 4_000 }));
  await core.send(seen('AB12CD', { startedAtUtcMs: later, lastSeenUtcMs: later + 5_000 }));
  await vi.waitFor(
    async () => {
      const known = (await owner.call(vehiclesCalls.list, { query: {} })).body.items;
      expect(known).toMatchObject([
        { plate: 'ab-12-cd', lastSeen: later + 5_000, location: { id: core.edge.locationId } },
      ]);
    },
    { timeout: 20_000, interval: 50 },
  );
  await owner.call(vehiclesCalls.remove, { params: { plate: 'ab12cd' } });
  expect(await counts()).toMatchObject({ xy99zz: 1, ab12cd: 4 });
});

it('learns no plates from a camera that hides vehicles', async () => {
  const changed = await owner.call(camerasCalls.update, {
    params: { id: core.cameraId },
    body: { settings: { privacy: { objectsToPixelate: ['vehicle'] } }, revision: 1 },
  });
  expect(changed.status).toBe(200);
  await core.send(seen('HIDDEN1'));
  expect(await counts()).toEqual({});
});

it('DB-VEH-018 DB-VEH-047 DB-VEH-051: reaches all of them by pages of 30, and finds a part of a plate, misread signs forgiven', async () => {
  await core.send(...Array.from({ length: 40 }, (_, at) => seen(`K${String(at + 10)}XYW`)));
  await vi.waitFor(async () => expect((await list()).total).toBe(40), { timeout: 20_000, interval: 50 });
  const [first, second] = [await list({ page: 1, size: 30 }), await list({ page: 2, size: 30 })];
  expect([first.items.length, second.items.length]).toEqual([30, 10]);
  expect(new Set([...first.items, ...second.items].map(({ plate }) => plate)).size).toBe(40);
  expect((await list({ query: 'k-12' })).items.map(({ plate }) => plate)).toEqual(['k12xyw']);
  expect((await list({ query: 'ki2' })).total).toBe(1);
});

describe('a plate that was read before it is saved', () => {
  const hour = 3_600_000;
  const at = began + 60_000;
  const known = async (by = owner, query: object = {}) => (await by.call(vehiclesCalls.list, { query })).body.items;
  const read = async (): Promise<object> => {
    await core.send(...times(3, 'AB12CD'), seen('AB12CD', { startedAtUtcMs: at, lastSeenUtcMs: at + 2_000 }));
    await becomes({ ab12cd: 4 });
    const { edgeId, locationId } = core.edge;
    return { lastSeen: at + 2_000, edgeId, location: { id: locationId } };
  };

  it('was seen when it was read, by whatever way it is saved', async () => {
    const last = await read();
    const { body: made } = await owner.call(vehiclesCalls.create, { body: { plate: 'AB-12-CD' } });
    expect(made).toMatchObject(last);
    const rename = (plate: string, to: string, revision: number) =>
      owner.call(vehiclesCalls.update, { params: { plate }, body: { plate: to, revision } });
    await owner.call(vehiclesCalls.remove, { params: { plate: 'ab12cd' } });
    const { body: other } = await owner.call(vehiclesCalls.create, { body: { plate: 'zz 9' } });
    expect(other.lastSeen).toBeNull();
    expect((await rename('zz 9', 'ab 12 cd', other.revision)).body).toMatchObject(last);
    await owner.call(vehiclesCalls.remove, { params: { plate: 'ab12cd' } });
    const orgId = owner.session.activeOrganizationId ?? '';
    const { url, filePath } = (
      await owner.call(vehicleImportsCalls.presign, { body: { asset: '1700000000000-a.csv', orgId } })
    ).body;
    const headers = { 'content-type': 'text/csv' };
    await fetch(`${server.url}${url}`, { method: 'PUT', headers, body: new Blob(['plate\nab12cd\nyy8\n']) });
    await owner.call(vehicleImportsCalls.evaluate, { body: { filePath, orgId } });
    await vi.waitFor(
      async () =>
        expect(await known()).toMatchObject([
          { plate: 'ab12cd', ...last },
          { plate: 'yy8', lastSeen: null },
        ]),
      { timeout: 20_000 },
    );
  });

  it('keeps a later sighting that came with it, and takes none of another plate', async () => {
    await read();
    const later = at + hour / 2;
    const body = { plate: 'ab12cd', lastSeen: later };
    expect((await owner.call(vehiclesCalls.create, { body })).body.lastSeen).toBe(later);
    expect((await owner.call(vehiclesCalls.create, { body: { plate: 'ab12ce' } })).body.lastSeen).toBeNull();
  });

  it('tells nobody of a place that they may not see, not even by what is asked for', async () => {
    const last = await read();
    const organizationId = owner.session.activeOrganizationId;
    const right = 'OrganizationDatabaseVehiclesDirectory' as const;
    const member = await server.person({ organizationId, permissions: [right] });
    expect((await list({}, member)).items).toMatchObject([{ plate: 'ab12cd', edgeId: null, location: null }]);
    await owner.call(vehiclesCalls.create, { body: { plate: 'ab12cd' } });
    const { locationId } = core.edge;
    expect(await known(owner, { locationId })).toMatchObject([last]);
    expect(await known(member)).toMatchObject([{ plate: 'ab12cd', edgeId: null, location: null }]);
    for (const asked of [locationId, newId()]) {
      const { body } = await member.call(vehiclesCalls.list, { query: { locationId: asked } });
      expect(body).toMatchObject({ items: [], total: { value: 0 } });
      expect(await known(member, { locationId: asked, query: 'ab12cd' })).toEqual([]);
      const path = `${server.url}/api/v1/vehicles/export?locationId=${asked}`;
      const file = await fetch(path, { headers: { authorization: `Bearer ${member.session.accessToken}` } });
      expect(file.status).toBe(200);
      expect(await file.text()).not.toMatch(/ab12cd/i);
    }
  });
});

import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertNewVehicles } from './imports/vehicle-imports.repository.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

const create = (body: object = {}, by = owner) =>
  by.call(vehiclesCalls.create, { body: { plate: 'ab-12', ...body } as never });
const update = (plate: string, body: object, by = owner) =>
  by.call(vehiclesCalls.update, { params: { plate }, body: { plate, ...body } as never });
const remove = (plate: string, by = owner) => by.call(vehiclesCalls.remove, { params: { plate } });
const list = async (query: object = {}, by = owner) => (await by.call(vehiclesCalls.list, { query })).body;
const platesOf = ({ items }: { items: readonly Vehicle[] }): string[] => items.map(({ plate }) => plate);

/** A core at a site of the owner. */
async function core(): Promise<{ edgeId: string; locationId: string }> {
  const site = await owner.call(locationsCalls.create, { body: { name: 'Haifa Port', timeZone: 'Asia/Jerusalem' } });
  const locationId = site.body.id;
  const { body } = await owner.call(edgesCalls.create, { body: { name: 'Gate core', locationId } });
  return { edgeId: body.id, locationId };
}

describe('a vehicle', () => {
  it('DB-SHELL-023 DB-SHELL-044: is refused without the right to the directory', async () => {
    await create();
    const organizationId = owner.session.activeOrganizationId;
    const member = await server.person({ organizationId, permissions: ['OrganizationDatabase', 'LocationView'] });
    const permission = 'OrganizationDatabaseVehiclesDirectory';
    for (const answer of [
      await member.call(vehiclesCalls.list, { query: {} }),
      await create({ plate: 'x1' }, member),
      await update('ab-12', { revision: 1 }, member),
      await remove('ab-12', member),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', data: { permission } } });
  });

  it('of another organization is not there, and takes no plate away', async () => {
    await create();
    const stranger = await server.person();
    const absent = { status: 404, body: { code: 'not_found' } };
    expect(await update('ab-12', { revision: 1 }, stranger)).toMatchObject(absent);
    expect(await remove('ab-12', stranger)).toMatchObject(absent);
    expect((await list({}, stranger)).items).toEqual([]);
    expect((await create({}, stranger)).status).toBe(201);
  });

  it.each([
    ['DB-VEH-027: no plate', { plate: ' ' }],
    ['a plate of signs alone', { plate: '- -' }],
    ['a plate that is too long', { plate: 'a'.repeat(21) }],
    ['a plate with something that cannot be seen', { plate: 'ab\u200f12' }],
    ['DB-VEH-034: a colour that the palette lacks', { color: 'turquoise' }],
    ['DB-VEH-030: a make that nobody knows', { make: 'Toyotta' }],
    ['an owner of 121 characters', { owner: 'x'.repeat(121) }],
  ])('%s is refused', async (_what, change) => {
    expect(await create(change)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('DB-VEH-028 DB-VEH-031 DB-VEH-033: has plate, owner, make, colour, last sight and core', async () => {
    const { edgeId, locationId } = await core();
    const seen = { owner: ' Noa Lavi ', make: 'Toyota', color: 'silver', lastSeen: 1_700_000_000_000, edgeId };
    const { status, body } = await create({ plate: ' AB-12 ', ...seen });
    const location = { id: locationId, name: 'Haifa Port', timeZone: 'Asia/Jerusalem' };
    expect([status, body]).toMatchObject([201, { plate: 'ab-12', ...seen, owner: 'Noa Lavi', location, revision: 1 }]);
    const bare = { owner: null, make: null, color: null, lastSeen: null, edgeId: null, location: null };
    expect((await create({ plate: 'x1', owner: '' })).body).toMatchObject(bare);
  });

  it('keeps no core of another organization', async () => {
    const { edgeId } = await core();
    const stranger = await server.person();
    const { body } = await create({ edgeId, lastSeen: 1_700_000_000_000 }, stranger);
    expect(body).toMatchObject({ edgeId: null, location: null });
  });

  it('names no site to whoever may not see it', async () => {
    const { edgeId } = await core();
    await create({ edgeId });
    const organizationId = owner.session.activeOrganizationId;
    const keeper = await server.person({ organizationId, permissions: ['OrganizationDatabaseVehiclesDirectory'] });
    expect((await list({}, keeper)).items).toMatchObject([{ plate: 'ab-12', location: null }]);
  });

  it.each([
    ['in capitals, without its dash', 'AB12'],
    ['in Cyrillic letters that look alike', 'АВ 12'],
    ['in Greek letters that look alike', 'ΑΒ12'],
    ['in wide signs', 'ＡＢ１２'],
    ['with digits of another script', 'ab١٢'],
  ])('DB-VEH-046: is refused a second time %s', async (_how, plate) => {
    await create();
    expect(await create({ plate })).toMatchObject({
      status: 409,
      body: { code: 'plate_taken', data: { fields: ['plate'] } },
    });
    expect((await create({ plate: 'ab13' })).status).toBe(201);
  });

  it('DB-VEH-049 DB-VEH-050: is changed and deleted by its plate, and may get another one that is free', async () => {
    await create({ owner: 'Noa' });
    await create({ plate: 'x1' });
    expect(await update('AB12', { plate: 'x-1', revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'plate_taken' },
    });
    expect(await update('ab-12', { revision: 2 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body } = await update('AB 12', { plate: 'cd-34', owner: 'Tamar', make: 'Kia', revision: 1 });
    expect(body).toMatchObject({ plate: 'cd-34', owner: 'Tamar', make: 'Kia', revision: 2 });
    expect(platesOf(await list())).toEqual(['cd-34', 'x1']);
    expect(platesOf(await list({ query: 'ab12' }))).toEqual([]);
    expect((await update('ab-12', { revision: 1 })).status).toBe(404);
    expect((await remove('CD34')).status).toBe(200);
    expect((await remove('cd-34')).status).toBe(404);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: { entityId: body.id } })).body;
    expect(items.map(({ method, entityName }) => [method, entityName])).toEqual([
      ['vehicle.remove', 'CD-34'],
      ['vehicle.update', 'CD-34'],
      ['vehicle.create', 'AB-12'],
    ]);
  });

  it('is told to open screens of those who may see it, and to nobody else', async () => {
    const organizationId = owner.session.activeOrganizationId;
    const blind = await server.person({ organizationId, permissions: ['EventTags'] });
    const mine = await listenWith(server.url, owner.session.accessToken);
    const others = await listenWith(server.url, blind.session.accessToken);
    await create();
    await update('ab-12', { revision: 1 });
    await remove('ab-12');
    await vi.waitFor(() => expect(mine.kinds().filter((kind) => kind === 'vehicles.changed')).toHaveLength(3));
    expect(others.kinds()).not.toContain('vehicles.changed');
  });
});

describe('the list of vehicles', () => {
  beforeEach(async () => {
    await create({ plate: '71-284-09', owner: 'Galil Haulage', make: 'Volvo', color: 'white', lastSeen: 3_000 });
    await create({ plate: '38-915-62', owner: 'Noa Lavi', make: 'Toyota', color: 'silver', lastSeen: 2_000 });
    await create({ plate: '602-17-884', owner: 'נועה לביא', make: 'Škoda', color: 'white', lastSeen: 4_000 });
    await create({ plate: 'v-913-kt' });
  });

  it.each([
    ['284', ['71-284-09']],
    ['1-2840', ['71-284-09']],
    ['1788', ['602-17-884']],
    ['913K', ['v-913-kt']],
    ['VOL', ['71-284-09']],
    ['haul', ['71-284-09']],
    ['lavi noa', ['38-915-62']],
    ['skod', ['602-17-884']],
    ['לב', ['602-17-884']],
    ['noa toyota', ['38-915-62']],
    ['noa volvo', []],
    ['%', []],
    ['9', ['38-915-62', '71-284-09', 'v-913-kt']],
  ])('finds by %j', async (query, plates) => {
    const found = await list({ query });
    expect(platesOf(found)).toEqual(plates);
    expect(found.total).toEqual({ value: plates.length, relation: 'exact' });
  });

  it('is narrowed by make, colour, site and group, also together with a search', async () => {
    const { edgeId, locationId } = await core();
    const { id } = (await create({ plate: 'g1', color: 'white', edgeId })).body;
    const group = await owner.call(orgGroupsCalls.create, {
      body: { name: 'Gate', type: 'Vehicles', memberIds: [id] },
    });
    expect(platesOf(await list({ make: 'Volvo' }))).toEqual(['71-284-09']);
    expect(platesOf(await list({ color: 'white' }))).toEqual(['602-17-884', '71-284-09', 'g1']);
    expect(platesOf(await list({ locationId }))).toEqual(['g1']);
    expect(platesOf(await list({ groupId: group.body.id }))).toEqual(['g1']);
    const both = await list({ color: 'white', query: '7' });
    expect([platesOf(both), both.total.value]).toEqual([['602-17-884', '71-284-09'], 2]);
    expect(platesOf(await list({ groupId: newId() }))).toEqual([]);
  });

  it('is ordered by plate or by the last sight, page by page, each vehicle once', async () => {
    const paged = async (sort: string): Promise<string[]> => {
      const plates: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) });
        expect(page.total).toEqual({ value: 4, relation: 'exact' });
        plates.push(...platesOf(page));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return plates;
    };
    expect(await paged('plate')).toEqual(['38-915-62', '602-17-884', '71-284-09', 'v-913-kt']);
    expect(await paged('lastSeen')).toEqual(['602-17-884', '71-284-09', '38-915-62', 'v-913-kt']);
  });

  it('is followed in its order where more than 10,000 are found, and says that there are at least so many', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const many = Array.from({ length: 10_001 }, (_, at) => ({
      plate: `m ${String(at).padStart(5, '0')}`,
      owner: at % 2 === 0 ? 'Many of us' : 'Us many',
      make: null,
      color: at < 3 ? ('pink' as const) : null,
    }));
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      for (let from = 0; from < many.length; from += 500)
        await insertNewVehicles(trx, organizationId, many.slice(from, from + 500));
    });
    const first = await list({ query: 'us man', limit: 2 });
    const second = await list({ query: 'us man', limit: 2, cursor: first.nextCursor });
    expect([...platesOf(first), ...platesOf(second)]).toEqual(['m 00000', 'm 00001', 'm 00002', 'm 00003']);
    expect(first.total).toEqual({ value: 10_000, relation: 'atLeast' });
    const pink = await list({ query: 'us', color: 'pink' });
    expect([platesOf(pink), pink.total.value]).toEqual([['m 00000', 'm 00001', 'm 00002'], 3]);
    expect(platesOf(await list({ query: 'us', sort: 'lastSeen', limit: 1 }))).toHaveLength(1);
  });
});

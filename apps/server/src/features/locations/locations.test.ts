import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Location } from '@sightline/contracts/locations/location';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());

const make = async (name: string, rest: object = {}): Promise<Location> =>
  (await owner.call(locationsCalls.create, { body: { name, timeZone: 'UTC', ...rest } })).body;
const makeCore = async (locationId: string) =>
  (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId } })).body;
const change = (id: string, body: object, by = owner) => by.call(locationsCalls.update, { params: { id }, body });
const read = async (id: string): Promise<Location> => (await owner.call(locationsCalls.get, { params: { id } })).body;
const check = (id: string, by = owner) => by.call(locationsCalls.deleteCheck, { params: { id } });
const remove = (id: string, by = owner) => by.call(locationsCalls.remove, { params: { id } });
const personAt = (locationId: string, permissions: Permission[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, locationId, permissions });

describe('what is known of a location', () => {
  it.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['city', 'x'.repeat(101)],
    ['state', 'x'.repeat(101)],
    ['zip', 'x'.repeat(21)],
    ['notes', 'x'.repeat(2001)],
    ['coordinates.lat', { lat: 90.1, lon: 0 }],
    ['coordinates.lon', { lat: 0, lon: -180.1 }],
    ['coordinates.lon', { lat: 0 }],
  ])('LOC-023 refuses a wrong %s and names it', async (field, value) => {
    const site = await make('Bounds');
    const body = { [field.split('.')[0] ?? '']: value };
    expect((await change(site.id, body)).body).toMatchObject({ code: 'validation_failed', data: { fields: [field] } });
    expect((await owner.call(locationsCalls.create, { body: { name: 'New', timeZone: 'UTC', ...body } })).status).toBe(
      400,
    );
    expect(await read(site.id)).toMatchObject({ revision: site.revision });
  });

  it('LOC-023 LOC-035 keeps every field, and lets what is not sent stay', async () => {
    const parent = await make('Region');
    const known = {
      address: 'Quay 4',
      city: 'Haifa',
      state: 'North',
      zip: '3303139',
      notes: 'Key at the gate.\nRing twice.',
      coordinates: { lat: 32.82, lon: 34.99 },
    };
    const site = await make('Port', { ...known, parentId: parent.id });
    expect(await read(site.id)).toMatchObject({
      ...known,
      parentId: parent.id,
      localLiveStream: true,
      faceRecognition: true,
    });
    await change(site.id, { zip: null, coordinates: null, faceRecognition: false });
    expect(await read(site.id)).toMatchObject({
      ...known,
      zip: null,
      coordinates: null,
      faceRecognition: false,
      localLiveStream: true,
    });
    await change(site.id, { name: 'New port' });
    expect(await read(site.id)).toMatchObject({ city: 'Haifa', coordinates: null, faceRecognition: false });
  });

  it('LOC-035 tells nothing but the name of a location above what somebody may see', async () => {
    const above = await make('Above', {
      city: 'Haifa',
      notes: 'Secret',
      coordinates: { lat: 1, lon: 2 },
      faceRecognition: false,
    });
    const below = await make('Below', { parentId: above.id });
    const guard = await personAt(below.id, ['LocationView']);
    expect((await guard.call(locationsCalls.get, { params: { id: above.id } })).body).toMatchObject({
      name: 'Above',
      isNameOnly: true,
      city: null,
      notes: null,
      coordinates: null,
      faceRecognition: true,
    });
  });

  it('LOC-024 takes the id of the location with its values, and refuses another one', async () => {
    const [site, other] = [await make('Told'), await make('Other')];
    expect((await change(site.id, { id: other.id, name: 'Wrong' })).body).toMatchObject({
      code: 'validation_failed',
      data: { fields: ['id'] },
    });
    expect([(await read(site.id)).name, (await read(other.id)).name]).toEqual(['Told', 'Other']);
    expect((await change(site.id, { id: site.id, name: 'x'.repeat(100) })).body).toMatchObject({
      id: site.id,
      name: 'x'.repeat(100),
    });
  });

  it('LOC-024 refuses a change of what somebody else changed meanwhile', async () => {
    const site = await make('Twice');
    expect((await change(site.id, { name: 'Theirs', revision: site.revision })).status).toBe(200);
    expect(await change(site.id, { name: 'Mine', revision: site.revision })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await read(site.id)).toMatchObject({ name: 'Theirs', revision: site.revision + 1 });
    const both = await Promise.all(['a', 'b'].map((name) => change(site.id, { name, revision: site.revision + 1 })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('LOC-042 is made only by whoever has the right', async () => {
    const site = await make('Given');
    const editor = await personAt(site.id, ['LocationView', 'LocationEdit', 'LocationDelete']);
    const body = { name: 'New', timeZone: 'UTC' };
    for (const parentId of [null, site.id])
      expect(await editor.call(locationsCalls.create, { body: { ...body, parentId } })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
  });

  it('LOC-044 changes only the location that the right is given on', async () => {
    const [mine, other] = [await make('Mine'), await make('Other')];
    const editor = await personAt(mine.id, ['LocationView', 'LocationEdit']);
    expect((await change(other.id, { city: 'Haifa' }, editor)).status).toBe(404);
    const reader = await personAt(other.id, ['LocationView']);
    expect((await change(other.id, { city: 'Haifa' }, reader)).status).toBe(403);
    expect((await change(mine.id, { city: 'Haifa' }, editor)).status).toBe(200);
  });
});

it('LOC-034 LOC-040 tells the cores of a location, with those below it or without them', async () => {
  const region = await make('Region');
  const site = await make('Site of it', { parentId: region.id });
  const [above, below] = [await makeCore(region.id), await makeCore(site.id)];
  const cores = async (query: { locationId: string; locationDepth?: 'own' | 'below' }, by = owner) =>
    (await by.call(edgesCalls.list, { query })).body.items.map(({ id }) => id).toSorted();
  expect(await cores({ locationId: region.id })).toEqual([above.id, below.id].toSorted());
  expect(await cores({ locationId: region.id, locationDepth: 'own' })).toEqual([above.id]);
  expect(await cores({ locationId: region.id, locationDepth: 'own' }, await server.person())).toEqual([]);
  for (const { id } of [above, below]) await owner.call(edgesCalls.remove, { params: { id } });
});

describe('where a location can be moved to', () => {
  it('offers neither itself nor what is below it', async () => {
    const [top, aside] = [await make('Move top'), await make('Move aside')];
    const middle = await make('Move middle', { parentId: top.id });
    const low = await make('Move low', { parentId: middle.id });
    expect((await change(top.id, { parentId: low.id })).body).toMatchObject({ code: 'location_parent_invalid' });
    const names = async (outside?: string) =>
      (
        await owner.call(locationsCalls.list, {
          query: { search: 'Move', ...(outside === undefined ? {} : { outside }) },
        })
      ).body.items.map(({ name }) => name);
    expect(await names()).toHaveLength(4);
    expect(await names(top.id)).toEqual([aside.name]);
    expect(await names(middle.id)).toEqual([aside.name, top.name]);
  });

  it('answers a place of another organization, or one that its person cannot see, like one that is not there', async () => {
    const [site, unseen] = [await make('Own'), await make('Unseen')];
    const stranger = await server.person();
    const foreign = (await stranger.call(locationsCalls.create, { body: { name: 'Theirs', timeZone: 'UTC' } })).body;
    const editor = await personAt(site.id, ['LocationView', 'LocationEdit']);
    for (const [by, parentId] of [
      [owner, foreign.id],
      [owner, newId()],
      [editor, unseen.id],
    ] as const)
      expect((await change(site.id, { parentId }, by)).body).toMatchObject({ code: 'not_found' });
    const body = { name: 'Below theirs', timeZone: 'UTC', parentId: foreign.id };
    expect((await owner.call(locationsCalls.create, { body })).body).toMatchObject({ code: 'not_found' });
    expect(await read(site.id)).toMatchObject({ parentId: null, revision: site.revision });
  });
});

describe('a part of a site', () => {
  it('HOME-004 is not moved away from the core that records its cameras, and moves along with it', async () => {
    const [site, aside, other] = [await make('Site'), await make('Aside'), await make('Other')];
    const part = await make('Part', { parentId: site.id });
    const deep = await make('Deep', { parentId: part.id });
    const core = await makeCore(site.id);
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/deep' }];
    const camera = (
      await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId: core.id, locationId: deep.id, streams } })
    ).body;
    for (const parentId of [aside.id, null])
      expect(await change(part.id, { parentId })).toMatchObject({
        status: 409,
        body: { code: 'camera_not_below_core', data: { fields: ['parentId'] } },
      });
    expect(await read(part.id)).toMatchObject({ parentId: site.id, revision: part.revision });
    expect((await change(site.id, { parentId: other.id })).status).toBe(200);
    expect((await change(deep.id, { parentId: site.id })).status).toBe(200);
    await owner.call(camerasCalls.remove, { params: { id: camera.id } });
    expect((await change(part.id, { parentId: aside.id })).status).toBe(200);
  });

  it('LOC-044 is not moved to where whoever moves it may do more with what stands there', async () => {
    const [site, seen] = [await make('Unseen'), await make('Seen')];
    const editor = await personAt(site.id, ['LocationView', 'LocationEdit']);
    const grant = {
      organizationId: owner.session.activeOrganizationId ?? '',
      userId: editor.userId,
      entityKind: 'location' as const,
      entityId: seen.id,
    };
    await server.platform.database.withOrganization(grant.organizationId, (trx) =>
      trx
        .insertInto('grants')
        .values([
          { id: newId(), ...grant, permission: 'LocationView' },
          { id: newId(), ...grant, permission: 'CameraView' },
        ])
        .execute(),
    );
    expect(await change(seen.id, { name: 'Taken' }, editor)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', data: { permission: 'LocationEdit' } },
    });
    const core = await makeCore(site.id);
    expect(await change(site.id, { parentId: seen.id }, editor)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', data: { permission: 'CameraView' } },
    });
    await owner.call(edgesCalls.remove, { params: { id: core.id } });
    expect((await change(site.id, { parentId: seen.id }, editor)).status).toBe(200);
  });

  it('LOC-033 comes under the path that its parent has when it is made, and under none that is deleted meanwhile', async () => {
    for (let round = 0; round < 2; round += 1) {
      const [top, gone] = [await make('Top'), await make('Gone')];
      const core = (locationId: string) => owner.call(edgesCalls.create, { body: { name: 'Core', locationId } });
      const at = { name: 'New', timeZone: 'UTC', parentId: gone.id };
      const [made, moved] = await Promise.all([
        owner.call(locationsCalls.create, { body: at }),
        change(gone.id, { parentId: top.id }),
      ]);
      expect([made.status, moved.status]).toEqual([201, 200]);
      const guard = await personAt(top.id, ['LocationView']);
      expect((await guard.call(locationsCalls.get, { params: { id: made.body.id } })).status).toBe(200);
      await remove(made.body.id);
      const [deleted, below, beside] = await Promise.all([
        remove(gone.id),
        owner.call(locationsCalls.create, { body: at }),
        core(gone.id),
      ]);
      const isUsed = below.status === 201 || beside.status === 201;
      expect([deleted.status, isUsed]).toEqual(isUsed ? [409, true] : [200, false]);
    }
  });
});

describe('deleting a location', () => {
  it('LOC-026 LOC-043 lets nobody ask or delete without the right, and nobody of another organization', async () => {
    const site = await make('Kept');
    const elsewhere = await make('Elsewhere');
    const reader = await personAt(site.id, ['LocationView', 'LocationEdit']);
    // Deletes sites, but not this one.
    const deleter = await personAt(elsewhere.id, ['LocationView', 'LocationDelete']);
    const organizationId = String(owner.session.activeOrganizationId);
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('grants')
        .values({
          id: newId(),
          organizationId,
          userId: deleter.userId,
          permission: 'LocationView',
          entityKind: 'location',
          entityId: site.id,
        })
        .execute(),
    );
    const stranger = await server.person();
    for (const ask of [check, remove]) {
      for (const person of [reader, deleter]) expect((await ask(site.id, person)).status).toBe(403);
      expect((await ask(site.id, stranger)).status).toBe(404);
      expect((await ask(newId())).status).toBe(404);
    }
    expect((await read(site.id)).name).toBe('Kept');
  });

  it('LOC-027 LOC-033 is not allowed with a core, a location below or a camera, whoever did not ask first is refused too', async () => {
    const site = await make('Full');
    const part = await make('Part', { parentId: site.id });
    const core = await makeCore(site.id);
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/full' }];
    await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId: core.id, locationId: part.id, streams } });
    expect((await check(site.id)).body).toEqual({ allowed: false, edgeCount: 1, childCount: 1, cameraCount: 0 });
    expect((await check(part.id)).body).toEqual({ allowed: false, edgeCount: 0, childCount: 0, cameraCount: 1 });
    for (const { id } of [site, part])
      expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'location_not_empty' } });
  });

  it('LOC-026 LOC-032 LOC-033 is allowed for an empty one, which is gone then', async () => {
    const site = await make('Empty');
    expect((await check(site.id)).body).toEqual({ allowed: true, edgeCount: 0, childCount: 0, cameraCount: 0 });
    expect((await remove(site.id)).status).toBe(200);
    expect((await owner.call(locationsCalls.get, { params: { id: site.id } })).status).toBe(404);
    expect((await check(site.id)).status).toBe(404);
  });
});

describe('settings of everything that stands at a location', () => {
  it('LOC-016 tells the core to leave faces alone where the location does not want them, whatever the camera says', async () => {
    const edge = await makeTestEdge(server, owner);
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/faces' }];
    const camera = (
      await owner.call(camerasCalls.create, {
        body: { name: 'Hall', edgeId: edge.edgeId, locationId: edge.locationId, streams },
      })
    ).body;
    await edge.connect();
    const comparesAt = async (revision: number) => {
      const { operation } = await edge.next(
        'operation',
        (message) => message.operation.entityId === camera.id && message.operation.revision === revision,
      );
      return syncedKinds.camera.parse(operation.desired).analysis.comparesFaces;
    };
    expect(await comparesAt(1)).toBe(true);
    await change(edge.locationId, { faceRecognition: false });
    expect(await comparesAt(2)).toBe(false);
    // The choice of the camera itself is kept for the day on which the site wants them again.
    expect((await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.analysis.comparesFaces).toBe(true);
    await change(edge.locationId, { faceRecognition: true });
    expect(await comparesAt(3)).toBe(true);
    edge.hangUp();
  });

  it('LOC-016 NET-003 takes no core for local where its location does not want live pictures over the own network', async () => {
    const edge = await makeTestEdge(server, owner);
    const { nonce } = await edge.dial();
    edge.hello(nonce, { lanAddresses: ['192.168.1.9'] });
    await edge.next('welcome');
    const lookUp = async () =>
      (await owner.call(edgesCalls.localNetwork, { body: { edgeIds: [edge.edgeId], localLiveStream: true } })).body
        .items;
    expect(await lookUp()).toEqual([{ edgeId: edge.edgeId, isLocal: true, lanAddresses: ['192.168.1.9'] }]);
    await change(edge.locationId, { localLiveStream: false });
    expect(await lookUp()).toEqual([{ edgeId: edge.edgeId, isLocal: false, lanAddresses: [] }]);
    edge.hangUp();
  });
});

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { favouritesCalls } from '@sightline/contracts/favourites/favourites.api';
import { homeCalls } from '@sightline/contracts/home/home.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let siteId: string;
let edgeId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  siteId = await makeSite('Port', { address: 'Quay 1', city: 'Haifa', coordinates: { lat: 32.8, lon: 35 } });
  edgeId = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId: siteId } })).body.id;
});
afterAll(() => server.stop());

const makeSite = async (name: string, rest: object = {}): Promise<string> =>
  (await owner.call(locationsCalls.create, { body: { name, timeZone: 'UTC', ...rest } })).body.id;
let cameras = 0;
const makeCamera = async (locationId = siteId): Promise<string> => {
  cameras += 1;
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${String(cameras)}` }];
  return (
    await owner.call(camerasCalls.create, { body: { name: `Camera ${String(cameras)}`, edgeId, locationId, streams } })
  ).body.id;
};
const personAt = (locationId: string, permissions: Permission[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, locationId, permissions });
const home = async (by = owner) => (await by.call(homeCalls.locations, {})).body.items;
const move = (cameraIds: string[], locationId: string, by = owner) =>
  by.call(camerasCalls.move, { body: { cameraIds, locationId } });
const placeOf = async (id: string): Promise<string> =>
  (await owner.call(camerasCalls.get, { params: { id } })).body.locationId;
const starred = async (by: TestPerson) => (await by.call(favouritesCalls.list, {})).body.items;
const star = (kind: 'camera' | 'location', entityId: string, by: TestPerson) =>
  by.call(favouritesCalls.star, { params: { kind, entityId } });

describe('home locations', () => {
  it('HOME-003 tells nobody of what may not be seen: no counts of hidden cameras, and of places above only the name', async () => {
    const partId = await makeSite('Hidden part', { parentId: siteId, coordinates: { lat: 1, lon: 2 } });
    const cameraId = await makeCamera(partId);
    const reader = await personAt(partId, ['LocationView']);
    expect(await home(reader)).toMatchObject([
      { id: partId, cameras: {}, isNameOnly: false, can: { edit: false } },
      { id: siteId, isNameOnly: true, address: null, city: null, coordinates: null, cores: { total: 0 } },
    ]);
    const guard = await server.person({
      organizationId: owner.session.activeOrganizationId,
      cameraId,
      permissions: ['CameraView'],
    });
    expect((await home(guard)).find(({ id }) => id === partId)).toMatchObject({
      isNameOnly: true,
      coordinates: null,
      cameras: { notConnected: 1 },
    });
    expect(await home(await server.person())).toEqual([]);
  });

  it('HOME-003 LOC-034 answers all of them with their cores, and their cameras by state as the list of cameras counts them', async () => {
    await makeCamera();
    const site = (await home()).find(({ id }) => id === siteId);
    expect(site).toMatchObject({
      name: 'Port',
      address: 'Quay 1',
      city: 'Haifa',
      coordinates: { lat: 32.8, lon: 35 },
      cores: { total: 1, online: 0 },
      can: { edit: true, remove: true },
    });
    const { body } = await owner.call(camerasCalls.list, {
      query: { locationId: siteId, locationDepth: 'own', state: 'notConnected' },
    });
    expect(site?.cameras).toEqual({ notConnected: body.total.value });
  });

  it('HOME-004 the tree follows when parts are added, renamed, moved and deleted', async () => {
    const partId = await makeSite('Gate', { parentId: siteId });
    const found = async () => (await home()).find(({ id }) => id === partId);
    expect(await found()).toMatchObject({ name: 'Gate', parentId: siteId });
    const other = await makeSite('Depot');
    await owner.call(locationsCalls.update, { params: { id: partId }, body: { name: 'West gate', parentId: other } });
    expect(await found()).toMatchObject({ name: 'West gate', parentId: other });
    await owner.call(locationsCalls.remove, { params: { id: partId } });
    expect(await found()).toBeUndefined();
  });
});

describe('cameras moved between parts of a site', () => {
  it('HOME-005 refuses whoever lacks the right at the camera or at the new place, and moves all or none', async () => {
    const partId = await makeSite('Pier', { parentId: siteId });
    const [a, b] = [await makeCamera(), await makeCamera()];
    const viewer = await personAt(siteId, ['LocationView', 'CameraView']);
    expect((await move([a], partId, viewer)).status).toBe(403);
    const editor = await server.person({
      organizationId: owner.session.activeOrganizationId,
      cameraId: a,
      permissions: ['CameraView', 'CameraEdit'],
    });
    expect((await move([a, b], partId, editor)).status).toBe(404);
    expect((await move([a], partId, await server.person())).status).toBe(404);
    expect((await move([a], newId())).status).toBe(404);
    expect((await move([a, newId()], partId)).status).toBe(404);
    expect([await placeOf(a), await placeOf(b)]).toEqual([siteId, siteId]);
  });

  it('HOME-005 HOME-006 refuses no cameras, and a place that is not below their core', async () => {
    const cameraId = await makeCamera();
    expect((await move([], siteId)).body).toMatchObject({ code: 'validation_failed' });
    expect(await move([cameraId], await makeSite('Far away'))).toMatchObject({
      status: 409,
      body: { code: 'camera_not_below_core' },
    });
    expect(await placeOf(cameraId)).toBe(siteId);
  });

  it('HOME-005 brings cameras in and takes them out again, and does nothing twice', async () => {
    const partId = await makeSite('Quay', { parentId: siteId });
    const [a, b] = [await makeCamera(), await makeCamera()];
    expect((await move([a, b, a], partId)).body).toEqual({ moved: 2 });
    expect([await placeOf(a), await placeOf(b)]).toEqual([partId, partId]);
    expect((await move([a], partId)).body).toEqual({ moved: 0 });
    expect((await move([a], siteId)).body).toEqual({ moved: 1 });
    const { body } = await owner.call(camerasCalls.list, { query: { ids: `${a},${b},${newId()}` } });
    expect(Object.fromEntries(body.items.map(({ id, locationId }) => [id, locationId]))).toEqual({
      [a]: siteId,
      [b]: partId,
    });
  });
});

describe('favourites', () => {
  it('HOME-002 refuses what the person cannot see, as if it were not there', async () => {
    const cameraId = await makeCamera();
    const reader = await personAt(await makeSite('Only here'), ['LocationView', 'CameraView']);
    for (const [kind, id] of [
      ['camera', cameraId],
      ['location', siteId],
      ['camera', newId()],
      ['location', cameraId],
    ] as const)
      expect((await star(kind, id, reader)).status).toBe(404);
    expect(await starred(reader)).toEqual([]);
    expect(
      (await owner.call(favouritesCalls.star, { params: { kind: 'edge' as never, entityId: edgeId } })).status,
    ).toBe(400);
  });

  it('HOME-002 keeps stars of one person apart from those of others, in the order in which they were given, until they are taken away', async () => {
    const person = await personAt(siteId, ['LocationView', 'CameraView']);
    const cameraId = await makeCamera();
    await star('camera', cameraId, person);
    await star('location', siteId, person);
    await star('camera', cameraId, person);
    expect(await starred(person)).toMatchObject([
      { kind: 'camera', entityId: cameraId, placeName: 'Port' },
      { kind: 'location', entityId: siteId, name: 'Port', placeName: null },
    ]);
    expect(await starred(owner)).toEqual([]);
    await person.call(favouritesCalls.unstar, { params: { kind: 'camera', entityId: cameraId } });
    expect((await starred(person)).map(({ entityId }) => entityId)).toEqual([siteId]);
  });

  it('HOME-002 refuses more stars than anybody finds a thing among, but counts none that nobody sees any more', async () => {
    const person = await personAt(siteId, ['LocationView', 'CameraView']);
    const organizationId = owner.session.activeOrganizationId ?? '';
    const fill = (ids: string[]) =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx
          .insertInto('favourites')
          .values(
            ids.map((entityId) => ({ organizationId, userId: person.userId, kind: 'location' as const, entityId })),
          )
          .execute(),
      );
    await fill(Array.from({ length: 200 }, () => newId()));
    expect((await star('location', siteId, person)).status).toBe(200);
    const parts: string[] = [];
    for (let count = 0; count < 199; count += 1)
      parts.push(await makeSite(`Part ${String(count)}`, { parentId: siteId }));
    await fill(parts);
    expect((await star('camera', await makeCamera(), person)).body).toMatchObject({ code: 'too_many' });
    expect((await star('location', siteId, person)).status).toBe(200);
  });

  it('HOME-002 a star leaves with the right to see, and with the thing', async () => {
    const person = await personAt(siteId, ['LocationView', 'CameraView']);
    const [kept, gone] = [await makeCamera(), await makeCamera()];
    for (const id of [kept, gone]) await star('camera', id, person);
    await owner.call(camerasCalls.remove, { params: { id: gone } });
    expect((await starred(person)).map(({ entityId }) => entityId)).toEqual([kept]);
    await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx.deleteFrom('grants').where('userId', '=', person.userId).where('permission', '=', 'CameraView').execute(),
    );
    await expect.poll(() => starred(person), { timeout: 5_000 }).toEqual([]);
  });
});

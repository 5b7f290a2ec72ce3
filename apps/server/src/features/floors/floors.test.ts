import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Building, Floor } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { pngOf, webpOf } from '../../../testing/floors/test-pictures.ts';

let server: TestServer;
let owner: TestPerson;
let siteId: string;
let edgeId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  siteId = await makeSite('Port');
  edgeId = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId: siteId } })).body.id;
});
afterAll(() => server.stop());

const makeSite = async (name: string, parentId: string | null = null): Promise<string> =>
  (await owner.call(locationsCalls.create, { body: { name, parentId, timeZone: 'UTC' } })).body.id;
let cameras = 0;
const makeCamera = async (locationId = siteId, on = edgeId): Promise<string> => {
  cameras += 1;
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${String(cameras)}` }];
  return (
    await owner.call(camerasCalls.create, {
      body: { name: `Camera ${String(cameras)}`, edgeId: on, locationId, streams },
    })
  ).body.id;
};
const makeBuilding = async (name: string, locationId = siteId): Promise<Building> =>
  (await owner.call(floorsCalls.createBuilding, { params: { id: locationId }, body: { name } })).body;
const makeFloor = async (name: string, buildingId?: string): Promise<Floor> =>
  (
    await owner.call(floorsCalls.createFloor, {
      params: { id: buildingId ?? (await makeBuilding('House')).id },
      body: { name },
    })
  ).body;
const read = async (id: string, by = owner) => by.call(floorsCalls.get, { params: { id } });
const place = (
  id: string,
  cameraId: string,
  { by = owner, ...rest }: { by?: TestPerson } & Record<string, unknown> = {},
) =>
  by.call(floorsCalls.placeCamera, {
    params: { id, cameraId },
    body: { x: 0.25, y: 0.75, headingDeg: 90, fovDeg: 80, rangeM: 12, ...rest },
  });
const personAt = (locationId: string, permissions: Permission[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, locationId, permissions });
const send = async (
  id: string,
  file: Uint8Array,
  { type = 'image/png', by = owner }: { type?: string; by?: TestPerson } = {},
) => {
  const headers = { authorization: `Bearer ${by.session.accessToken}`, 'content-type': type };
  const response = await fetch(`${server.url}/api/v1/floors/${id}/plan`, {
    method: 'PUT',
    headers,
    body: new Uint8Array(file),
  });
  return { status: response.status, body: (await response.json()) as Floor & { code?: string } };
};

describe('who may do what', () => {
  it('HOME-008 lets a reader look and change nothing, and shows nobody else that there is anything', async () => {
    const floor = await makeFloor('Ground');
    const reader = await personAt(siteId, ['LocationView', 'CameraView']);
    const aside = await personAt(await makeSite('Aside'), ['LocationView', 'LocationEdit']);
    const stranger = await server.person();
    expect((await read(floor.id, reader)).body).toMatchObject({ name: 'Ground', can: { edit: false } });
    const cameraId = await makeCamera();
    const changes = (by: TestPerson) => [
      by.call(floorsCalls.createBuilding, { params: { id: siteId }, body: { name: 'New' } }),
      by.call(floorsCalls.updateBuilding, { params: { id: floor.buildingId }, body: { name: 'New' } }),
      by.call(floorsCalls.createFloor, { params: { id: floor.buildingId }, body: { name: 'New' } }),
      by.call(floorsCalls.update, { params: { id: floor.id }, body: { name: 'New' } }),
      place(floor.id, cameraId, { by }),
      by.call(floorsCalls.removeCamera, { params: { id: floor.id, cameraId } }),
      send(floor.id, pngOf(10, 10), { by }),
      by.call(floorsCalls.remove, { params: { id: floor.id } }),
      by.call(floorsCalls.removeBuilding, { params: { id: floor.buildingId } }),
    ];
    for (const answer of await Promise.all(changes(reader))) expect(answer.status).toBe(403);
    for (const by of [aside, stranger]) {
      expect((await read(floor.id, by)).status).toBe(404);
      expect((await by.call(floorsCalls.getBuilding, { params: { id: floor.buildingId } })).status).toBe(404);
    }
    for (const answer of await Promise.all(changes(aside))) expect(answer.status).toBe(404);
    expect((await read(floor.id)).body).toMatchObject({ name: 'Ground', plan: null, cameras: [] });
  });

  it('shows on a plan only cameras that somebody may see', async () => {
    const floor = await makeFloor('Lobby');
    const [seen, hidden] = [await makeCamera(), await makeCamera()];
    for (const cameraId of [seen, hidden]) expect((await place(floor.id, cameraId)).status).toBe(200);
    const guard = await server.person({
      organizationId: owner.session.activeOrganizationId,
      cameraId: seen,
      permissions: ['CameraView'],
    });
    // A camera by itself shows the name of its site, not its floors.
    expect((await read(floor.id, guard)).status).toBe(404);
    const reader = await personAt(siteId, ['LocationView']);
    expect((await read(floor.id, reader)).body.cameras).toEqual([]);
    expect((await read(floor.id)).body.cameras).toHaveLength(2);
  });
});

describe('buildings and floors', () => {
  it('HOME-008 a building has floors that are known by their ids, the lowest first', async () => {
    const building = await makeBuilding('Tower');
    const second = await owner.call(floorsCalls.createFloor, {
      params: { id: building.id },
      body: { name: 'Second', level: 2, widthM: 30 },
    });
    const cellar = await owner.call(floorsCalls.createFloor, {
      params: { id: building.id },
      body: { name: 'Cellar', level: -1 },
    });
    const { body } = await owner.call(floorsCalls.getBuilding, { params: { id: building.id } });
    expect(body.floors.map(({ id, level, hasPlan }) => [id, level, hasPlan])).toEqual([
      [cellar.body.id, -1, false],
      [second.body.id, 2, false],
    ]);
    const { items } = (await owner.call(floorsCalls.buildings, { params: { id: siteId } })).body;
    expect(items.find(({ id }) => id === building.id)?.floors).toHaveLength(2);
    await owner.call(floorsCalls.removeBuilding, { params: { id: building.id } });
    for (const id of [second.body.id, cellar.body.id]) expect((await read(id)).status).toBe(404);
  });

  it('refuses to overwrite what somebody else changed meanwhile', async () => {
    const floor = await makeFloor('Twice');
    const change = (body: object) => owner.call(floorsCalls.update, { params: { id: floor.id }, body });
    expect((await change({ name: 'Theirs', revision: floor.revision })).body).toMatchObject({
      name: 'Theirs',
      level: 0,
      widthM: 50,
    });
    expect(await change({ name: 'Mine', revision: floor.revision })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const building = await makeBuilding('Twice');
    const rename = () =>
      owner.call(floorsCalls.updateBuilding, {
        params: { id: building.id },
        body: { name: 'New', revision: building.revision },
      });
    expect([(await rename()).status, (await rename()).status]).toEqual([200, 409]);
  });
});

describe('the plan of a floor', () => {
  it('refuses what is no picture, what claims to be huge, and what is longer than allowed', async () => {
    const floor = await makeFloor('Refusals');
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(80));
    expect(await send(floor.id, drawing)).toMatchObject({ status: 400, body: { code: 'plan_not_a_picture' } });
    for (const type of ['image/svg+xml', 'image/gif', 'application/pdf'])
      expect(await send(floor.id, drawing, { type })).toMatchObject({
        status: 400,
        body: { code: 'plan_not_a_picture' },
      });
    expect(await send(floor.id, pngOf(90_000, 90_000))).toMatchObject({
      status: 400,
      body: { code: 'plan_too_large' },
    });
    expect(await send(floor.id, Buffer.alloc(10_485_761))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
    expect(await owner.call(floorsCalls.setPlan, { params: { id: floor.id } } as never)).toMatchObject({
      status: 400,
      body: { code: 'plan_not_a_picture' },
    });
    expect((await read(floor.id)).body.plan).toBeNull();
  });

  it('is kept as what it is, whatever it was called, opens by its signed address alone, and gives way to the next one', async () => {
    const floor = await makeFloor('Plan');
    const first = await send(floor.id, webpOf(320, 200));
    expect(first.body.plan).toMatchObject({ widthPx: 320, heightPx: 200 });
    const url = new URL(first.body.plan?.url ?? '', server.url);
    const shown = await fetch(url);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(Buffer.from(await shown.arrayBuffer()).equals(webpOf(320, 200))).toBe(true);
    const other = await makeFloor('Other');
    expect((await fetch(url.href.replace(floor.id, other.id))).status).toBe(404);
    expect((await fetch(`${url.origin}${url.pathname}?expires=1&session=a.b&signature=c`)).status).toBe(404);
    const folder = `o/${owner.session.activeOrganizationId ?? ''}/floor-plans/${floor.id}`;
    const before = await server.platform.blobs.children(folder);
    expect((await send(floor.id, pngOf(640, 480))).body).toMatchObject({
      plan: { widthPx: 640 },
      revision: first.body.revision + 1,
    });
    await expect.poll(async () => (await server.platform.blobs.children(folder)).length, { timeout: 5_000 }).toBe(1);
    expect(await server.platform.blobs.children(folder)).not.toEqual(before);
    await owner.call(floorsCalls.remove, { params: { id: floor.id } });
    await expect.poll(async () => (await server.platform.blobs.children(folder)).length, { timeout: 5_000 }).toBe(0);
  });

  it('goes with its building when its site is deleted', async () => {
    const left = await makeSite('Left');
    const building = await makeBuilding('House', left);
    const floor = await makeFloor('Ground', building.id);
    await send(floor.id, pngOf(64, 48));
    const folder = `o/${owner.session.activeOrganizationId ?? ''}/floor-plans/${floor.id}`;
    expect(await server.platform.blobs.children(folder)).toHaveLength(1);
    expect((await owner.call(locationsCalls.remove, { params: { id: left } })).status).toBe(200);
    expect([
      (await read(floor.id)).status,
      (await owner.call(floorsCalls.getBuilding, { params: { id: building.id } })).status,
    ]).toEqual([404, 404]);
    await expect.poll(async () => (await server.platform.blobs.children(folder)).length, { timeout: 5_000 }).toBe(0);
  });
});

describe('cameras on a plan', () => {
  it.each([{ x: -0.1 }, { y: 1.1 }, { headingDeg: 360 }, { fovDeg: 0 }, { rangeM: 501 }, { x: Number.NaN }])(
    'refuses %j',
    async (wrong) => {
      const floor = await makeFloor('Bounds');
      expect((await place(floor.id, await makeCamera(), wrong)).body).toMatchObject({ code: 'validation_failed' });
    },
  );

  it('refuses a camera of another site, and takes one of a site below', async () => {
    const floor = await makeFloor('Mixed');
    const elsewhere = await makeSite('Elsewhere');
    const otherEdge = (await owner.call(edgesCalls.create, { body: { name: 'Other', locationId: elsewhere } })).body.id;
    expect(await place(floor.id, await makeCamera(elsewhere, otherEdge))).toMatchObject({
      status: 409,
      body: { code: 'camera_elsewhere' },
    });
    expect((await place(floor.id, await makeCamera(await makeSite('Hall', siteId)))).status).toBe(200);
  });

  it('is on the plan no more while it is at another site, and again when it is back', async () => {
    const hall = await makeSite('Hall', siteId);
    const floor = await makeFloor('Hall floor', (await makeBuilding('Hall house', hall)).id);
    const cameraId = await makeCamera(hall);
    await place(floor.id, cameraId);
    const shown = async () => [
      (await read(floor.id)).body.cameras.length,
      (await owner.call(floorsCalls.getBuilding, { params: { id: floor.buildingId } })).body.floors[0]?.cameraCount,
    ];
    const move = (locationId: string) => owner.call(camerasCalls.move, { body: { cameraIds: [cameraId], locationId } });
    expect((await move(siteId)).status).toBe(200);
    expect(await shown()).toEqual([0, 0]);
    await move(hall);
    expect(await shown()).toEqual([1, 1]);
  });

  it('HOME-007 stands where it was put, on one floor at a time, until it is taken off or is gone', async () => {
    const [floor, other] = [await makeFloor('One'), await makeFloor('Two')];
    const cameraId = await makeCamera();
    await place(floor.id, cameraId);
    expect((await place(floor.id, cameraId, { x: 0.5, headingDeg: 359.5 })).body.cameras).toEqual([
      { cameraId, x: 0.5, y: 0.75, headingDeg: 359.5, fovDeg: 80, rangeM: 12 },
    ]);
    await place(other.id, cameraId);
    expect([(await read(floor.id)).body.cameras, (await read(other.id)).body.cameras.length]).toEqual([[], 1]);
    expect((await owner.call(floorsCalls.removeCamera, { params: { id: other.id, cameraId } })).body.cameras).toEqual(
      [],
    );
    await place(other.id, cameraId);
    await owner.call(camerasCalls.remove, { params: { id: cameraId } });
    expect((await read(other.id)).body.cameras).toEqual([]);
  });
});

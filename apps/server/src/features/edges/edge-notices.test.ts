import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { insertNotice } from './edge-notices.repository.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const makeSite = async (name: string, timeZone = 'UTC'): Promise<string> =>
  (await owner.call(locationsCalls.create, { body: { name, timeZone } })).body.id;
const makeCore = async (name: string, locationId: string): Promise<string> =>
  (await owner.call(edgesCalls.create, { body: { name, locationId } })).body.id;
const say = (edgeId: string, at: number, detail: string): Promise<void> =>
  server.platform.database.withOrganization(organizationId(), (trx) =>
    insertNotice(trx, { organizationId: organizationId(), edgeId }, { at: new Date(at), code: 'disk_full', detail }),
  );
const newest = async (by: TestPerson, limit?: number) =>
  (await by.call(edgesCalls.recentNotices, { query: limit === undefined ? {} : { limit } })).body.items;

describe('what all cores said', () => {
  it('SHELL-024 is told newest first over all cores, as many as asked for, and only of cores that may be seen', async () => {
    const [port, depot] = [await makeSite('Port', 'Asia/Jerusalem'), await makeSite('Depot')];
    const [quay, yard] = [await makeCore('Quay', port), await makeCore('Yard', depot)];
    expect(await newest(owner)).toEqual([]);
    await say(quay, 1_000, 'first');
    await say(yard, 2_000, 'second');
    await say(quay, 3_000, 'third');
    expect(await newest(owner)).toMatchObject([
      {
        edgeId: quay,
        edgeName: 'Quay',
        detail: 'third',
        code: 'disk_full',
        receivedAtUtcMs: 3_000,
        timeZone: 'Asia/Jerusalem',
      },
      { edgeId: yard, edgeName: 'Yard', detail: 'second', timeZone: 'UTC' },
      { edgeId: quay, detail: 'first' },
    ]);
    expect((await newest(owner, 2)).map(({ detail }) => detail)).toEqual(['third', 'second']);
    const guard = await server.person({
      organizationId: organizationId(),
      locationId: depot,
      permissions: ['CoreView'],
    });
    expect((await newest(guard)).map(({ detail }) => detail)).toEqual(['second']);
    // The zone of a core's site is told also to whoever may not see the site.
    expect((await guard.call(edgesCalls.get, { params: { id: yard } })).body.timeZone).toBe('UTC');
    expect((await owner.call(edgesCalls.get, { params: { id: quay } })).body.timeZone).toBe('Asia/Jerusalem');
    expect(await newest(await server.person())).toEqual([]);
    await owner.call(edgesCalls.remove, { params: { id: yard } });
    expect((await newest(owner)).map(({ edgeId }) => edgeId)).toEqual([quay, quay]);
  });

  it('is refused without the right to see cores, and more than 200 at once', async () => {
    const viewer = await server.person({ organizationId: organizationId(), permissions: ['CameraView'] });
    expect((await viewer.call(edgesCalls.recentNotices, { query: {} })).status).toBe(403);
    expect((await owner.call(edgesCalls.recentNotices, { query: { limit: 201 } })).status).toBe(400);
    expect((await server.call(edgesCalls.recentNotices, { query: {} })).status).toBe(401);
  });
});

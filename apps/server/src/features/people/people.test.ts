import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestEdge } from '../../../testing/link/test-edge.ts';
import {
  countAnew,
  facedReport,
  makeFacePlace,
  report,
  testFace,
  unsavedOf,
} from '../../../testing/people/test-faces.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  countAnew();
});

const create = async (name: string, by = owner) => (await by.call(peopleCalls.create, { body: { name } })).body;
const list = async (query: { search?: string; limit?: number; cursor?: string } = {}, by = owner) =>
  (await by.call(peopleCalls.list, { query })).body;
const namesOf = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

describe('the directory of people', () => {
  it('is refused without the right to it, also to whoever may read the rest of the database', async () => {
    const { id } = await create('Dana Katz');
    const member = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['OrganizationDatabase', 'SearchView', 'OrganizationEdit'],
    });
    const forbidden = {
      status: 403,
      body: { code: 'forbidden', data: { permission: 'OrganizationDatabasePeopleDirectory' } },
    };
    expect(await member.call(peopleCalls.list, { query: {} })).toMatchObject(forbidden);
    expect(await member.call(peopleCalls.get, { params: { id } })).toMatchObject(forbidden);
    expect(await member.call(peopleCalls.unsaved, { query: {} })).toMatchObject(forbidden);
    expect(await member.call(peopleCalls.remove, { params: { id } })).toMatchObject(forbidden);
    expect(await member.call(eventsCalls.list, { query: { personIds: id } })).toMatchObject(forbidden);
  });

  it('of another organization is not there', async () => {
    const { id } = await create('Dana Katz');
    const stranger = await server.person();
    const at = { params: { id } };
    for (const answer of [
      await stranger.call(peopleCalls.get, at),
      await stranger.call(peopleCalls.sightings, { ...at, query: {} }),
      await stranger.call(peopleCalls.update, { ...at, body: { name: 'X', revision: 1 } }),
      await stranger.call(peopleCalls.remove, at),
      await stranger.call(peopleCalls.merge, {
        body: { fromPersonId: (await create('Mine', stranger)).id, personId: id },
      }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await list({}, stranger)).items).toHaveLength(1);
  });

  it('DB-PEOPLE-007 DB-PEOPLE-026 lists people by name in pages, found by part of it in whatever case', async () => {
    for (const name of ['Noa Lavi', 'dana katz', 'Omer Ben-Ami']) await create(name);
    const first = await list({ limit: 2 });
    expect(namesOf(first.items)).toEqual(['dana katz', 'Noa Lavi']);
    expect(first.total).toEqual({ value: 3, relation: 'exact' });
    expect(namesOf((await list({ limit: 2, cursor: first.nextCursor ?? '' })).items)).toEqual(['Omer Ben-Ami']);
    expect(namesOf((await list({ search: 'KATZ' })).items)).toEqual(['dana katz']);
    expect(first.items[0]).toMatchObject({
      personId: first.items[0]?.id,
      bucketId: null,
      appearances: 0,
      lastSeen: null,
    });
  });

  it('DB-PEOPLE-018 takes no empty name, no place that is not there, and no change of what changed since', async () => {
    const { id } = await create('Dana Katz');
    const change = (body: { name?: string; locationIds?: string[]; revision: number }) =>
      owner.call(peopleCalls.update, { params: { id }, body });
    expect((await change({ name: ' ', revision: 1 })).status).toBe(400);
    expect((await change({ locationIds: [newId()], revision: 1 })).status).toBe(404);
    expect((await change({ name: 'Dana Levi', revision: 1 })).body).toMatchObject({ name: 'Dana Levi', revision: 2 });
    expect(await change({ name: 'Other', revision: 1 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('keeps the places of a person that are gone, or that somebody may not see, and never makes them known everywhere', async () => {
    const site = async (name: string) =>
      (await owner.call(locationsCalls.create, { body: { name, timeZone: 'UTC' } })).body.id;
    const [port, yard] = [await site('Port'), await site('Yard')];
    const body = { name: 'Dana Katz', locationIds: [port, yard] };
    const { id } = (await owner.call(peopleCalls.create, { body })).body;
    const read = async (by = owner) => (await by.call(peopleCalls.get, { params: { id } })).body;
    const save = async (locationIds: string[], by = owner) => {
      const { revision } = await read(by);
      return by.call(peopleCalls.update, { params: { id }, body: { name: 'Dana', locationIds, revision } });
    };
    const organizationId = owner.session.activeOrganizationId;
    const member = await server.person({ organizationId, permissions: ['OrganizationDatabasePeopleDirectory'] });
    expect(await read(member)).toMatchObject({ locationIds: [], isEverywhere: false });
    expect((await list({}, member)).items).toMatchObject([{ locationIds: [], isEverywhere: false }]);
    for (const unseen of [port, newId()])
      expect(await save([unseen], member)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const unseenBody = { name: 'Noa', locationIds: [port] };
    expect((await member.call(peopleCalls.create, { body: unseenBody })).status).toBe(404);
    expect((await save([], member)).status).toBe(200);
    expect(await read()).toMatchObject({ locationIds: [port, yard], isEverywhere: false });
    await owner.call(locationsCalls.remove, { params: { id: port } });
    expect(await read()).toMatchObject({ locationIds: [yard] });
    expect((await save([yard])).status).toBe(200);
    expect((await save([port])).status).toBe(404);
    await owner.call(locationsCalls.remove, { params: { id: yard } });
    expect(await read()).toMatchObject({ locationIds: [], isEverywhere: false });
    expect((await save([])).body).toMatchObject({ locationIds: [], isEverywhere: false });
    const gate = await site('Gate');
    expect((await save([gate])).body).toMatchObject({ locationIds: [gate], isEverywhere: false });
    expect((await save([])).body).toMatchObject({ locationIds: [], isEverywhere: true });
  });

  it('writes down who looked at whom, once in a while', async () => {
    const { id } = await create('Dana Katz');
    for (let time = 0; time < 3; time += 1) await owner.call(peopleCalls.get, { params: { id } });
    const organizationId = owner.session.activeOrganizationId ?? '';
    const looks = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['entityKind', 'entityId', 'userId', 'entityName'])
        .where('organizationId', '=', organizationId)
        .where('action', '=', 'person.look')
        .execute(),
    );
    expect(looks).toEqual([{ entityKind: 'person', entityId: id, userId: owner.userId, entityName: 'Dana Katz' }]);
  });
});

it('DB-PEOPLE-028 DB-SHELL-043 whoever holds the permission, and searches cameras, lists both kinds of people, edits, merges, and removes', async () => {
  const place = await makeFacePlace(server, owner);
  await report(place.edge, [facedReport(place.cameraId, 1)]);
  await unsavedOf(owner, (items) => items.length === 1);
  const keeper = await server.person({
    organizationId: owner.session.activeOrganizationId,
    permissions: ['OrganizationDatabasePeopleDirectory', 'SearchView', 'CameraView'],
  });
  const dana = await create('Dana Katz', keeper);
  const other = await create('D. Katz', keeper);
  expect((await list({}, keeper)).total.value).toBe(2);
  expect((await keeper.call(peopleCalls.unsaved, { query: {} })).body.items).toHaveLength(1);
  const at = { params: { id: dana.id } };
  const edited = await keeper.call(peopleCalls.update, {
    ...at,
    body: { note: 'Shift lead', revision: dana.revision },
  });
  expect(edited).toMatchObject({ status: 200, body: { note: 'Shift lead' } });
  const merged = await keeper.call(peopleCalls.merge, { body: { fromPersonId: other.id, personId: dana.id } });
  expect(merged).toMatchObject({ status: 200, body: { id: dana.id } });
  expect((await keeper.call(peopleCalls.get, at)).body).toMatchObject({ name: 'Dana Katz', faces: [], details: [] });
  expect((await keeper.call(peopleCalls.alertEvents, at)).body).toMatchObject({ items: [], others: 0 });
  expect((await keeper.call(peopleCalls.remove, at)).status).toBe(202);
  expect((await list({}, keeper)).items).toEqual([]);
});

describe('people whom nobody has named', () => {
  let edge: TestEdge;
  let cameraId: string;
  beforeEach(async () => {
    ({ edge, cameraId } = await makeFacePlace(server, owner));
  });

  /** Two people, one three times. */
  async function seeTwo(): Promise<{ often: string; once: string }> {
    const reports = [1, 2, 3].map((look) =>
      facedReport(cameraId, 1, { look, startedAtUtcMs: Date.now() - look * 60_000 }),
    );
    await report(edge, [...reports, facedReport(cameraId, 2, { startedAtUtcMs: Date.now() - 3_600_000 })]);
    const items = await unsavedOf(owner, (found) => found.length === 2 && found[0]?.appearances === 3);
    return { often: items[0]?.bucketId ?? '', once: items[1]?.bucketId ?? '' };
  }

  it('DB-PEOPLE-010 DB-PEOPLE-011 are put together by their faces, and counted', async () => {
    const { often } = await seeTwo();
    const { body } = await owner.call(peopleCalls.unsaved, { query: {} });
    expect(body.items.map(({ appearances }) => appearances)).toEqual([3, 1]);
    expect(body.since).toBe(body.items[1]?.lastSeen);
    expect(
      (await owner.call(peopleCalls.unsavedSightings, { params: { id: often }, query: {} })).body.items,
    ).toHaveLength(3);
    // Another look comes later, of somebody who is there already.
    await report(edge, [facedReport(cameraId, 2, { look: 5 })]);
    await unsavedOf(owner, (found) => found.length === 2 && found.every(({ appearances }) => appearances >= 2));
  });

  it('are not begun with a face that is seen badly', async () => {
    const small = {
      box: { x: 0.3, y: 0.3, width: 0.1, height: 0.2 },
      widthPx: 41,
      score: 0.8,
      age: null,
      gender: null,
    };
    await report(edge, [facedReport(cameraId, 7, { face: small }), facedReport(cameraId, 8)]);
    const [only] = await unsavedOf(owner, (found) => found.length === 1);
    expect(only?.appearances).toBe(1);
  });

  it('are seen by those alone who may search a camera that saw them', async () => {
    await seeTwo();
    const { cameraId: other } = await makeFacePlace(server, owner).then((place) => place);
    const member = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['OrganizationDatabasePeopleDirectory'],
    });
    expect((await member.call(peopleCalls.unsaved, { query: {} })).body.items).toEqual([]);
    const elsewhere = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['SearchView'],
      cameraId: other,
    });
    expect((await elsewhere.call(peopleCalls.unsaved, { query: {} })).status).toBe(403);
  });

  it('DB-PEOPLE-014 become a person with their faces and sightings', async () => {
    const { often } = await seeTwo();
    const answer = await owner.call(peopleCalls.create, { body: { name: 'Dana Katz', bucketId: often } });
    expect(answer).toMatchObject({ status: 201, body: { bucketId: often, appearances: 3, faceCount: 3 } });
    expect((await owner.call(peopleCalls.unsaved, { query: {} })).body.items).toHaveLength(1);
    const details = (await owner.call(peopleCalls.get, { params: { id: answer.body.id } })).body;
    expect(details.details).toMatchObject([{ cameraId, locationId: edge.locationId }, {}, {}]);
    expect(await owner.call(peopleCalls.create, { body: { name: 'X', bucketId: often } })).toMatchObject({
      status: 404,
    });
    // From now on they are known.
    await report(edge, [facedReport(cameraId, 1, { look: 9 })]);
    const deadline = performance.now() + 15_000;
    for (;;) {
      const { items } = (await owner.call(peopleCalls.sightings, { params: { id: answer.body.id }, query: {} })).body;
      if (items.length === 4) {
        expect(items[0]?.sureness).not.toBeNull();
        break;
      }
      if (performance.now() > deadline) throw new Error('nobody was recognised');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('DB-PEOPLE-015 DB-PEOPLE-017 are merged into a person, and two people into one', async () => {
    const { often, once } = await seeTwo();
    const dana = await create('Dana Katz');
    const merged = await owner.call(peopleCalls.merge, { body: { bucketId: often, personId: dana.id } });
    expect(merged.body).toMatchObject({ id: dana.id, appearances: 3 });
    const noa = (await owner.call(peopleCalls.create, { body: { name: 'Noa', bucketId: once } })).body;
    expect(await owner.call(peopleCalls.merge, { body: { fromPersonId: noa.id, personId: noa.id } })).toMatchObject({
      status: 400,
    });
    const both = await owner.call(peopleCalls.merge, { body: { fromPersonId: noa.id, personId: dana.id } });
    expect(both.body).toMatchObject({ appearances: 4, faceCount: 4 });
    expect((await owner.call(peopleCalls.get, { params: { id: noa.id } })).status).toBe(404);
    // It was wrong: they are taken apart by their faces.
    const { faces } = (await owner.call(peopleCalls.get, { params: { id: dana.id } })).body;
    expect(faces).toEqual([]);
    const rows = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx
        .selectFrom('personFaces')
        .select(['id', 'vector'])
        .where('organizationId', '=', owner.session.activeOrganizationId ?? '')
        .execute(),
    );
    const ofNoa = rows.filter(({ vector }) => vector.toString('base64') === testFace(2, 1)).map(({ id }) => id);
    const split = await owner.call(peopleCalls.split, {
      params: { id: dana.id },
      body: { faceIds: ofNoa, name: 'Noa' },
    });
    expect(split).toMatchObject({ status: 201, body: { name: 'Noa', appearances: 1, faceCount: 1 } });
    expect((await owner.call(peopleCalls.get, { params: { id: dana.id } })).body).toMatchObject({
      appearances: 3,
      faceCount: 3,
    });
    const all = await owner.call(peopleCalls.split, {
      params: { id: split.body.id },
      body: { faceIds: ofNoa, name: 'X' },
    });
    expect(all).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('are recognised by the core as well, whose word counts only of people who are there', async () => {
    const dana = await create('Dana Katz');
    const known = facedReport(cameraId, 1, { identity: { personId: dana.id, score: 0.9, margin: 0.3 } });
    const stranger = await create('Elsewhere', await server.person());
    const foreign = facedReport(cameraId, 2, { identity: { personId: stranger.id, score: 0.95, margin: 0.3 } });
    await report(edge, [known, foreign]);
    const eventOf = async (id: string, by = owner) => (await by.call(eventsCalls.get, { params: { id } })).body;
    expect((await eventOf(known.eventId)).person).toEqual({
      personId: dana.id,
      name: 'Dana Katz',
      sureness: 'verySure',
    });
    expect((await eventOf(foreign.eventId)).person).toBeNull();
    await unsavedOf(owner, (found) => found.length === 1);
    const found = await owner.call(eventsCalls.list, { query: { personIds: dana.id } });
    expect(found.body.items.map(({ id }) => id)).toEqual([known.eventId]);
    const member = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['SearchView'],
    });
    expect((await eventOf(known.eventId, member)).person).toBeNull();
    // What a camera hides is not told by who it was either.
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { settings: { privacy: { objectsToPixelate: ['person'] } } },
    });
    const reader = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['OrganizationDatabasePeopleDirectory', 'SearchView'],
    });
    expect((await eventOf(known.eventId, reader)).person).toBeNull();
    expect((await reader.call(peopleCalls.sightings, { params: { id: dana.id }, query: {} })).body.items).toEqual([]);
  });
});

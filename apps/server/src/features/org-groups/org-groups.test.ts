import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertGroup } from './org-groups.repository.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

const vehicle = async (plate: string, by = owner): Promise<string> =>
  (await by.call(vehiclesCalls.create, { body: { plate } })).body.id;
const create = (body: object = {}, by = owner) =>
  by.call(orgGroupsCalls.create, { body: { name: 'Fleet', type: 'Vehicles', ...body } });
const update = (id: string, body: object, by = owner) =>
  by.call(orgGroupsCalls.update, { params: { id }, body: { name: 'Fleet', revision: 1, ...body } });
const get = (id: string, by = owner) => by.call(orgGroupsCalls.get, { params: { id } });
const add = (id: string, memberIds: string[], by = owner) =>
  by.call(orgGroupsCalls.addMembers, { params: { id }, body: { memberIds } });
const remove = (id: string, by = owner) => by.call(orgGroupsCalls.remove, { params: { id } });
const list = async (query: object = {}, by = owner) =>
  (await by.call(orgGroupsCalls.list, { query: { type: 'Vehicles', ...query } })).body;

describe('a group', () => {
  it('is refused, or not there, without the right to the directory whose entries it holds', async () => {
    const { id } = (await create()).body;
    const organizationId = owner.session.activeOrganizationId;
    const member = await server.person({ organizationId, permissions: ['OrganizationDatabase', 'EventTags'] });
    const permission = 'OrganizationDatabaseVehiclesDirectory';
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission } } };
    expect(await member.call(orgGroupsCalls.list, { query: { type: 'Vehicles' } })).toMatchObject(forbidden);
    expect(await member.call(orgGroupsCalls.saved, { query: { type: 'Vehicles' } })).toMatchObject(forbidden);
    expect(await create({ name: 'Other' }, member)).toMatchObject(forbidden);
    for (const answer of [
      await get(id, member),
      await update(id, {}, member),
      await add(id, [newId()], member),
      await remove(id, member),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('DB-GRP is found by whom it holds, and not by whom another organization knows', async () => {
    const [one, other] = [await vehicle('a1'), await vehicle('b2')];
    await create({ name: 'Both', memberIds: [one, other] });
    await create({ name: 'One', memberIds: [one] });
    await create({ name: 'None' });
    const namesOf = async (memberId: string, by = owner) =>
      (await list({ memberId }, by)).items.map(({ name }) => name);
    expect(await namesOf(one)).toEqual(['Both', 'One']);
    expect(await namesOf(other)).toEqual(['Both']);
    expect(await list({ memberId: other })).toMatchObject({ total: { value: 1 } });
    expect(await namesOf(one, await server.person())).toEqual([]);
    const wrong = await owner.call(orgGroupsCalls.list, { query: { type: 'Vehicles', memberId: 'one' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('of another organization is not there, and holds nothing of another', async () => {
    const { id } = (await create()).body;
    const stranger = await server.person();
    const theirs = await vehicle('x1', stranger);
    for (const answer of [
      await get(id, stranger),
      await update(id, {}, stranger),
      await remove(id, stranger),
      await add(id, [theirs], stranger),
      await add(id, [theirs]),
      await update(id, { memberIds: [theirs] }),
      await create({ name: 'Other', memberIds: [theirs] }),
      await create({ name: 'Other', memberIds: [newId()] }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await list({}, stranger)).items).toEqual([]);
    expect((await get(id)).body.members).toEqual([]);
  });

  it('DB-GRP-008: has a name, and no other of its type has the same in any case', async () => {
    expect((await create({ name: ' ' })).status).toBe(400);
    await create({ name: 'Fleet Ä' });
    expect(await create({ name: 'FLEET ä' })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  });

  it('is not added beyond 1,000 of its type', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      for (let at = 0; at < 1_000; at++)
        await insertGroup(trx, organizationId, { name: `G${at}`, type: 'Vehicles', updatedAt: new Date() });
    });
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many', data: { limit: 1_000 } } });
  });

  it('DB-GRP-001 DB-GRP-003 DB-GRP-005 DB-GRP-006: is added, listed by its type and changed', async () => {
    const [one, two, three] = [await vehicle('cc 3'), await vehicle('aa 1'), await vehicle('bb 2')];
    const { status, body: made } = await create({ memberIds: [one, two] });
    expect([status, made]).toMatchObject([
      201,
      {
        name: 'Fleet',
        type: 'Vehicles',
        memberCount: 2,
        revision: 1,
        members: [
          { id: two, name: 'AA 1' },
          { id: one, name: 'CC 3' },
        ],
      },
    ]);
    expect((await list()).items).toMatchObject([{ id: made.id, name: 'Fleet', memberCount: 2 }]);
    expect((await list({ query: 'LEE' })).total.value).toBe(1);
    expect((await list({ query: 'x' })).total.value).toBe(0);
    expect(await update(made.id, { revision: 2 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body: changed } = await update(made.id, { name: 'Vans', memberIds: [two, three] });
    expect([changed.name, changed.revision, changed.members.map(({ id }) => id)]).toEqual(['Vans', 2, [two, three]]);
    expect((await add(made.id, [one, two])).body).toMatchObject({ memberCount: 3, revision: 3 });
  });

  it('DB-GRP-007: is deleted without what it holds, and forgets what is deleted', async () => {
    const [one, two] = [await vehicle('aa 1'), await vehicle('bb 2')];
    const { id } = (await create({ memberIds: [one, two] })).body;
    await owner.call(vehiclesCalls.remove, { params: { plate: 'aa 1' } });
    expect((await get(id)).body).toMatchObject({ memberCount: 1, members: [{ id: two }] });
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    const { body } = await owner.call(vehiclesCalls.list, { query: {} });
    expect(body.items.map(({ plate }) => plate)).toEqual(['bb 2']);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: { entityId: id } })).body;
    expect(items.map(({ method }) => method)).toEqual(['orgGroup.remove', 'orgGroup.create']);
  });

  it('DB-GRP-004: offers the saved entries, found by a part of their plate', async () => {
    for (const plate of ['aa 1', 'aa 2', 'bb 3']) await vehicle(plate);
    const saved = async (query: object = {}) =>
      (await owner.call(orgGroupsCalls.saved, { query: { type: 'Vehicles', ...query } })).body;
    expect((await saved({ query: 'a2' })).items.map(({ name }) => name)).toEqual(['AA 2']);
    const first = await saved({ limit: 2 });
    const second = await saved({ limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['AA 1', 'AA 2', 'BB 3']);
  });

  it('DB-SHELL-025 of people holds people, by their names, who are offered by part of them or by their ids', async () => {
    const person = async (name: string, by = owner) => (await by.call(peopleCalls.create, { body: { name } })).body.id;
    const [noa, dana] = [await person('Noa Lavi'), await person('Dana Katz')];
    const stranger = await person('Theirs', await server.person());
    const made = await create({ name: 'Staff', type: 'People', memberIds: [noa, dana] });
    expect(made).toMatchObject({ status: 201, body: { type: 'People', memberCount: 2 } });
    expect(made.body.members.map(({ name }) => name)).toEqual(['Dana Katz', 'Noa Lavi']);
    expect(await create({ name: 'Theirs', type: 'People', memberIds: [stranger] })).toMatchObject({ status: 404 });
    const saved = async (query: object) =>
      (await owner.call(orgGroupsCalls.saved, { query: { type: 'People', ...query } })).body.items;
    expect(await saved({ query: 'KATZ' })).toEqual([{ id: dana, name: 'Dana Katz' }]);
    expect(await saved({ ids: [noa, stranger, newId()].join(',') })).toEqual([{ id: noa, name: 'Noa Lavi' }]);
    expect((await list({ type: 'People' })).items).toMatchObject([{ id: made.body.id }]);
    expect((await list()).items).toEqual([]);
    const organizationId = owner.session.activeOrganizationId;
    const ofCars = await server.person({ organizationId, permissions: ['OrganizationDatabaseVehiclesDirectory'] });
    expect(await ofCars.call(orgGroupsCalls.list, { query: { type: 'People' } })).toMatchObject({ status: 403 });
    expect(await get(made.body.id, ofCars)).toMatchObject({ status: 404 });
  });

  it('is told to open screens of those who may see it, and to nobody else', async () => {
    const organizationId = owner.session.activeOrganizationId;
    const blind = await server.person({ organizationId, permissions: ['EventTags'] });
    const mine = await listenWith(server.url, owner.session.accessToken);
    const others = await listenWith(server.url, blind.session.accessToken);
    await remove((await create()).body.id);
    await vi.waitFor(() => expect(mine.kinds().filter((kind) => kind === 'org-groups.changed')).toHaveLength(2));
    expect(others.kinds()).not.toContain('org-groups.changed');
  });
});

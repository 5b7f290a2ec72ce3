import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { doorArea, doorCandidate } from '../../../testing/doors/test-doors.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertMarked } from './doors.repository.ts';

const permission = 'OrganizationDatabaseDoorsDirectory';
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

const list = async (query: object = {}, by = owner) => (await by.call(doorsCalls.list, { query })).body;
const get = (id: string, by = owner) => by.call(doorsCalls.get, { params: { id } });
const remove = (id: string, by = owner) => by.call(doorsCalls.remove, { params: { id } });
const mark = (change: object = {}, by = owner) =>
  by.call(doorsCalls.create, { body: { name: 'Cold store', cameraId: core.cameraId, area: doorArea, ...change } });
const update = (door: Pick<Door, 'id' | 'revision'>, change: object = {}, by = owner) => {
  const body = { newName: 'Cold store', isSaved: true, revision: door.revision, ...change };
  return by.call(doorsCalls.update, { params: { id: door.id }, body });
};
/** A door that the core told of, and nobody has saved. */
async function found(atUtcMs = Date.now()): Promise<Door> {
  const said = doorCandidate(core.cameraId, { atUtcMs });
  await core.send(said);
  return (await get(said.doorId)).body;
}
const member = (permissions: string[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions });
const everything = (door: Pick<Door, 'id' | 'revision'>, by: TestPerson) =>
  Promise.all([
    get(door.id, by),
    update(door, {}, by),
    by.call(doorsCalls.states, { params: { id: door.id }, query: {} }),
    remove(door.id, by),
  ]);
const ruleAt = (doorIds: string[], cameraId = core.cameraId) =>
  owner.call(alertRulesCalls.create, {
    body: { name: 'Door stays open', severity: 'warning', condition: { kind: 'door', doorIds }, cameraIds: [cameraId] },
  });

describe('DB-SHELL-009 DB-SHELL-022 who may not', () => {
  it('is refused without a session', async () => {
    const answer = await fetch(`${server.url}/api/v1/doors`);
    expect(answer.status).toBe(401);
    expect(((await answer.json()) as { code: string }).code).toBe('unauthenticated');
  });

  it('is refused without the right to the directory, whatever is done with it', async () => {
    const door = await found();
    const viewer = await member(['CameraView', 'SearchView', 'OrganizationDatabase']);
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission } } };
    expect(await viewer.call(doorsCalls.list, { query: {} })).toMatchObject(forbidden);
    expect(await mark({}, viewer)).toMatchObject(forbidden);
    for (const answer of await everything(door, viewer)) expect(answer).toMatchObject(forbidden);
    expect((await get(door.id)).body).toMatchObject({ isSaved: false, revision: 1 });
  });

  it('finds no door of another organization, nor of a camera that is not seen', async () => {
    const door = await found();
    const missing = { status: 404, body: { code: 'not_found' } };
    for (const by of [await server.person(), await member([permission])]) {
      for (const status of ['saved', 'unsaved']) expect(await list({ status }, by)).toEqual({ items: [], total: 0 });
      expect(await mark({}, by)).toMatchObject(missing);
      for (const answer of await everything(door, by)) expect(answer).toMatchObject(missing);
    }
    expect(await get(newId())).toMatchObject(missing);
    expect((await list({ status: 'unsaved' })).items).toMatchObject([{ id: door.id }]);
  });

  it('sees no picture without a right to pictures of the camera', async () => {
    const door = await found();
    expect(door.closePicture).not.toBeNull();
    const blind = await member([permission, 'CameraView']);
    expect((await get(door.id, blind)).body).toMatchObject({ closePicture: null, openPicture: null });
  });
});

describe('DB-DOORS-010 a door', () => {
  it.each<[string, object, object]>([
    ['a name', { name: ' ' }, { code: 'validation_failed', data: { fields: ['name'] } }],
    ['a camera', { cameraId: undefined }, { code: 'validation_failed' }],
    ['three corners', { area: doorArea.slice(0, 2) }, { code: 'validation_failed' }],
    ['corners in the picture', { area: [...doorArea.slice(1), { x: 2, y: 0 }] }, { code: 'validation_failed' }],
    ['at most ten corners', { area: [...doorArea, ...doorArea, ...doorArea] }, { code: 'validation_failed' }],
    [
      'edges that do not cross',
      { area: [doorArea[0], doorArea[2], doorArea[1], doorArea[3]] },
      { code: 'door_area', data: { fields: ['area'], fault: 'crossingEdges' } },
    ],
    [
      'room for a door',
      {
        area: [
          { x: 0.5, y: 0.5 },
          { x: 0.501, y: 0.5 },
          { x: 0.5, y: 0.501 },
        ],
      },
      { code: 'door_area', data: { fault: 'tooSmall' } },
    ],
  ])('is not marked by hand without %s', async (_what, change, refusal) => {
    expect((await mark(change)).body).toMatchObject(refusal);
    expect((await list()).total).toBe(0);
  });

  it('is not saved without a name, with a picture of another door, or by whoever read an older one', async () => {
    const door = await found();
    const other = await found();
    expect(await update(door, { newName: '  ' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', data: { fields: ['newName'] } },
    });
    expect(await update(door, { closeState: other.closeState })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', data: { fields: ['closeState'] } },
    });
    expect(await update(door, { closeState: '../../x.jpg' })).toMatchObject({ body: { code: 'validation_failed' } });
    expect(await update({ ...door, revision: 7 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', data: { revision: 1 } },
    });
    expect((await list()).total).toBe(0);
  });

  it('that was marked by hand is not unsaved before it has pictures', async () => {
    const { body } = await mark();
    expect(await update(body, { isSaved: false })).toMatchObject({ status: 409, body: { code: 'door_no_looks' } });
  });

  it('is one of at most 2,000', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const door = { name: 'Gate', cameraId: core.cameraId, area: doorArea, at: new Date() };
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      for (let count = 0; count < 1_999; count += 1) await insertMarked(trx, organizationId, door);
    });
    const candidate = await found();
    const answers = await Promise.all([mark(), update(candidate)]);
    expect(answers.filter(({ status }) => status === 409)).toMatchObject([
      { body: { code: 'too_many', data: { limit: 2_000 } } },
    ]);
  });
});

it('DB-DOORS-011 DB-DOORS-013 DB-DOORS-015 DB-DOORS-016 moves from the unsaved to the saved, is renamed and deleted', async () => {
  const listener = await listenWith(server.url, owner.session.accessToken);
  const door = await found();
  const { edgeId, locationId } = core.edge;
  expect(door).toMatchObject({ edgeId, locationId, cameraId: core.cameraId, isSaved: false, name: '', untold: null });
  expect([door.closeState, door.openState, door.timestamp].every(Boolean)).toBe(true);
  const { body: saved, status } = await update(door, { newName: 'Cold store', closeState: door.closeState });
  expect([status, saved]).toMatchObject([200, { id: door.id, name: 'Cold store', isSaved: true, revision: 2 }]);
  expect(saved).toMatchObject({ closeState: door.closeState, openState: door.openState });
  expect((await list({ status: 'unsaved' })).total).toBe(0);
  expect((await list()).items).toMatchObject([{ id: door.id, name: 'Cold store' }]);
  const renamed = (await update(saved, { newName: 'Freezer' })).body;
  expect((await update(renamed, { newName: 'Freezer', isSaved: false })).body).toMatchObject({ isSaved: false });
  expect([(await list()).total, (await list({ status: 'unsaved' })).total]).toEqual([0, 1]);
  const again = (await update({ ...renamed, revision: 4 }, { newName: 'Freezer' })).body;
  expect(again.isSaved).toBe(true);
  expect((await remove(door.id)).status).toBe(200);
  for (const answer of [await get(door.id), await remove(door.id)]) expect(answer.status).toBe(404);
  await vi.waitFor(() => expect(listener.kinds().filter((kind) => kind === 'doors.changed')).toHaveLength(6));
  const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: { entityId: door.id } })).body;
  expect(items.map(({ method }) => method)).toEqual([
    'door.remove',
    'door.save',
    'door.unsave',
    'door.update',
    'door.save',
  ]);
});

it('is the other way round when somebody says that the other picture is the closed one', async () => {
  const door = await found();
  const { body } = await update(door, { closeState: door.openState });
  expect(body).toMatchObject({ closeState: door.openState, openState: door.closeState, isSaved: true });
});

it('DB-DOORS-003 DB-DOORS-004 DB-DOORS-014 DB-DOORS-017 lists both kinds by pages of 20, by name, camera and instant', async () => {
  const now = Date.now();
  for (let count = 0; count < 21; count += 1) await found(now - count * 1000);
  const first = await list({ status: 'unsaved' });
  expect([first.items.length, first.total]).toEqual([20, 21]);
  expect(first.items[0]?.timestamp).toBe(now);
  const second = await list({ status: 'unsaved', pageNumber: 2 });
  expect(second.items).toHaveLength(1);
  expect(first.items.map(({ id }) => id)).not.toContain(second.items[0]?.id);
  expect((await list({ status: 'unsaved', pageSize: 5, pageNumber: 3 })).items).toHaveLength(5);
  expect((await list({ status: 'unsaved', timestamp: now - 20_000 })).items).toMatchObject([
    { id: second.items[0]!.id },
  ]);
  expect((await list({ status: 'unsaved', timestamp: 5 })).items).toEqual([]);
  const [one, two] = first.items;
  await update(one!, { newName: 'Loading Dock' });
  await update(two!, { newName: 'back door' });
  const names = async (query: object) => (await list(query)).items.map(({ name }) => name);
  expect(await names({})).toEqual(['back door', 'Loading Dock']);
  expect(await names({ query: 'LOAD' })).toEqual(['Loading Dock']);
  expect(await names({ cameraId: core.cameraId })).toHaveLength(2);
  expect(await names({ cameraId: newId() })).toEqual([]);
  for (const query of [{ pageSize: 101 }, { pageNumber: 0 }, { status: 'both' }])
    expect(await owner.call(doorsCalls.list, { query } as never)).toMatchObject({ status: 400 });
});

describe('a door that a rule names', () => {
  it('is not deleted or unsaved, and says which rules name it; rules on all doors do not count', async () => {
    const door = await found();
    const saved = (await update(door)).body;
    const rule = (await ruleAt([door.id])).body;
    await ruleAt([]);
    const inUse = { code: 'door_in_use', data: { count: 1, rules: [{ id: rule.id, name: 'Door stays open' }] } };
    expect(await remove(door.id)).toMatchObject({ status: 409, body: inUse });
    expect(await update(saved, { isSaved: false })).toMatchObject({ status: 409, body: inUse });
    // Rules that one may not see are counted and not named.
    const clerk = await member([permission, 'CameraView']);
    expect((await remove(door.id, clerk)).body).toMatchObject({ code: 'door_in_use', data: { count: 1, rules: [] } });
    await owner.call(alertRulesCalls.remove, { params: { id: rule.id } });
    expect((await remove(door.id)).status).toBe(200);
  });

  it('is a saved one of the cameras of the rule', async () => {
    const unsaved = await found();
    const elsewhere = await makeAlertingCore(server, owner);
    const { body: saved } = await mark();
    const missing = { status: 404, body: { code: 'not_found', data: { fields: ['condition.doorIds'] } } };
    expect(await ruleAt([unsaved.id])).toMatchObject(missing);
    expect(await ruleAt([newId()])).toMatchObject(missing);
    expect(await ruleAt([saved.id], elsewhere.cameraId)).toMatchObject(missing);
    expect((await ruleAt([saved.id])).status).toBe(201);
  });
});

describe('DB-SHELL-005 a group of doors', () => {
  it('holds saved doors that one may see, and keeps those that one may not', async () => {
    const elsewhere = await makeAlertingCore(server, owner);
    const mine = (await mark()).body;
    const theirs = (await mark({ name: 'Vault', cameraId: elsewhere.cameraId })).body;
    const unsaved = await found();
    const create = (memberIds: string[], by = owner) =>
      by.call(orgGroupsCalls.create, { body: { type: 'Doors', name: 'Outer doors', memberIds } });
    expect(await create([unsaved.id])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await create([], await member(['OrganizationDatabase']))).toMatchObject({ status: 403 });
    const group = (await create([mine.id, theirs.id])).body;
    expect(group.members.map(({ name }) => name)).toEqual(['Cold store', 'Vault']);
    const organizationId = owner.session.activeOrganizationId ?? '';
    const clerk = await member([permission]);
    const grant = { id: newId(), userId: clerk.userId, permission: 'CameraView', entityKind: 'camera' as const };
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('grants')
        .values({ organizationId, entityId: core.cameraId, ...grant })
        .execute(),
    );
    const seen = { memberCount: 1, members: [{ id: mine.id, name: 'Cold store' }] };
    expect((await clerk.call(orgGroupsCalls.get, { params: { id: group.id } })).body).toMatchObject(seen);
    const groups = (await clerk.call(orgGroupsCalls.list, { query: { type: 'Doors' } })).body;
    expect(groups.items).toMatchObject([{ memberCount: 1 }]);
    const offered = (await clerk.call(orgGroupsCalls.saved, { query: { type: 'Doors' } })).body;
    expect(offered.items.map(({ id }) => id)).toEqual([mine.id]);
    const emptied = await clerk.call(orgGroupsCalls.update, {
      params: { id: group.id },
      body: { name: 'Outer doors', memberIds: [], revision: 1 },
    });
    expect(emptied.body.members).toEqual([]);
    const whole = async () => (await owner.call(orgGroupsCalls.get, { params: { id: group.id } })).body.members;
    expect(await whole()).toMatchObject([{ id: theirs.id }]);
    await remove(theirs.id);
    expect(await whole()).toEqual([]);
  });
});

it('is gone with its camera, and told to nobody who may not know of it', async () => {
  const { id } = (await mark()).body;
  const organizationId = owner.session.activeOrganizationId;
  const people = await Promise.all([
    server.person({ organizationId, permissions: ['CameraView'] }),
    server.person({ organizationId, permissions: [permission] }),
    server.person({ organizationId, permissions: [permission, 'CameraView'] }),
  ]);
  const [noDirectory, noCamera, both] = await Promise.all(
    people.map(({ session }) => listenWith(server.url, session.accessToken)),
  );
  await mark({ name: 'Second' });
  await vi.waitFor(() => expect(both?.kinds()).toContain('doors.changed'));
  for (const listener of [noDirectory, noCamera]) expect(listener?.kinds()).not.toContain('doors.changed');
  await owner.call(camerasCalls.remove, { params: { id: core.cameraId } });
  expect([(await get(id)).status, (await list()).total]).toEqual([404, 0]);
});

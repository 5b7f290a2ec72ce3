import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { GroupChange, PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import {
  permissionGroupsCalls as calls,
  permissionGroupsPageSize,
} from '@sightline/contracts/permission-groups/permission-groups.api';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let site: string;
let gate: string;
let other: string;
let core: string;
let cameras: string[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  const location = async (name: string, parentId: string | null = null) =>
    (await owner.call(locationsCalls.create, { body: { name, parentId, timeZone: 'UTC' } })).body.id;
  site = await location('Site');
  gate = await location('Gate', site);
  other = await location('Other');
  core = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId: site } })).body.id;
  cameras = [];
  for (const locationId of [site, gate]) {
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    cameras.push(
      (
        await owner.call(camerasCalls.create, {
          body: { name: `Camera ${cameras.length}`, edgeId: core, locationId, streams },
        })
      ).body.id,
    );
  }
});

const member = (...held: Permission[]): Promise<TestPerson> => server.person({ organizationId, permissions: held });
const makeGroup = async (name = `Group ${newId()}`, by = owner): Promise<PermissionGroup> =>
  (await by.call(calls.create, { body: { name } })).body;
const give = (permission: Permission, entityId: string | null, isAllowed = true): GroupChange => ({
  action: 'changePermission',
  permission,
  entityId,
  isAllowed,
});
const change = (group: Pick<PermissionGroup, 'id' | 'revision'>, changes: GroupChange[], by = owner) =>
  by.call(calls.change, { params: { id: group.id }, body: { changes, revision: group.revision } });
const setUsers = (group: Pick<PermissionGroup, 'id' | 'revision'>, users: string[], by = owner) =>
  by.call(calls.setUsers, { params: { id: group.id }, body: { users, revision: group.revision } });
const groupOf = async (person: TestPerson, changes: GroupChange[]): Promise<PermissionGroup> => {
  const changed = await change(await makeGroup(), changes);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return (await setUsers(changed.body, [person.userId])).body;
};
const seen = async (person: TestPerson): Promise<string[]> => {
  const { body } = await person.call(camerasCalls.list, { query: {} });
  return (body.items ?? []).map((camera) => camera.id).sort();
};
const administrators = async (): Promise<PermissionGroup> => {
  const { items } = (await owner.call(calls.filter, { query: { query: 'Administrators' }, body: {} })).body;
  return (await owner.call(calls.get, { params: { id: items[0]?.id ?? '' } })).body;
};

describe('permission groups', () => {
  it('refuse somebody who does not manage people, foreign groups, people and things', async () => {
    const group = await makeGroup();
    const guard = await member('CameraView');
    expect((await guard.call(calls.filter, { query: {}, body: {} })).body).toMatchObject({ code: 'forbidden' });
    const stranger = await server.person();
    expect((await stranger.call(calls.get, { params: { id: group.id } })).body).toMatchObject({ code: 'not_found' });
    expect((await change(group, [give('CameraView', cameras[0] ?? '')], stranger)).body).toMatchObject({
      code: 'not_found',
    });
    expect((await setUsers(group, [stranger.userId])).body).toMatchObject({ code: 'not_found' });
    expect((await change(group, [give('CameraView', newId())])).body).toMatchObject({ code: 'not_found' });
    const foreign = (await stranger.call(locationsCalls.create, { body: { name: 'Elsewhere', timeZone: 'UTC' } })).body
      .id;
    expect((await change(group, [give('LocationView', foreign)])).body).toMatchObject({ code: 'not_found' });
    expect((await owner.call(calls.get, { params: { id: group.id } })).body).toMatchObject({
      permissions: [],
      users: [],
      revision: 1,
    });
  });

  it('PERM-003 look like no other group, whatever cannot be seen is in their names', async () => {
    const { id, revision } = await makeGroup('Guards of Haifa');
    const other = await makeGroup('Others');
    const lookalikes = [
      'Guards of\u200B Haifa',
      '\u202EGuards of Haifa\u202C',
      'ＧＵＡＲＤＳ of Haifa',
      'Guards\u00A0of  Haifa',
      'Gu\u200Dards of Haifa',
    ];
    for (const name of lookalikes) {
      expect((await owner.call(calls.create, { body: { name } })).body).toMatchObject({ code: 'name_taken' });
      const renamed = await owner.call(calls.update, {
        params: { id: other.id },
        body: { name, description: '', revision: other.revision },
      });
      expect(renamed.body).toMatchObject({ code: 'name_taken' });
    }
    for (const name of ['\u200B\u200F', '\u200D'])
      expect((await owner.call(calls.create, { body: { name } })).body).toMatchObject({ code: 'validation_failed' });
    const kept = await owner.call(calls.update, {
      params: { id },
      body: { name: '\u200FGUARDS of Haifa 👩‍🚒\u200F', description: '', revision },
    });
    expect(kept.body).toMatchObject({ name: 'GUARDS of Haifa 👩‍🚒' });
  });

  it('PERM-003 PERM-015 are made, read, renamed and removed; a name is taken once, however it is written', async () => {
    const group = await makeGroup('Night shift 🌙');
    expect(group).toMatchObject({
      name: 'Night shift 🌙',
      users: [],
      organizations: [],
      permissions: [],
      isAdministrators: false,
    });
    expect((await owner.call(calls.create, { body: { name: 'NIGHT shift 🌙' } })).body).toMatchObject({
      code: 'name_taken',
    });
    const renamed = await owner.call(calls.update, {
      params: { id: group.id },
      body: { name: 'Day', description: "'; drop table", revision: group.revision },
    });
    expect(renamed.body).toMatchObject({ name: 'Day', description: "'; drop table", revision: 2 });
    await owner.call(calls.remove, { params: { id: group.id } });
    expect((await owner.call(calls.get, { params: { id: group.id } })).status).toBe(404);
  });

  it('PERM-013 PERM-014 are listed by name in pages of 20, and found by name and by person', async () => {
    const guard = await member();
    for (let count = 0; count < 21; count += 1) await makeGroup(`Shift ${String(count).padStart(2, '0')}`);
    const group = (await owner.call(calls.filter, { query: { query: 'shift 07' }, body: {} })).body.items[0];
    await setUsers({ id: group?.id ?? '', revision: 1 }, [guard.userId]);
    const first = (await owner.call(calls.filter, { query: { query: 'SHIFT' }, body: {} })).body;
    expect(first.items).toHaveLength(permissionGroupsPageSize);
    expect(first.totalItemsCount).toBe(21);
    const second = (await owner.call(calls.filter, { query: { query: 'shift', page: 2 }, body: {} })).body;
    expect(second.items.map(({ name }) => name)).toEqual(['Shift 20']);
    expect((await owner.call(calls.filter, { query: { page: 9 }, body: {} })).body).toEqual({
      items: [],
      totalItemsCount: 22,
    });
    const ofGuard = (await owner.call(calls.filter, { query: {}, body: { userId: guard.userId } })).body;
    expect(ofGuard.items).toMatchObject([{ name: 'Shift 07', userCount: 1 }]);
  });

  it('tell the later of two administrators who change one at once, and lose nothing of the first', async () => {
    const group = await makeGroup();
    const both = await Promise.all([
      change(group, [give('CameraView', site)]),
      change(group, [give('PlaybackView', site)]),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict', data: { revision: 2 } });
    expect((await setUsers(group, [])).body).toMatchObject({ code: 'conflict' });
    const after = (await owner.call(calls.get, { params: { id: group.id } })).body;
    expect(after.revision).toBe(2);
    expect(after.permissions).toHaveLength(1);
    // Somebody put into the group from the other side counts as a change of it, too.
    const guard = await member();
    await owner.call(calls.setUserGroups, { params: { id: guard.userId }, body: { groupIds: [group.id] } });
    expect((await setUsers(after, [])).body).toMatchObject({ code: 'conflict' });
  });

  it('change nothing when one of several changes is refused', async () => {
    const group = await makeGroup();
    const refused = await change(group, [give('CameraView', site), give('UserManage', site)]);
    expect(refused.body).toMatchObject({ code: 'permission_not_for_entity' });
    expect((await owner.call(calls.get, { params: { id: group.id } })).body).toMatchObject({
      permissions: [],
      revision: 1,
    });
  });
});

describe('what groups give', () => {
  it('PERM-004 PERM-005 PERM-016 begins and ends with being in a group, at the next call', async () => {
    const guard = await member();
    expect((await guard.call(camerasCalls.list, { query: {} })).body).toMatchObject({ code: 'forbidden' });
    const group = await groupOf(guard, [give('CameraView', null)]);
    expect(await seen(guard)).toEqual([...cameras].sort());
    const less = (await change(group, [give('CameraView', null, false), give('CameraView', gate)])).body;
    expect(await seen(guard)).toEqual([cameras[1]]);
    await setUsers(less, []);
    expect((await guard.call(camerasCalls.list, { query: {} })).body).toMatchObject({ code: 'forbidden' });
  });

  it('PERM-006 PERM-011 is one camera, one core or one location with everything below it, and nothing beside', async () => {
    const [first = '', second = ''] = cameras;
    const ofCamera = await member();
    await groupOf(ofCamera, [give('CameraView', second)]);
    expect(await seen(ofCamera)).toEqual([second]);
    expect((await ofCamera.call(camerasCalls.get, { params: { id: first } })).status).toBe(404);
    expect((await ofCamera.call(camerasCalls.get, { params: { id: second } })).body.can).toMatchObject({
      live: true,
      edit: false,
      playback: false,
    });
    expect((await ofCamera.call(camerasCalls.update, { params: { id: second }, body: { name: 'X' } })).status).toBe(
      403,
    );
    const ofCore = await member();
    await groupOf(ofCore, [give('CameraView', core), give('CoreView', core), give('CameraCreate', core)]);
    expect(await seen(ofCore)).toEqual([...cameras].sort());
    expect((await ofCore.call(edgesCalls.list, { query: {} })).body.items).toMatchObject([
      { id: core, can: { edit: false, createCamera: true } },
    ]);
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    expect(
      (await ofCore.call(camerasCalls.create, { body: { name: 'New', edgeId: core, locationId: gate, streams } }))
        .status,
    ).toBe(201);
    const elsewhere = (await owner.call(edgesCalls.create, { body: { name: 'Second', locationId: site } })).body.id;
    const beside = await ofCore.call(camerasCalls.create, {
      body: { name: 'New', edgeId: elsewhere, locationId: gate, streams },
    });
    expect(beside.status).toBe(404);
    expect((await ofCore.call(edgesCalls.get, { params: { id: elsewhere } })).status).toBe(404);
  });

  it('shows the names of the locations above, and nothing else of them', async () => {
    const guard = await member();
    await groupOf(guard, [give('CameraView', cameras[1] ?? '')]);
    const { items } = (await guard.call(locationsCalls.list, { query: {} })).body;
    expect(items.map(({ name }) => name)).toEqual(['Gate', 'Site']);
    for (const item of items)
      expect(item).toMatchObject({
        isNameOnly: true,
        cameraCount: 0,
        edgeCount: 0,
        address: null,
        can: { edit: false, remove: false },
      });
    expect((await guard.call(locationsCalls.get, { params: { id: site } })).body).toMatchObject({
      name: 'Site',
      isNameOnly: true,
    });
    expect((await guard.call(locationsCalls.get, { params: { id: other } })).status).toBe(404);
    expect((await guard.call(locationsCalls.update, { params: { id: site }, body: { name: 'X' } })).body).toMatchObject(
      { code: 'forbidden' },
    );
  });

  it('PERM-007 PERM-008 follows select all and make inherited', async () => {
    const guard = await member();
    const all = await groupOf(guard, [
      { action: 'selectAll', entityIds: [cameras[0] ?? '', cameras[1] ?? ''], isAllowed: true },
      give('CameraView', gate),
    ]);
    expect((await guard.call(camerasCalls.get, { params: { id: cameras[0] ?? '' } })).body.can).toMatchObject({
      live: true,
      edit: true,
      remove: true,
      export: true,
    });
    await change(all, [{ action: 'makeInherited', entityIds: cameras }]);
    expect(await seen(guard)).toEqual([cameras[1]]);
    expect((await guard.call(camerasCalls.get, { params: { id: cameras[1] ?? '' } })).body.can).toMatchObject({
      live: true,
      edit: false,
    });
  });

  it('follows a location that is moved to another place', async () => {
    const guard = await member();
    await groupOf(guard, [give('CameraView', other)]);
    expect(await seen(guard)).toEqual([]);
    await owner.call(locationsCalls.update, { params: { id: site }, body: { parentId: other } });
    expect(await seen(guard)).toEqual([...cameras].sort());
    const told = await server.platform.database.global
      .selectFrom('changes')
      .select('event')
      .where('organizationId', '=', organizationId)
      .orderBy('id', 'desc')
      // How things are is told in between.
      .limit(10)
      .execute();
    expect(told.map(({ event }) => event)).toContainEqual({ kind: 'permissions.changed', userIds: null });
  });

  it('PERM-021 can be every permission that there is', async () => {
    const { permissions: held } = await administrators();
    expect(held.map(({ name }) => name).sort()).toEqual(Object.keys(permissions).sort());
    expect(held.every(({ isWhole }) => isWhole)).toBe(true);
  });
});

describe('who may give', () => {
  it('gives nothing that is not held at the same place, neither to a group nor by putting somebody into one', async () => {
    const clerk = await member('UserManage', 'LocationView');
    const group = await makeGroup(undefined, clerk);
    expect((await change(group, [give('CameraView', site)], clerk)).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect(
      (await change(group, [{ action: 'selectAll', entityIds: null, isAllowed: true }], clerk)).body,
    ).toMatchObject({ code: 'grant_exceeds_own' });
    expect((await change(group, [give('LocationView', site)], clerk)).status).toBe(200);
    const strong = (await change(await makeGroup(), [give('CameraEdit', site)])).body;
    expect((await setUsers(strong, [clerk.userId], clerk)).body).toMatchObject({ code: 'grant_exceeds_own' });
    const own = { params: { id: clerk.userId }, body: { groupIds: [strong.id] } };
    expect((await clerk.call(calls.setUserGroups, own)).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect((await clerk.call(usersCalls.update, own)).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect(
      (await clerk.call(usersCalls.invite, { body: { emails: ['a@example.com'], groupIds: [strong.id] } })).body,
    ).toMatchObject({
      code: 'grant_exceeds_own',
    });
  });

  it('takes nothing that is not held: neither a right out of a group nor the group itself', async () => {
    const clerk = await member('UserManage', 'LocationView');
    const made = await makeGroup();
    const strong = (await change(made, [give('CameraEdit', site), give('LocationView', site)])).body;
    const refused = { code: 'grant_exceeds_own', data: { permission: 'CameraEdit' } };
    expect((await clerk.call(calls.remove, { params: { id: strong.id } })).body).toMatchObject(refused);
    expect((await change(strong, [give('CameraEdit', site, false)], clerk)).body).toMatchObject(refused);
    const kept = (await change(strong, [give('LocationView', site, false)], clerk)).body;
    expect(kept.permissions.map(({ name }) => name)).toEqual(['CameraEdit']);
    const weak = await makeGroup();
    expect((await clerk.call(calls.remove, { params: { id: weak.id } })).status).toBe(200);
    expect((await owner.call(calls.remove, { params: { id: strong.id } })).status).toBe(200);
  });

  it('takes nobody out of a group whose rights are not held, from whichever side', async () => {
    const clerk = await member('UserManage', 'LocationView');
    const guard = await member();
    const strong = await groupOf(guard, [give('CameraEdit', site), give('LocationView', site)]);
    const refused = { code: 'grant_exceeds_own', data: { permission: 'CameraEdit' } };
    const none = { params: { id: guard.userId }, body: { groupIds: [] } };
    expect((await setUsers(strong, [], clerk)).body).toMatchObject(refused);
    expect((await clerk.call(calls.setUserGroups, none)).body).toMatchObject(refused);
    expect((await clerk.call(usersCalls.update, none)).body).toMatchObject(refused);
    const foreign = await (await server.person()).call(calls.create, { body: { name: 'Foreign' } });
    const elsewhere = { ...none, body: { groupIds: [foreign.body.id] } };
    expect((await clerk.call(calls.setUserGroups, elsewhere)).body).toMatchObject({ code: 'not_found' });
    const { body } = await owner.call(calls.get, { params: { id: strong.id } });
    expect(body.users.map(({ id }) => id)).toEqual([guard.userId]);
    // What stays as it is needs no right: somebody is put into a weak group beside the strong one.
    const weak = await makeGroup();
    const both = { ...none, body: { groupIds: [strong.id, weak.id] } };
    expect((await clerk.call(calls.setUserGroups, both)).status).toBe(200);
    expect((await clerk.call(calls.setUserGroups, { ...none, body: { groupIds: [strong.id] } })).status).toBe(200);
    expect((await owner.call(calls.setUserGroups, none)).status).toBe(200);
  });

  it('lets only administrators make and unmake administrators', async () => {
    const clerk = await member('UserManage');
    const group = await administrators();
    expect((await setUsers(group, [owner.userId, clerk.userId], clerk)).body).toMatchObject({
      code: 'grant_exceeds_own',
    });
    expect((await setUsers(group, [], clerk)).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect(
      (await clerk.call(calls.setUserGroups, { params: { id: owner.userId }, body: { groupIds: [] } })).body,
    ).toMatchObject({ code: 'grant_exceeds_own' });
    expect((await clerk.call(usersCalls.remove, { params: { id: owner.userId } })).body).toMatchObject({
      code: 'forbidden',
    });
  });

  it('keeps the administrators as they are, and one of them in every way of losing the last', async () => {
    const group = await administrators();
    const fixed = { code: 'group_fixed' };
    expect((await change(group, [give('CameraView', site)])).body).toMatchObject(fixed);
    expect((await owner.call(calls.remove, { params: { id: group.id } })).body).toMatchObject(fixed);
    expect(
      (await owner.call(calls.update, { params: { id: group.id }, body: { name: 'X', revision: group.revision } }))
        .body,
    ).toMatchObject(fixed);
    const last = { code: 'last_administrator' };
    expect((await setUsers(group, [])).body).toMatchObject(last);
    expect(
      (await owner.call(calls.setUserGroups, { params: { id: owner.userId }, body: { groupIds: [] } })).body,
    ).toMatchObject(last);
    expect(
      (await owner.call(usersCalls.update, { params: { id: owner.userId }, body: { groupIds: [] } })).body,
    ).toMatchObject(last);
    expect((await owner.call(usersCalls.leave, {})).body).toMatchObject(last);
    expect((await owner.call(usersCalls.remove, { params: { id: owner.userId } })).body).toMatchObject(last);
  });

  it('keeps one of two administrators who put each other out at once', async () => {
    const second = await member();
    await setUsers(await administrators(), [owner.userId, second.userId]);
    const [one, two] = await Promise.all([
      owner.call(usersCalls.remove, { params: { id: second.userId } }),
      second.call(usersCalls.remove, { params: { id: owner.userId } }),
    ]);
    expect([one.status, two.status].filter((status) => status === 200).length).toBeLessThan(2);
    const left = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('groupUsers').select('userId').where('organizationId', '=', organizationId).execute(),
    );
    expect(left.length).toBeGreaterThan(0);
  });
});

describe('effective permissions', () => {
  it('PERM-010 PERM-020 are told with every reason, of oneself and of others', async () => {
    const guard = await member('SearchView');
    const group = await groupOf(guard, [give('CameraView', site), give('CameraView', cameras[0] ?? '')]);
    const { items } = (await owner.call(calls.byUser, { params: { id: guard.userId } })).body;
    expect(items.map(({ name }) => name).sort()).toEqual(['CameraView', 'SearchView']);
    const view = items.find(({ name }) => name === 'CameraView');
    expect(view).toMatchObject({ isWhole: false });
    expect([...(view?.entityIds ?? [])].sort()).toEqual([site, cameras[0] ?? ''].sort());
    expect(view?.reasons).toContainEqual({
      group: { id: group.id, name: group.name },
      viaOrganization: null,
      entityKind: 'location',
      entityId: site,
      entityName: 'Site',
    });
    expect(items.find(({ name }) => name === 'SearchView')?.reasons).toMatchObject([
      { group: null, entityKind: 'organization', entityId: null },
    ]);
    expect((await guard.call(calls.own, {})).body.items).toEqual(items);
    expect((await guard.call(calls.byUser, { params: { id: owner.userId } })).status).toBe(403);
    expect((await owner.call(calls.byUser, { params: { id: (await server.person()).userId } })).status).toBe(404);
  });

  it('say why something is allowed where it is inherited, and who can help where it is not', async () => {
    const guard = await member();
    await groupOf(guard, [give('CameraView', site)]);
    const explain = (query: { permission: Permission; entityId?: string }) => guard.call(calls.explain, { query });
    const allowed = (await explain({ permission: 'CameraView', entityId: cameras[1] ?? '' })).body;
    expect(allowed).toMatchObject({ isAllowed: true, reasons: [{ entityKind: 'location', entityName: 'Site' }] });
    const denied = (await explain({ permission: 'CameraEdit', entityId: cameras[1] ?? '' })).body;
    expect(denied).toEqual({
      isAllowed: false,
      reasons: [],
      administrators: [{ id: owner.userId, name: expect.any(String) as string }],
    });
    expect((await explain({ permission: 'CameraView', entityId: other })).status).toBe(404);
    expect((await explain({ permission: 'UserManage' })).body.isAllowed).toBe(false);
  });

  it('are given on a tree of things, parents first, searched with what lies above', async () => {
    const { items, isComplete } = (await owner.call(calls.entities, { query: {} })).body;
    expect(isComplete).toBe(true);
    const at = (id: string): number => items.findIndex((item) => item.id === id);
    for (const item of items) if (item.parentId !== null) expect(at(item.parentId)).toBeLessThan(at(item.id));
    expect(items).toContainEqual({ id: cameras[1], kind: 'camera', name: 'Camera 1', parentId: core });
    const found = (await owner.call(calls.entities, { query: { search: 'camera 1' } })).body.items;
    expect(found.map(({ name }) => name)).toEqual(['Site', 'Gate', 'Core', 'Camera 1']);
  });
});

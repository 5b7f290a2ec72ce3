import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../platform/ids/ids.ts';
import type { Example, TenantThings } from '../../testing/tenant-things.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts';
import {
  absentThings,
  dueWork,
  emptyGroup,
  everyCall,
  exampleOf,
  expectCode,
  fingerprint,
  letHelp,
  makeThings,
} from '../../testing/test-tenant.ts';

const calls = await everyCall();
const callOf = (name: string): CallDefinition => calls.find(([found]) => found === name)?.[1] as CallDefinition;
/** What ends something goes last, so that there is something to try the other calls on. */
const isLast = (name: string): boolean => /\.(remove|cancel|revoke|leave|end|close)/.test(name);
const ordered = calls
  .filter(([name, call]) => call.permission !== 'public' && name !== 'sessions.signOut')
  .sort(([a], [b]) => Number(isLast(a)) - Number(isLast(b)));
const inside = ordered.filter(([, call]) => call.permission !== 'signedIn');
const withPermission = inside.filter(([, call]) => call.permission !== 'member' && call.permission !== 'person');

let server: TestServer;
let owner: TestPerson;
let things: TenantThings;
const send = (name: string, example: Example, token?: string) => server.call(callOf(name), example as never, token);

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  things = await makeThings(server, send, owner);
});
afterAll(() => server.stop());

/** The call works, and its answer has this in it. */
async function expectAnswer(
  name: string,
  example: Example,
  { token, has = {} }: { token: string; has?: object },
): Promise<void> {
  const { status, body } = await send(name, example, token);
  expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300);
  expect(body, name).toMatchObject(has);
}

/** What exists, but not for this person, reads exactly like what exists nowhere. */
async function expectNothingSeen(
  name: string,
  { example, without }: { example: Example; without: Example },
  token: string,
): Promise<void> {
  const [asked, absent] = [await send(name, example, token), await send(name, without, token)];
  expect(asked.status, `${name} ${JSON.stringify(example)} ${JSON.stringify(asked.body)}`).toBe(absent.status);
  if (asked.status >= 300) expect(expectCode(asked, name), name).toBe(expectCode(absent, name));
}

describe('a member with every permission, but on other things', () => {
  const names = Object.keys(permissions) as Permission[];
  let token: string;

  beforeAll(async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const create = async (name: string, body: object): Promise<string> =>
      ((await send(name, { body }, owner.session.accessToken)).body as { id: string }).id;
    const locationId = await create('locations.create', { name: 'Another', timeZone: 'UTC' });
    // Beside the core and the camera of the test, in the same place.
    const edgeId = await create('edges.create', { name: 'Another core', locationId: things.locationId });
    const streams = [{ kind: 'main', url: 'rtsp://10.0.0.9/another' }];
    const cameraId = await create('cameras.create', {
      name: 'Another camera',
      edgeId,
      locationId: things.locationId,
      streams,
    });
    const person = await server.person({ organizationId, permissions: [] });
    const grantsOn = [
      { entityKind: 'location' as const, entityId: locationId, scopes: ['location', 'core', 'camera'] },
      { entityKind: 'core' as const, entityId: edgeId, scopes: ['core', 'camera'] },
      { entityKind: 'camera' as const, entityId: cameraId, scopes: ['camera'] },
    ];
    const rows = grantsOn.flatMap(({ scopes, ...on }) =>
      names
        .filter((permission) => scopes.includes(permissions[permission]))
        .map((permission) => ({ organizationId, id: newId(), userId: person.userId, permission, ...on })),
    );
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.insertInto('grants').values(rows).execute(),
    );
    token = person.session.accessToken;
    await expectAnswer('cameras.list', {}, { token, has: { total: { value: 1 } } });
  });

  it.each(withPermission)('%s', async (name) => {
    // Where a core lies may be read by its name, and its row stands on home; everything else of the place may not.
    const isNamed = name === 'locations.get' || name === 'locations.list';
    if (isNamed) {
      const { status, body } = await send(name, exampleOf(name, things), token);
      expect(status).toBe(200);
      if (name === 'locations.get')
        expect(body).toMatchObject({ isNameOnly: true, address: null, cameraCount: 0, can: { edit: false } });
      return;
    }
    // So does the day of the place, of which only what is theirs is told (`home-facts.test.ts`).
    if (name === 'home.day') await expectAnswer(name, exampleOf(name, things), { token });
    else
      await expectNothingSeen(
        name,
        { example: exampleOf(name, things), without: exampleOf(name, absentThings(things)) },
        token,
      );
    const text = JSON.stringify((await send(name, exampleOf(name, things), token)).body);
    for (const id of [things.edgeId, things.cameraId, things.eventId, things.exportId, things.groupId])
      expect(text, name).not.toContain(id);
  });
});

describe('a member whose group was emptied just now', () => {
  let token: string;

  beforeAll(async () => {
    const { organizationId, groupId } = things;
    const person = await server.person({ organizationId, permissions: [] });
    token = person.session.accessToken;
    const { revision } = (await send('permissionGroups.get', { params: { id: groupId } }, owner.session.accessToken))
      .body as { revision: number };
    const changes = [{ action: 'selectAll', entityIds: null, isAllowed: true }];
    const example = { params: { id: groupId }, body: { changes, revision } };
    await expectAnswer('permissionGroups.change', example, { token: owner.session.accessToken });
    await send(
      'permissionGroups.setUserGroups',
      { params: { id: person.userId }, body: { groupIds: [groupId] } },
      owner.session.accessToken,
    );
    // Until now everything is there, and remembered.
    await expectAnswer('cameras.get', { params: { id: things.cameraId } }, { token, has: { can: { edit: true } } });
    await expectAnswer('users.listInvites', {}, { token });
    await emptyGroup(server, organizationId, groupId);
  });

  it('is refused at once', async () => {
    expect(expectCode(await send('cameras.get', { params: { id: things.cameraId } }, token), 'cameras.get')).toBe(
      'forbidden',
    );
  });

  it.each(withPermission)('%s', async (name) => {
    expect(expectCode(await send(name, exampleOf(name, things), token), name)).toBe('forbidden');
  });
});

describe('a helper whose access has ended', () => {
  let token: string;

  beforeAll(async () => {
    const { organizationId } = things;
    const helper = await server.person();
    const helperId = helper.session.activeOrganizationId ?? '';
    await letHelp(server, { organizationId, helperId, groupId: things.groupId });
    token = (await helper.call(sessionsCalls.switchOrganization, { body: { organizationId } })).body.accessToken;
    await expectAnswer('cameras.get', { params: { id: things.cameraId } }, { token });
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .updateTable('supportAccess')
        .set({ accessUntil: new Date(Date.now() - 1) })
        .where('helperOrganizationId', '=', helperId)
        .execute(),
    );
  });

  it.each(inside)('%s', async (name, call) => {
    const expected = call.permission === 'staff' ? 'forbidden' : 'no_organization';
    expect(expectCode(await send(name, exampleOf(name, things), token), name)).toBe(expected);
  });
});

/** Copies of an example in each of which one id of the own things is another one. */
function swapped(name: string, own: TenantThings, other: TenantThings): { example: Example }[] {
  const text = JSON.stringify(exampleOf(name, own));
  return (Object.keys(own) as (keyof TenantThings)[])
    .filter((key) => text.includes(own[key]))
    .map((key) => ({ example: JSON.parse(text.replaceAll(own[key], other[key])) as Example }));
}

describe('an administrator of another organization', () => {
  let stranger: TestPerson;
  let own: TenantThings;
  let before: Record<string, string>;

  beforeAll(async () => {
    stranger = await server.person();
    own = await makeThings(server, send, stranger);
    // What is due there is looked at first, so that nothing changes by itself.
    await vi.waitUntil(async () => (await dueWork(server, things.organizationId)) === 0, { timeout: 10_000 });
    before = await fingerprint(server.connectionString, things.organizationId);
  });

  it.each(ordered)(
    'reaches nothing by %s, with each id in turn, nor by fields that nobody asked for',
    async (name, call) => {
      const token = stranger.session.accessToken;
      const foreign = swapped(name, own, things);
      const absent = swapped(name, own, absentThings(own));
      for (const [index, { example }] of foreign.entries())
        await expectNothingSeen(name, { example, without: absent[index]?.example ?? {} }, token);
      if (call.method === 'GET') return;
      const example = exampleOf(name, own);
      const { organizationId, userId, cameraId } = things;
      const forced = {
        organizationId,
        organization_id: organizationId,
        userId,
        id: cameraId,
        isDefault: true,
        isAdministrators: true,
        isStaff: true,
        createdBy: userId,
      };
      const staff = {
        staffRoles: ['ADMIN'],
        isDeveloper: true,
        isDevTeam: true,
        isPartner: true,
        emailVerified: true,
        grants: [{ permission: 'UserManage' }],
      };
      const answer = await send(
        name,
        { ...example, body: { ...forced, ...staff, ...(example.body as object | undefined) } },
        token,
      );
      if (answer.status >= 300) expectCode(answer, name);
      for (const id of [organizationId, cameraId]) expect(JSON.stringify(answer.body)).not.toContain(id);
    },
  );

  it('has changed nothing there, and has become nothing more than before', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(20);
    expect(await fingerprint(server.connectionString, things.organizationId)).toEqual(before);
    const marks = await server.platform.database.global
      .selectFrom('people')
      .select(['staffRoles', 'isDeveloper', 'isDevTeam', 'isPartner'])
      .where('userId', 'in', [stranger.userId, own.userId])
      .execute();
    for (const row of marks)
      expect(row).toEqual({ staffRoles: [], isDeveloper: false, isDevTeam: false, isPartner: false });
    const { body } = await send('organizations.getCurrent', {}, stranger.session.accessToken);
    expect(body).toMatchObject({ id: own.organizationId, isDefault: false });
  });
});

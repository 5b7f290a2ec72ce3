import type { Role } from '@sightline/contracts/accounts/account';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls as calls } from '@sightline/contracts/users/users.api';
import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let mailed: { to: string; text: string; html: string; lang: string }[];
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + aheadMs });
  // What is mailed is read where it is queued: nothing else knows the links.
  const { mails } = server.platform;
  const queue = mails.queue.bind(mails);
  mails.queue = async (trx, mail) => {
    mailed.push(mail);
    await queue(trx, mail);
  };
});
afterAll(() => server.stop());
beforeEach(async () => {
  mailed = [];
  aheadMs = 0;
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
});

const address = (): string => `guest-${newId()}@example.com`;
const tokenTo = (to: string): string =>
  /token=([\w-]+)/.exec(mailed.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? '';
const invite = (
  emails: string[],
  more: { role?: 'USER' | 'OPERATOR'; groupIds?: string[]; lang?: 'en' | 'he' } = {},
  by = owner,
) => by.call(calls.invite, { body: { emails, ...more } });
const readInvite = (token: string) => server.call(calls.readInvite, { body: { token } });
const makeGroup = async (permission: 'CameraView' | 'LocationView' = 'LocationView'): Promise<string> => {
  const { id, revision } = (await owner.call(permissionGroupsCalls.create, { body: { name: `Group ${newId()}` } }))
    .body;
  const changes = [{ action: 'changePermission' as const, permission, entityId: null, isAllowed: true }];
  await owner.call(permissionGroupsCalls.change, { params: { id }, body: { changes, revision } });
  return id;
};

describe('members', () => {
  it('SET-007 SET-017 are listed by name; who does not manage people gets names only and finds nobody by address', async () => {
    const guard = await server.person({ organizationId, permissions: ['CameraView'] });
    const all = (await owner.call(calls.list, { query: {} })).body;
    expect(all.items.map(({ id }) => id).sort()).toEqual([owner.userId, guard.userId].sort());
    expect(all.items.find(({ id }) => id === owner.userId)).toMatchObject({
      isAdministrator: true,
      isSelf: true,
      groups: [{ name: 'Administrators' }],
      role: 'USER',
    });
    expect(all.total).toEqual({ value: 2, relation: 'exact' });
    const names = (await guard.call(calls.list, { query: {} })).body.items;
    for (const item of names)
      expect(item).toMatchObject({ email: '', groups: [], isAdministrator: false, lastSeenAt: null });
    const email = all.items[0]?.email ?? '';
    expect((await owner.call(calls.list, { query: { search: email } })).body.items).toHaveLength(1);
    expect((await guard.call(calls.list, { query: { search: email } })).body.items).toEqual([]);
    expect((await guard.call(calls.listInvites, { query: {} })).body).toMatchObject({ code: 'forbidden' });
    const page = (await owner.call(calls.list, { query: { limit: 1 } })).body;
    const next = (await owner.call(calls.list, { query: { limit: 1, cursor: page.nextCursor ?? '' } })).body;
    expect([...page.items, ...next.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  });

  it('AUTH-016 PERM-017 get a role and groups, and nothing by other fields', async () => {
    const guard = await server.person({ organizationId, permissions: [] });
    const groupId = await makeGroup();
    const body = {
      role: 'OPERATOR' as const,
      groupIds: [groupId],
      isAdministrator: true,
      roles: ['ADMIN'],
      isDeveloper: true,
    };
    const changed = (await owner.call(calls.update, { params: { id: guard.userId }, body })).body;
    expect(changed).toMatchObject({ role: 'OPERATOR', groups: [{ id: groupId }], isAdministrator: false });
    const { user } = (await guard.call(sessionsCalls.current, {})).body;
    expect(user).toMatchObject({ roles: ['OPERATOR'], isDeveloper: false, isDevTeam: false });
    const groups = { params: { id: guard.userId }, body: { groupIds: [] } };
    expect((await owner.call(permissionGroupsCalls.setUserGroups, groups)).body).toEqual({ groupIds: [] });
    const stranger = await server.person();
    expect(
      (await owner.call(calls.update, { params: { id: stranger.userId }, body: { role: 'USER' } })).body,
    ).toMatchObject({ code: 'not_found' });
  });

  it('puts no administrator aside who does not hold everything, and says which permission is missing', async () => {
    const clerk = await server.person({ organizationId, permissions: ['UserManage', 'OrganizationEdit'] });
    const refused = { code: 'forbidden', data: { permission: 'OrganizationDatabase' } };
    expect((await clerk.call(calls.remove, { params: { id: owner.userId } })).body).toMatchObject(refused);
    const role = { params: { id: owner.userId }, body: { role: 'OPERATOR' as const } };
    expect((await clerk.call(calls.update, role)).body).toMatchObject(refused);
  });

  it('lose everything when they are removed or leave, at the next call', async () => {
    const [guard, leaver] = [
      await server.person({ organizationId, permissions: ['LocationView'] }),
      await server.person({ organizationId, permissions: ['LocationView'] }),
    ];
    expect((await guard.call(locationsCalls.list, { query: {} })).status).toBe(200);
    await owner.call(calls.remove, { params: { id: guard.userId } });
    await leaver.call(calls.leave, {});
    for (const gone of [guard, leaver])
      expect((await gone.call(locationsCalls.list, { query: {} })).body).toMatchObject({ code: 'no_organization' });
    expect((await owner.call(calls.remove, { params: { id: guard.userId } })).body).toMatchObject({
      code: 'not_found',
    });
  });

  it('who are in no organization any more are told which one they were in, when they sign in later too', async () => {
    const guard = await server.person({ organizationId, permissions: ['LocationView'] });
    const former = async (who = guard) => (await who.call(sessionsCalls.current, {})).body.formerOrganization?.name;
    const name = owner.session.organization?.orgName;
    expect(await former()).toBeUndefined();
    await owner.call(calls.remove, { params: { id: guard.userId } });
    expect(await former()).toBe(name);
    // Nobody else learns of it, and it is over with the next organization.
    expect(await former(owner)).toBeUndefined();
    const body = { name: 'Own', color: '#336699' };
    expect((await guard.call(organizationsCalls.create, { body })).status).toBe(201);
    expect(await former()).toBeUndefined();
    await server.person();
    const second = await server.person();
    const gone = second.session.organization?.orgName ?? '';
    expect((await second.call(organizationsCalls.removeCurrent, { body: { name: gone } })).status).toBe(200);
    expect(await former(second)).toBe(gone);
  });
});

describe('invitations', () => {
  it('refuse each address for itself that is a member or waits already', async () => {
    const [known, fresh] = [(await owner.call(calls.list, { query: {} })).body.items[0]?.email ?? '', address()];
    await invite([fresh]);
    const { body, status } = await invite([known, fresh, 'NEW@example.com', 'new@example.com']);
    expect(status).toBe(201);
    expect(body.invites.map(({ email }) => email)).toEqual(['new@example.com']);
    expect(body.refused).toEqual([
      { email: known, code: 'already_member' },
      { email: fresh, code: 'invite_pending' },
    ]);
    expect((await invite(['x@example.com'], { groupIds: [newId()] })).body).toMatchObject({ code: 'not_found' });
  });

  it('SET-005 are listed newest first and searched, and their link never leaves but by mail', async () => {
    const [one, two] = [address(), address()];
    await invite([one]);
    await invite([two], { role: 'OPERATOR', lang: 'he' });
    const { items } = (await owner.call(calls.listInvites, { query: {} })).body;
    expect(items.map(({ email, role, isExpired }) => [email, role, isExpired])).toEqual([
      [two, 'OPERATOR', false],
      [one, 'USER', false],
    ]);
    expect((await owner.call(calls.listInvites, { query: { search: one.toUpperCase() } })).body.items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(tokenTo(one));
    expect(server.logged()).not.toContain(tokenTo(one));
    expect(mailed.find((mail) => mail.to === two)?.html).toContain('dir="rtl"');
  });

  it('make an account and a member with the role and the groups, by a link that works once', async () => {
    const [to, groupId] = [address(), await makeGroup()];
    await invite([to], { role: 'OPERATOR', groupIds: [groupId] });
    const token = tokenTo(to);
    expect((await readInvite(token)).body).toMatchObject({
      kind: 'user',
      email: to,
      hasAccount: false,
      accessUntil: null,
    });
    const signUp = (body: object = {}) =>
      server.call(calls.signUpByInvite, {
        body: { token, firstName: 'Dana Ruth', lastName: 'Levi', password: 'a long password', ...body },
      });
    expect((await signUp({ password: 'short' })).body).toMatchObject({ code: 'password_too_weak' });
    expect((await signUp({ password: to })).body).toMatchObject({ code: 'password_too_easy' });
    const both = await Promise.all([signUp({ email: 'other@example.com', roles: ['ADMIN'] }), signUp()]);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await readInvite(token)).body).toMatchObject({ code: 'link_invalid' });
    const { session } = await server.platform.sessions.signIn(
      { email: to, password: 'a long password' },
      { address: '127.0.0.1', userAgent: null },
    );
    expect(session.user).toMatchObject({ firstName: 'Dana Ruth', lastName: 'Levi', roles: ['OPERATOR'] });
    expect(session.permissions).toEqual([{ name: 'LocationView', entityIds: null }]);
    // It was the new person who joined, from where the link was followed.
    const joined = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['userId', 'address'])
        .where('action', '=', 'user.join')
        .where('entityId', '=', session.user.id)
        .execute(),
    );
    expect(joined).toEqual([{ userId: session.user.id, address: '127.0.0.1' }]);
  });

  it('are accepted by the address that they were sent to, and read alike when wrong, expired, renewed or taken back', async () => {
    const guest = await server.person({ organizationId: null });
    const to = guest.session.user.email;
    await invite([to]);
    const token = tokenTo(to);
    const accept = (by: TestPerson, with_ = token) => by.call(calls.acceptInvite, { body: { token: with_ } });
    expect((await accept(await server.person())).body).toMatchObject({ code: 'invite_for_other_address' });
    const [waiting] = (await owner.call(calls.listInvites, { query: {} })).body.items;
    await owner.call(calls.resendInvite, { params: { id: waiting?.id ?? '' } });
    expect((await accept(guest)).body).toMatchObject({ code: 'link_invalid' });
    aheadMs = 7 * 86_400_000 + 60_000;
    expect((await readInvite(tokenTo(to))).body).toMatchObject({ code: 'link_invalid' });
    aheadMs = 0;
    expect((await accept(guest, tokenTo(to))).body).toEqual({ organizationId });
    expect((await accept(guest, tokenTo(to))).body).toMatchObject({ code: 'link_invalid' });
    const other = address();
    await invite([other]);
    const [pending] = (await owner.call(calls.listInvites, { query: {} })).body.items;
    await owner.call(calls.cancelInvite, { params: { id: pending?.id ?? '' } });
    expect((await readInvite(tokenTo(other))).body).toMatchObject({ code: 'link_invalid' });
    expect((await readInvite('guessed')).body).toMatchObject({ code: 'link_invalid' });
  });

  it('end with the membership of who sent them', async () => {
    const clerk = await server.person({ organizationId, permissions: ['UserManage'] });
    const to = address();
    await invite([to], {}, clerk);
    await owner.call(calls.remove, { params: { id: clerk.userId } });
    expect((await readInvite(tokenTo(to))).body).toMatchObject({ code: 'link_invalid' });
  });
});

it('an invitation is sent again only by who holds what it gives', async () => {
  const clerk = await server.person({ organizationId, permissions: ['UserManage'] });
  const to = `again-${clerk.userId}@example.com`;
  const { body } = await invite([to], { groupIds: [await makeGroup()] });
  const again = { params: { id: body.invites[0]?.id ?? '' } };
  expect((await clerk.call(calls.resendInvite, again)).body).toMatchObject({ code: 'grant_exceeds_own' });
  expect((await owner.call(calls.resendInvite, again)).status).toBe(200);
});

describe('helping organizations', () => {
  /** Another organization accepts to help; answers one of its people, switched to the organization that is helped. */
  async function beginHelp(
    groupIds: string[],
    forMs = 3_600_000,
  ): Promise<{ boss: TestPerson; helperId: string; token: string }> {
    const boss = await server.person();
    const helperId = boss.session.activeOrganizationId ?? '';
    const invited = await owner.call(calls.inviteSupport, {
      body: { email: boss.session.user.email, accessUntil: Date.now() + aheadMs + forMs, groupIds },
    });
    expect(invited.status, JSON.stringify(invited.body)).toBe(201);
    const accepted = await boss.call(calls.acceptInvite, { body: { token: tokenTo(boss.session.user.email) } });
    expect(accepted.body).toEqual({ organizationId });
    const switched = await boss.call(sessionsCalls.switchOrganization, { body: { organizationId } });
    return { boss, helperId, token: switched.body.accessToken };
  }

  it('are refused for an end in the past or beyond 90 days, and accepted only by who manages people there', async () => {
    const groupIds = [await makeGroup()];
    const ask = (accessUntil: number) =>
      owner.call(calls.inviteSupport, { body: { email: 'a@example.com', accessUntil, groupIds } });
    expect((await ask(Date.now() - 1)).body).toMatchObject({ code: 'support_time_invalid' });
    expect((await ask(Date.now() + 91 * 86_400_000)).body).toMatchObject({ code: 'support_time_invalid' });
    const boss = await server.person();
    const plain = await server.person({
      organizationId: boss.session.activeOrganizationId,
      permissions: ['CameraView'],
    });
    await owner.call(calls.inviteSupport, {
      body: { email: plain.session.user.email, accessUntil: Date.now() + 60_000, groupIds },
    });
    const token = tokenTo(plain.session.user.email);
    expect((await readInvite(token)).body).toMatchObject({ kind: 'support' });
    expect((await plain.call(calls.acceptInvite, { body: { token } })).body).toMatchObject({ code: 'forbidden' });
    const signUp = { token, firstName: 'A', password: 'a long password' };
    expect((await server.call(calls.signUpByInvite, { body: signUp })).body).toMatchObject({ code: 'link_invalid' });
  });

  it('SET-006 SET-013 PERM-018 PERM-019 let all of their people in with the rights of their groups', async () => {
    await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } });
    const groupId = await makeGroup();
    const { boss, helperId, token } = await beginHelp([groupId]);
    const call = <T extends Parameters<TestServer['call']>[0]>(
      definition: T,
      request: Parameters<typeof server.call<T>>[1],
    ) => server.call(definition, request, token);
    expect((await call(locationsCalls.list, { query: {} })).body.items).toMatchObject([{ name: 'Site' }]);
    expect((await call(camerasCalls.list, { query: {} })).body).toMatchObject({ code: 'forbidden' });
    expect((await call(calls.leave, {})).body).toMatchObject({ code: 'forbidden' });
    const own = (await call(permissionGroupsCalls.own, {})).body.items;
    expect(own).toMatchObject([{ name: 'LocationView', reasons: [{ viaOrganization: { id: helperId } }] }]);
    expect((await owner.call(permissionGroupsCalls.byOrganization, { params: { id: helperId } })).body.items).toEqual(
      own,
    );
    const colleague = await server.person({ organizationId: helperId, permissions: [] });
    expect(colleague.session.organizations).toMatchObject([
      { supportUntil: null },
      { organizationId, supportUntil: expect.any(Number) as number },
    ]);
    // Members of the helping organization are no members here, and the list of members does not name them.
    expect((await owner.call(calls.list, { query: {} })).body.items.map(({ id }) => id)).toEqual([owner.userId]);
    const listed = (await owner.call(calls.listSupport, {})).body.items;
    expect(listed).toMatchObject([{ id: helperId, groups: [{ id: groupId }], isExpired: false }]);
    const cameras = await makeGroup('CameraView');
    await owner.call(permissionGroupsCalls.setOrganizationGroups, {
      params: { id: helperId },
      body: { groupIds: [cameras] },
    });
    expect((await call(camerasCalls.list, { query: {} })).status).toBe(200);
    const emptied = await owner.call(permissionGroupsCalls.setOrganizations, {
      params: { id: cameras },
      body: { organizations: [], revision: 3 },
    });
    expect(emptied.body.organizations).toEqual([]);
    expect((await call(camerasCalls.list, { query: {} })).body).toMatchObject({ code: 'forbidden' });
    const foreign = { params: { id: cameras }, body: { organizations: [newId()], revision: 4 } };
    expect((await owner.call(permissionGroupsCalls.setOrganizations, foreign)).body).toMatchObject({
      code: 'not_found',
    });
    expect((await boss.call(sessionsCalls.switchOrganization, { body: { organizationId: helperId } })).status).toBe(
      200,
    );
  });

  it('PERM-018 are taken out of a group only by who holds its rights', async () => {
    const groupId = await makeGroup('CameraView');
    const { helperId } = await beginHelp([groupId]);
    const clerk = await server.person({ organizationId, permissions: ['UserManage'] });
    const { revision } = (await owner.call(permissionGroupsCalls.get, { params: { id: groupId } })).body;
    const refused = { code: 'grant_exceeds_own', data: { permission: 'CameraView' } };
    const emptied = { params: { id: groupId }, body: { organizations: [], revision } };
    expect((await clerk.call(permissionGroupsCalls.setOrganizations, emptied)).body).toMatchObject(refused);
    const moved = { params: { id: helperId }, body: { groupIds: [] } };
    expect((await clerk.call(permissionGroupsCalls.setOrganizationGroups, moved)).body).toMatchObject(refused);
    expect((await clerk.call(calls.updateSupport, moved)).body).toMatchObject(refused);
    expect((await owner.call(permissionGroupsCalls.setOrganizationGroups, moved)).status).toBe(200);
  });

  it('leave a trace of everything with where they came from', async () => {
    const { items } = (await owner.call(permissionGroupsCalls.filter, { query: { query: 'Administrators' }, body: {} }))
      .body;
    const { helperId, token } = await beginHelp([items[0]?.id ?? '']);
    const made = await server.call(locationsCalls.create, { body: { name: 'Helped', timeZone: 'UTC' } }, token);
    const rows = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['action', 'viaOrganizationId'])
        .where('entityId', 'in', [made.body.id, organizationId])
        .where('action', 'in', ['location.create', 'session.switch'])
        .orderBy('at')
        .execute(),
    );
    expect(rows).toEqual([
      { action: 'session.switch', viaOrganizationId: helperId },
      { action: 'location.create', viaOrganizationId: helperId },
    ]);
  });

  it('cannot prolong themselves, and do not count as administrators', async () => {
    const { items } = (await owner.call(permissionGroupsCalls.filter, { query: { query: 'Administrators' }, body: {} }))
      .body;
    const { helperId, token } = await beginHelp([items[0]?.id ?? '']);
    const prolong = { params: { id: helperId }, body: { accessUntil: Date.now() + 86_400_000 } };
    expect((await server.call(calls.updateSupport, prolong, token)).body).toMatchObject({ code: 'forbidden' });
    expect((await owner.call(calls.leave, {})).body).toMatchObject({ code: 'last_administrator' });
    expect((await owner.call(calls.updateSupport, prolong)).body).toMatchObject({ id: helperId, isExpired: false });
  });

  it('are prolonged only by who holds what they may do: that gives it anew', async () => {
    const clerk = await server.person({ organizationId, permissions: ['UserManage'] });
    const groupId = await makeGroup();
    const { helperId } = await beginHelp([groupId]);
    const change = (by: TestPerson, forMs: number) =>
      by.call(calls.updateSupport, { params: { id: helperId }, body: { accessUntil: Date.now() + forMs } });
    expect((await change(clerk, 86_400_000)).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect((await change(clerk, 60_000)).body).toMatchObject({ id: helperId });
    expect((await change(owner, 86_400_000)).body).toMatchObject({ id: helperId });
  });

  it('are out within two seconds after their time or when they are removed, and it is told', async () => {
    const { helperId, token } = await beginHelp([await makeGroup()], 60_000);
    const look = () => server.call(locationsCalls.list, { query: {} }, token);
    expect((await look()).status).toBe(200);
    aheadMs = 61_000;
    expect((await look()).body).toMatchObject({ code: 'no_organization' });
    const ended = () =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx.selectFrom('auditEntries').select('action').where('action', '=', 'support.end').execute(),
      );
    await vi.waitFor(async () => expect(await ended()).toHaveLength(1), { timeout: 4_000 });
    expect((await owner.call(calls.listSupport, {})).body.items).toMatchObject([{ isExpired: true }]);
    aheadMs = 0;
    const again = { params: { id: helperId }, body: { accessUntil: Date.now() + 60_000 } };
    await owner.call(calls.updateSupport, again);
    expect((await look()).status).toBe(200);
    await owner.call(calls.removeSupport, { params: { id: helperId } });
    expect((await look()).body).toMatchObject({ code: 'no_organization' });
    expect((await owner.call(calls.listSupport, {})).body.items).toEqual([]);
  });
});

describe('the staff', () => {
  const promote = (person: TestPerson, marks: { staffRoles?: Role[]; isDeveloper?: boolean; isDevTeam?: boolean }) =>
    server.platform.database.global.updateTable('people').set(marks).where('userId', '=', person.userId).execute();
  const find = (by: TestPerson, body: object = {}) => by.call(calls.findAll, { body });

  it('SET-014 SET-016 SET-017 is nobody without the flags; with them it finds people across organizations, logged', async () => {
    expect(await find(owner)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const dev = await server.person();
    await promote(dev, { isDevTeam: true });
    const query = owner.session.user.email;
    const found = (await find(dev, { query })).body;
    expect(found).toMatchObject({
      totalItemsCount: 1,
      items: [{ id: owner.userId, orgs: [{ id: organizationId }], roles: [], isDevTeam: false }],
    });
    expect((await find(dev, { orgIds: [organizationId] })).body.items.map(({ id }) => id)).toEqual([owner.userId]);
    expect((await find(dev, { query, start: 1, end: 2 })).body).toEqual({ items: [], totalItemsCount: 0 });
    const { defaultOrganizationId } = await server.platform.database.global
      .selectFrom('installation')
      .selectAll()
      .executeTakeFirstOrThrow();
    const rows = await server.platform.database.withOrganization(defaultOrganizationId, (trx) =>
      trx.selectFrom('auditEntries').select(['userId']).where('action', '=', 'staff.findAll').execute(),
    );
    expect(rows).toContainEqual({ userId: dev.userId });
  });

  it('SET-015 lists pages of 20 of the last 10 months', async () => {
    const dev = await server.person();
    await promote(dev, { isDeveloper: true });
    const { accounts, database } = server.platform;
    for (let count = 0; count < 21; count += 1) {
      await accounts.insert(database.global, {
        name: `Crowd ${count}`,
        email: address(),
        passwordHash: 'x',
        isEmailVerified: true,
      });
    }
    const first = (await find(dev, { query: 'crowd' })).body;
    expect([first.items.length, first.totalItemsCount]).toEqual([20, 21]);
    expect((await find(dev, { query: 'crowd', page: 2 })).body.items).toHaveLength(1);
    aheadMs = 306 * 86_400_000;
    expect((await find(dev, { query: 'crowd' })).status).toBe(401);
    const end = Date.now() + aheadMs;
    aheadMs = 0;
    expect((await find(dev, { query: 'crowd', end })).body.totalItemsCount).toBe(0);
  });

  it('AUTH-017 AUTH-021 is named by an ADMIN alone, and the last ADMIN stays', async () => {
    const [admin, dev, plain] = [await server.person(), await server.person(), await server.person()];
    await promote(admin, { staffRoles: ['ADMIN'] });
    await promote(dev, { isDeveloper: true });
    const marks = { roles: ['SALES' as const], isDeveloper: false, isDevTeam: true, isPartner: true };
    const set = (by: TestPerson, id: string, body = marks) =>
      by.call(developerCalls.setStaff, { params: { id }, body });
    expect((await set(plain, plain.userId)).body).toMatchObject({ code: 'forbidden' });
    expect((await set(dev, dev.userId)).body).toMatchObject({ code: 'forbidden' });
    expect((await set(admin, newId())).body).toMatchObject({ code: 'not_found' });
    expect((await set(admin, plain.userId)).status).toBe(200);
    const { user } = (await plain.call(sessionsCalls.current, {})).body;
    expect(user).toMatchObject({ roles: ['USER', 'SALES'], isDeveloper: false, isDevTeam: true, isPartner: true });
    await server.platform.database.global
      .updateTable('people')
      .set({ staffRoles: [] })
      .where('userId', '!=', admin.userId)
      .execute();
    expect((await set(admin, admin.userId)).body).toMatchObject({ code: 'last_administrator' });
    expect((await find(admin)).status).toBe(200);
  });
});

import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls as calls } from '@sightline/contracts/organizations/organizations.api';
import { realtimePath, type RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { purgeDeleted } from './organizations.public.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let name: string;
beforeAll(async () => {
  server = await startTestServer();
  // The first organization belongs to the installation.
  await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  name = owner.session.organization?.orgName ?? '';
});

const remove = (by: TestPerson, typed = name) => by.call(calls.removeCurrent, { body: { name: typed } });

describe('organizations', () => {
  it('ORG-001 ORG-002 ORG-007 ORG-008 are many for one person, who switches between them and sees only the active one', async () => {
    const site = (await owner.call(locationsCalls.create, { body: { name: 'Mine', timeZone: 'UTC' } })).body.id;
    const second = (await owner.call(calls.create, { body: { name: 'Second', color: '#aabbcc' } })).body;
    const switched = (await owner.call(sessionsCalls.switchOrganization, { body: { organizationId: second.id } })).body;
    expect(switched.organizations.map((one) => [one.name, one.color])).toEqual([
      [name, '#123456'],
      ['Second', '#aabbcc'],
    ]);
    expect(switched.organization).toMatchObject({
      id: second.id,
      orgId: second.id,
      orgName: 'Second',
      orgColor: '#aabbcc',
    });
    const there = await server.call(locationsCalls.list, { query: {} }, switched.accessToken);
    expect(there.body.items).toEqual([]);
    // ORG-011: what is in another one does not exist here.
    expect((await server.call(locationsCalls.get, { params: { id: site } }, switched.accessToken)).body).toMatchObject({
      code: 'not_found',
    });
    expect((await owner.call(locationsCalls.get, { params: { id: site } })).status).toBe(200);
  });

  it('ORG-011 answer 404 to switching to somebody else’s, and to one that does not exist', async () => {
    const stranger = await server.person();
    for (const id of [organizationId, newId()])
      expect((await stranger.call(sessionsCalls.switchOrganization, { body: { organizationId: id } })).status).toBe(
        404,
      );
  });

  it('are two hundred of one person at most, and no more', async () => {
    const make = () => owner.call(calls.create, { body: { name: 'Another', color: '#336699' } });
    await Promise.all(Array.from({ length: 198 }, make));
    expect((await make()).status).toBe(201);
    expect((await make()).body).toMatchObject({ code: 'too_many', data: { limit: 200 } });
    expect(
      (await (await server.person()).call(calls.create, { body: { name: 'Another', color: '#336699' } })).status,
    ).toBe(201);
  }, 120_000);

  it('have a name that can be seen, whatever marks of direction it holds', async () => {
    for (const unseen of ['\u200f', '\u200b\u200d', '\u202e \u202c', '\u3164', '\u2800', '\u0301', ' \ufeff '])
      expect(
        (await owner.call(calls.updateCurrent, { body: { name: unseen } })).body,
        JSON.stringify(unseen),
      ).toMatchObject({ code: 'validation_failed' });
    for (const seen of ['\u200fצפון', '👩‍🚒', '-', '7', 'שָׁלוֹם'])
      expect((await owner.call(calls.updateCurrent, { body: { name: seen } })).body.name).toBe(seen);
  });

  it('ORG-009 SET-012 keep name, colour and what the shell reads; absent fields stay', async () => {
    const first = (await owner.call(calls.updateCurrent, { body: { name: 'שלום 👋', disableInactivity: true } })).body;
    expect(first).toMatchObject({
      name: 'שלום 👋',
      color: '#123456',
      disableInactivity: true,
      localLiveStream: true,
      revision: 2,
    });
    const second = (await owner.call(calls.updateCurrent, { body: { color: '#000000', localLiveStream: false } })).body;
    expect(second).toMatchObject({
      name: 'שלום 👋',
      color: '#000000',
      disableInactivity: true,
      localLiveStream: false,
    });
    const { organization } = (await owner.call(sessionsCalls.current, {})).body;
    expect(organization).toMatchObject({ orgName: 'שלום 👋', disableInactivity: true, localLiveStream: false });
    const taken = { name: 'Third', isDefault: true, id: newId(), revision: 99 };
    expect((await owner.call(calls.updateCurrent, { body: taken })).body).toMatchObject({
      id: organizationId,
      isDefault: false,
      revision: 4,
    });
  });

  it('SET-012 refuse rules of signing in that lock everybody out, and to demand a second factor that one has not', async () => {
    const signIn = { allowsPassword: true, allowsProviders: true, demandsMfa: false };
    const update = (change: Partial<typeof signIn>) =>
      owner.call(calls.updateCurrent, { body: { signIn: { ...signIn, ...change } } });
    expect((await update({ allowsPassword: false })).body).toMatchObject({ code: 'sign_in_locks_out' });
    expect((await update({ allowsPassword: false, allowsProviders: false })).body).toMatchObject({
      code: 'sign_in_locks_out',
    });
    expect((await update({ demandsMfa: true })).body).toMatchObject({ code: 'mfa_own_first' });
    expect((await update({ allowsProviders: false })).body.signIn).toEqual({
      allowsPassword: true,
      allowsProviders: false,
      demandsMfa: false,
    });
    expect((await owner.call(calls.getCurrent, {})).body.revision).toBe(2);
  });
});

/** Every table in which something of an organization can lie, asked as the owner of the database, whom no fence hides anything from. */
async function leftovers(): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
       where column_name = 'organization_id' and table_schema in ('public', 'auth') and table_name not in ('changes', 'deleted_organizations', 'refresh_tokens')`,
    );
    const left: string[] = [];
    for (const { name: table } of rows) {
      const found = await client.query(`select 1 from ${table} where organization_id = $1 limit 1`, [organizationId]);
      if ((found.rowCount ?? 0) > 0) left.push(table);
    }
    return left;
  } finally {
    await client.end();
  }
}

describe('deleting an organization', () => {
  it('is refused without the right, with another name, with cores, and for the one of the installation', async () => {
    const guard = await server.person({ organizationId, permissions: ['LocationView'] });
    expect((await remove(guard)).body).toMatchObject({ code: 'forbidden' });
    expect((await remove(owner, `${name}x`)).body).toMatchObject({ code: 'organization_name_wrong' });
    const locationId = (await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } })).body.id;
    await owner.call(edgesCalls.create, { body: { name: 'Core', locationId } });
    expect((await remove(owner)).body).toMatchObject({ code: 'organization_not_empty' });
    const { database } = server.platform;
    const first = await database.global
      .selectFrom('installation')
      .select('defaultOrganizationId')
      .executeTakeFirstOrThrow();
    const boss = await server.person({
      organizationId: first.defaultOrganizationId,
      permissions: ['OrganizationEdit'],
    });
    const current = (await boss.call(calls.getCurrent, {})).body;
    expect(current.isDefault).toBe(true);
    expect((await remove(boss, current.name)).body).toMatchObject({ code: 'organization_fixed' });
  });

  it('tells who is in it at once, takes everything with it, and leaves no way back', async () => {
    const member = await server.person({ organizationId, permissions: ['CameraView'] });
    const locationId = (await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } })).body.id;
    const core = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId } })).body.id;
    await owner.call(edgesCalls.createClaimCode, { params: { id: core } });
    await owner.call(edgesCalls.remove, { params: { id: core } });
    await server.platform.blobs.put(`o/${organizationId}/event/2026-01-01/x/y.jpg`, Buffer.from('x'));
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${realtimePath}`);
    const heard: RealtimeServerMessage[] = [];
    socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString()) as RealtimeServerMessage));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ type: 'hello', accessToken: member.session.accessToken }));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect((await remove(owner)).status).toBe(200);
    await vi.waitFor(() =>
      expect(heard.some((message) => message.type === 'event' && message.event.kind === 'organizations.deleted')).toBe(
        true,
      ),
    );
    expect((await member.call(calls.getCurrent, {})).body).toMatchObject({ code: 'no_organization' });
    expect((await owner.call(sessionsCalls.switchOrganization, { body: { organizationId } })).status).toBe(404);
    expect((await owner.call(sessionsCalls.current, {})).body).toMatchObject({
      organizations: [],
      activeOrganizationId: null,
    });
    await purgeDeleted(server.platform, new Date());
    expect(await leftovers()).toEqual([]);
    expect(await server.platform.blobs.children(`o/${organizationId}`)).toEqual([]);
    const known = await server.platform.database.global
      .selectFrom('deletedOrganizations')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .execute();
    expect(known).toMatchObject([{ name, deletedBy: owner.userId }]);
  });
});

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForMail } from '../../testing/test-mail.ts';
import { changesNothing, needsMore } from '../../testing/tenant-examples.ts';
import type { Example, TenantThings } from '../../testing/tenant-things.ts';
import { everyCall, exampleOf, makeThings, type Send } from '../../testing/test-tenant.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts';

const password = 'a long password';

let server: TestServer;
let database: pg.Client;

const calls = await everyCall();
const mutating = calls.filter(
  ([name, call]) =>
    call.method !== 'GET' && !/\.find[A-Z]/.test(name) && !Object.hasOwn(changesNothing, name) && !needsMore.has(name),
);

beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.connectionString });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const callOf = (name: string): CallDefinition => calls.find(([found]) => found === name)?.[1] as CallDefinition;
const send: Send = (name, example, token) => server.call(callOf(name), example as never, token);
const entries = async (): Promise<number> => {
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from audit_entries');
  return rows[0]?.count ?? 0;
};
/** Actions that were written down without from where they came. */
const placeless = async (): Promise<string[]> => {
  const { rows } = await database.query<{ action: string }>('select action from audit_entries where address is null');
  return rows.map(({ action }) => action).toSorted();
};

interface Prepared {
  example: Example;
  who?: TestPerson;
}

/** What must be there first, where the example of the tenant test is about something that is not, or must not succeed. */
const preparations: Record<string, (owner: TestPerson, things: TenantThings) => Promise<Prepared>> = {
  'accounts.changeEmail': async () => ({ example: { body: { email: 'moved@example.com', password } } }),
  'accounts.changePassword': async () => ({
    example: { body: { currentPassword: password, newPassword: 'another long password' } },
  }),
  'accounts.endSession': async (owner) => {
    await send('sessions.signIn', { body: { email: owner.session.user.email, password } });
    const { items } = (await owner.call(accountsCalls.listSessions, {})).body;
    return { example: { params: { sessionId: items.find(({ isCurrent }) => !isCurrent)?.id ?? '' } } };
  },
  'apiKeys.remove': async (owner, things) => ({
    example: { params: { id: await make('apiKeys.create', owner, things) } },
  }),
  'cameras.move': async (owner, things) => {
    const { body } = await send(
      'locations.create',
      { body: { name: 'Part', parentId: things.locationId, timeZone: 'UTC' } },
      owner.session.accessToken,
    );
    return { example: { body: { cameraIds: [things.cameraId], locationId: (body as { id: string }).id } } };
  },
  'edges.remove': async (owner, things) => ({ example: { params: { id: await make('edges.create', owner, things) } } }),
  'locations.remove': async (owner, things) => ({
    example: { params: { id: await make('locations.create', owner, things) } },
  }),
  'loginFirewall.set': async (owner) => {
    const { revision } = (await owner.call(loginFirewallCalls.get, {})).body;
    return { example: { body: { isEnabled: false, rules: [{ cidr: '10.0.0.0/8', note: 'Office' }], revision } } };
  },
  'permissionGroups.setOrganizationGroups': async (_owner, { helperId }) => ({
    example: { params: { id: helperId }, body: { groupIds: [] } },
  }),
  'sessions.signIn': async (owner) => ({ example: { body: { email: owner.session.user.email, password } } }),
  'userDevices.remove': withDevice('userDevices.remove'),
  'userDevices.update': withDevice('userDevices.update'),
  'users.leave': async (_owner, { organizationId }) => ({
    example: {},
    who: await server.person({ organizationId, permissions: [] }),
  }),
};

async function make(name: string, owner: TestPerson, things: TenantThings): Promise<string> {
  const { body } = await send(name, exampleOf(name, things), owner.session.accessToken);
  const made = body as { id?: string; apiKey?: { id: string } };
  return made.id ?? made.apiKey?.id ?? '';
}

function withDevice(name: string) {
  return async (owner: TestPerson, things: TenantThings): Promise<Prepared> => {
    await make('userDevices.register', owner, things);
    return { example: exampleOf(name, things) };
  };
}

/** An organization with one of everything. To make it takes longer than all that is asked of one call. */
interface Place {
  owner: TestPerson;
  things: TenantThings;
}

let place: Place | undefined;

async function makePlace(): Promise<Place> {
  const owner = await server.person();
  return { owner, things: await makeThings(server, send, owner) };
}

/** Makes a call there; answers what it answered and how many entries of audit there were before and after. */
async function perform(name: string, { owner, things }: Place) {
  const { example, who = owner } = (await preparations[name]?.(owner, things)) ?? { example: exampleOf(name, things) };
  const [entriesBefore, placelessBefore] = [await entries(), await placeless()];
  const answer = await send(name, example, who.session.accessToken);
  return { answer, entriesBefore, entriesAfter: await entries(), placelessBefore, placelessAfter: await placeless() };
}

describe('what was done', () => {
  it('is asked of every call that changes something, but for those that are named here', () => {
    const known = new Set(calls.map(([name]) => name));
    expect(
      [...Object.keys(changesNothing), ...needsMore, ...Object.keys(preparations)].filter((name) => !known.has(name)),
    ).toEqual([]);
  });

  it.each(mutating)(
    'AUDIT-010 stands in the audit: %s',
    async (name) => {
      // Where an earlier call left nothing for it to do, or something that it trips over, it is made where nobody did anything yet.
      let done = place && (await perform(name, place).catch(() => undefined));
      if (!done || done.answer.status >= 300 || done.entriesAfter === done.entriesBefore) {
        place = await makePlace();
        done = await perform(name, place);
      }
      expect(done.answer.status, JSON.stringify(done.answer.body)).toBeLessThan(300);
      expect(done.entriesAfter).toBeGreaterThan(done.entriesBefore);
      expect(done.placelessAfter, 'entries without an address').toEqual(done.placelessBefore);
    },
    30_000,
  );

  it('AUDIT-010 stands there with person, address, session and the name that the thing had', async () => {
    const owner = await server.person();
    const things = await makeThings(server, send, owner);
    await send(
      'cameras.update',
      { params: { id: things.cameraId }, body: { name: 'Renamed' } },
      owner.session.accessToken,
    );
    const { rows } = await database.query(
      `select user_id, address, session_id, entity_name, auth_provider_id from audit_entries where action = 'camera.update' and entity_id = $1`,
      [things.cameraId],
    );
    expect(rows).toEqual([
      {
        user_id: owner.userId,
        address: '127.0.0.1',
        session_id: expect.any(String) as string,
        entity_name: 'Renamed',
        auth_provider_id: 'password',
      },
    ]);
  });

  it('AUDIT-010 tells from where somebody signed out, and set a new password by mail', async () => {
    const owner = await server.person();
    const { email } = owner.session.user;
    await send('accounts.requestPasswordReset', { body: { email } });
    const { token } = await waitForMail(server, email);
    expect((await send('accounts.resetPassword', { body: { token, password: 'a quite different one' } })).status).toBe(
      200,
    );
    const again = await server.call(sessionsCalls.signIn, { body: { email, password: 'a quite different one' } });
    expect((await send('sessions.signOut', {}, again.body.accessToken)).status).toBe(200);
    const { rows } = await database.query(
      `select action, address from audit_entries where user_id = $1 and action = any ($2)`,
      [owner.userId, ['account.resetPassword', 'session.signOut']],
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ address: '127.0.0.1' });
  });

  it('AUDIT-010 tells of sign-ins that were refused, with the address', async () => {
    const owner = await server.person();
    await send('sessions.signIn', { body: { email: owner.session.user.email, password: 'not this one' } });
    const refused = async (): Promise<unknown[]> =>
      (
        await database.query(
          `select address from audit_entries where action = 'session.signInRefused' and entity_id = $1`,
          [owner.userId],
        )
      ).rows;
    await expect.poll(refused, { timeout: 5_000 }).toEqual([{ address: '127.0.0.1' }]);
  });
});

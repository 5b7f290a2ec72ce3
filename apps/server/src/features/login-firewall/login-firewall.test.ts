import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { breakGlass } from './login-firewall.service.ts';

let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

/** A call that comes from an address, as the trusted proxy says. */
async function from(
  address: string,
  call: CallDefinition,
  more: { token?: string; body?: unknown; cookie?: string } = {},
) {
  const response = await fetch(`${server.url}${call.path}`, {
    method: call.method,
    headers: {
      'x-forwarded-for': address,
      ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
      ...(more.cookie === undefined ? {} : { cookie: more.cookie }),
      ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
  });
  const body = (await response.json()) as { code?: string; accessToken?: string; activeOrganizationId?: string | null };
  return { status: response.status, body, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const set = (person: TestPerson, address: string, networks: string[]) =>
  from(address, loginFirewallCalls.set, {
    token: person.session.accessToken,
    body: { isEnabled: true, rules: networks.map((cidr) => ({ cidr, note: '' })), revision: 0 },
  });
const signIn = (person: TestPerson, address: string) =>
  from(address, sessionsCalls.signIn, { body: { email: person.session.user.email, password: 'a long password' } });

describe('the login firewall', () => {
  it('refuses what is no network', async () => {
    const person = await server.person();
    for (const cidr of ['10.0.0.0/33', '2001:db8::/129', 'example.com', '', '10.0.0', "'; drop table people"]) {
      expect(codeOf(await set(person, '10.1.2.3', [cidr]))).toBe('validation_failed');
    }
  });

  it('cannot lock its setter out, and says what the own address is', async () => {
    const person = await server.person();
    expect(codeOf(await set(person, '203.0.113.9', ['10.0.0.0/8']))).toBe('firewall_locks_out');
    const { body } = await from('203.0.113.9', loginFirewallCalls.get, { token: person.session.accessToken });
    expect(body).toMatchObject({
      isEnabled: false,
      rules: [],
      ownAddress: '203.0.113.9',
      ownAddressIsAllowed: false,
      breakGlassUntil: null,
      revision: 0,
    });
  });

  it('tells the later of two administrators, and loses nothing', async () => {
    const person = await server.person();
    const answers = await Promise.all([
      set(person, '10.1.2.3', ['10.0.0.0/8']),
      set(person, '10.1.2.3', ['10.0.0.0/16', '10.1.0.0/16']),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(codeOf(await set(person, '10.1.2.3', ['10.0.0.0/8']))).toBe('conflict');
  });

  it('SET-012 refuses sign-in, calls, refresh and switching from elsewhere, at once', async () => {
    const person = await server.person();
    const opened = await signIn(person, '203.0.113.9');
    const token = opened.body.accessToken ?? '';
    expect((await from('203.0.113.9', locationsCalls.list, { token })).status).toBe(200);
    expect((await set(person, '10.1.2.3', ['10.0.0.0/8'])).status).toBe(200);
    expect(codeOf(await from('203.0.113.9', locationsCalls.list, { token }))).toBe('firewall_refused');
    expect(codeOf(await from('203.0.113.9', sessionsCalls.current, { token }))).toBe('firewall_refused');
    expect(codeOf(await signIn(person, '203.0.113.9'))).toBe('firewall_refused');
    const organizationId = person.session.activeOrganizationId;
    expect(
      codeOf(await from('203.0.113.9', sessionsCalls.switchOrganization, { token, body: { organizationId } })),
    ).toBe('firewall_refused');
    expect(codeOf(await from('203.0.113.9', sessionsCalls.refresh, { cookie: opened.cookie }))).toBe(
      'firewall_refused',
    );
    // The refusal cost nothing: back inside, everything goes on.
    expect((await from('10.9.9.9', sessionsCalls.refresh, { cookie: opened.cookie })).status).toBe(200);
    expect((await from('::ffff:10.9.9.9', locationsCalls.list, { token })).status).toBe(200);
    expect((await signIn(person, '10.9.9.9')).status).toBe(200);
  });

  it('binds keys for programs as well', async () => {
    const person = await server.person();
    const body = { name: 'Key', scopes: ['LocationView'], expiresAt: null };
    const { key } = (await from('10.1.2.3', apiKeysCalls.create, { token: person.session.accessToken, body }))
      .body as unknown as { key: string };
    await set(person, '10.1.2.3', ['10.0.0.0/8']);
    expect(codeOf(await from('203.0.113.9', locationsCalls.list, { token: key }))).toBe('firewall_refused');
    expect((await from('10.1.2.3', locationsCalls.list, { token: key })).status).toBe(200);
  });

  it('binds the staff of the installation as well, and whoever is no staff learns nothing', async () => {
    const person = await server.person();
    const token = person.session.accessToken;
    await set(person, '10.1.2.3', ['10.0.0.0/8']);
    expect(codeOf(await from('203.0.113.9', developerCalls.environment, { token }))).toBe('forbidden');
    await server.platform.database.global
      .updateTable('people')
      .set({ isDeveloper: true })
      .where('userId', '=', person.userId)
      .execute();
    expect(codeOf(await from('203.0.113.9', developerCalls.environment, { token }))).toBe('firewall_refused');
    expect((await from('10.1.2.3', developerCalls.environment, { token })).status).toBe(200);
  });

  it('leaves its people to their other organizations', async () => {
    const person = await server.person();
    await set(person, '10.1.2.3', ['10.0.0.0/8']);
    const other = await person.call(organizationsCalls.create, { body: { name: 'Other', color: '#102030' } });
    const { status, body } = await signIn(person, '203.0.113.9');
    expect(status).toBe(200);
    expect(body.activeOrganizationId).toBe(other.body.id);
  });

  it('ends what a session from elsewhere holds open', async () => {
    const person = await server.person();
    await set(person, '10.1.2.3', ['10.0.0.0/8']);
    const organizationId = person.session.activeOrganizationId ?? '';
    const claims = JSON.parse(Buffer.from(person.session.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    expect(await server.platform.sessions.memberOf({ sessionId: claims.sid, organizationId })).toBeNull();
    // Back in an allowed network, it may hold things open again.
    await from('10.1.2.3', locationsCalls.list, { token: person.session.accessToken });
    expect(await server.platform.sessions.memberOf({ sessionId: claims.sid, organizationId })).toMatchObject({
      userId: person.userId,
    });
  });

  it('is lifted for an hour from the machine of the server, which is audited', async () => {
    const person = await server.person();
    const organizationId = person.session.activeOrganizationId ?? '';
    expect(await breakGlass(server.platform, organizationId)).toBeNull();
    await set(person, '10.1.2.3', ['10.0.0.0/8']);
    expect(await breakGlass(server.platform, organizationId)).toBe(now + 3_600_000);
    expect((await signIn(person, '203.0.113.9')).status).toBe(200);
    const entries = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('auditEntries').select('action').execute(),
    );
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['loginFirewall.set', 'loginFirewall.breakGlass']),
    );
    now += 3_600_001;
    expect(codeOf(await signIn(person, '203.0.113.9'))).toBe('firewall_refused');
  });
});

describe('an address that a client claims', () => {
  it('counts only where a trusted proxy says it', async () => {
    const direct = await startTestServer();
    const person = await direct.person();
    const response = await fetch(`${direct.url}${loginFirewallCalls.get.path}`, {
      headers: {
        authorization: `Bearer ${person.session.accessToken}`,
        'x-forwarded-for': '10.1.2.3',
        forwarded: 'for=10.1.2.3',
      },
    });
    expect(await response.json()).toMatchObject({ ownAddress: '127.0.0.1' });
    await direct.stop();
  });
});

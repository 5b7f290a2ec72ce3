import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { signInRulesTopic } from '../../../platform/auth/sign-in-rules-topic.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const signIn = (person: TestPerson) =>
  server.call(sessionsCalls.signIn, { body: { email: person.session.user.email, password: 'a long password' } });
const client = { address: '127.0.0.3', userAgent: null };

async function allow(
  person: TestPerson,
  rules: { allowsPassword?: boolean; allowsProviders?: boolean },
): Promise<string> {
  const organizationId = person.session.activeOrganizationId ?? '';
  await server.platform.database.withOrganization(organizationId, (trx) =>
    trx.updateTable('organizations').set(rules).execute(),
  );
  server.platform.bus.publish(signInRulesTopic, { organizationId });
  return organizationId;
}

describe('an organization that allows no passwords', () => {
  it('is refused to a password, at sign-in and by switching', async () => {
    const person = await server.person();
    const organizationId = await allow(person, { allowsPassword: false });
    expect(codeOf(await signIn(person))).toBe('sign_in_method_refused');
    expect(codeOf(await person.call(sessionsCalls.switchOrganization, { body: { organizationId } }))).toBe(
      'sign_in_method_refused',
    );
  });

  it('ends what a password holds open there at once, keeps it elsewhere, and lets it go on when passwords are allowed again', async () => {
    const person = await server.person();
    const other = (await person.call(organizationsCalls.create, { body: { name: 'Other', color: '#102030' } })).body.id;
    const inside = () => person.call(organizationsCalls.getCurrent, {});
    const hears = async () =>
      (await server.platform.sessions.listenerOf(person.session.accessToken, '127.0.0.1'))?.organizationId;
    expect((await inside()).status).toBe(200);
    const organizationId = await allow(person, { allowsPassword: false });
    expect(codeOf(await inside())).toBe('sign_in_method_refused');
    expect(codeOf(await person.call(sessionsCalls.current, {}))).toBe('sign_in_method_refused');
    expect(await hears()).toBeNull();
    const sessionId = (await server.platform.sessions.actorOf(person.session.accessToken))?.sessionId ?? '';
    expect(await server.platform.sessions.memberOf({ sessionId, organizationId })).toBeNull();
    const switched = (await person.call(sessionsCalls.switchOrganization, { body: { organizationId: other } })).body;
    expect((await server.call(organizationsCalls.getCurrent, {}, switched.accessToken)).body).toMatchObject({
      id: other,
    });
    await allow(person, { allowsPassword: true });
    expect((await inside()).status).toBe(200);
    expect(await hears()).toBe(organizationId);
  });

  it('still hears programs, which come by no password', async () => {
    const person = await server.person();
    const { key } = (
      await person.call(apiKeysCalls.create, { body: { name: 'Program', scopes: ['LocationView'], expiresAt: null } })
    ).body;
    await allow(person, { allowsPassword: false });
    expect((await server.call(locationsCalls.list, { query: {} }, key)).status).toBe(200);
  });

  it('leaves its people to their other organizations', async () => {
    const person = await server.person();
    const other = await person.call(organizationsCalls.create, { body: { name: 'Other', color: '#102030' } });
    await allow(person, { allowsPassword: false });
    expect((await signIn(person)).body).toMatchObject({ activeOrganizationId: other.body.id });
  });
});

describe('a session of a provider', () => {
  const open = (person: TestPerson, providerOrganizationId: string) =>
    server.platform.sessions.open(
      {
        userId: person.userId,
        authProviderId: 'somewhere',
        providerOrganizationId,
        organizationId: providerOrganizationId,
      },
      client,
    );

  it('works in the organization of its provider alone', async () => {
    const person = await server.person();
    const own = person.session.activeOrganizationId ?? '';
    const other = (await person.call(organizationsCalls.create, { body: { name: 'Other', color: '#102030' } })).body.id;
    const { session } = await open(person, other);
    expect(session).toMatchObject({ activeOrganizationId: other, authProviderId: 'somewhere' });
    expect(
      codeOf(
        await server.call(sessionsCalls.switchOrganization, { body: { organizationId: own } }, session.accessToken),
      ),
    ).toBe('sign_in_method_refused');
  });

  it('is refused where no providers are allowed', async () => {
    const person = await server.person();
    const organizationId = await allow(person, { allowsProviders: false });
    await expect(open(person, organizationId)).rejects.toMatchObject({ code: 'sign_in_method_refused' });
  });

  it('does not speak for an account that has other ways in, unless its person linked it', async () => {
    const person = await server.person();
    const organizationId = person.session.activeOrganizationId ?? '';
    const { accessToken } = (await open(person, organizationId)).session;
    const change = () =>
      server.call(
        accountsCalls.changePassword,
        { body: { currentPassword: 'a long password', newPassword: 'another password' } },
        accessToken,
      );
    expect(codeOf(await change())).toBe('sign_in_method_refused');
    expect(
      codeOf(
        await server.call(
          accountsCalls.changeEmail,
          { body: { email: 'x@example.com', password: 'a long password' } },
          accessToken,
        ),
      ),
    ).toBe('sign_in_method_refused');
    expect(codeOf(await server.call(accountsCalls.endOtherSessions, {}, accessToken))).toBe('sign_in_method_refused');
    await sql`insert into auth."account" (id, "accountId", "providerId", "userId", "createdAt", "updatedAt", origin)
      values ('linked', 'subject', 'somewhere', ${person.userId}, now(), now(), 'linked')`.execute(
      server.platform.database.global,
    );
    expect((await change()).status).toBe(200);
  });
});

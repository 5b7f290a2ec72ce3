import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { startOidcSimulator, type OidcSimulator } from '@sightline/simulators/identity/oidc-provider-simulator';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { signInRulesTopic } from '../../platform/auth/sign-in-rules-topic.ts';
import { newId } from '../../platform/ids/ids.ts';
import { createTestBrowser, landedAt } from '../../../testing/auth-providers/test-browser.ts';

let server: TestServer;
let idp: OidcSimulator;
let owner: TestPerson;
let organizationId: string;
let openId: string;
let closedId: string;

const input = (change: Record<string, unknown> = {}) => ({
  kind: 'oidc' as const,
  name: 'Corp',
  oidc: { issuer: idp.issuer, clientId: idp.clientId },
  clientSecret: idp.clientSecret,
  ...change,
});

beforeAll(async () => {
  idp = await startOidcSimulator({ people: [] });
  server = await startTestServer({ env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' } });
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  openId = (await owner.call(authProvidersCalls.create, { body: input({ admitsNewUsers: true }) })).body.id;
  closedId = (await owner.call(authProvidersCalls.create, { body: input({ name: 'Closed' }) })).body.id;
});
afterEach(() => idp.setFault('unverifiedEmail', null));
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

/** Makes the provider, which belongs to an organization that wants more than is its own, say that whoever comes has this address. */
function sayIs(email: string, subject = `subject of ${email}`): void {
  idp.know({ subject, email, name: 'Whoever' });
  idp.signInAs(subject);
}

async function comeBack(providerId: string, how: { token?: string; redirectUrl?: string } = {}) {
  const browser = createTestBrowser(server.url);
  const begun = await browser.begin(providerId, how);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return { browser, ...landedAt(await browser.follow(new URL(begun.body.url))) };
}

async function signIn(providerId: string): Promise<Session> {
  const { browser, code } = await comeBack(providerId);
  const { status, body } = await browser.exchange(code ?? '');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function identitiesOf(userId: string): Promise<{ providerId: string; origin: string | null }[]> {
  const { rows } = await sql<{ providerId: string; origin: string | null }>`
    select "providerId" as provider_id, origin from auth."account" where "userId" = ${userId} and "providerId" <> 'credential'`.execute(
    server.platform.database.global,
  );
  return rows;
}

async function invite(email: string, groupIds: string[] = []): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  await server.platform.database.withOrganization(organizationId, (trx) =>
    trx
      .insertInto('invites')
      .values({
        organizationId,
        id: newId(),
        kind: 'user',
        email,
        role: 'OPERATOR',
        groupIds,
        lang: 'en',
        invitedBy: owner.userId,
        expiresAt,
      })
      .execute(),
  );
}

const leave = (userId: string): Promise<unknown> =>
  server.platform.database.withOrganization(organizationId, (trx) =>
    trx.deleteFrom('memberships').where('organizationId', '=', organizationId).where('userId', '=', userId).execute(),
  );

describe('a provider cannot sign in', () => {
  it('somebody of another organization by address, whether it admits new people or not', async () => {
    const stranger = await server.person();
    sayIs(stranger.session.user.email);
    expect(await comeBack(openId)).toMatchObject({ code: '403', msg: 'provider_link_needed' });
    expect(await comeBack(closedId)).toMatchObject({ code: '403', msg: 'provider_account_unknown' });
    expect(await identitiesOf(stranger.userId)).toEqual([]);
  });

  it('somebody of another organization whom it invited itself: the person has to come by own will', async () => {
    const stranger = await server.person();
    await invite(stranger.session.user.email);
    sayIs(stranger.session.user.email);
    expect(await comeBack(closedId)).toMatchObject({ code: '403', msg: 'provider_link_needed' });
    expect(await identitiesOf(stranger.userId)).toEqual([]);
  });

  it('a member whose address the provider does not vouch for', async () => {
    const member = await server.person({ organizationId });
    sayIs(member.session.user.email);
    idp.setFault('unverifiedEmail');
    for (const id of [openId, closedId])
      expect(await comeBack(id)).toMatchObject({ code: '403', msg: 'provider_account_unknown' });
  });

  it('somebody whom nobody knows, unless it admits new people', async () => {
    sayIs('nobody@corp.example');
    expect(await comeBack(closedId)).toMatchObject({ code: '403', msg: 'provider_account_unknown' });
  });

  it('somebody who left, though it knows the person from before', async () => {
    const member = await server.person({ organizationId });
    sayIs(member.session.user.email);
    await signIn(openId);
    await leave(member.userId);
    expect(await comeBack(openId)).toMatchObject({ code: '403', msg: 'provider_account_unknown' });
  });

  it('anybody where the organization wants passwords only', async () => {
    const rules = { allowsPassword: true, allowsProviders: false, demandsMfa: false };
    sayIs('late@corp.example');
    const browser = createTestBrowser(server.url);
    const { body } = await browser.begin(openId);
    await owner.call(organizationsCalls.updateCurrent, { body: { signIn: rules } });
    expect(landedAt(await browser.follow(new URL(body.url)))).toMatchObject({
      code: '403',
      msg: 'sign_in_method_refused',
    });
    expect((await browser.begin(openId)).body).toMatchObject({ code: 'sign_in_method_refused' });
    expect((await server.call(authProvidersCalls.offered, { body: { email: 'a@corp.example' } })).body.items).toEqual(
      [],
    );
    await owner.call(organizationsCalls.updateCurrent, { body: { signIn: { ...rules, allowsProviders: true } } });
  });
});

describe('a session that a provider opened', () => {
  it('is worth nothing in another organization of the same person, and stays so when it is renewed', async () => {
    const member = await server.person();
    const other = member.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.insertInto('memberships').values({ organizationId, userId: member.userId }).execute(),
    );
    sayIs(member.session.user.email);
    const { browser, code } = await comeBack(closedId);
    const { body } = await browser.exchange(code ?? '');
    expect(body.activeOrganizationId).toBe(organizationId);
    expect(
      (await server.call(sessionsCalls.switchOrganization, { body: { organizationId: other } }, body.accessToken)).body,
    ).toMatchObject({
      code: 'sign_in_method_refused',
    });
    expect((await browser.post<Session>(sessionsCalls.refresh.path, {})).body.activeOrganizationId).toBe(
      organizationId,
    );
    expect((await server.call(organizationsCalls.getCurrent, {}, body.accessToken)).body).toMatchObject({
      id: organizationId,
    });
  });

  it('changes nothing of the account that others trust', async () => {
    const member = await server.person({ organizationId });
    sayIs(member.session.user.email);
    const { accessToken } = await signIn(closedId);
    const change = { currentPassword: 'a long password', newPassword: 'another long password' };
    expect((await server.call(accountsCalls.changePassword, { body: change }, accessToken)).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
    const email = { email: 'mine@evil.example', password: 'a long password' };
    expect((await server.call(accountsCalls.changeEmail, { body: email }, accessToken)).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
    const browser = createTestBrowser(server.url);
    expect((await browser.begin(openId, { token: accessToken })).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
    const listed = (await server.call(accountsCalls.listSessions, {}, accessToken)).body.items;
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await server.call(accountsCalls.endOtherSessions, {}, accessToken)).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
    const [own] = (await member.call(accountsCalls.listSessions, {})).body.items.filter(({ isCurrent }) => isCurrent);
    const ending = { params: { sessionId: own?.id ?? '' } };
    expect((await server.call(accountsCalls.endSession, ending, accessToken)).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
    expect(
      (await server.call(accountsCalls.updateProfile, { body: { phone: '+1 555 0100' } }, accessToken)).body,
    ).toMatchObject({
      code: 'sign_in_method_refused',
    });
    const { identities } = (await member.call(accountsCalls.getProfile, {})).body;
    const unlinking = { params: { id: identities[0]?.id ?? '' } };
    expect((await server.call(accountsCalls.removeIdentity, unlinking, accessToken)).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
    expect((await server.call(mfaCalls.create, { body: { name: 'Mine' } }, accessToken)).body).toMatchObject({
      code: 'sign_in_method_refused',
    });
  });

  it('gives no rights of the installation, whoever its person is', async () => {
    const member = await server.person({ organizationId });
    await server.platform.database.global
      .updateTable('people')
      .set({ staffRoles: ['ADMIN'] })
      .where('userId', '=', member.userId)
      .execute();
    expect((await member.call(developerCalls.environment, {})).status).toBe(200);
    sayIs(member.session.user.email);
    const { accessToken } = await signIn(closedId);
    expect((await server.call(developerCalls.environment, {}, accessToken)).body).toMatchObject({ code: 'forbidden' });
  });

  it('does not say what else its person belongs to', async () => {
    const member = await server.person();
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.insertInto('memberships').values({ organizationId, userId: member.userId }).execute(),
    );
    sayIs(member.session.user.email);
    const session = await signIn(closedId);
    expect(session.organizations.map((one) => one.organizationId)).toEqual([organizationId]);
    await server.platform.database.global
      .updateTable('people')
      .set({ staffRoles: ['SALES'], isDeveloper: true, isPartner: true })
      .where('userId', '=', member.userId)
      .execute();
    const told = (await server.call(accountsCalls.getProfile, {}, session.accessToken)).body;
    expect(told).toMatchObject({
      orgs: [organizationId],
      roles: ['USER'],
      isDeveloper: false,
      isDevTeam: false,
      phone: null,
    });
    expect(told.identities.map(({ authProviderId }) => authProviderId)).toEqual([closedId]);
    expect((await member.call(accountsCalls.getProfile, {})).body).toMatchObject({
      isDeveloper: true,
      identities: [{}, {}],
    });
  });

  it('is refused from a network that the firewall of the organization does not name', async () => {
    const { body } = await owner.call(loginFirewallCalls.get, {});
    const member = await server.person({ organizationId });
    sayIs(member.session.user.email);
    const { browser, code } = await comeBack(closedId);
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('loginFirewalls')
        .values({
          organizationId,
          isEnabled: true,
          rules: JSON.stringify([{ id: newId(), cidr: '10.9.9.0/24', note: '', createdAt: 0 }]),
          revision: body.revision + 1,
        })
        .execute(),
    );
    server.platform.bus.publish(signInRulesTopic, { organizationId });
    await expect
      .poll(async () => (await owner.call(organizationsCalls.getCurrent, {})).body, { timeout: 8000 })
      .toMatchObject({ code: 'firewall_refused' });
    expect((await browser.exchange(code ?? '')).body).toMatchObject({ code: 'firewall_refused' });
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.deleteFrom('loginFirewalls').where('organizationId', '=', organizationId).execute(),
    );
    await expect
      .poll(async () => (await owner.call(organizationsCalls.getCurrent, {})).status, { timeout: 8000 })
      .toBe(200);
  });
});

describe('the second factor of a person', () => {
  it('is asked for also after a provider let the person in, and bars where the organization demands one', async () => {
    const member = await server.person({ organizationId });
    const { body: enrolment } = await member.call(mfaCalls.create, {
      body: { name: 'Phone', password: 'a long password' },
    });
    const code = (): string =>
      new TOTP({ secret: Secret.fromBase32(enrolment.manualCode.replaceAll(/\s/g, '')) }).generate();
    const verified = await member.call(mfaCalls.verify, {
      params: { id: enrolment.method.id },
      body: { code: code() },
    });
    expect(verified.status, JSON.stringify(verified.body)).toBe(200);
    sayIs(member.session.user.email);
    const { browser, code: brought } = await comeBack(closedId);
    expect(await browser.exchange(brought ?? '')).toMatchObject({ status: 403, body: { code: 'mfa_required' } });
  });

  it('is demanded by an organization from those whom its provider let in, too', async () => {
    sayIs('without-factor@corp.example');
    const { accessToken } = await signIn(openId);
    const demand = (demandsMfa: boolean) =>
      server.platform.database
        .withOrganization(organizationId, (trx) =>
          trx.updateTable('organizations').set({ demandsMfa }).where('id', '=', organizationId).execute(),
        )
        .then(() => server.platform.bus.publish(signInRulesTopic, { organizationId }));
    await demand(true);
    await expect
      .poll(async () => (await server.call(organizationsCalls.getCurrent, {}, accessToken)).body, { timeout: 8000 })
      .toMatchObject({ code: 'mfa_demanded' });
    // Nobody but the provider speaks for this account, so a factor can be added to it.
    expect((await server.call(mfaCalls.create, { body: { name: 'Phone' } }, accessToken)).status).toBe(201);
    await demand(false);
    await expect
      .poll(async () => (await server.call(organizationsCalls.getCurrent, {}, accessToken)).status, { timeout: 8000 })
      .toBe(200);
  });
});

describe('a provider brings in', () => {
  it('an invited person without an account, with the role and the groups of the invitation', async () => {
    const groupId = newId();
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.insertInto('permissionGroups').values({ organizationId, id: groupId, name: 'Guards' }).execute(),
    );
    await invite('invited@corp.example', [groupId, newId()]);
    sayIs('Invited@Corp.example');
    const { user } = await signIn(closedId);
    expect(user).toMatchObject({ email: 'invited@corp.example', roles: ['OPERATOR'] });
    expect(await identitiesOf(user.id)).toEqual([{ providerId: closedId, origin: 'created' }]);
    const left = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('invites').select('id').where('email', '=', 'invited@corp.example').execute(),
    );
    const groups = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('groupUsers').select('groupId').where('userId', '=', user.id).execute(),
    );
    expect([left, groups]).toEqual([[], [{ groupId }]]);
  });

  it('a new person once, however often that person comes at the same time, and again after leaving', async () => {
    sayIs('new@corp.example');
    const sessions = await Promise.all([1, 2, 3, 4].map(() => signIn(openId)));
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1);
    const userId = sessions[0]?.user.id ?? '';
    await leave(userId);
    expect((await signIn(openId)).user.id).toBe(userId);
  });

  it('a member by a confirmed address, and by nothing but its own word from then on', async () => {
    const member = await server.person({ organizationId });
    sayIs(member.session.user.email, 'subject of a member');
    expect((await signIn(closedId)).user.id).toBe(member.userId);
    sayIs('changed@corp.example', 'subject of a member');
    idp.setFault('unverifiedEmail');
    expect((await signIn(closedId)).user.id).toBe(member.userId);
  });
});

describe('linking a provider to the own account', () => {
  it('is refused without a session, to people of other organizations, and when the session ended meanwhile', async () => {
    const browser = createTestBrowser(server.url);
    expect((await browser.begin(closedId, { token: 'no.token' })).body).toMatchObject({ code: 'unauthenticated' });
    const stranger = await server.person();
    expect((await browser.begin(closedId, { token: stranger.session.accessToken })).body).toMatchObject({
      code: 'not_found',
    });
    const member = await server.person({ organizationId });
    sayIs('linked-late@corp.example');
    const { body } = await browser.begin(closedId, { token: member.session.accessToken });
    await member.call(sessionsCalls.signOut, {});
    expect(landedAt(await browser.follow(new URL(body.url))).msg).not.toBeNull();
    expect(await identitiesOf(member.userId)).toEqual([]);
  });

  it('is refused in another browser than the one that asked: nobody links what somebody else is', async () => {
    const member = await server.person({ organizationId });
    const { body } = await createTestBrowser(server.url).begin(closedId, { token: member.session.accessToken });
    sayIs('victim@corp.example');
    expect(landedAt(await createTestBrowser(server.url).follow(new URL(body.url))).msg).toBe('provider_sign_in_failed');
    expect(await identitiesOf(member.userId)).toEqual([]);
  });

  it('ACCT-011 brings its person back to the account page, with the identity in the profile', async () => {
    const member = await server.person({ organizationId });
    sayIs('private@elsewhere.example');
    const { path, msg } = await comeBack(closedId, { token: member.session.accessToken });
    expect({ path, msg }).toEqual({ path: '/account/identities', msg: null });
    const { identities } = (await member.call(accountsCalls.getProfile, {})).body;
    expect(identities.find(({ authProviderId }) => authProviderId === closedId)).toMatchObject({
      provider: 'Closed',
      label: 'private@elsewhere.example',
    });
    expect((await signIn(closedId)).user.id).toBe(member.userId);
  });

  it('is refused for an identity that is somebody else', async () => {
    const [one, two] = [await server.person({ organizationId }), await server.person({ organizationId })];
    sayIs('shared@corp.example');
    expect((await comeBack(closedId, { token: one.session.accessToken })).msg).toBeNull();
    expect(await comeBack(closedId, { token: two.session.accessToken, redirectUrl: '/account' })).toMatchObject({
      path: '/account',
      msg: 'identity_taken',
    });
    expect(await identitiesOf(two.userId)).toEqual([]);
  });
});

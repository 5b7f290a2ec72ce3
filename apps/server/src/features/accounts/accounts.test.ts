import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const password = 'a long password';
let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
beforeEach(() => void (now += 16 * 60_000));
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

/** A person, signed in in one browser more than the test asks for. */
async function personOf(email: string) {
  await server.platform.accounts.create({ name: 'Noa Bar', email, password });
  const open = async (agent = 'Browser') => {
    const response = await fetch(`${server.url}${sessionsCalls.signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ email, password }),
    });
    const { accessToken } = (await response.json()) as { accessToken: string };
    return { token: accessToken, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  return { open, ...(await open()) };
}

const refreshed = async (cookie: string) =>
  (await fetch(`${server.url}${sessionsCalls.refresh.path}`, { method: 'POST', headers: { cookie } })).status;
const isOpen = async (token: string) => (await server.call(sessionsCalls.current, {}, token)).status === 200;

describe('the own profile', () => {
  it('gives nobody a role, a proven telephone or another address by being changed', async () => {
    const { token } = await personOf('mass@example.com');
    const body = {
      firstName: 'N',
      roles: ['ADMIN'],
      staffRoles: ['ADMIN'],
      isDeveloper: true,
      isPhoneVerified: true,
      email: 'x@example.com',
      id: 'x',
    } as never;
    const { body: profile } = await server.call(accountsCalls.updateProfile, { body }, token);
    expect(profile).toMatchObject({
      firstName: 'N',
      roles: [],
      isDeveloper: false,
      isPhoneVerified: false,
      email: 'mass@example.com',
    });
  });

  it('refuses a time zone that does not exist', async () => {
    const { token } = await personOf('zone@example.com');
    expect(codeOf(await server.call(accountsCalls.updateProfile, { body: { timezone: 'Mars/Olympus' } }, token))).toBe(
      'time_zone_unknown',
    );
  });

  it('AUTH-016 AUTH-017 AUTH-018 AUTH-019 AUTH-021 AUTH-022 AUTH-023 AUTH-024 AUTH-025 AUTH-026 AUTH-027 says everything there is to say', async () => {
    const { token } = await personOf('whole@example.com');
    const made = await server.call(organizationsCalls.create, { body: { name: 'Mine', color: '#102030' } }, token);
    const inside = (
      await server.call(sessionsCalls.switchOrganization, { body: { organizationId: made.body.id } }, token)
    ).body.accessToken;
    const { body } = await server.call(accountsCalls.getProfile, {}, inside);
    expect(body).toMatchObject({
      firstName: 'Noa',
      lastName: 'Bar',
      email: 'whole@example.com',
      isEmailVerified: true,
      pendingEmail: null,
      roles: ['USER'],
      isDeveloper: false,
      isDevTeam: false,
      isPartner: false,
      authStrategy: 'password',
      authProviderId: `password|${body.id}`,
      identities: [{ provider: 'password' }],
      edges: [],
      orgs: [made.body.id],
      timezone: 'UTC',
      phone: null,
      isPhoneVerified: false,
      isMfaEnabled: false,
    });
    expect(body.created_at).toBeLessThanOrEqual(body.updated_at);
  });

  it('ACCT-001 ACCT-003 ACCT-004 ACCT-005 ACCT-006 ACCT-007 ACCT-008 ACCT-010 AUTH-003 keeps what was chosen, for every later session', async () => {
    const { token, open } = await personOf('choice@example.com');
    const before = (await server.call(accountsCalls.getProfile, {}, token)).body.settings;
    expect(before).toMatchObject({
      lang: 'en',
      theme: 'system',
      autoLogout: 30,
      autoLogoutEnabled: false,
      subForWeekly: false,
      newDevicePageView: true,
    });
    const dateSettings = { dateFormat: 'DD/MM/YYYY', timeFormat: '24h', firstDayOfWeek: 'sunday' } as const;
    const chosen = {
      lang: 'he',
      theme: 'dark',
      autoLogout: 5,
      autoLogoutEnabled: true,
      subForWeekly: true,
      newDevicePageView: false,
      dateSettings,
    } as const;
    expect((await server.call(accountsCalls.updateSettings, { body: chosen }, token)).body).toEqual({
      ...chosen,
      chosen: ['lang', 'theme'],
    });
    await server.call(accountsCalls.updateSettings, { body: { theme: 'light' } }, token);
    await server.call(accountsCalls.updateProfile, { body: { firstName: 'נועה', lastName: '' } }, token);
    const later = (await server.call(sessionsCalls.current, {}, (await open()).token)).body.user;
    expect(later).toMatchObject({ firstName: 'נועה', name: 'נועה', settings: { ...chosen, theme: 'light' } });
    expect(codeOf(await server.call(accountsCalls.updateSettings, { body: { autoLogout: 7 as never } }, token))).toBe(
      'validation_failed',
    );
  });

  it('AUTH-020 I18N-004 I18N-005 says with the session that the profile is in it, and whether language and theme were chosen', async () => {
    const { token, open } = await personOf('chosen@example.com');
    const user = async () => (await server.call(sessionsCalls.current, {}, token)).body.user;
    expect(await user()).toMatchObject({ isProfileLoaded: true, firstName: 'Noa', settings: { theme: 'system' } });
    expect((await user()).settings.chosen).not.toContain('theme');
    expect(codeOf(await server.call(accountsCalls.updateSettings, { body: { theme: 'blue' as never } }, token))).toBe(
      'validation_failed',
    );
    await server.call(accountsCalls.updateSettings, { body: { lang: 'en', theme: 'system' } }, token);
    expect(await user()).toMatchObject({ settings: { lang: 'en', theme: 'system', chosen: ['lang', 'theme'] } });
    // Nobody says by hand what was chosen.
    await server.call(accountsCalls.updateSettings, { body: { chosen: [] } as never }, token);
    const later = (await server.call(accountsCalls.getProfile, {}, (await open()).token)).body.settings;
    expect(later).toMatchObject({ lang: 'en', chosen: ['lang', 'theme'] });
  });

  it('START-008 START-009 START-012 AUTH-028 carries media tokens with their end, ten minutes after each was renewed', async () => {
    const person = await server.person();
    expect((await person.call(accountsCalls.getProfile, {})).body).toMatchObject({ twilioPtt: null, vmPlayback: null });
    const ptt = (await person.call(accountsCalls.renewMediaToken, { body: { kind: 'twilioPtt' } })).body;
    const vm = (await person.call(accountsCalls.renewMediaToken, { body: { kind: 'vmPlayback' } })).body;
    expect(Math.abs(ptt.expiresAt - now - 600_000)).toBeLessThan(1000);
    expect((await person.call(accountsCalls.getProfile, {})).body).toMatchObject({ twilioPtt: ptt, vmPlayback: vm });
    expect(ptt.token).not.toBe(vm.token);
    // It plays media and opens nothing else.
    expect((await server.call(sessionsCalls.current, {}, ptt.token)).status).toBe(401);
  });
});

describe('another e-mail address', () => {
  const change = (token: string, email: string, given = password) =>
    server.call(accountsCalls.changeEmail, { body: { email, password: given } }, token);

  it('is refused with a wrong password, however often it is guessed', async () => {
    const { token } = await personOf('guess@example.com');
    const answers = [];
    for (let n = 0; n < 11; n += 1) {
      now += 20_000;
      answers.push(codeOf(await change(token, 'new-guess@example.com', 'wrong')));
    }
    expect(answers).toEqual([...Array<string>(10).fill('password_wrong'), 'rate_limited']);
  });

  it('tells nobody whether an address is taken but its owner', async () => {
    const { token } = await personOf('asker@example.com');
    await personOf('owner@example.com');
    expect((await change(token, 'owner@example.com')).body).toMatchObject({
      email: 'asker@example.com',
      pendingEmail: 'owner@example.com',
    });
    expect((await waitForMail(server, 'owner@example.com')).token).toBe('');
  });

  it('ACCT-002 counts once its link was followed; the old address is told', async () => {
    const { token } = await personOf('old@example.com');
    expect((await change(token, 'New@Example.com')).body).toMatchObject({
      email: 'old@example.com',
      pendingEmail: 'new@example.com',
    });
    const mail = await waitForMail(server, 'new@example.com');
    expect((await waitForMail(server, 'old@example.com')).text).toContain('new@example.com');
    expect(mail.text).toContain(`${server.url}/email-verification?token=`);
    expect((await server.call(accountsCalls.verifyEmail, { body: { token: mail.token } })).body).toEqual({
      email: 'new@example.com',
    });
    expect((await server.call(accountsCalls.getProfile, {}, token)).body).toMatchObject({
      email: 'new@example.com',
      pendingEmail: null,
    });
    expect((await server.call(sessionsCalls.signIn, { body: { email: 'old@example.com', password } })).status).toBe(
      401,
    );
  });

  it('loses to whoever proved it meanwhile, and ends links that the old address got', async () => {
    const { token } = await personOf('race@example.com');
    await change(token, 'wanted@example.com');
    const mail = await waitForMail(server, 'wanted@example.com');
    await personOf('wanted@example.com');
    expect(codeOf(await server.call(accountsCalls.verifyEmail, { body: { token: mail.token } }))).toBe('link_invalid');
    await server.call(accountsCalls.requestPasswordReset, { body: { email: 'race@example.com' } });
    const reset = await waitForMail(server, 'race@example.com', 2);
    await change(token, 'moved@example.com');
    await server.call(accountsCalls.verifyEmail, {
      body: { token: (await waitForMail(server, 'moved@example.com')).token },
    });
    expect(
      codeOf(
        await server.call(accountsCalls.resetPassword, { body: { token: reset.token, password: 'another password' } }),
      ),
    ).toBe('link_invalid');
  });
});

describe('another password', () => {
  it('is refused without the present one, and when it is short', async () => {
    const { token } = await personOf('weak@example.com');
    const change = (currentPassword: string, newPassword: string) =>
      server.call(accountsCalls.changePassword, { body: { currentPassword, newPassword } }, token);
    expect(codeOf(await change('wrong', 'another password'))).toBe('password_wrong');
    expect(codeOf(await change(password, 'short'))).toBe('password_too_weak');
    expect(codeOf(await change(password, 'weak@example.com'))).toBe('password_too_easy');
  });

  it('ends every other session and the tokens of before; this one goes on', async () => {
    const person = await personOf('change@example.com');
    const other = await person.open();
    const response = await fetch(`${server.url}${accountsCalls.changePassword.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ currentPassword: password, newPassword: 'another password' }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(
      /^sightline_refresh=[\w-]{44};.*Path=\/api\/v1\/sessions; HttpOnly; SameSite=Strict$/,
    );
    expect(await isOpen(other.token)).toBe(false);
    expect(await refreshed(other.cookie)).toBe(401);
    expect(await refreshed(person.cookie)).toBe(401);
    expect(await isOpen(person.token)).toBe(true);
    expect(await refreshed(response.headers.get('set-cookie')?.split(';')[0] ?? '')).toBe(200);
    expect((await waitForMail(server, 'change@example.com')).subject).toBe('Your password was changed');
  });
});

describe('the own sessions', () => {
  it('are nobody else’s to end or to see', async () => {
    const mine = await personOf('mine@example.com');
    const other = await personOf('other@example.com');
    const { items } = (await server.call(accountsCalls.listSessions, {}, mine.token)).body;
    expect(items).toHaveLength(1);
    const sessionId = items[0]?.id ?? '';
    expect(codeOf(await server.call(accountsCalls.endSession, { params: { sessionId } }, other.token))).toBe(
      'not_found',
    );
    expect(await isOpen(mine.token)).toBe(true);
  });

  it('are listed with browser, address and last use, and end one by one or all but this', async () => {
    const person = await personOf('list@example.com');
    const [second, third] = [await person.open('Phone'), await person.open('Tablet')];
    const { items } = (await server.call(accountsCalls.listSessions, {}, person.token)).body;
    expect(items.map(({ userAgent }) => userAgent).toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))).toEqual([
      'Browser',
      'Phone',
      'Tablet',
    ]);
    expect(items.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(items[0]).toMatchObject({ address: '127.0.0.1', authProviderId: 'password' });
    const phone = items.find(({ userAgent }) => userAgent === 'Phone')?.id ?? '';
    await server.call(accountsCalls.endSession, { params: { sessionId: phone } }, person.token);
    expect(await isOpen(second.token)).toBe(false);
    expect((await server.call(accountsCalls.endOtherSessions, {}, person.token)).body).toEqual({ ended: 1 });
    expect([await isOpen(third.token), await isOpen(person.token)]).toEqual([false, true]);
  });
});

describe('ways of signing in', () => {
  const link = (userId: string, id: string, providerId = 'somewhere') =>
    sql`insert into auth."account" (id, "accountId", "providerId", "userId", "createdAt", "updatedAt", origin) values (${id}, ${`subject-${id}`}, ${providerId}, ${userId}, now(), now(), 'linked')`.execute(
      server.platform.database.global,
    );

  it('ACCT-011 are listed with their provider and unlinked, except the last', async () => {
    const { token } = await personOf('ways@example.com');
    const profile = (await server.call(accountsCalls.getProfile, {}, token)).body;
    const passwordId = profile.identities[0]?.id ?? '';
    const remove = (id: string) => server.call(accountsCalls.removeIdentity, { params: { id } }, token);
    expect(codeOf(await remove(passwordId))).toBe('last_identity');
    const linked = '01980000-0000-7000-8000-000000000001';
    await link(profile.id, linked);
    expect((await server.call(accountsCalls.getProfile, {}, token)).body.identities).toHaveLength(2);
    const answers = await Promise.all([remove(passwordId), remove(linked)]);
    expect(answers.map(codeOf).filter((code) => code === 'last_identity')).toHaveLength(1);
    expect((await server.call(accountsCalls.getProfile, {}, token)).body.identities).toHaveLength(1);
  });

  it('keep the last one by which an administrator comes into an organization', async () => {
    const owner = await server.person();
    const organizationId = owner.session.activeOrganizationId ?? '';
    const providerId = newId();
    const provider = {
      kind: 'oidc' as const,
      name: 'Corp',
      isEnabled: true,
      domains: [],
      admitsNewUsers: false,
      defaultGroupIds: [],
      settings: '{}',
    };
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      await trx
        .insertInto('authProviders')
        .values({ organizationId, id: providerId, ...provider })
        .execute();
      await trx.updateTable('organizations').set({ allowsPassword: false }).where('id', '=', organizationId).execute();
    });
    await link(owner.userId, providerId, providerId);
    expect(codeOf(await owner.call(accountsCalls.removeIdentity, { params: { id: providerId } }))).toBe(
      'last_administrator',
    );
    const ways = (await owner.call(accountsCalls.getProfile, {})).body.identities;
    expect(ways).toHaveLength(2);
    const passwordId = ways.find(({ authProviderId }) => authProviderId === 'password')?.id ?? '';
    expect((await owner.call(accountsCalls.removeIdentity, { params: { id: passwordId } })).status).toBe(200);
  });

  it('are not unlinked by somebody else', async () => {
    const mine = await personOf('unlink@example.com');
    const other = await personOf('unlinker@example.com');
    const { identities } = (await server.call(accountsCalls.getProfile, {}, mine.token)).body;
    expect(
      codeOf(await server.call(accountsCalls.removeIdentity, { params: { id: identities[0]?.id ?? '' } }, other.token)),
    ).toBe('not_found');
  });
});

describe('what was done with an account', () => {
  it('stands in the audit of its organizations, without any secret', async () => {
    const person = await server.person();
    const organizationId = person.session.activeOrganizationId ?? '';
    await person.call(accountsCalls.changePassword, {
      body: { currentPassword: password, newPassword: 'another password' },
    });
    await server.call(sessionsCalls.signIn, { body: { email: person.session.user.email, password: 'wrong' } });
    await server.call(sessionsCalls.signIn, {
      body: { email: person.session.user.email, password: 'another password' },
    });
    const read = () =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx.selectFrom('auditEntries').select(['action', 'userId', 'data']).orderBy('at').execute(),
      );
    await expect
      .poll(async () => (await read()).map(({ action }) => action))
      .toEqual(expect.arrayContaining(['session.signInRefused']));
    const entries = await read();
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.signIn', 'account.changePassword', 'session.signInRefused']),
    );
    expect(entries.every(({ userId }) => userId === person.userId)).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/another password|a long password|"wrong"/);
    expect(await mailsTo(server, 'nobody@example.com')).toEqual([]);
  });
});

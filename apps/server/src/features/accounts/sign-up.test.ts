import { createHash, randomBytes } from 'node:crypto';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_PUBLIC_URL: 'https://sightline.example' } });
  await server.call(sessionsCalls.createFirstAccount, {
    body: { name: 'First', email: 'first@example.com', password: 'a long password' },
  });
});
// So that the limits of one test are not those of the next.
beforeEach(() => void (now += 16 * 60_000));
afterAll(() => server.stop());

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const signUp = (email: string, more: Record<string, unknown> = {}) =>
  server.call(accountsCalls.signUp, {
    body: { firstName: 'Dana', lastName: 'Levi', email, password: 'a long password', ...more },
  });
const signIn = (email: string, password = 'a long password') =>
  server.call(sessionsCalls.signIn, { body: { email, password } });
const verify = (token: string) => server.call(accountsCalls.verifyEmail, { body: { token } });
const rowsOf = async (email: string) =>
  (
    await sql<{ id: string }>`select id from auth."user" where email = ${email}`.execute(
      server.platform.database.global,
    )
  ).rows;

describe('signing up', () => {
  it('refuses a short password for known and unknown addresses alike', async () => {
    expect(codeOf(await signUp('first@example.com', { password: 'short' }))).toBe('password_too_weak');
    expect(codeOf(await signUp('new@example.com', { password: 'short' }))).toBe('password_too_weak');
  });

  it('refuses the address itself, spaces, and one character again and again', async () => {
    for (const password of [
      'easy@example.com',
      ' Easy@Example.com ',
      ' '.repeat(12),
      '1'.repeat(12),
      'aAaAaAaAaAa',
      '  aaaaaaaaaa  ',
    ])
      expect(codeOf(await signUp('easy@example.com', { password }))).toBe('password_too_easy');
    expect(await rowsOf('easy@example.com')).toEqual([]);
  });

  it('is refused where accounts are made by invitation, and before the installation is set up', async () => {
    const closed = await startTestServer({ env: { SIGHTLINE_SIGN_UP: 'closed' } });
    const empty = await startTestServer();
    const body = { firstName: 'A', email: 'a@example.com', password: 'a long password' };
    await closed.call(sessionsCalls.createFirstAccount, {
      body: { name: 'First', email: 'first@example.com', password: 'a long password' },
    });
    expect(codeOf(await closed.call(accountsCalls.signUp, { body }))).toBe('sign_up_closed');
    expect(codeOf(await empty.call(accountsCalls.signUp, { body }))).toBe('sign_up_closed');
    await Promise.all([closed.stop(), empty.stop()]);
  });

  it('gives nobody more than an account, whatever else is sent', async () => {
    await signUp('greedy@example.com', {
      isDeveloper: true,
      staffRoles: ['ADMIN'],
      roles: ['ADMIN'],
      emailVerified: true,
      isEmailVerified: true,
    });
    expect(codeOf(await signIn('greedy@example.com'))).toBe('email_unverified');
    const token = (await waitForMail(server, 'greedy@example.com')).token;
    await verify(token);
    const { body } = await signIn('greedy@example.com');
    expect(body.user).toMatchObject({ roles: [], isDeveloper: false, isDevTeam: false, isPartner: false });
    expect(body.organizations).toEqual([]);
  });

  it('AUTH-029 answers the same in the same time for a known address, whose owner is told by mail', async () => {
    const timed = async (email: string) => {
      const from = performance.now();
      const answer = await signUp(email);
      return { answer, ms: performance.now() - from };
    };
    const unknown = await timed('fresh@example.com');
    const known = await timed('first@example.com');
    expect(known.answer.status).toBe(unknown.answer.status);
    expect(Object.keys(known.answer.body)).toEqual(Object.keys(unknown.answer.body));
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(390);
    expect((await waitForMail(server, 'first@example.com')).subject).toBe('You already have an account');
    expect((await signIn('first@example.com')).status).toBe(200);
    expect(await rowsOf('first@example.com')).toHaveLength(1);
  });

  it('AUTH-015 lets nobody in before the address is confirmed, in these words', async () => {
    await signUp('waiting@example.com');
    expect(await signIn('waiting@example.com')).toMatchObject({
      status: 403,
      body: { code: 'email_unverified', message: 'Email verification required' },
    });
    expect(codeOf(await signIn('waiting@example.com', 'wrong password'))).toBe('sign_in_refused');
  });

  it('AUTH-029 confirms an address by its link, once, and opens the account then', async () => {
    await signUp('dana@example.com', { lang: 'he' });
    const mail = await waitForMail(server, 'dana@example.com');
    expect(mail.subject).toBe('אימות כתובת הדוא״ל');
    expect(mail.html).toContain('dir="rtl"');
    expect(mail.text).toContain(`https://sightline.example/email-verification?token=${mail.token}`);
    expect((await verify(mail.token)).body).toEqual({ email: 'dana@example.com' });
    expect(codeOf(await verify(mail.token))).toBe('link_invalid');
    const { body, cookie } = await signIn('dana@example.com');
    expect(cookie).toMatch(
      /^__Host-sightline_refresh=[\w-]{44}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict, sightline_device=.*; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(body.user).toMatchObject({
      firstName: 'Dana',
      lastName: 'Levi',
      email: 'dana@example.com',
      settings: { lang: 'he' },
    });
  });

  it('AUTH-029 goes on over TLS with a cookie of before, once, and with none that a neighbour put there', async () => {
    await signUp('earlier@example.com');
    await verify((await waitForMail(server, 'earlier@example.com')).token);
    const opened = await signIn('earlier@example.com');
    const [name = '', token = ''] = opened.cookie?.split(';')[0]?.split('=') ?? [];
    const refresh = (cookie: string) =>
      fetch(`${server.url}${sessionsCalls.refresh.path}`, { method: 'POST', headers: { cookie } });
    expect((await refresh(`sightline_refresh=${token}`)).status).toBe(401);
    const early = randomBytes(32).toString('base64url');
    const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
    await server.platform.database.global
      .updateTable('auth.refreshTokens')
      .set({ tokenHash: hashOf(early) })
      .where('tokenHash', '=', hashOf(token))
      .execute();
    const renewed = await refresh(`sightline_refresh=${early}`);
    expect(renewed.status).toBe(200);
    const [next = '', gone = ''] = renewed.headers.getSetCookie();
    expect(next).toMatch(/^__Host-sightline_refresh=[\w-]{44};.*Path=\/; HttpOnly; Secure/);
    expect(gone).toMatch(/^sightline_refresh=; .*Path=\/api\/v1\/sessions/);
    // The name of the host counts, whatever lies under the other one.
    expect((await refresh(`sightline_refresh=${early}; ${next.split(';')[0] ?? ''}`)).status).toBe(200);
    expect(name).toBe('__Host-sightline_refresh');
  });

  it('refuses links that are made up, too old, or replaced by a newer one', async () => {
    await signUp('links@example.com');
    const old = (await waitForMail(server, 'links@example.com')).token;
    await server.call(accountsCalls.sendVerification, { body: { email: 'links@example.com' } });
    const newer = (await waitForMail(server, 'links@example.com', 2)).token;
    expect(codeOf(await verify(old))).toBe('link_invalid');
    expect(codeOf(await verify('x'.repeat(43)))).toBe('link_invalid');
    now += 24 * 3_600_000 + 1;
    expect(codeOf(await verify(newer))).toBe('link_invalid');
  });

  it('keeps no link readable in the database or the log', async () => {
    await signUp('secret@example.com');
    const { token } = await waitForMail(server, 'secret@example.com');
    const { rows } = await sql<{ text: string }>`
      select coalesce((select string_agg(l::text, ' ') from auth.account_links l), '') || coalesce((select string_agg(m::text, ' ') from mails m), '') as text`.execute(
      server.platform.database.global,
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
    expect(server.logged()).not.toContain(token);
    expect(server.logged()).not.toContain('a long password');
  });

  it('takes emoji, marks of direction and SQL as a name, without what turns signs around, and no megabyte', async () => {
    const firstName = "Robert'); drop table people;-- \u202e😀\u200f דנה";
    await signUp('odd@example.com', { firstName });
    await verify((await waitForMail(server, 'odd@example.com')).token);
    expect((await signIn('odd@example.com')).body.user.firstName).toBe(firstName.replace('\u202e', ''));
    expect(codeOf(await signUp('big@example.com', { firstName: 'x'.repeat(1_000_000) }))).toBe('validation_failed');
  });

  it('floods no mailbox, and tells no more of known addresses than of others', async () => {
    for (const email of ['first@example.com', 'nobody@example.com']) {
      const answers = [];
      for (let n = 0; n < 11; n += 1) {
        now += 10_000;
        answers.push(await server.call(accountsCalls.requestPasswordReset, { body: { email } }));
      }
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(202), 429]);
    }
    expect(await mailsTo(server, 'nobody@example.com')).toEqual([]);
  }, 30_000);
});

describe('a forgotten password', () => {
  const request = (email: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${accountsCalls.requestPasswordReset.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email }),
    });
  const reset = (token: string, password: string) =>
    server.call(accountsCalls.resetPassword, { body: { token, password } });
  const member = async (email: string) => {
    await server.platform.accounts.create({ name: 'Rina Cohen', email, password: 'a long password' });
    return (await signIn(email)).body.accessToken;
  };

  it('refuses a link that is wrong, an hour old, or of another kind, and a short password without spending the link', async () => {
    await member('rina@example.com');
    await request('rina@example.com');
    const { token } = await waitForMail(server, 'rina@example.com');
    expect(codeOf(await reset('x'.repeat(43), 'another password'))).toBe('link_invalid');
    expect(codeOf(await verify(token))).toBe('link_invalid');
    expect(codeOf(await reset(token, 'short'))).toBe('password_too_weak');
    expect(codeOf(await reset(token, 'Rina@example.com'))).toBe('password_too_easy');
    now += 3_600_001;
    expect(codeOf(await reset(token, 'another password'))).toBe('link_invalid');
  });

  it('AUTH-029 is replaced by mail, which ends every session and the lock', async () => {
    const before = await member('reset@example.com');
    for (let n = 0; n < 11; n += 1) await signIn('reset@example.com', 'wrong password');
    expect(codeOf(await signIn('reset@example.com'))).toBe('account_locked');
    await request('reset@example.com');
    const { token } = await waitForMail(server, 'reset@example.com');
    const answers = await Promise.all([reset(token, 'another password'), reset(token, 'yet another password')]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    const password = answers[0].status === 200 ? 'another password' : 'yet another password';
    expect((await server.call(sessionsCalls.current, {}, before)).status).toBe(401);
    expect(codeOf(await signIn('reset@example.com'))).toBe('sign_in_refused');
    expect((await signIn('reset@example.com', password)).status).toBe(200);
    expect((await waitForMail(server, 'reset@example.com', 2)).subject).toBe('Your password was changed');
  });

  it('leads whoever signs in at a provider there again, in the mail that only its reader sees', async () => {
    const owner = await server.person();
    const oidc = { issuer: 'https://192.88.0.1/', clientId: 'client' };
    const body = { kind: 'oidc' as const, name: 'Corp ID', oidc, clientSecret: 'x' };
    const { id } = (await owner.call(authProvidersCalls.create, { body })).body;
    const { rows } = await sql<{ email: string }>`select email from auth."user" where id = ${owner.userId}`.execute(
      server.platform.database.global,
    );
    await sql`insert into auth."account" ("id", "accountId", "providerId", "userId", "origin", "updatedAt") values (${newId()}, 'subject', ${id}, ${owner.userId}, 'linked', now())`.execute(
      server.platform.database.global,
    );
    await request(rows[0]?.email ?? '');
    const mail = await waitForMail(server, rows[0]?.email ?? '');
    for (const part of [mail.text, mail.html])
      expect(part).toContain(`sign in with Corp ID: https://sightline.example/auth/login?provider=${id}`);
  });

  it('sends links to the configured address, whatever the request calls the server', async () => {
    await member('host@example.com');
    await request('host@example.com', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    });
    const mail = await waitForMail(server, 'host@example.com');
    expect(mail.text).toContain('https://sightline.example/auth/reset-password?token=');
    expect(mail.html + mail.text).not.toContain('evil.example');
  });
});

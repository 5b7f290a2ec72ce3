import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../app/test-server.ts';

let now = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
afterAll(() => server.stop());

const first = { name: 'Ann', email: 'Ann@Example.com', password: 'correct horse' };
const cookieOf = (answer: { cookie: string | null }): string => answer.cookie?.split(';')[0] ?? '';
const refresh = async (cookie: string) => {
  const response = await fetch(`${server.url}${sessionsCalls.refresh.path}`, { method: 'POST', headers: { cookie } });
  return { status: response.status, body: (await response.json()) as { code?: string; accessToken?: string }, cookie: response.headers.get('set-cookie') };
};
const signIn = (change = {}) => server.call(sessionsCalls.signIn, { body: { email: first.email, password: first.password, ...change } });

describe('the first account', () => {
  it('refuses a short password and says so', async () => {
    expect((await server.call(sessionsCalls.createFirstAccount, { body: { ...first, password: 'short' } })).body).toMatchObject({ code: 'password_too_weak' });
  });

  it('is made once, however many ask at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => server.call(sessionsCalls.createFirstAccount, { body: { ...first, email: `${n}${first.email}` } })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'setup_already_done' });
    expect((await server.call(sessionsCalls.setup, {})).body).toMatchObject({ needsFirstAccount: false });
    await server.platform.accounts.create({ ...first, email: 'ann@example.com' });
    await expect(server.platform.accounts.create({ ...first, email: 'ann@example.com' })).rejects.toMatchObject({ code: 'email_taken' });
  });
});

describe('signing in', () => {
  it('refuses a wrong password and an unknown e-mail alike, and no more than ten times a minute', async () => {
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await signIn({ password: 'wrong' }));
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'sign_in_refused' } });
    expect(answers[10]).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await signIn({ email: 'nobody@example.com' })).body).toMatchObject({ code: 'sign_in_refused' });
    expect((await signIn()).body).toMatchObject({ code: 'rate_limited' });
    now += 61_000;
    expect((await signIn()).status).toBe(200);
  });

  it('counts an account once, however its e-mail is written', async () => {
    now += 61_000;
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const email = first.email.slice(0, attempt) + first.email.slice(attempt).toUpperCase();
      answers.push(await signIn({ email, password: 'wrong' }));
    }
    expect(answers[10]).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    now += 61_000;
  });

  it('hands the refresh token out as a cookie that script cannot read, and never in a body', async () => {
    const answer = await signIn();
    expect(answer.cookie).toMatch(/^sightline_refresh=[\w-]{43}; Max-Age=\d+; Path=\/api\/v1\/sessions; HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer).split('=')[1]);
  });

  it('puts no rights into the token', async () => {
    const { body } = await signIn();
    const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'iss', 'org', 'sid', 'sub']);
  });
});

describe('refreshing', () => {
  it('is refused to pages of other sites and other ports, and spends nothing of the session', async () => {
    const cookie = cookieOf(await signIn());
    for (const site of ['cross-site', 'same-site']) {
      const response = await fetch(`${server.url}${sessionsCalls.refresh.path}`, { method: 'POST', headers: { cookie, 'sec-fetch-site': site } });
      expect(await response.json()).toMatchObject({ code: 'forbidden' });
    }
    expect((await refresh(cookie)).body.code).toBeUndefined();
  });

  it('is refused without a cookie and with a made-up one', async () => {
    expect((await refresh('')).body.code).toBe('unauthenticated');
    expect((await refresh('sightline_refresh=abc')).body.code).toBe('unauthenticated');
  });

  it('lets one of eight tabs win and tells the others to wait', async () => {
    const cookie = cookieOf(await signIn());
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(cookie)));
    expect(answers.map((answer) => answer.body.code ?? 'ok').sort()).toEqual(['ok', ...Array.from({ length: 7 }, () => 'refresh_race')]);
  });

  it('goes on when the answer with the next token was lost with its page', async () => {
    const cookie = cookieOf(await signIn());
    const lost = await refresh(cookie);
    expect((await refresh(cookie)).body.code).toBe('refresh_race');
    now += 600;
    const again = await refresh(cookie);
    expect(again.body.code).toBeUndefined();
    expect((await refresh(cookieOf(again))).body.code).toBeUndefined();
    expect((await refresh(cookieOf(lost))).body.code).toBeUndefined();
  });

  it('ends the whole session when an old token comes back after the grace', async () => {
    const cookie = cookieOf(await signIn());
    const renewed = await refresh(cookie);
    now += 10_001;
    expect((await refresh(cookie)).body.code).toBe('refresh_reused');
    expect((await refresh(cookieOf(renewed))).body.code).toBe('unauthenticated');
    expect((await server.call(organizationsCalls.create, { body: { name: 'X', color: '#000000' } }, renewed.body.accessToken)).status).toBe(401);
  });
});

describe('a session', () => {
  it('ends everywhere at once when its person signs out', async () => {
    const answer = await signIn();
    const token = answer.body.accessToken;
    expect((await server.call(sessionsCalls.signOut, {}, token)).status).toBe(200);
    expect((await server.call(organizationsCalls.create, { body: { name: 'X', color: '#000000' } }, token)).body).toMatchObject({ code: 'unauthenticated' });
    expect((await refresh(cookieOf(answer))).body.code).toBe('unauthenticated');
  });

  it('ends its access token after five minutes', async () => {
    const token = (await signIn()).body.accessToken;
    now += 301_000;
    expect((await server.call(organizationsCalls.create, { body: { name: 'X', color: '#000000' } }, token)).status).toBe(401);
  });

  it('works in one organization, chosen by its person, and in no foreign one', async () => {
    const { accessToken } = (await signIn()).body;
    expect((await server.call(organizationsCalls.getCurrent, {}, accessToken)).body).toMatchObject({ code: 'no_organization' });
    const made = await server.call(organizationsCalls.create, { body: { name: 'Mine', color: '#102030' } }, accessToken);
    const stranger = await server.person();
    const foreign = stranger.session.activeOrganizationId ?? '';
    expect((await server.call(sessionsCalls.switchOrganization, { body: { organizationId: foreign } }, accessToken)).body).toMatchObject({ code: 'not_found' });
    const switched = await server.call(sessionsCalls.switchOrganization, { body: { organizationId: made.body.id } }, accessToken);
    expect(switched.body.activeOrganizationId).toBe(made.body.id);
    expect((await server.call(organizationsCalls.getCurrent, {}, switched.body.accessToken)).body).toMatchObject({ name: 'Mine' });
  });
});

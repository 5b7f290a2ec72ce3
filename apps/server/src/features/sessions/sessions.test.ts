import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

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
  return {
    status: response.status,
    body: (await response.json()) as { code?: string; accessToken?: string },
    cookie: response.headers.get('set-cookie'),
  };
};
const signIn = (change = {}) =>
  server.call(sessionsCalls.signIn, { body: { email: first.email, password: first.password, ...change } });

describe('the first account', () => {
  it('refuses a short password and says so', async () => {
    expect(
      (await server.call(sessionsCalls.createFirstAccount, { body: { ...first, password: 'short' } })).body,
    ).toMatchObject({ code: 'password_too_weak' });
    expect(
      (await server.call(sessionsCalls.createFirstAccount, { body: { ...first, password: first.email } })).body,
    ).toMatchObject({
      code: 'password_too_easy',
    });
  });

  it('is made once, however many ask at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        server.call(sessionsCalls.createFirstAccount, { body: { ...first, email: `${n}${first.email}` } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'setup_already_done' });
    expect((await server.call(sessionsCalls.setup, {})).body).toMatchObject({ needsFirstAccount: false });
    await server.platform.accounts.create({ ...first, email: 'ann@example.com' });
    await expect(server.platform.accounts.create({ ...first, email: 'ann@example.com' })).rejects.toMatchObject({
      code: 'email_taken',
    });
  });

  it('is refused at once when there is one, also to more than there are connections to the database', async () => {
    const late = { ...first, email: 'late@example.com' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => server.call(sessionsCalls.createFirstAccount, { body: late })),
    );
    expect(new Set(answers.map(({ body }) => (body as unknown as { code: string }).code))).toEqual(
      new Set(['setup_already_done']),
    );
  });
});

describe('signing in', () => {
  it('AUTH-029 refuses a wrong password and an unknown e-mail alike, and locks both after ten for 15 minutes', async () => {
    for (const email of [first.email, 'nobody@example.com']) {
      const answers = [];
      for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await signIn({ email, password: 'wrong' }));
      expect(answers.map(({ body }) => (body as unknown as { code: string }).code)).toEqual([
        ...Array<string>(10).fill('sign_in_refused'),
        'account_locked',
      ]);
      expect(answers[10]).toMatchObject({
        status: 423,
        body: { data: { retryAfterMs: expect.any(Number) as number } },
      });
    }
    expect((await signIn()).body).toMatchObject({ code: 'account_locked' });
    now += 15 * 60_000 + 1;
    expect((await signIn()).status).toBe(200);
  }, 60_000);

  it('AUTH-029 counts an account once, however its e-mail is written, and guesses at once as guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        signIn({ email: first.email.slice(0, n) + first.email.slice(n).toUpperCase(), password: 'wrong' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(4);
    now += 15 * 60_000 + 1;
  });

  it('slows an address down that tries one account after the other', async () => {
    const guess = (n: number) => signIn({ email: `guess-${n}@example.com`, password: 'wrong' });
    for (const { status } of await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n))))
      expect(status).toBe(401);
    expect(await guess(30)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    now += 61_000;
  }, 60_000);

  it('AUTH-029 takes as long for an unknown e-mail as for a wrong password', async () => {
    const timed = async (email: string): Promise<number> => {
      const from = performance.now();
      await server.platform.accounts.check({ email, password: 'wrong' });
      return performance.now() - from;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    // In turns, so that a busy machine is busy for both; the fastest of each is what the work itself takes.
    for (let n = 0; n < 9; n += 1) {
      known.push(await timed(first.email));
      unknown.push(await timed('nobody@example.com'));
    }
    const [a, b] = [Math.min(...known), Math.min(...unknown)];
    expect(Math.min(a, b) / Math.max(a, b)).toBeGreaterThan(0.5);
  });

  it('ends the session that the browser had before, and never goes on with it', async () => {
    const before = await signIn();
    const again = await fetch(`${server.url}${sessionsCalls.signIn.path}`, {
      method: 'POST',
      headers: { cookie: cookieOf(before), 'content-type': 'application/json' },
      body: JSON.stringify({ email: first.email, password: first.password }),
    });
    expect(again.headers.get('set-cookie')).not.toContain(cookieOf(before));
    expect((await refresh(cookieOf(before))).body.code).toBe('unauthenticated');
    expect((await server.call(sessionsCalls.current, {}, before.body.accessToken)).status).toBe(401);
  });

  it('hands the refresh token out as a cookie that script cannot read, and never in a body', async () => {
    const answer = await signIn();
    expect(answer.cookie).toMatch(
      /^sightline_refresh=[\w-]{44}; Max-Age=\d+; Path=\/api\/v1\/sessions; HttpOnly; SameSite=Strict, sightline_device=[\w.-]+; Max-Age=\d+; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    );
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
      const response = await fetch(`${server.url}${sessionsCalls.refresh.path}`, {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': site },
      });
      expect(await response.json()).toMatchObject({ code: 'forbidden' });
    }
    expect((await refresh(cookie)).body.code).toBeUndefined();
  });

  it('keeps one row in the list of sessions, with the last use', async () => {
    const opened = await signIn();
    now += 1000;
    const renewed = await refresh(cookieOf(opened));
    const { items } = (await server.call(accountsCalls.listSessions, {}, renewed.body.accessToken)).body;
    const mine = items.filter(({ isCurrent }) => isCurrent);
    expect(mine).toHaveLength(1);
    expect(mine[0]?.lastUsedAt).toBe((mine[0]?.startedAt ?? 0) + 1000);
  });

  it('is refused without a cookie and with a made-up one', async () => {
    expect((await refresh('')).body.code).toBe('unauthenticated');
    expect((await refresh('sightline_refresh=abc')).body.code).toBe('unauthenticated');
  });

  it('AUTH-030 lets one of eight tabs win and tells the others to wait', async () => {
    const cookie = cookieOf(await signIn());
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(cookie)));
    expect(answers.map((answer) => answer.body.code ?? 'ok').sort()).toEqual([
      'ok',
      ...Array.from({ length: 7 }, () => 'refresh_race'),
    ]);
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

  it('gives a used token one successor more and no third, however often it comes back', async () => {
    const cookie = cookieOf(await signIn());
    await refresh(cookie);
    now += 600;
    const answers = await Promise.all(Array.from({ length: 3 }, () => refresh(cookie)));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
    const sibling = cookieOf(await refresh(cookie));
    expect(sibling).toBe(cookieOf(answers[0] as never));
    expect((await refresh(sibling)).body.code).toBeUndefined();
    expect((await refresh(cookie)).body.code).toBe('refresh_race');
    now += 10_001;
    expect((await refresh(cookie)).body.code).toBe('refresh_reused');
  });

  it('ends the whole session when an old token comes back after the grace', async () => {
    const cookie = cookieOf(await signIn());
    const renewed = await refresh(cookie);
    now += 10_001;
    expect((await refresh(cookie)).body.code).toBe('refresh_reused');
    expect((await refresh(cookieOf(renewed))).body.code).toBe('unauthenticated');
    expect(
      (
        await server.call(
          organizationsCalls.create,
          { body: { name: 'X', color: '#000000' } },
          renewed.body.accessToken,
        )
      ).status,
    ).toBe(401);
  });
});

describe('signing out', () => {
  it('AUTH-006 is refused without a sign-in, in these words', async () => {
    expect(await server.call(sessionsCalls.signOut, {})).toMatchObject({
      status: 401,
      body: { code: 'login_required', message: 'Login is required' },
    });
    expect((await server.call(sessionsCalls.signOut, {}, 'not.a.token')).body).toMatchObject({
      code: 'login_required',
    });
  });

  it('is refused to pages of other sites', async () => {
    const cookie = cookieOf(await signIn());
    const answer = await fetch(`${server.url}${sessionsCalls.signOut.path}`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect((await refresh(cookie)).body.code).toBeUndefined();
  });

  it('works by the cookie alone when the access token ran out', async () => {
    const cookie = cookieOf(await signIn());
    now += 301_000;
    const answer = await fetch(`${server.url}${sessionsCalls.signOut.path}`, { method: 'POST', headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/^sightline_refresh=;/);
    expect((await refresh(cookie)).body.code).toBe('unauthenticated');
  });
});

describe('a session', () => {
  it('ends everywhere at once when its person signs out', async () => {
    const answer = await signIn();
    const token = answer.body.accessToken;
    expect((await server.call(sessionsCalls.signOut, {}, token)).status).toBe(200);
    expect(
      (await server.call(organizationsCalls.create, { body: { name: 'X', color: '#000000' } }, token)).body,
    ).toMatchObject({ code: 'unauthenticated' });
    expect((await refresh(cookieOf(answer))).body.code).toBe('unauthenticated');
  });

  it('ends its access token after five minutes', async () => {
    const token = (await signIn()).body.accessToken;
    now += 301_000;
    expect(
      (await server.call(organizationsCalls.create, { body: { name: 'X', color: '#000000' } }, token)).status,
    ).toBe(401);
  });

  it('works in one organization, chosen by its person, and in no foreign one', async () => {
    const { accessToken } = (await signIn()).body;
    expect((await server.call(organizationsCalls.getCurrent, {}, accessToken)).body).toMatchObject({
      code: 'no_organization',
    });
    const made = await server.call(
      organizationsCalls.create,
      { body: { name: 'Mine', color: '#102030' } },
      accessToken,
    );
    const stranger = await server.person();
    const foreign = stranger.session.activeOrganizationId ?? '';
    expect(
      (await server.call(sessionsCalls.switchOrganization, { body: { organizationId: foreign } }, accessToken)).body,
    ).toMatchObject({ code: 'not_found' });
    const switched = await server.call(
      sessionsCalls.switchOrganization,
      { body: { organizationId: made.body.id } },
      accessToken,
    );
    expect(switched.body.activeOrganizationId).toBe(made.body.id);
    expect((await server.call(organizationsCalls.getCurrent, {}, switched.body.accessToken)).body).toMatchObject({
      name: 'Mine',
    });
  });
});

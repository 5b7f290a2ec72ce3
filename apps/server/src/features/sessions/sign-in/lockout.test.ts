import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { AppError } from '@sightline/contracts/shared/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';

const password = 'a long password';
let now = Date.now();
let server: TestServer;
let owner: TestPerson;
let email: string;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_TRUSTED_PROXIES: '127.0.0.1' } });
});
beforeEach(async () => {
  now += 16 * 60_000;
  owner = await server.person();
  email = owner.session.user.email;
});
afterAll(() => server.stop());

interface Try {
  from: string;
  password?: string;
  device?: string;
  email?: string;
}

/** A sign-in from an address, from a browser with or without what it was given before. */
async function signIn({ from, device, ...body }: Try) {
  const response = await fetch(`${server.url}${sessionsCalls.signIn.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(device === undefined ? {} : { cookie: device }),
    },
    body: JSON.stringify({ email, password, ...body }),
  });
  const cookies = response.headers.getSetCookie();
  const given = cookies.find((cookie) => cookie.startsWith('sightline_device='));
  return {
    status: response.status,
    code: ((await response.json()) as { code?: string }).code,
    given,
    device: given?.split(';')[0] ?? '',
  };
}

/** Wrong guesses, counted as at the door but without hashing each: what was answered to them. */
async function guesses(count: number, address: string): Promise<string[]> {
  const said = [];
  for (let guess = 0; guess < count; guess += 1) {
    const answer = server.platform.signInLocks.claim({ email, address });
    said.push(
      await answer.then(
        () => 'counted',
        (error: AppError) => error.code,
      ),
    );
  }
  return said;
}

/** Ten wrong guesses from each of so many lines. */
const strangersGuess = (lines: number) =>
  Promise.all(Array.from({ length: lines }, (_, line) => guesses(10, `198.51.100.${String(line)}`)));

describe('AUTH-029 strangers who guess', () => {
  it('are locked out after ten from one line, and after fifty from all lines, whether the account exists or not', async () => {
    for (const address of [email, 'nobody@example.com']) {
      email = address;
      expect((await signIn({ from: '192.0.2.1', password: 'guessed' })).code).toBe('sign_in_refused');
      expect(await guesses(10, '192.0.2.1')).toEqual([...Array<string>(9).fill('counted'), 'account_locked']);
      expect(new Set((await strangersGuess(4)).flat())).toEqual(new Set(['counted']));
      // A new line with the right word is a stranger all the same.
      expect(await signIn({ from: '198.51.100.77' })).toMatchObject({ status: 423, code: 'account_locked' });
    }
  });

  it('from one line lock that line alone, however long they go on', async () => {
    await guesses(40, '2001:db8::1');
    await guesses(40, '2001:db8::2');
    expect((await signIn({ from: '2001:db8::3' })).code).toBe('account_locked');
    expect((await signIn({ from: '2001:db8:1::1' })).status).toBe(200);
  });

  it('do not lock out a browser in which the owner signed in before, also after signing out', async () => {
    const { device, given } = await signIn({ from: '203.0.113.1' });
    expect(given).toMatch(/^sightline_device=[\w.-]+; Max-Age=15552000; Path=\/api\/v1; HttpOnly; SameSite=Strict$/);
    expect(given).not.toContain(email);
    await server.platform.sessions.endSessions(owner.userId);
    await strangersGuess(5);
    expect((await signIn({ from: '203.0.113.1' })).code).toBe('account_locked');
    expect((await signIn({ from: '203.0.113.1', device })).status).toBe(200);
    expect((await signIn({ from: '192.0.2.200', device })).status).toBe(200);
  });

  it('cannot make such a browser up, nor use that of another account', async () => {
    const { device } = await signIn({ from: '203.0.113.1' });
    const other = await server.person();
    const { device: ofOther } = await signIn({ from: '203.0.113.2', email: other.session.user.email });
    await strangersGuess(5);
    const [name = '', value = ''] = device.split('=');
    const [id = '', tag = ''] = value.split('.');
    const strange = id.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const made of [
      ofOther,
      `${name}=${strange}.${tag}`,
      `${name}=${id}`,
      `${name}=x`,
      `${name}=${'A'.repeat(22)}.${'A'.repeat(22)}`,
      `${name}=${value}.${'A'.repeat(5000)}`,
    ])
      expect((await signIn({ from: '203.0.113.3', device: made })).code).toBe('account_locked');
  });

  it('are told from a known browser in which somebody guesses: that one is locked after ten, wherever it is', async () => {
    const { device } = await signIn({ from: '203.0.113.1' });
    await Promise.all(
      Array.from({ length: 10 }, (_, guess) =>
        signIn({ from: `203.0.113.${String(guess)}`, device, password: 'guessed' }),
      ),
    );
    expect((await signIn({ from: '203.0.113.50', device })).code).toBe('account_locked');
    expect((await signIn({ from: '203.0.113.50' })).status).toBe(200);
  });
});

describe('AUTH-029 a browser', () => {
  it('is remembered for each account that was opened in it', async () => {
    const other = await server.person();
    const first = await signIn({ from: '203.0.113.1' });
    const second = await signIn({ from: '203.0.113.1', email: other.session.user.email, device: first.device });
    await strangersGuess(5);
    expect((await signIn({ from: '203.0.113.1', device: second.device })).status).toBe(200);
  });

  it('that is locked itself is opened by a reset by mail that is finished in it', async () => {
    const { device } = await signIn({ from: '203.0.113.1' });
    await Promise.all(Array.from({ length: 11 }, () => signIn({ from: '203.0.113.1', device, password: 'forgotten' })));
    expect((await signIn({ from: '203.0.113.1', device })).code).toBe('account_locked');
    await server.call(accountsCalls.requestPasswordReset, { body: { email } });
    const { token } = await waitForMail(server, email);
    const response = await fetch(`${server.url}${accountsCalls.resetPassword.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1', cookie: device },
      body: JSON.stringify({ token, password: 'another password' }),
    });
    expect(response.status).toBe(200);
    expect((await signIn({ from: '203.0.113.1', device, password: 'another password' })).status).toBe(200);
  });

  it('with an open session in which somebody guesses locks nobody out at the door', async () => {
    const change = () =>
      owner.call(accountsCalls.changePassword, {
        body: { currentPassword: 'guessed', newPassword: 'another password' },
      });
    for (const { body } of await Promise.all(Array.from({ length: 10 }, change)))
      expect(body).toMatchObject({ code: 'password_wrong' });
    expect((await change()).body).toMatchObject({ code: 'rate_limited' });
    expect((await signIn({ from: '203.0.113.1' })).status).toBe(200);
  });
});

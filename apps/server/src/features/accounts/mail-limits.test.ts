import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let now = Date.now();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_TRUSTED_PROXIES: '127.0.0.1' } });
  await server.call(sessionsCalls.createFirstAccount, {
    body: { name: 'First', email: 'first@example.com', password: 'a long password' },
  });
});
beforeEach(() => void (now += 31 * 60_000));
afterAll(() => server.stop());

const member = (email: string) =>
  server.platform.accounts.create({ name: 'Rina Cohen', email, password: 'a long password' });

/** Codes of so many requests at once for a mail to reset a password, from an address. */
const request = async (email: string, from: string, times = 1): Promise<string[]> =>
  Promise.all(
    Array.from({ length: times }, async () => {
      const answer = await fetch(`${server.url}${accountsCalls.requestPasswordReset.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ email }),
      });
      return ((await answer.json()) as { code?: string }).code ?? 'ok';
    }),
  );

describe('mails to reset a password', () => {
  it('are not used up for the owner by a stranger who asks on and on', async () => {
    await member('owner@example.com');
    const codes = await request('owner@example.com', '203.0.113.5', 15);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
    expect(codes).toContain('rate_limited');
    expect(await request('owner@example.com', '198.51.100.7')).toEqual(['ok']);
    // The stranger is refused meanwhile, which ends no link that was sent.
    expect(await request('owner@example.com', '203.0.113.5')).toEqual(['rate_limited']);
    const { token } = await waitForMail(server, 'owner@example.com', 11);
    expect(
      (await server.call(accountsCalls.resetPassword, { body: { token, password: 'another password' } })).status,
    ).toBe(200);
  });

  it('flood no mailbox either, from however many places, whether it exists or not', async () => {
    for (const email of ['many@example.com', 'nobody@example.com']) {
      const codes: string[] = [];
      for (let line = 1; line <= 6; line += 1) codes.push(...(await request(email, `203.0.${String(line)}.5`, 10)));
      expect(codes.filter((code) => code === 'ok')).toHaveLength(50);
    }
  });
});

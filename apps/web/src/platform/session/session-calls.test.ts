import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../api/client.ts';
import { acceptSession, forgetSession } from './session-renewal.ts';

const sessionWith = (accessToken: string): Session =>
  ({
    accessToken,
    expiresAt: Date.now() + 300_000,
    activeOrganizationId: null,
    organizations: [],
    user: { id: 'dana', settings: { autoLogout: 30, autoLogoutEnabled: false } },
  }) as unknown as Session;

/** What was asked, with the token that it carried. */
let asked: string[] = [];

beforeEach(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  asked = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${headers['authorization'] ?? 'nobody'}`);
    if (url.endsWith('/refresh')) return Promise.resolve(Response.json(sessionWith('new')));
    if (headers['authorization'] === 'Bearer old')
      return Promise.resolve(Response.json({ error: { code: 'unauthenticated' } }, { status: 401 }));
    return Promise.resolve(Response.json({ items: [] }));
  });
});

afterEach(() => {
  forgetSession();
  vi.unstubAllGlobals();
});

test('a call whose token is refused renews the session once and is repeated with the new one', async () => {
  acceptSession(sessionWith('old'));
  await expect(call(accountsCalls.listSessions, {})).resolves.toEqual({ items: [] });
  expect(asked.map((line) => line.split(' ').slice(1).join(' '))).toEqual(['Bearer old', 'nobody', 'Bearer new']);
});

test('nobody who is signed out carries a token', async () => {
  acceptSession(sessionWith('new'));
  forgetSession();
  await call(accountsCalls.listSessions, {});
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/ nobody$/);
});

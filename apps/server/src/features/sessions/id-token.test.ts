import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('AUTH-002 the id token says who is signed in, and opens no call', async () => {
  const { session } = await server.person();
  const { user, idToken, accessToken, expiresAt } = session;
  expect((await server.call(accountsCalls.getProfile, {}, idToken)).body).toMatchObject({ code: 'unauthenticated' });
  expect((await server.call(accountsCalls.getProfile, {}, accessToken)).status).toBe(200);
  const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({
    sub: user.id,
    email: user.email,
    name: user.name,
    aud: 'sightline-web',
    exp: expiresAt / 1000,
  });
});

import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { rightsChangedTopic } from '../../platform/auth/rights-changes.ts';

let server: TestServer;
const first = { name: 'First', email: 'first@example.com', password: 'a long password' };
beforeAll(async () => {
  server = await startTestServer({ env: { SIGHTLINE_PUBLIC_URL: 'http://sightline.example' } });
  await server.call(sessionsCalls.createFirstAccount, { body: first });
});
afterAll(() => server.stop());

const cookie = async (): Promise<string> =>
  (await server.call(sessionsCalls.signIn, { body: first })).cookie?.split(';')[0] ?? '';
const post = (path: string, headers: Record<string, string>) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers });

describe('a call by cookie alone, from a browser that does not say what kind of site asks', () => {
  it.each([sessionsCalls.refresh.path, sessionsCalls.signOut.path])(
    'is refused to pages of other origins: %s',
    async (path) => {
      const own = await cookie();
      for (const origin of [
        'http://evil.example',
        'http://127.0.0.1:1',
        'null',
        'https://sightline.example.evil.example',
      ]) {
        const answer = await post(path, { cookie: own, origin });
        expect([answer.status, (await answer.json()) as object], origin).toMatchObject([403, { code: 'forbidden' }]);
      }
      expect((await post(sessionsCalls.refresh.path, { cookie: own })).status).toBe(200);
    },
  );

  it('is answered to our own pages, by whatever of our addresses they came', async () => {
    for (const origin of [server.url, 'http://sightline.example']) {
      expect((await post(sessionsCalls.refresh.path, { cookie: await cookie(), origin })).status, origin).toBe(200);
    }
  });
});

describe('an organization that changes how one signs in', () => {
  it('has everything asked anew that is held open', async () => {
    const person = await server.person();
    const told: unknown[] = [];
    const stop = server.platform.bus.subscribe(rightsChangedTopic, (body) => void told.push(body));
    const signIn = { allowsPassword: true, allowsProviders: false, demandsMfa: false };
    await person.call(organizationsCalls.updateCurrent, { body: { signIn } });
    stop();
    expect(told).toEqual([{ organizationId: person.session.activeOrganizationId, userIds: null }]);
  });
});

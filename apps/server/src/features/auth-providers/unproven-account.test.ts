import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { startOidcSimulator, type OidcSimulator } from '@sightline/simulators/identity/oidc-provider-simulator';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createTestBrowser, landedAt } from '../../../testing/auth-providers/test-browser.ts';

const password = 'chosen by the reader';
let now = Date.now();
let count = 0;
let server: TestServer;
let idp: OidcSimulator;
let providerId: string;
let email: string;

beforeAll(async () => {
  idp = await startOidcSimulator({ people: [] });
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' } });
  const owner = await server.person();
  const oidc = { issuer: idp.issuer, clientId: idp.clientId };
  const provider = { kind: 'oidc' as const, name: 'Corp', oidc, clientSecret: idp.clientSecret, admitsNewUsers: true };
  providerId = (await owner.call(authProvidersCalls.create, { body: provider })).body.id;
});
beforeEach(() => {
  // Codes of the next step of time, and locks of the tests before are over.
  now += 16 * 60_000;
  count += 1;
  email = `stranger-${count}@elsewhere.example`;
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const generate = (manualCode: string) =>
  new TOTP({ secret: Secret.fromBase32(manualCode.replaceAll(' ', '')) }).generate({ timestamp: now });
const signIn = () => server.call(sessionsCalls.signIn, { body: { email, password } });

/** The provider says that whoever comes has the address of somebody who never heard of it. */
async function comeAsStranger(): Promise<Session> {
  const subject = `subject of ${email}`;
  idp.know({ subject, email, name: 'Whoever' });
  idp.signInAs(subject);
  const browser = createTestBrowser(server.url);
  const { code } = landedAt(await browser.follow(new URL((await browser.begin(providerId)).body.url)));
  const { status, body } = await browser.exchange(code ?? '');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** What somebody can do with such an account as long as it is nothing but the provider's word. */
async function occupy() {
  const { accessToken, userId } = await comeAsStranger().then((session) => ({ ...session, userId: session.user.id }));
  await server.call(accountsCalls.updateProfile, { body: { phone: '+972501234567' } }, accessToken);
  const begun = (await server.call(mfaCalls.create, { body: { name: 'Phone of a thief' } }, accessToken)).body;
  const verify = () =>
    server.call(
      mfaCalls.verify,
      { params: { id: begun.method.id }, body: { code: generate(begun.manualCode) } },
      accessToken,
    );
  return { accessToken, userId, begun, verify };
}

/** `mails`: how many there are for the address then. */
async function prove(mails = 1): Promise<void> {
  await server.call(accountsCalls.requestPasswordReset, { body: { email } });
  const { token } = await waitForMail(server, email, mails);
  expect((await server.call(accountsCalls.resetPassword, { body: { token, password } })).status).toBe(200);
}

describe('an account that a provider made in the name of somebody else', () => {
  it('is not held by a second factor of whoever came by that provider, once its reader proves the address', async () => {
    const { accessToken, verify } = await occupy();
    expect((await verify()).status).toBe(200);
    await prove(2);
    const signedIn = await signIn();
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200);
    const token = signedIn.body.accessToken;
    expect((await server.call(mfaCalls.list, {}, token)).body).toMatchObject({ items: [], backupCodesLeft: 0 });
    const profile = (await server.call(accountsCalls.getProfile, {}, token)).body;
    expect(profile).toMatchObject({ phone: null, isMfaEnabled: false });
    // What was open ended; what the provider opens from now on is its own organization, and nothing of the account.
    expect((await server.call(sessionsCalls.current, {}, accessToken)).status).toBe(401);
  });

  it('is not held by a factor that is finished only afterwards', async () => {
    const { begun, verify } = await occupy();
    await prove();
    expect((await verify()).status).toBe(401);
    const later = (await comeAsStranger()).accessToken;
    expect(codeOf(await server.call(mfaCalls.create, { body: { name: 'Again' } }, later))).toBe(
      'sign_in_method_refused',
    );
    const code = generate(begun.manualCode);
    expect(codeOf(await server.call(mfaCalls.verify, { params: { id: begun.method.id }, body: { code } }, later))).toBe(
      'sign_in_method_refused',
    );
    expect((await signIn()).status).toBe(200);
  });

  it('keeps what its owner puts on it later, also when the password is reset again', async () => {
    await occupy();
    await prove();
    const token = (await signIn()).body.accessToken;
    const own = (await server.call(mfaCalls.create, { body: { name: 'Own', password } }, token)).body;
    await server.call(
      mfaCalls.verify,
      { params: { id: own.method.id }, body: { code: generate(own.manualCode) } },
      token,
    );
    now += 16 * 60_000;
    await server.call(accountsCalls.requestPasswordReset, { body: { email } });
    const again = await waitForMail(server, email, 4);
    expect((await server.call(accountsCalls.resetPassword, { body: { token: again.token, password } })).status).toBe(
      200,
    );
    expect(codeOf(await signIn())).toBe('mfa_required');
  });
});

import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { startOidcSimulator, type OidcSimulator } from '@sightline/simulators/identity/oidc-provider-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import {
  createTestBrowser,
  landedAt,
  lastReason,
  signedInAnew,
  type TestBrowser,
} from '../../../testing/auth-providers/test-browser.ts';

const people = [
  { subject: 'sub-ann', email: 'ann@corp.example', name: 'Ann Corp' },
  { subject: 'sub-bob', email: 'bob@corp.example', name: 'Bob Corp' },
  { subject: 'sub-eve', email: 'eve@corp.example', name: 'Eve Corp' },
];
const faults = [
  'down',
  'wrongSignature',
  'otherKey',
  'unsigned',
  'signedElsewhere',
  'wrongAudience',
  'wrongIssuer',
  'wrongRequest',
  'wrongNonce',
] as const;
const more = ['expired', 'early', 'lateClock', 'unverifiedEmail', 'noEmail', 'cancelled'] as const;

let now = Date.now();
let server: TestServer;
let idp: OidcSimulator;
let owner: TestPerson;
let providerId: string;

const input = (change: Record<string, unknown> = {}) => ({
  kind: 'oidc' as const,
  name: 'Corp',
  admitsNewUsers: true,
  oidc: { issuer: idp.issuer, clientId: idp.clientId },
  clientSecret: idp.clientSecret,
  ...change,
});

beforeAll(async () => {
  idp = await startOidcSimulator({ people });
  server = await startTestServer({ clock: () => now, env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' } });
  owner = await server.person();
  providerId = (await owner.call(authProvidersCalls.create, { body: input() })).body.id;
});
afterEach(async () => {
  for (const fault of [...faults, ...more]) idp.setFault(fault, null);
  idp.signInAs('sub-ann');
  // Tests move the clock, and tokens end by it.
  owner = await signedInAnew(server, owner);
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

/** Goes to the provider and comes back, all in one browser. */
async function comeBack(
  browser: TestBrowser = createTestBrowser(server.url),
  how: { redirectUrl?: string; token?: string; id?: string } = {},
) {
  const begun = await browser.begin(how.id ?? providerId, how);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return landedAt(await browser.follow(new URL(begun.body.url)));
}

/** Stops before the callback is asked for: the address that the provider sends the browser to. */
async function callbackOf(browser: TestBrowser): Promise<URL> {
  const { body } = await browser.begin(providerId);
  let url = new URL(body.url);
  const cookies = new Map<string, string>();
  while (url.origin === idp.issuer) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url);
  }
  return url;
}

describe('coming back from an OpenID Connect provider', () => {
  it.each([
    ['wrongSignature', 'OAUTH_INVALID_RESPONSE'],
    ['otherKey', 'OAUTH_INVALID_RESPONSE'],
    ['unsigned', 'OAUTH_INVALID_RESPONSE'],
    ['signedElsewhere', 'OAUTH_INVALID_RESPONSE'],
    ['wrongAudience', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['wrongIssuer', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['wrongNonce', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['expired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    // The user info is of another person than the token.
    ['wrongRequest', 'userinfo_refused'],
  ] as const)('is refused with a token that is spoiled: %s', async (fault, reason) => {
    idp.setFault(fault);
    expect(await comeBack()).toMatchObject({ path: '/auth/login', code: '403', msg: 'provider_sign_in_failed' });
    expect(lastReason(server)).toBe(reason);
  });

  it('is refused when the state is not the one that was sent, or of another provider, or missing', async () => {
    const browser = createTestBrowser(server.url);
    const url = await callbackOf(browser);
    const other = await owner.call(authProvidersCalls.create, { body: input({ name: 'Other' }) });
    const wrong = [
      new URL(url),
      new URL(url),
      new URL(url.href.replace(providerId, other.body.id)),
      new URL(url.href.replace(providerId, 'x')),
    ];
    wrong[0]?.searchParams.set('state', 'A'.repeat(43));
    wrong[1]?.searchParams.delete('state');
    for (const one of wrong)
      expect(landedAt(await browser.follow(one))).toMatchObject({
        path: '/auth/login',
        code: '403',
        msg: 'provider_sign_in_failed',
      });
  });

  it('is refused in another browser than the one that went there, and a second time', async () => {
    const browser = createTestBrowser(server.url);
    const url = await callbackOf(browser);
    expect(landedAt(await createTestBrowser(server.url).follow(url))).toMatchObject({ code: '403' });
    const stranger = createTestBrowser(server.url);
    await stranger.begin(providerId);
    expect(landedAt(await stranger.follow(url))).toMatchObject({ code: '403' });
    expect(landedAt(await browser.follow(url)).code).toMatch(/^[\w-]{43}$/);
    expect(landedAt(await browser.follow(url))).toMatchObject({ code: '403' });
  });

  it('is refused after ten minutes', async () => {
    const browser = createTestBrowser(server.url);
    const url = await callbackOf(browser);
    now += 10 * 60_000 + 1;
    expect(landedAt(await browser.follow(url))).toMatchObject({ code: '403', msg: 'provider_sign_in_failed' });
  });

  it('AUTH-007 AUTH-008 brings msg, error_description and redirectUrl to the sign-in page when the provider says no', async () => {
    idp.setFault('cancelled');
    expect(await comeBack(undefined, { redirectUrl: '/cameras?x=1' })).toEqual({
      path: '/auth/login',
      code: '403',
      msg: 'provider_sign_in_failed',
      description: 'You pressed cancel',
      redirectUrl: '/cameras?x=1',
    });
  });

  it('shows nobody words that somebody else wrote into the address', async () => {
    const browser = createTestBrowser(server.url);
    const url = await callbackOf(browser);
    url.search = `?state=${url.searchParams.get('state') ?? ''}&error=x&error_description=Call+this+number`;
    const made = new URL(
      `${url.origin}${url.pathname}?state=${'A'.repeat(43)}&error=x&error_description=Call+this+number`,
    );
    const seen = [await createTestBrowser(server.url).follow(url), await browser.follow(made)].map((answer) =>
      landedAt(answer),
    );
    for (const { msg, description } of seen) {
      expect(msg).toBe('provider_sign_in_failed');
      expect(description).not.toContain('Call');
    }
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/api/v1/users',
    '/%2F/../..//evil.example',
  ])('AUTH-009 leads nowhere outside the application: %s', async (redirectUrl) => {
    const { redirectUrl: led } = await comeBack(undefined, { redirectUrl });
    expect(new URL(led ?? '', server.url).origin).toBe(server.url);
    expect(led).not.toMatch(/^\/\/|\\|^\/api/);
  });
});

describe('the audit of what a provider said', () => {
  const entries = () =>
    server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['action', 'address'])
        .where('entityId', '=', providerId)
        .where('action', 'in', ['session.signInRefused', 'authProvider.admit', 'account.addIdentity'])
        .execute(),
    );

  it('AUDIT-010 says from where somebody was refused, and from where somebody came in for the first time', async () => {
    idp.setFault('expired');
    await comeBack();
    idp.setFault('expired', null);
    idp.signInAs('sub-bob');
    await comeBack();
    const seen = await entries();
    expect(new Set(seen.map(({ action }) => action)).size).toBe(3);
    expect(new Set(seen.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  });
});

describe('a code of a finished sign-in', () => {
  it('AUTH-010 AUTH-002 AUTH-009 is exchanged once for access, id and refresh token, in the organization of the provider', async () => {
    const browser = createTestBrowser(server.url);
    const landed = await comeBack(browser, { redirectUrl: '/cameras/5?t=1#x' });
    expect(landed).toMatchObject({ path: '/auth/login', redirectUrl: '/cameras/5?t=1#x' });
    const { status, body, cookies } = await browser.exchange(landed.code ?? '');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      user: { email: 'ann@corp.example', name: 'Ann Corp' },
      activeOrganizationId: owner.session.activeOrganizationId,
    });
    expect(body.accessToken.length * body.idToken.length).toBeGreaterThan(0);
    expect(cookies.join()).toMatch(/sightline_refresh=[\w-]{44};.*HttpOnly; SameSite=Strict/);
    expect((await browser.exchange(landed.code ?? '')).body).toMatchObject({ code: 'provider_sign_in_failed' });
  });

  it('is refused in another browser, after a minute, and when it was made up', async () => {
    const browser = createTestBrowser(server.url);
    const { code } = await comeBack(browser);
    const other = createTestBrowser(server.url);
    await other.begin(providerId);
    expect((await other.exchange(code ?? '')).body).toMatchObject({ code: 'provider_sign_in_failed' });
    expect((await createTestBrowser(server.url).exchange(code ?? '')).body).toMatchObject({
      code: 'provider_sign_in_failed',
    });
    expect((await browser.exchange('made up')).body).toMatchObject({ code: 'provider_sign_in_failed' });
    now += 60_001;
    expect((await browser.exchange(code ?? '')).body).toMatchObject({ code: 'provider_sign_in_failed' });
  });

  it('is worth nothing once the provider was switched off', async () => {
    const made = (await owner.call(authProvidersCalls.create, { body: input({ name: 'Short' }) })).body;
    const browser = createTestBrowser(server.url);
    const { code } = await comeBack(browser, { id: made.id });
    await owner.call(authProvidersCalls.update, {
      params: { id: made.id },
      body: { provider: input({ isEnabled: false }), revision: made.revision },
    });
    expect((await browser.exchange(code ?? '')).body).toMatchObject({ code: 'provider_sign_in_failed' });
    expect((await browser.begin(made.id)).body).toMatchObject({ code: 'not_found' });
  });

  it('travels with a cookie that script cannot read and other sites do not send', async () => {
    const { cookies } = await createTestBrowser(server.url).begin(providerId);
    expect(cookies.join()).toMatch(
      /^sightline_provider=[\w-]{43}; Max-Age=900; Path=\/api\/v1; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('clocks', () => {
  it('may be almost five minutes apart', async () => {
    idp.setFault('lateClock');
    expect((await comeBack()).msg).toBeNull();
  });
});

describe('a provider that is down', () => {
  it('is kept, said to be unreachable, and works as soon as it is back', async () => {
    const later = await startOidcSimulator({ people });
    const made = (
      await owner.call(authProvidersCalls.create, {
        body: input({ name: 'Later', oidc: { issuer: later.issuer, clientId: later.clientId } }),
      })
    ).body;
    later.setFault('down');
    const browser = createTestBrowser(server.url);
    expect((await browser.begin(made.id)).body).toMatchObject({
      code: 'provider_unreachable',
      data: { reason: 'connection_failed' },
    });
    const listed = (await owner.call(authProvidersCalls.list, {})).body.items.find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ state: { isReachable: false, failure: 'connection_failed' } });
    expect((await owner.call(authProvidersCalls.test, { params: { id: made.id } })).body).toEqual({
      isReachable: false,
      failure: 'connection_failed',
    });
    later.setFault('down', null);
    expect((await comeBack(browser, { id: made.id })).msg).toBeNull();
    const after = (await owner.call(authProvidersCalls.list, {})).body.items.find(({ id }) => id === made.id);
    expect(after).toMatchObject({ state: { isReachable: true, failure: null } });
    await later.stop();
  });

  it('is not lost when a server starts while it is down, and lets people in when both are there', async () => {
    idp.setFault('down');
    const started = await startTestServer({
      connectionString: server.connectionString,
      copyKeyFrom: server.dataDir,
      env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' },
    });
    const browser = createTestBrowser(started.url);
    expect((await browser.begin(providerId)).body).toMatchObject({ code: 'provider_unreachable' });
    idp.setFault('down', null);
    const { body } = await browser.begin(providerId);
    const { code } = landedAt(await browser.follow(new URL(body.url)));
    expect((await browser.exchange(code ?? '')).body).toMatchObject({ user: { email: 'ann@corp.example' } });
    await started.stop();
  });

  it('is said to be unreachable when it goes down between going there and coming back', async () => {
    const browser = createTestBrowser(server.url);
    const url = await callbackOf(browser);
    idp.setFault('down');
    expect(landedAt(await browser.follow(url))).toMatchObject({
      path: '/auth/login',
      code: '502',
      msg: 'provider_unreachable',
    });
  });

  it('that never answers is given up, and told as such', async () => {
    idp.setFault('slow');
    const slow = (await owner.call(authProvidersCalls.create, { body: input({ name: 'Slow' }) })).body;
    expect((await owner.call(authProvidersCalls.test, { params: { id: slow.id } })).body).toEqual({
      isReachable: false,
      failure: 'timed_out',
    });
    idp.setFault('slow', null);
  });

  it('is refused when it says it is somebody else', async () => {
    const liar = await startOidcSimulator({ people });
    liar.setFault('wrongIssuer', 'discovery');
    const made = (
      await owner.call(authProvidersCalls.create, {
        body: input({ name: 'Liar', oidc: { issuer: liar.issuer, clientId: 'c' } }),
      })
    ).body;
    expect((await owner.call(authProvidersCalls.test, { params: { id: made.id } })).body).toEqual({
      isReachable: false,
      failure: 'answer_invalid',
    });
    await liar.stop();
  });
});

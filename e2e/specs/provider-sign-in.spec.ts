import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { startOidcSimulator, type OidcSimulator } from '@sightline/simulators/identity/oidc-provider-simulator';
import { startSamlSimulator, type SamlSimulator } from '@sightline/simulators/identity/saml-provider-simulator';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../fixtures/api-client.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { freePort } from '../fixtures/free-port.ts';
import { Program } from '../fixtures/program.ts';
import { account } from '../fixtures/system.ts';

const people = [
  { subject: 'nora', email: 'nora@corp.example', name: 'Nora Quist' },
  { subject: 'omar', email: 'omar@corp.example', name: 'Omar Levi' },
];

let folder: string;
let server: Program;
let url: string;
let oidc: OidcSimulator;
let saml: SamlSimulator;
let browser: Browser | undefined;
const ids = { oidc: '', saml: '' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-providers-'));
  await chmod(folder, 0o755);
  [oidc, saml] = await Promise.all([startOidcSimulator({ people }), startSamlSimulator({ people })]);
  oidc.signInAs(null);
  saml.signInAs(null);
  const port = await freePort();
  // Another site than the providers: browsers tell sites apart by name, not by port.
  url = `http://localhost:${String(port)}`;
  server = new Program('apps/server/src/app/main.ts', ['--data', join(folder, 'server'), '--port', String(port)], {
    SIGHTLINE_EGRESS_ALLOW: '127.0.0.1',
    SIGHTLINE_PUBLIC_URL: url,
  });
  await server.ready();
  const api = new ApiClient(`http://127.0.0.1:${String(port)}`);
  await api.setUp(account);
  const common = { isEnabled: true, domains: [], admitsNewUsers: true, defaultGroupIds: [] };
  const settings = { issuer: oidc.issuer, clientId: oidc.clientId };
  const body = { ...common, kind: 'oidc' as const, name: 'OpenID', oidc: settings, clientSecret: oidc.clientSecret };
  ids.oidc = (await api.call(authProvidersCalls.create, { body })).id;
  const { entryPoint, idpIssuer, certificate } = saml;
  ids.saml = (
    await api.call(authProvidersCalls.create, {
      body: { ...common, kind: 'saml', name: 'SAML', saml: { entryPoint, idpIssuer, certificate } },
    })
  ).id;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
  await Promise.all([oidc.stop(), saml.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const openContext = (): Promise<BrowserContext> =>
  browser?.newContext() ?? Promise.reject(new Error('there is no browser'));

const post = <T>(page: Page, path: string, body: unknown): Promise<T> =>
  page.evaluate(
    async ([to, text]) =>
      (await (
        await fetch(to ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          ...(text === undefined ? {} : { body: text }),
        })
      ).json()) as T,
    [path, JSON.stringify(body)] as const,
  );

/** Goes to the provider in a browser of its own, chooses a person there, and comes back to the sign-in page. */
async function comeBack(kind: 'oidc' | 'saml', name: string): Promise<{ page: Page; query: URLSearchParams }> {
  const page = await (await openContext()).newPage();
  // What the sign-in page does with the answer is a journey of its own; here it is looked at as it came.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${url}${sessionsCalls.setup.path}`);
  const begun = await post<{ url: string }>(page, authProvidersCalls.begin.path.replace('{id}', ids[kind]), {
    redirectUrl: '/cameras?view=1',
  });
  await page.goto(begun.url);
  await page.getByRole('link', { name }).click();
  await page.waitForURL(/\/auth\/login/);
  return { page, query: new URL(page.url()).searchParams };
}

test.each(['oidc', 'saml'] as const)(
  'AUTH-010 a browser goes to a provider of another site and comes back to be signed in: %s',
  async (kind) => {
    const { page, query } = await comeBack(kind, 'Nora Quist');
    expect(query.get('redirectUrl')).toBe('/cameras?view=1');
    const session = await post<Session>(page, sessionsCalls.exchangeCode.path, { code: query.get('code') });
    expect(session).toMatchObject({
      user: { email: 'nora@corp.example' },
      organization: { orgName: account.organization },
    });
    const cookies = await page.context().cookies();
    expect(cookies.filter((cookie) => cookie.domain === 'localhost').every((cookie) => cookie.httpOnly)).toBe(true);
    // The page itself can go on: the refresh token came as a cookie that only the browser sees.
    expect(await post<Session>(page, sessionsCalls.refresh.path, undefined)).toMatchObject({
      user: { email: 'nora@corp.example' },
    });
  },
);

test.each(['oidc', 'saml'] as const)(
  'AUTH-007 AUTH-008 a spoiled answer of a provider ends on the sign-in page, which is told why: %s',
  async (kind) => {
    const idp = kind === 'oidc' ? oidc : saml;
    idp.setFault('wrongAudience');
    const { page, query } = await comeBack(kind, 'Omar Levi');
    idp.setFault('wrongAudience', null);
    expect(Object.fromEntries(query)).toMatchObject({
      code: '403',
      msg: 'provider_sign_in_failed',
      redirectUrl: '/cameras?view=1',
    });
    expect(await post(page, sessionsCalls.exchangeCode.path, { code: '403' })).toMatchObject({
      code: 'provider_sign_in_failed',
    });
  },
);

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { startOidcSimulator, type OidcSimulator } from '@sightline/simulators/identity/oidc-provider-simulator';
import { startSamlSimulator, type SamlSimulator } from '@sightline/simulators/identity/saml-provider-simulator';
import { startNameServer, type NameServerSimulator } from '@sightline/simulators/names/name-server-simulator';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';
import { totp } from '../fixtures/totp.ts';

const people = [
  { subject: 'nora', email: 'nora@oidc.example', name: 'Nora Quist' },
  { subject: 'omar', email: 'omar@saml.example', name: 'Omar Levi' },
];
const password = 'correct horse battery';
const english = { language: 'en', theme: 'light', width: 1440 } as const;

let server: ServerOnly;
let names: NameServerSimulator;
let samlId: string;
let oidc: OidcSimulator;
let saml: SamlSimulator;
let browser: Browser;
let context: BrowserContext;
let page: Page;

const shots = process.env['SIGHTLINE_SHOTS'];
const shoot = async (name: string): Promise<void> =>
  void (shots && (await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })));

const open = async (view: View = english): Promise<void> => {
  await context?.close();
  ({ context, page } = await openPage(browser, server.url, view));
};
const fill = async (email: string, secret: string): Promise<void> => {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').first().fill(secret);
  await page.locator('button[type=submit]').click();
};
const untilAt = (address: RegExp): Promise<void> => page.waitForURL(address);
const path = (): string => new URL(page.url()).pathname;

beforeAll(async () => {
  [oidc, saml] = await Promise.all([startOidcSimulator({ people }), startSamlSimulator({ people })]);
  oidc.signInAs(null);
  saml.signInAs(null);
  names = await startNameServer();
  server = await startServerOnly({ SIGHTLINE_DNS_SERVERS: names.address });
  await server.api.setUp(account);
  const common = { isEnabled: true, admitsNewUsers: true, defaultGroupIds: [] };
  const { issuer, clientId, clientSecret } = oidc;
  const made = await server.api.call(authProvidersCalls.create, {
    body: {
      ...common,
      domains: ['oidc.example'],
      kind: 'oidc',
      name: 'Corp ID',
      oidc: { issuer, clientId },
      clientSecret,
    },
  });
  // The sign-in page leads the addresses of a domain that is proved.
  for (const { domain, record } of made.domainProofs) {
    names.setText(record.name, [record.value]);
    await server.api.call(authProvidersCalls.proveDomain, { params: { id: made.id }, body: { domain } });
  }
  const { entryPoint, idpIssuer, certificate } = saml;
  const body = {
    ...common,
    domains: ['saml.example'],
    kind: 'saml' as const,
    name: 'Corp SAML',
    saml: { entryPoint, idpIssuer, certificate },
  };
  samlId = (await server.api.call(authProvidersCalls.create, { body })).id;
  browser = await openBrowser();
  await open();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await Promise.all([oidc.stop(), saml.stop(), names.stop()]);
});

describe('e-mail and password', () => {
  test('AUTH-001 AUTH-009 ROUTE-003 AUTH-029 a deep link leads to the sign-in, a wrong password stays there, the right one leads on', async () => {
    await page.goto('/account/details?changeTheme=true');
    await untilAt(/\/auth\/login/);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await fill(account.email, 'wrong password');
    await page.getByText('Wrong e-mail or password', { exact: false }).waitFor();
    expect(await page.evaluate('document.activeElement.type')).toBe('password');
    await fill(account.email, account.password);
    await page.getByRole('dialog').getByText('Change theme').waitFor();
    expect(new URL(page.url()).search).toBe('?changeTheme=true');
  });

  test('AUTH-009 never leads out of the application', async () => {
    await open();
    await page.goto('/auth/login?redirectUrl=https://evil.example/x');
    await fill(account.email, account.password);
    await untilAt(/\/(location|start|organization)/);
    expect(new URL(page.url()).origin).toBe(server.url);
  });

  test('AUTH-029 says how long a locked account stays locked', async () => {
    await open();
    await page.goto('/auth/login');
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const answered = page.waitForResponse('**/sessions/sign-in');
      await fill('nobody@example.org', `wrong ${String(attempt)}`);
      await answered;
    }
    await page.getByText('This account is locked for a while', { exact: false }).waitFor();
    expect(await page.locator('[data-retry]').innerText()).toMatch(/^You can try again in 1[45] min/);
  });
});

describe('an account of one’s own', () => {
  test('AUTH-029 AUTH-011 AUTH-015 AUTH-012 ROUTE-004 is made, asks for its confirmation, and says where the mail lies', async () => {
    await open();
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill('Yael');
    await page.locator('input[type=email]').fill('yael@example.org');
    await page.locator('input[type=password]').fill('password1234');
    await page.getByText('Easy to guess', { exact: false }).first().waitFor();
    await page.locator('input[type=password]').fill(password);
    await page.getByText('Strong.').waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await untilAt(/\/email-verification\?description=yael/);
    expect(await page.locator('bdi', { hasText: 'yael@example.org' }).innerText()).toBe('yael@example.org');
    await page.getByText('./sightline mail').waitFor();
    await page.getByRole('link', { name: 'Login' }).click();
    await fill('yael@example.org', password);
    await page.getByRole('alert').getByText('Email verification required').waitFor();
    await page.getByRole('link', { name: 'Send the link again' }).click();
    await untilAt(/\/email-verification\?description=yael/);
  });

  test('AUTH-014 AUTH-012 is confirmed by the mailed link, once', async () => {
    const link = await server.mailedLink('yael@example.org', '/email-verification?token=');
    await page.goto(link);
    await page.getByText('Email verification success. Login to continue', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Login' }).click();
    await fill('yael@example.org', password);
    await untilAt(/\/start/);
    await page.goto(link);
    await page.getByText('This link is wrong, used or expired', { exact: false }).waitFor();
  });

  test('AUTH-013 the way back from the confirmation signs out', async () => {
    await page.goto('/email-verification?description=yael@example.org');
    await page.getByRole('button', { name: 'Back' }).click();
    await untilAt(/\/auth\/login/);
    await page.goto('/start');
    await untilAt(/\/auth\/login/);
  });

  test('AUTH-029 a forgotten password is set anew by a mailed link, which works once', async () => {
    await page.goto('/auth/login');
    await page.locator('input[type=email]').fill('yael@example.org');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    expect(await page.locator('input[type=email]').inputValue()).toBe('yael@example.org');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    const link = await server.mailedLink('yael@example.org', '/auth/reset-password?token=');
    await page.goto(link);
    await page.locator('input[type=password]').fill('short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Use at least 10 characters', { exact: false }).waitFor();
    await page.locator('input[type=password]').fill('another horse battery');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your new password is set', { exact: false }).waitFor();
    await page.goto(link);
    await page.locator('input[type=password]').fill('third horse battery');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('This link is wrong, used or expired', { exact: false }).waitFor();
    await page.goto('/auth/login');
    await fill('yael@example.org', 'another horse battery');
    await untilAt(/\/start/);
  });
});

test('AUTH-035 terms and privacy are readable signed out', async () => {
  await open();
  for (const address of ['/terms', '/privacy']) {
    await page.goto(address);
    await page.locator('main h2').first().waitFor();
    expect(path()).toBe(address);
  }
});

describe('what a provider brings back', () => {
  test('AUTH-007 AUTH-008 a text is shown as text, a code of 403 is let through, and the way back is kept', async () => {
    await open();
    await page.goto('/auth/login?code=403&error_description=x%3Cb%3Ey&redirectUrl=%2Faccount%2Fdetails');
    await page.getByRole('alert').getByText('x<b>y').waitFor();
    expect(path()).toBe('/auth/login');
    await page.goto('/auth/login?code=403&msg=provider_sign_in_failed&redirectUrl=%2Faccount%2Fdetails');
    await page.getByRole('alert').getByText("wasn't accepted", { exact: false }).waitFor();
    await fill(account.email, account.password);
    await untilAt(/\/account\/details/);
  });

  const throughProvider = async (name: string, person: string): Promise<void> => {
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await page.getByRole('link', { name: person }).click();
    await untilAt(/\/account\/identities/);
    await page.getByText("You can't remove your last sign-in method").waitFor();
    await page.getByRole('listitem').getByText(name).waitFor();
  };

  test('AUTH-010 AUTH-002 the provider of a proved domain is offered, says whose it is, and signs in', async () => {
    await open();
    const exchanges: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/exchange-code') && exchanges.push(request.url())));
    await page.goto('/auth/login?redirectUrl=%2Faccount%2Fidentities');
    // A domain that nobody proved leads nowhere.
    await page.locator('input[type=email]').fill('omar@saml.example');
    await page.waitForResponse((response) => response.url().endsWith('/offered'));
    await page.locator('input[type=email]').fill('nora@oidc.example');
    await page.getByText(`Set up by ${account.organization}. Opens ${new URL(oidc.issuer).host}.`).waitFor();
    expect(await page.getByRole('button', { name: 'Continue with Corp SAML' }).count()).toBe(0);
    await throughProvider('Corp ID', 'Nora Quist');
    expect(exchanges).toHaveLength(1);
  });

  test('AUTH-010 a provider is found by its link, and again in this browser, without an address', async () => {
    await open();
    await page.goto(`/auth/login?provider=${samlId}&redirectUrl=%2Faccount%2Fidentities`);
    await throughProvider('Corp SAML', 'Omar Levi');
    // Signed in already: the sign-in leads on.
    await page.goto('/auth/login?redirectUrl=%2Faccount%2Fdetails');
    await untilAt(/\/account\/details/);
    await page.evaluate((path) => fetch(path, { method: 'POST' }), sessionsCalls.signOut.path);
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Continue with Corp SAML' }).waitFor();
  });

  test('AUTH-007 a spoiled answer is explained, and leaves nobody signed in', async () => {
    await open();
    oidc.setFault('wrongAudience');
    await page.goto('/auth/login');
    await page.locator('input[type=email]').fill('nora@oidc.example');
    await page.getByRole('button', { name: 'Continue with Corp ID' }).click();
    await page.getByRole('link', { name: 'Nora Quist' }).click();
    await page.getByRole('alert').getByText("wasn't accepted", { exact: false }).waitFor();
    oidc.setFault('wrongAudience', null);
    expect(path()).toBe('/auth/login');
  });
});

describe('an invitation', () => {
  test('AUTH-029 makes the account of somebody new, who is in at once', async () => {
    await server.api.call(usersCalls.invite, { body: { emails: ['tal@example.org', 'yael@example.org'] } });
    await open();
    await page.goto(await server.mailedLink('tal@example.org', '/auth/invite?token='));
    await page.getByRole('heading', { name: `Invitation to ${account.organization}` }).waitFor();
    await page.getByLabel('First name').fill('Tal');
    await page.locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await untilAt(/\/location\/home/);
  });

  test('AUTH-009 is not for whoever has another address, and comes back after signing in with the right one', async () => {
    await page.goto(await server.mailedLink('yael@example.org', '/auth/invite?token='));
    await page.getByText('This invitation was sent to another address', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in to join' }).click();
    await fill('yael@example.org', 'another horse battery');
    await page.getByRole('button', { name: `Join ${account.organization}` }).click();
    await untilAt(/\/location\/home/);
  });

  test('says plainly that a link is wrong', async () => {
    await page.goto('/auth/invite?token=made-up');
    await page.getByText('This link is wrong, used or expired', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: /Join/ }).count()).toBe(0);
  });
});

describe('a second factor that the organization demands', () => {
  let secret = '';
  let codes: string[] = [];

  test('MFA-005 MFA-006 is added before anything else, with backup codes shown once', async () => {
    await server.api.call(organizationsCalls.updateCurrent, {
      body: { signIn: { allowsPassword: true, allowsProviders: true, demandsMfa: false } },
    });
    await open();
    await page.goto('/auth/login?redirectUrl=%2Faccount%2Fmfa');
    await fill('tal@example.org', password);
    await untilAt(/\/account\/mfa/);
    await page.goto('/account/mfa?createMFA=true');
    await page.getByRole('dialog').locator('input[type=password]').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    secret = await page.getByRole('dialog').locator('code').innerText();
    await page.getByLabel('Code from the app').fill('000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('This code is wrong', { exact: false }).waitFor();
    await page.getByLabel('Code from the app').fill(totp(secret, -1));
    await page.getByRole('button', { name: 'Verify' }).click();
    const list = page.getByRole('list', { name: 'Backup codes' });
    await list.waitFor();
    codes = await list.locator('code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: "I've saved them" }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(codes[0]);
  });

  test('MFA-005 MFA-006 AUTH-029 the sign-in asks for a code, refuses a wrong one, and takes a backup code once', async () => {
    await open();
    await page.goto('/auth/login?redirectUrl=%2Faccount%2Fmfa');
    await fill('tal@example.org', password);
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    await page.getByLabel('Code').fill('123456');
    await page.locator('button[type=submit]').click();
    await page.getByText('This code is wrong', { exact: false }).waitFor();
    await page.getByLabel('Code').fill(totp(secret));
    await page.locator('button[type=submit]').click();
    await untilAt(/\/account\/mfa/);
    for (const isFresh of [true, false]) {
      await open();
      await page.goto('/auth/login?redirectUrl=%2Faccount%2Fmfa');
      await fill('tal@example.org', password);
      await page.getByRole('button', { name: 'Use a backup code' }).click();
      await page.getByLabel('Backup code').fill(codes[0] ?? '');
      await page.locator('button[type=submit]').click();
      if (isFresh) await page.getByText('9 codes left.', { exact: false }).waitFor();
      else await page.getByText('This code is wrong', { exact: false }).waitFor();
    }
  });

  test('MFA-003 while a method is being removed only its own row is busy, until the answer is there', async () => {
    await open();
    await page.route(`**${mfaCalls.list.path}`, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { items: { id: string }[] };
      const spare = { ...list.items[0], id: '01900000-0000-7000-8000-000000000000', name: 'Spare' };
      await route.fulfill({ response: answer, json: { ...list, items: [...list.items, spare] } });
    });
    const removal = Promise.withResolvers<void>();
    await page.route(`**${mfaCalls.list.path}/*`, async (route) => {
      await removal.promise;
      await route.continue();
    });
    await page.goto('/auth/login?redirectUrl=%2Faccount%2Fmfa');
    await fill('tal@example.org', password);
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code').fill(codes[1] ?? '');
    await page.locator('button[type=submit]').click();
    await page.getByRole('listitem').getByText('Spare').waitFor();
    await page
      .getByRole('button', { name: /^Remove: / })
      .first()
      .click();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.locator('main li[aria-busy=true]').waitFor();
    expect(await page.locator('main li[aria-busy=true]').count()).toBe(1);
    expect(await page.locator('main li[aria-busy=false]').innerText()).toContain('Spare');
    removal.resolve();
    await page.getByText('This code is wrong', { exact: false }).waitFor();
    expect(await page.locator('main li[aria-busy=true]').count()).toBe(0);
  });

  test('AUTH-029 whoever has none is led to adding one, and then to where they were going', async () => {
    // The administrator needs one first, or would be locked out.
    const profile = await server.api.call(accountsCalls.getProfile, {});
    expect(profile.isMfaEnabled).toBe(false);
    await open();
    await page.goto('/account/mfa?createMFA=true');
    await fill(account.email, account.password);
    await page.getByRole('dialog').locator('input[type=password]').fill(account.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const own = await page.getByRole('dialog').locator('code').innerText();
    await page.getByLabel('Code from the app').fill(totp(own));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: "I've saved them" }).click();
    const token = await page.evaluate(
      `fetch('/api/v1/sessions/refresh', { method: 'POST' }).then((answer) => answer.json()).then((session) => session.accessToken)`,
    );
    server.api.accessToken = String(token);
    await server.api.call(organizationsCalls.updateCurrent, {
      body: { signIn: { allowsPassword: true, allowsProviders: true, demandsMfa: true } },
    });
    await open();
    await page.goto('/location/list');
    await fill('yael@example.org', 'another horse battery');
    await untilAt(/\/auth\/second-factor/);
    await page.getByText('requires two-step verification', { exact: false }).waitFor();
    await shoot('second-factor');
    await page.locator('input[type=password]').fill('another horse battery');
    await page.getByRole('button', { name: 'Continue' }).click();
    const hers = await page.locator('code').first().innerText();
    await page.getByLabel('Code from the app').fill(totp(hers));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: `Go to ${account.organization}` }).click();
    await untilAt(/\/location\/list/);
  });
});

// English and wide is how all of the above was done.
describe.each([{ language: 'he', theme: 'dark', width: 390 }] as const)('in $language, $theme, $width wide', (view) => {
  test('every page around the sign-in is readable for everybody', async () => {
    await open(view);
    const look = async (name: string): Promise<void> => {
      await shoot(`${name}-${view.language}-${view.theme}-${String(view.width)}`);
      expect(await pageFaults(page, view), name).toEqual([]);
    };
    await page.goto('/auth/login?code=403&msg=provider_sign_in_failed');
    await page.getByRole('alert').waitFor();
    await page.locator('input[type=email]').fill('nora@oidc.example');
    await page.getByText('Corp ID').waitFor();
    await look('sign-in');
    await page.goto('/auth/login');
    await fill('tal@example.org', password);
    await page.locator('input[autocomplete="one-time-code"]').waitFor();
    await look('challenge');
    await page.goto('/auth/sign-up');
    await page.locator('input[type=password]').fill('password1234');
    await look('sign-up');
    await page.goto('/email-verification?description=yael@example.org');
    await page.getByText('./sightline mail').waitFor();
    await look('email-verification');
    await page.goto('/auth/forgot-password');
    await page.locator('input[type=email]').fill('nobody@example.org');
    await look('forgot-password');
    await page.goto('/auth/reset-password?token=x');
    await page.locator('input[type=password]').waitFor();
    await look('reset-password');
    await page.goto('/auth/invite?token=x');
    await page.getByRole('alert').waitFor();
    await look('invite-wrong');
  });
});

import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { startNameServer, type NameServerSimulator } from '@sightline/simulators/names/name-server-simulator';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../fixtures/api-client.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { freePort } from '../fixtures/free-port.ts';
import { endsShaded, pageFaults } from '../fixtures/page-faults.ts';
import { Program } from '../fixtures/program.ts';
import { account } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
/** English and wide is how everything else here is done. */
const views: View[] = [{ language: 'he', theme: 'dark', width: 390 }];
const places = [
  'details',
  'auth',
  'login-firewall',
  'api-settings',
  'weekly-summary',
  'audit-logs',
  'audit-logs?view=days',
  'audit-logs?range=own&from=2026-11-01',
];

const shots = process.env['SIGHTLINE_SHOTS'];

let folder: string;
let server: Program;
let url: string;
let api: ApiClient;
let browser: Browser | undefined;
let names: NameServerSimulator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-settings-'));
  await chmod(folder, 0o755);
  names = await startNameServer();
  const port = await freePort();
  url = `http://127.0.0.1:${String(port)}`;
  const web = process.env['SIGHTLINE_WEB'] ?? fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
  server = new Program(
    'apps/server/src/app/main.ts',
    ['--data', join(folder, 'server'), '--port', String(port), '--listen', '127.0.0.1', '--web', web],
    {
      SIGHTLINE_DNS_SERVERS: names.address,
    },
  );
  await server.ready();
  api = new ApiClient(url);
  await api.setUp(account);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
  await names.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = async (view: View = english): Promise<{ page: Page; complaints: string[] }> => {
  if (browser === undefined) throw new Error('no browser');
  const { page, complaints } = await openPage(browser, url, view);
  await page.goto('/');
  await page.locator('input[type=email]').waitFor();
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/(location|start)/);
  return { page, complaints };
};

const ready = (page: Page): Promise<void> => page.locator('main h1, header h1').first().waitFor();

const go = async (page: Page, place: string): Promise<void> => {
  await page.goto(`/settings/${place}`);
  await ready(page);
};

describe('an administrator at the settings of the organization', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open());
  });
  afterAll(() => page.context().close());

  test('SET-012 ROUTE-089 changes name and habits, is asked before unsaved ones are lost, and may not delete the first organization', async () => {
    await go(page, 'details');
    await page.getByLabel('Organization name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Organization name').fill('Harbour Kitchens');
    await page.getByRole('link', { name: 'API settings' }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button').first().press('Escape');
    await page.getByRole('switch', { name: 'Keep video running without activity' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Organization saved').waitFor();
    expect(await api.call(organizationsCalls.getCurrent, {})).toMatchObject({
      name: 'Harbour Kitchens',
      disableInactivity: true,
      localLiveStream: true,
    });
    expect(await page.getByText("The default organization can't be deleted.").count()).toBe(1);
  });

  test('SET-012 ROUTE-090 adds a provider that cannot be reached, sees why, and gets its addresses to copy', async () => {
    await go(page, 'auth');
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('menuitem', { name: 'OpenID Connect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the client ID from the provider.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Company');
    await page.getByLabel('Issuer').fill('http://127.0.0.1:9/realms/staff');
    await page.getByLabel('Client ID').fill('sightline');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    // A private address: the server may not call it, and the field says so.
    await page.getByText("The server isn't allowed to call this address").waitFor();
    await page.getByLabel('Issuer').fill('https://sign-in.invalid');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Company saved').waitFor();
    expect(await page.getByLabel('Redirect URL').innerText()).toMatch(
      /\/api\/v1\/auth-providers\/[0-9a-f-]{36}\/callback$/,
    );
    await page.getByRole('button', { name: 'Test now: Company' }).click();
    await page.getByText(/Not reachable ·/).waitFor();
  });

  test('SET-012 ROUTE-090 keeps what was typed for a provider that somebody else changed meanwhile', async () => {
    await go(page, 'auth');
    await page.getByRole('button', { name: 'Edit Company' }).click();
    const [stored] = (await api.call(authProvidersCalls.list, {})).items;
    if (stored?.kind !== 'oidc') throw new Error('no provider');
    const { name, isEnabled, domains, admitsNewUsers, defaultGroupIds, oidc } = stored;
    const theirs = {
      kind: 'oidc' as const,
      name,
      isEnabled,
      domains: ['harbour.example'],
      admitsNewUsers,
      defaultGroupIds,
      oidc,
    };
    await api.call(authProvidersCalls.update, {
      params: { id: stored.id },
      body: { provider: { ...theirs, oidc: { ...oidc, clientId: 'theirs' } }, revision: stored.revision },
    });
    expect(domains).toEqual([]);
    await page.getByLabel('Client ID').fill('mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else changed this in the meantime').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Showing the saved version').waitFor();
    expect(await page.getByRole('dialog').getByLabel('E-mail domains').inputValue()).toBe('harbour.example');
    expect(await page.getByLabel('Client ID').inputValue()).toBe('mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Company saved').first().waitFor();
    expect((await api.call(authProvidersCalls.list, {})).items).toMatchObject([
      { domains: ['harbour.example'], oidc: { clientId: 'mine' } },
    ]);
    // The domain leads nobody until the DNS says whose it is.
    const record = {
      name: page.getByLabel('Name of the TXT record'),
      value: page.getByLabel('Value of the TXT record'),
    };
    await page.getByRole('button', { name: 'Verify harbour.example' }).click();
    await page.getByText("The record isn't in the DNS yet", { exact: false }).waitFor();
    names.setText(await record.name.innerText(), [await record.value.innerText()]);
    await page.getByRole('button', { name: 'Verify harbour.example' }).click();
    await page.getByText('Verified', { exact: true }).waitFor();
    expect(await record.name.count()).toBe(0);
  });

  test('SET-012 ROUTE-095 cannot lock itself out by the login firewall, and adds its own network', async () => {
    await go(page, 'login-firewall');
    await page.getByRole('button', { name: 'Add network' }).click();
    await page.getByLabel('Network', { exact: true }).fill('10.0.0.0/99');
    await page.getByRole('switch', { name: 'Allow only these networks' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter an address like').waitFor();
    await page.getByLabel('Network', { exact: true }).fill('10.0.0.0/8');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText("you'll lock yourself out").first().waitFor();
    await page.getByRole('button', { name: 'Add my address' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Login firewall saved').waitFor();
    await page.getByText('In the saved list').waitFor();
    expect(await page.getByRole('button', { name: 'Add my address' }).count()).toBe(0);
  });

  test('SET-011 ROUTE-093 makes a key that is shown once and works, and finds the 21st on the second page', async () => {
    await go(page, 'api-settings');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Report robot');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Choose at least one permission.').waitFor();
    await page.getByRole('dialog').getByLabel('See the audit log').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('API key', { exact: true }).innerText();
    expect(key).toMatch(/^slk_/);
    const found = await fetch(`${url}${auditCalls.methods.path}`, { headers: { authorization: `Bearer ${key}` } });
    expect(found.status).toBe(200);
    await page.getByRole('button', { name: "I've copied it" }).click();
    expect(await page.content()).not.toContain(key);
    for (let count = 1; count <= 20; count++) {
      await api.call(apiKeysCalls.create, {
        body: { name: `Key ${String(count)}`, scopes: ['CameraView'], expiresAt: null },
      });
    }
    await page.reload();
    await page.getByText('Key 20').waitFor();
    expect(await page.getByText('Report robot').count()).toBe(0);
    await page.goto('/settings/api-settings?page=2');
    await page.getByText('Report robot').waitFor();
    await page.getByRole('button', { name: 'Revoke Report robot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Report robot was revoked').waitFor();
    expect(
      (await fetch(`${url}${auditCalls.methods.path}`, { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401);
  });

  test('SET-012 ROUTE-091 sets when the weekly summary goes out, and looks at it in a frame that runs nothing', async () => {
    await go(page, 'weekly-summary');
    await page.getByLabel('Day', { exact: true }).selectOption({ label: 'Wednesday' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Weekly summary saved').waitFor();
    const frame = page.frameLocator('iframe[title]');
    await frame.locator('h1').waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    await page.getByRole('button', { name: 'Send to me' }).click();
    await page.getByText(`Summary sent to ${account.email}`).waitFor();
  });

  test('ROUTE-088 AUDIT-003 AUDIT-005 AUDIT-006 reads what was done in sentences, 30 at first, by day, and filters it', async () => {
    for (const color of ['#2a8f62', '#b48c15', '#b55e02', '#b10b2b', '#7a5bd0', '#b0427f'])
      await api.call(organizationsCalls.updateCurrent, { body: { color } });
    const asked = page.waitForRequest((request) => request.url().includes('/audit/find-by-filter'));
    await go(page, 'audit-logs');
    const request = await asked;
    expect(new URL(request.url()).searchParams.get('limit')).toBe('30');
    expect(request.postDataJSON()).toEqual({ events: [], users: [], orgIds: [], authProviderIds: [] });
    await page.getByText('Last 10 days').waitFor();
    await page.getByText(/revoked the API key .*Report robot/).waitFor();
    expect(await page.locator('[data-method]').count()).toBe(30);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('created the organization').waitFor();
    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByLabel('Search Actions').fill('revoked the api');
    await page.getByLabel('Revoked the API key').check();
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await page.locator('[data-method]').count()).toBe(1));
    await page.locator('[data-method]').click();
    await page.getByRole('dialog').getByText('apiKey.remove').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Sign-in/ }).click();
    await page.getByRole('checkbox', { name: 'Company' }).check();
    await page.keyboard.press('Escape');
    await page.getByText('No entries match these filters.').waitFor();
    await page.goto('/settings/audit-logs?view=days');
    await page.locator('[data-day] [data-method="apiKey.create"]').waitFor();
    expect(await page.locator('[data-day] [data-method="apiKey.create"]').innerText()).toContain('21');
    await page.locator('[data-chain=ok]').getByText('Verified').waitFor();
  });

  test('AUDIT-008 AUDIT-009 downloads the log and is mailed it; says so, and says when it failed', async () => {
    await go(page, 'audit-logs');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Download CSV' }).click();
    await page.getByText('CSV download started', { exact: true }).waitFor();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('apiKey.remove');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'E-mail me a report as PDF' }).click();
    await page.getByText('The report was sent to your e-mail').waitFor();
    await page.route(/\/audit\/(export-csv|log-pdf)/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Download CSV' }).click();
    await page.getByText('CSV download failed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'E-mail me the log as PDF' }).click();
    await page.getByText('unknown error occurred', { exact: true }).waitFor();
  });

  test('AUDIT-007 is told silently that the log was not read, and never that it is empty', async () => {
    await page.route(/\/audit\/find-by-filter/, (route) => route.fulfill({ status: 500, body: '' }));
    await go(page, 'audit-logs');
    await page.locator('[data-unread]').waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
    expect(await page.getByText('No activity in this range').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe.each(views)('in $language, $theme, $width wide', (view) => {
  test('everybody can read the settings of the organization', async () => {
    const { page, complaints } = await open(view);
    const faults: unknown[] = [];
    for (const place of places) {
      await go(page, place);
      await eventually(async () => expect(await page.locator('[role=status][aria-label]').count()).toBe(0));
      await page.waitForLoadState('networkidle');
      // A command is read from left to right in any sentence.
      if (place === 'login-firewall' && view.language === 'he')
        await page.getByText('\u2066./sightline break-glass\u2069').waitFor();
      faults.push(...(await pageFaults(page, view)).map((fault) => ({ place, fault })));
      if (shots !== undefined)
        await page.screenshot({
          path: join(
            shots,
            `settings-${place.replace(/[?&].*?=/, '-').replace(/&.*/, '')}-${view.language}-${view.theme}-${String(view.width)}.png`,
          ),
        });
    }
    expect(faults).toEqual([]);
    // The menu is wider than a phone: it stands at the open page, and says that there is more on either side.
    await go(page, 'login-firewall');
    const menu = page.locator('nav').filter({ has: page.locator('[aria-current=page][href*=login-firewall]') });
    await expect.poll(() => endsShaded(page, menu)).toEqual([true, true]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

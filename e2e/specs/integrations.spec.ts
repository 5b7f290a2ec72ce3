import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { startImmixReceiver, type ImmixReceiver } from '@sightline/simulators/immix/immix-receiver';
import { NoonLightService } from '@sightline/simulators/noonlight/noonlight-service';
import { SlackService } from '@sightline/simulators/slack/slack-service';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';

// Services that an administrator installs, limits and uninstalls.

const list = '/settings/integrations/list';
const token = 'a-good-token';
const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  english,
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

const noonLight = new NoonLightService();
const slack = new SlackService();
const team3 = new WebhookReceiver();
let immix: ImmixReceiver;
let server: ServerOnly;
let browser: Browser | undefined;

beforeAll(async () => {
  noonLight.tokens.add(token);
  await slack.start();
  await team3.start();
  immix = await startImmixReceiver();
  server = await startServerOnly({ SIGHTLINE_NOONLIGHT_URL: await noonLight.start() });
  await server.api.setUp(account);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
  await Promise.all([noonLight.stop(), slack.stop(), team3.stop(), immix.stop()]);
});

const open = async (view: View): Promise<{ page: Page; complaints: string[] }> => {
  if (browser === undefined) throw new Error('no browser');
  const { page, complaints } = await openPage(browser, server.url, view);
  await page.goto('/');
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/(location|start)/);
  return { page, complaints };
};

const shoot = async (page: Page, name: string, { language, theme, width }: View): Promise<void> => {
  if (shots === undefined) return;
  await page.screenshot({ path: join(shots, `integrations-${name}-${language}-${theme}-${String(width)}.png`) });
};

const item = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Integrations' }).getByRole('listitem').filter({ hasText: name });
const installed = async (): Promise<string[]> =>
  (await server.api.call(integrationsCalls.list, {})).items
    .filter(({ installedAtUtcMs }) => installedAtUtcMs !== null)
    .map(({ service }) => service);
const openInstall = async (page: Page, name: string): Promise<{ dialog: Locator; install: Locator }> => {
  await page.getByRole('button', { name: `Install ${name}` }).click();
  const dialog = page.getByRole('dialog');
  return { dialog, install: dialog.getByRole('button', { name: 'Install', exact: true }) };
};

const uninstall = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Uninstall ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall', exact: true }).click();
  await page.getByText(`${name} uninstalled`, { exact: true }).waitFor();
  await page.getByRole('button', { name: `Install ${name}` }).waitFor();
};

describe('an administrator', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await open(english));
  });
  afterAll(() => page.context().close());

  test('ROUTE-082 INT-023 finds every service by its name in the settings, none installed', async () => {
    await page.goto('/settings/details');
    await page.getByRole('link', { name: 'Integrations', exact: true }).click();
    await page.waitForURL(`**${list}`);
    for (const name of ['Slack', 'Team3', 'NoonLight', 'Sightline', 'Immix'])
      await page.getByRole('button', { name: `Install ${name}` }).waitFor();
    await page.getByRole('cell', { name: 'VCC (AI counting)' }).waitFor();
    await page.getByText('Nothing uses it yet').waitFor();
    await shoot(page, 'none', english);
    expect(await page.getByRole('main').getByText('Not installed', { exact: true }).count()).toBe(5);
    await page.locator('header').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.waitForURL('**/settings/integrations/webhooks');
  });

  test('INT-003 installs NoonLight with a token that it takes, and no other', async () => {
    await page.goto(list);
    const { dialog, install } = await openInstall(page, 'NoonLight');
    expect(await install.isDisabled()).toBe(true);
    await dialog.getByLabel('Server token').fill('wrong');
    await dialog.getByLabel('Alarms per month').fill('40');
    await install.click();
    await dialog.locator('.mantine-PasswordInput-root').getByText('Error: Invalid API Key').waitFor();
    await shoot(page, 'wrong-key', english);
    expect(await installed()).toEqual([]);
    await dialog.getByLabel('Server token').fill(token);
    await install.click();
    await page.getByText('NoonLight installed', { exact: true }).waitFor();
    await item(page, 'NoonLight').getByText('Alarms this month: 0 of 40').waitFor();
    expect(await installed()).toEqual(['noonlight']);
    expect(await page.content()).not.toContain(token);
  });

  test("INT-004 installs the product's own limit with a quota", async () => {
    const { dialog, install } = await openInstall(page, 'Sightline');
    await dialog.getByLabel('Events per month').fill('1000001');
    await install.click();
    await dialog.getByText('Enter a whole number').waitFor();
    await dialog.getByLabel('Events per month').fill('500');
    await install.click();
    await page.getByText('Sightline installed', { exact: true }).waitFor();
    await item(page, 'Sightline').getByText('Events this month: 0 of 500').waitFor();
    await item(page, 'Sightline').getByText(`by ${account.name}`).waitFor();
    expect(await installed()).toEqual(['noonlight', 'sightline']);
  });

  test('INT-011 INT-012 saves quotas, and reads them again', async () => {
    await page.getByRole('button', { name: 'Edit quotas' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('NoonLight alarms').inputValue()).toBe('40');
    await dialog.getByLabel('NoonLight alarms').fill('');
    await dialog.getByLabel('Sightline API events').fill('0');
    await dialog.getByLabel('VCC (AI counting)').fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Quotas updated', { exact: true }).waitFor();
    await item(page, 'NoonLight').getByText('Alarms this month: 0, no limit').waitFor();
    await item(page, 'Sightline').getByText("This month's quota is used up").waitFor();
    expect(await server.api.call(integrationsCalls.details, {})).toEqual({
      noonLightQuota: null,
      sightlineQuota: 0,
      vccQuota: 7,
      vccSpecialFilterQuota: null,
    });
  });

  test('INT-016 INT-019 cannot install Immix without host and port, nor where nothing listens', async () => {
    const { dialog, install } = await openInstall(page, 'Immix');
    expect(await install.isDisabled()).toBe(true);
    await dialog.getByLabel('Host').fill('127.0.0.1');
    expect(await install.isDisabled()).toBe(true);
    await dialog.getByLabel('Port').fill(String(await freePort()));
    await dialog.getByLabel('Host').fill('');
    expect(await install.isDisabled()).toBe(true);
    await dialog.getByLabel('Host').fill('127.0.0.1');
    expect(await install.isEnabled()).toBe(true);
    await install.click();
    await dialog.getByRole('alert').getByText('Failed to install Immix').waitFor();
    await shoot(page, 'immix-failed', english);
    expect(await installed()).toEqual(['noonlight', 'sightline']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('INT-001 installs Slack at an address that takes a first message, tests it and opens its log', async () => {
    await page.goto(list);
    const { dialog, install } = await openInstall(page, 'Slack');
    expect(await install.isDisabled()).toBe(true);
    await dialog.getByLabel('URL').fill('hooks.slack.com');
    await install.click();
    await dialog.getByText('Enter a full URL').waitFor();
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
    await install.click();
    await dialog.locator('.mantine-TextInput-root').getByText("The server isn't allowed to call").waitFor();
    await dialog.getByLabel('URL').fill(slack.url);
    await install.click();
    await page.getByText('Slack installed', { exact: true }).waitFor();
    expect(slack.posted.length).toBe(1);
    await page.getByRole('button', { name: 'Test Slack' }).click();
    await page.getByText('The test reached Slack').waitFor();
    expect(slack.posted.length).toBe(2);
    slack.mode = 'broken';
    await page.getByRole('button', { name: 'Test Slack' }).click();
    await page.getByText("The test didn't reach Slack").waitFor();
    slack.mode = 'ok';
    await page.getByRole('link', { name: 'Log of Slack' }).click();
    await page.waitForURL(/integrations\/webhooks\/.+/);
    await page.getByRole('table').waitFor();
  });

  test('INT-002 installs Team3, shows its secret once, and uninstalls it', async () => {
    await page.goto(list);
    const { dialog, install } = await openInstall(page, 'Team3');
    await dialog.getByLabel('URL').fill(team3.url);
    await install.click();
    await page.getByRole('status').getByText('Team3 installed', { exact: true }).waitFor();
    const secret = await page.getByLabel('Signing secret').innerText();
    expect(secret).toMatch(/^whsec_/);
    await shoot(page, 'secret', english);
    await page.getByRole('button', { name: "I've copied it" }).click();
    await page.getByRole('button', { name: 'Uninstall Team3' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await uninstall(page, 'Team3');
  });

  test('INT-007 INT-017 installs Immix and uninstalls it, told when that fails', async () => {
    const { dialog, install } = await openInstall(page, 'Immix');
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(immix.port));
    await install.click();
    await page.getByText('Immix installed', { exact: true }).waitFor();
    await item(page, 'Immix')
      .getByText(`127.0.0.1:${String(immix.port)}`)
      .waitFor();
    const failed = { code: 'internal', message: 'broken', data: {}, requestId: 'r-1' };
    const address = (url: URL): boolean => url.pathname === '/api/v1/integrations/immix';
    await page.route(address, (route) => route.fulfill({ status: 500, json: failed }));
    await page.getByRole('button', { name: 'Uninstall Immix' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall', exact: true }).click();
    await page.getByRole('dialog').getByText('Failed to uninstall Immix').waitFor();
    await page.unroute(address);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await uninstall(page, 'Immix');
    expect(await installed()).toEqual(['slack', 'noonlight', 'sightline']);
  });
});

describe.each(views)('in $language, $theme, $width wide', (view) => {
  test('ROUTE-082 everything of integrations can be read', async () => {
    const { page, complaints } = await open(view);
    const faults: unknown[] = [];
    const note = async (name: string): Promise<void> => {
      faults.push(...(await pageFaults(page, view)).map((fault) => ({ name, fault })));
      await shoot(page, name, view);
    };
    await page.goto(list);
    await page.getByRole('table').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Immix' }).waitFor();
    await note('list');
    expect(await strayNames(page)).toEqual([]);
    if (shots !== undefined) {
      await page.getByRole('table').scrollIntoViewIfNeeded();
      await shoot(page, 'quotas-table', view);
    }
    for (const service of ['Team3', 'Immix']) {
      await page.getByRole('listitem').filter({ hasText: service }).getByRole('button').first().click();
      await page.getByRole('dialog').locator('input').first().waitFor();
      await note(`install-${service.toLowerCase()}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('listitem').filter({ hasText: 'NoonLight' }).getByRole('button').last().click();
    await page.getByRole('dialog').getByRole('button').last().waitFor();
    await note('uninstall');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('button').last().click();
    await page.getByRole('dialog').locator('input').last().waitFor();
    await note('quotas');
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('INT-001 INT-003 INT-004 uninstalls each, told what stops', async () => {
  const { page } = await open(english);
  await page.goto(list);
  await page.getByRole('button', { name: 'Uninstall NoonLight' }).click();
  await page.getByRole('dialog').getByText('Operators can no longer dispatch alarms.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await installed()).toEqual(['slack', 'noonlight', 'sightline']);
  for (const name of ['Slack', 'NoonLight', 'Sightline']) await uninstall(page, name);
  expect(await installed()).toEqual([]);
  await page.context().close();
});

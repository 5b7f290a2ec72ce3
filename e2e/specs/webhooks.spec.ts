import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';

// From a webhook that an administrator makes to the log of what its receiver took and did not take.

const list = '/settings/integrations/webhooks';
const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  english,
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

const receiver = new WebhookReceiver();
let server: ServerOnly;
let browser: Browser | undefined;
let webhookId = '';

beforeAll(async () => {
  await receiver.start();
  server = await startServerOnly();
  await server.api.setUp(account);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
  await receiver.stop();
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
  await page.screenshot({ path: join(shots, `webhooks-${name}-${language}-${theme}-${String(width)}.png`) });
};

describe('an administrator', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open(english));
  });
  afterAll(() => page.context().close());

  test('SET-008 ROUTE-087 ROUTE-098 makes a webhook in the dialog that the address opens, and sees its secret once', async () => {
    await page.goto(list);
    await page.getByText('No webhooks yet').waitFor();
    await shoot(page, 'none', english);
    await page.goto(`${list}?createWebhook`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Enter a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Control room');
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText("The server isn't allowed to call this address").waitFor();
    await shoot(page, 'create', english);
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('Alert closed').check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await page.getByLabel('Signing secret').innerText();
    expect(secret).toMatch(/^whsec_/);
    receiver.secret = secret;
    await shoot(page, 'secret', english);
    await page.getByRole('button', { name: "I've copied it" }).click();
    await page.getByRole('link', { name: 'Control room' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const { items } = await server.api.call(webhooksCalls.list, {});
    webhookId = items[0]?.id ?? '';
    expect(items).toMatchObject([{ messageKinds: ['alert.opened', 'alert.closed'], url: receiver.url }]);
  });

  test('SET-010 sends a signed test, sees what its receiver answered, and sends again what it did not take', async () => {
    await page.getByRole('link', { name: 'Control room' }).click();
    await page.getByText('Nothing sent yet').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('The test reached Control room').waitFor();
    expect(receiver.acted.size).toBe(1);
    receiver.mode = 'broken';
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText("The test didn't reach Control room").waitFor();
    await page.getByText('Answer 500').first().waitFor();
    receiver.mode = 'ok';
    await page.getByRole('row').filter({ hasText: 'Failed' }).getByRole('button', { name: 'Test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('out of order').waitFor();
    await shoot(page, 'message', english);
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await eventually(async () => expect(receiver.acted.size).toBe(2));
    await dialog.getByText('Delivered', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(receiver.faults).toEqual([]);
  });

  test('SET-010 makes a new secret, and both are valid', async () => {
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const rotated = await page.getByLabel('Signing secret').innerText();
    await page.getByRole('button', { name: "I've copied it" }).click();
    await page.getByText(/Both secrets are valid until/).waitFor();
    for (const secret of [receiver.secret, rotated]) {
      receiver.secret = secret;
      const { state } = await server.api.call(webhooksCalls.test, { params: { id: webhookId } });
      expect(state).toBe('delivered');
    }
    expect(complaints).toEqual([]);
  });
});

describe.each(views)('in $language, $theme, $width wide', (view) => {
  test('ROUTE-087 everything of webhooks can be read', async () => {
    const { page, complaints } = await open(view);
    const faults: unknown[] = [];
    for (const [name, address] of [
      ['list', list],
      ['create-form', `${list}?createWebhook`],
      ['log', `${list}/${webhookId}`],
    ] as const) {
      await page.goto(address);
      await page.locator('main h1, header h1').first().waitFor();
      await page.getByRole(name === 'create-form' ? 'dialog' : 'table').waitFor();
      await page.waitForLoadState('networkidle');
      faults.push(...(await pageFaults(page, view)).map((fault) => ({ name, fault })));
      await shoot(page, name, view);
    }
    await page.getByRole('table').getByRole('button').first().click();
    await page.getByRole('dialog').locator('pre').last().waitFor();
    faults.push(...(await pageFaults(page, view)).map((fault) => ({ name: 'message', fault })));
    await shoot(page, 'message', view);
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('SET-009 a webhook is deleted with its log', async () => {
  const { page } = await open(english);
  await page.goto(list);
  await page.getByRole('button', { name: 'Delete Control room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('Deleted the webhook Control room').waitFor();
  await page.getByText('No webhooks yet').waitFor();
  expect((await server.api.call(webhooksCalls.list, {})).items).toEqual([]);
  await page.context().close();
});

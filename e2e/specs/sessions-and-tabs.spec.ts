import { testMedia } from '@sightline/testing/cameras/test-media';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let other: Page;
let cameraId: string;
let complaints: string[];

beforeAll(async () => {
  system = await startSystem();
  for (const name of ['yard', 'gate']) await system.cameras.addStream(name, { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') });
  browser = await openBrowser();
  ({ page, context, complaints } = await openPage(browser, system.url, {
    language: 'en',
    theme: 'light',
    width: 1440,
  }));
  await signIn(page);
  other = await context.newPage();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

test('a camera that was just added is never called hidden from the person who added it', async () => {
  await page.goto('/cameras/add?way=manual');
  await page.getByPlaceholder(/rtsp/).first().fill(system.cameras.url('gate'));
  await page.getByRole('button', { name: 'Test stream' }).click();
  await page.locator('img[src^="data:image/jpeg"]').waitFor({ timeout: 20_000 });
  await page.getByLabel(/^Name/).fill('Gate');
  const hidden = page.getByText("You don't have permission to view this camera");
  const wasHidden = hidden.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  );
  await page
    .getByRole('button', { name: /^(Add|Save)/ })
    .last()
    .click();
  await page.waitForURL(/\/camera\//);
  const picture = page.locator('[data-shows=live]').waitFor({ timeout: 30_000 });
  expect(await Promise.race([wasHidden, picture.then(() => false)])).toBe(false);
  cameraId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await waitForCamera(system, cameraId, 'online');
});

test('a camera that is deleted in one tab leaves the screen of the other', async () => {
  await other.goto(`/camera-edit/${cameraId}`);
  await other.getByRole('button', { name: 'Delete camera' }).first().click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete camera' }).click();
  await other.waitForURL(/\/location\//);
  await page.bringToFront();
  await page.locator('h1', { hasText: 'Gate' }).waitFor({ state: 'detached' });
  expect(await page.locator('h1').innerText()).not.toBe('');
});

test('AUTH-031 AUTH-034 signing out in one tab leads both to the sign-in, the other one by the root', async () => {
  await page.goto('/exports');
  await page.locator('h1').first().waitFor();
  await other.bringToFront();
  await other.goto('/location/list');
  await other.getByRole('button', { name: new RegExp(account.name) }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.locator('input[type=email]').waitFor();
  await page.bringToFront();
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/location\//);
  expect(complaints).toEqual([]);
});

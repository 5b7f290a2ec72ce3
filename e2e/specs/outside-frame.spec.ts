import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { setUpSite, startSystem, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };

let system: System;
let browser: Browser;

const pathOf = (page: Page): string => new URL(page.url()).pathname;

beforeAll(async () => {
  system = await startSystem();
  await setUpSite(system);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

describe('somebody who is not signed in', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openPage(browser, system.url, english));
  });
  afterAll(() => page.context().close());

  test('ROUTE-012 ROUTE-014 ROUTE-036 sees nothing of the shell, and comes to the sign-in', async () => {
    for (const path of [
      '/location/list',
      '/location/home',
      '/operator',
      '/logs',
      '/account/details',
      '/nothing/here',
      '/organization-selection',
    ]) {
      await page.goto(path);
      await page.waitForURL(/\/auth\/login/);
      expect(await page.locator('[aria-label=Main]').count()).toBe(0);
    }
  });

  test('ROUTE-001 ROUTE-002 ROUTE-003 ROUTE-008 ROUTE-009 ROUTE-011 ROUTE-013 reads the pages outside of the shell, without a rail', async () => {
    for (const path of ['/no-access', '/not-found', '/auth/login', '/terms', '/privacy', '/public']) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      expect(pathOf(page)).toBe(path);
      expect(await page.locator('[aria-label=Main]').count()).toBe(0);
    }
  });

  test('ROUTE-008 ROUTE-009 is told that no terms were published, until whoever runs the installation publishes some', async () => {
    for (const path of ['/terms', '/privacy']) {
      await page.goto(path);
      await page.getByText("hasn't published", { exact: false }).waitFor();
    }
    const terms = { en: '# House rules\n\nOnly <b>our</b> cameras.', he: null };
    await page.route('**/api/v1/legal-texts', (route) =>
      route.fulfill({ json: { terms, privacy: { en: null, he: 'פרטיות' } } }),
    );
    await page.goto('/terms');
    await page.getByRole('heading', { name: 'House rules' }).waitFor();
    await page.getByText('Only <b>our</b> cameras.').waitFor();
    expect(await page.getByText("hasn't published", { exact: false }).count()).toBe(0);
    await page.goto('/privacy');
    await page.getByText('Available in Hebrew only.').waitFor();
    expect(await page.locator('main [lang=he]').getAttribute('dir')).toBe('rtl');
    await page.unrouteAll();
  });
});

describe('a start that fails', () => {
  test('SHELL-061 is said in the console, and nowhere else', async () => {
    const { page, context } = await openPage(browser, system.url, english);
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.route(/\/assets\/en-[^/]*\.js$/, (route) => route.abort());
    await page.goto('/');
    await expect.poll(() => lines.some((line) => line.includes('The application could not start'))).toBe(true);
    expect(await page.locator('[role=dialog], [role=alert]').count()).toBe(0);
    await context.close();
  });
});

describe('a browser that is not tested', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('SHELL-044 SHELL-045 SHELL-046 SHELL-047 says which ones are, 516 px wide, not when embedded, and not again', async () => {
    const context = await browser.newContext({
      baseURL: system.url,
      userAgent: firefox,
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    await signIn(page);
    const dialog = page.getByRole('dialog', { name: 'About this browser' });
    await dialog.waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(516);
    expect(await dialog.innerText()).toMatch(/works best on Chrome and Edge[\s\S]*Firefox[\s\S]*switch to Chrome/);
    await page.goto('/location/list?embedded=true');
    await page.locator('h1').first().waitFor();
    expect(await dialog.count()).toBe(0);
    await page.goto('/location/list');
    await dialog.getByRole('button', { name: "Don't show again" }).click();
    await page.reload();
    await page.locator('h1').first().waitFor();
    expect(await dialog.count()).toBe(0);
    await context.close();
  });
});

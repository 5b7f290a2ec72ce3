import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../fixtures/api-client.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let cameraId: string;

const english = { language: 'en', theme: 'light', width: 1440 } as const;
const shots = process.env['SIGHTLINE_SHOTS'];
const shoot = async (one: Page, name: string): Promise<void> =>
  void (shots && (await one.screenshot({ path: join(shots, `${name}.png`) })));

/** Lets the clock on the wall go forward by so many seconds, without anybody touching anything. */
const pass = async (one: Page, seconds: number): Promise<void> => {
  await one.evaluate(`(() => { const before = Date.now; Date.now = () => before() + ${String(seconds * 1000)}; })()`);
};

/** Begins counting anew, as every input does. */
let touches = 0;
const touch = async (one: Page): Promise<void> => {
  // Always elsewhere, and inside the narrowest screen: where nothing moves, nothing is heard.
  touches += 1;
  await one.mouse.move(100 + (touches % 20) * 10, 300);
};

const enter = async (): Promise<void> => {
  await context?.close();
  ({ page, context } = await openPage(browser, system.url, english));
  await signIn(page);
};

/** Mean of the greens of the picture that stays while video is paused, 0 to 255. */
const brightness = `(() => {
  const still = document.querySelector('[data-still=true] canvas');
  const { data } = still.getContext('2d').getImageData(0, 0, still.width, still.height);
  let sum = 0;
  for (let at = 1; at < data.length; at += 4) sum += data[at];
  return sum / (data.length / 4);
})()`;

const onSignIn = (one: Page): Promise<void> => one.locator('input[type=email]').waitFor({ timeout: 15_000 });

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  ({ id: cameraId } = await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') }));
  await waitForCamera(system, cameraId, 'online');
  browser = await openBrowser();
  await enter();
});

afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

describe('the start', () => {
  test('ROUTE-015 START-001 START-002 START-010 ROUTE-007 the splash shows until the profile and then the first data are there', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/locations?*', async (route) => {
      await held;
      await route.continue();
    });
    const socket = page.waitForEvent('websocket');
    await page.goto('/location/list');
    await page.locator('[data-splash]').waitFor();
    expect(asked.indexOf('/api/v1/sessions/refresh')).toBeGreaterThan(-1);
    await expect.poll(() => asked).toContain('/api/v1/locations');
    expect(asked.indexOf('/api/v1/sessions/refresh')).toBeLessThan(asked.indexOf('/api/v1/locations'));
    await expect.poll(() => asked).toContain('/api/v1/app-info');
    release?.();
    await page.locator('[data-splash]').waitFor({ state: 'detached' });
    expect(new URL((await socket).url()).pathname).toBe('/api/v1/realtime');
    await page.unrouteAll();
    await page.goto('/splash');
    await page.locator('[data-splash]').first().waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('START-011 whose locations cannot be loaded is signed out with the message of the server', async () => {
    await page.route('**/api/v1/locations?*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'The map room is on fire', data: {}, requestId: 'r' },
      }),
    );
    await page.goto('/location/list');
    await onSignIn(page);
    await page.getByText('The map room is on fire').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/login');
    await page.unrouteAll();
  });

  test('START-004 whose sign-in is not confirmed within 30 s is signed out, and told so', async () => {
    await enter();
    await page.route('**/api/v1/sessions/refresh', () => undefined);
    await page.clock.install();
    await page.goto('/location/list');
    await page.locator('[data-splash]').waitFor();
    await page.clock.runFor(27_000);
    await page.getByText('Still waiting for the server', { exact: false }).waitFor();
    await shoot(page, 'splash-slow');
    expect(new URL(page.url()).pathname).toBe('/location/list');
    await page.clock.runFor(4_000);
    await page.getByText("Couldn't confirm your sign-in within 30 seconds", { exact: false }).waitFor();
    await shoot(page, 'farewell');
    expect(new URL(page.url()).pathname).toBe('/auth/login');
    await page.unrouteAll();
  });
});

describe('nobody is there', () => {
  test('IDLE-005 IDLE-006 IDLE-015 AUTH-005 live video pauses after 330 s and goes on at the first input', async () => {
    await enter();
    await page.goto(`/camera/${cameraId}`);
    await page.locator('[data-shows=live][data-dimmed=false]').waitFor({ timeout: 30_000 });
    await touch(page);
    await pass(page, 300);
    await page.getByText('Live view pauses in', { exact: false }).waitFor();
    expect(await page.locator('[data-shows=live][data-dimmed=false]').count()).toBe(1);
    await shoot(page, 'still-there');
    await pass(page, 30);
    await page.getByText('Live view is paused', { exact: false }).waitFor();
    await page.locator('[data-shows=live][data-dimmed=true][data-still=true]').waitFor();
    // The last picture stays to be seen, and is no longer live.
    expect(await page.evaluate<number>(brightness)).toBeGreaterThan(20);
    expect(await page.locator('[data-live=true]').count()).toBe(0);
    // Nothing is wrong with the camera, and nothing is being tried.
    await expect.poll(() => page.locator('main').innerText()).toContain('Paused');
    expect(await page.locator('main').innerText()).not.toMatch(/Stalled|Connecting/);
    await shoot(page, 'paused');
    expect(await pageFaults(page, english)).toEqual([]);
    await touch(page);
    await page.getByText('Live view is paused', { exact: false }).waitFor({ state: 'detached' });
    await page.locator('[data-shows=live][data-dimmed=false][data-still=false]').waitFor({ timeout: 30_000 });
  });
});

describe('the automatic sign-out', () => {
  test('IDLE-008 IDLE-009 IDLE-010 IDLE-011 IDLE-012 its dialog counts down and is closed by an answer only', async () => {
    await system.api.call(accountsCalls.updateSettings, { body: { autoLogout: 5, autoLogoutEnabled: true } });
    await page.goto('/location/list');
    await page.locator('h1').first().waitFor();
    await touch(page);
    const dialog = page.getByRole('dialog');
    await pass(page, 250);
    // The page looks once a second: by then it has noticed, and is not asking yet.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await dialog.count()).toBe(0);
    await pass(page, 21);
    await dialog.waitFor();
    const first = Number(await dialog.getByRole('timer').innerText());
    expect(first).toBeGreaterThan(20);
    expect(first).toBeLessThanOrEqual(30);
    await expect.poll(async () => Number(await dialog.getByRole('timer').innerText())).toBeLessThan(first);
    expect((await page.locator('[role=dialog]').boundingBox())?.width).toBe(475);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.count()).toBe(1);
    await shoot(page, 'auto-logout');
    expect(await pageFaults(page, english)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('IDLE-013 AUTH-031 AUTH-034 when the countdown is over every tab is signed out and says why', async () => {
    const other = await context.newPage();
    await other.goto('/exports');
    await other.locator('h1').first().waitFor();
    await touch(other);
    await pass(other, 296);
    await other.getByRole('dialog').waitFor();
    await onSignIn(other);
    await other.getByText('because there was no activity for 5 min', { exact: false }).waitFor();
    await page.bringToFront();
    await onSignIn(page);
    expect(new URL(page.url()).pathname).toBe('/auth/login');
    await other.close();
    await enter();
    await system.api.call(accountsCalls.updateSettings, { body: { autoLogoutEnabled: false } });
  });
});

describe('the parts of a session', () => {
  test.each([
    { language: 'en', theme: 'light', width: 1440 },
    { language: 'he', theme: 'dark', width: 1440 },
    { language: 'en', theme: 'dark', width: 390 },
    { language: 'he', theme: 'light', width: 390 },
  ] as const)('are readable for everybody: $language $theme $width', async (view) => {
    const opened = await openPage(browser, system.url, view);
    const one = opened.page;
    const look = async (name: string): Promise<void> => {
      await shoot(one, `${name}-${view.language}-${view.theme}-${String(view.width)}`);
      expect(await pageFaults(one, view)).toEqual([]);
    };
    await signIn(one);
    // Nobody counts before the shell stands.
    await one.locator('nav:visible').first().waitFor();
    await touch(one);
    await pass(one, 300);
    await one.locator('[data-idle]').waitFor();
    await look('warned');
    await pass(one, 30);
    await one.locator('[data-idle=paused]').waitFor();
    await look('paused');
    await touch(one);
    await one.locator('[data-idle]').waitFor({ state: 'detached' });
    await system.api.call(accountsCalls.updateSettings, { body: { autoLogout: 5, autoLogoutEnabled: true } });
    await pass(one, 271);
    await one.getByRole('dialog').waitFor();
    await look('auto-logout');
    await one.getByRole('dialog').getByRole('button').last().click();
    await system.api.call(accountsCalls.updateSettings, { body: { autoLogoutEnabled: false } });
    await one.route('**/sw-manifest.json?*', (route) => route.fulfill({ json: { appData: { version: '99.0.0' } } }));
    await one.evaluate(`window.dispatchEvent(new Event('vite:preloadError'))`);
    await one.getByRole('dialog').waitFor();
    await look('update');
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  });
});

describe('elsewhere', () => {
  test('AUTH-031 AUTH-004 signing out in one tab signs out the other, and leaves no token in the storage', async () => {
    const other = await context.newPage();
    await other.goto('/exports');
    await other.locator('h1').first().waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: new RegExp(account.name) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await onSignIn(page);
    await onSignIn(other);
    expect(await other.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toMatch(
      /eyJ|token/i,
    );
    await other.close();
  });

  test('RT-001 whoever is signed out by force is told so', async () => {
    await enter();
    // Asked as soon as the live link is there.
    const linked = page.waitForRequest('**/api/v1/edges/local-network');
    await page.reload();
    await linked;
    const elsewhere = new ApiClient(system.url);
    await elsewhere.signIn(account.email, account.password);
    await elsewhere.call(accountsCalls.endOtherSessions, {});
    await onSignIn(page);
    await page.getByText('your session was ended elsewhere', { exact: false }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/login');
    await system.api.signIn(account.email, account.password);
  });

  test('AUTH-032 AUTH-034 another organization chosen in one tab comes to the root of the other', async () => {
    await system.api.call(organizationsCalls.create, { body: { name: 'Second Harbour', color: '#336699' } });
    await enter();
    const other = await context.newPage();
    await other.goto('/exports');
    await other.locator('h1').first().waitFor();
    await page.bringToFront();
    await page
      .getByRole('button', { name: /Harbour Foods|Second Harbour/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Switch organization' }).click();
    await page.getByRole('button', { name: 'Second Harbour' }).last().click();
    await other.waitForURL((url) => !url.pathname.startsWith('/exports'));
    await expect
      .poll(() => other.getByRole('button', { name: /Second Harbour/ }).count(), { timeout: 15_000 })
      .toBeGreaterThan(0);
    await other.close();
  });
});

describe('the network', () => {
  test('NET-001 NET-002 NET-003 NET-004 RT-021 its loss is logged and said, its return looks for local cores anew and brings the events back', async () => {
    await enter();
    await page.goto('/location/list');
    await page.locator('h1').first().waitFor();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await context.setOffline(true);
    await expect.poll(() => lines).toContain('The browser is offline');
    await page.getByRole('status').getByText('This device is offline.', { exact: false }).waitFor({ timeout: 15_000 });
    expect(await page.getByRole('dialog').count()).toBe(0);
    const lookup = page.waitForRequest('**/api/v1/edges/local-network', { timeout: 40_000 });
    await context.setOffline(false);
    const body = (await lookup).postDataJSON() as { edgeIds: string[]; localLiveStream: boolean };
    expect(Object.keys(body).toSorted()).toEqual(['edgeIds', 'localLiveStream']);
    await system.api.call(camerasCalls.update, { params: { id: cameraId }, body: { name: 'Yard by the water' } });
    await page.getByText('Yard by the water').first().waitFor();
  });
});

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { statusCalls } from '@sightline/contracts/status/status.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { openSilentLine } from '../fixtures/silent-line.ts';
import {
  account,
  addCamera,
  setUpSite,
  startSystem,
  waitForCamera,
  type Site,
  type System,
} from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
/** Longer than bad takes to be shown, and than good is held back. */
const soonMs = { timeout: 30_000 };

let system: System;
let site: Site;
let cameraId: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  system = await startSystem();
  for (const path of ['gate', 'gate-sub']) await system.cameras.addStream(path, { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  const [main, sub] = [system.cameras.url('gate'), system.cameras.url('gate-sub')];
  cameraId = (await addCamera(system, site, { name: 'Gate', main, sub })).id;
  await waitForCamera(system, cameraId, 'online');
  browser = await openBrowser();
  ({ page } = await openPage(browser, system.url, english));
  await signIn(page);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const shown = (state: string) => page.getByRole('button', { name: new RegExp(`^${state}`) });

test('a camera whose sub-stream fails is unhealthy on its page at once and says why, and online again once that held', async () => {
  await page.goto(`/camera/${cameraId}`);
  await shown('Online').waitFor();
  system.cameras.faults('gate-sub').drop(0);
  await shown('Unhealthy').getByText('The sub-stream is offline.').waitFor(soonMs);
  await shown('Online').waitFor(soonMs);
  expect(await shown('Unhealthy').count()).toBe(0);
});

test('its history names the parts, the time online, and each change with its cause', async () => {
  await shown('Online').click();
  const dialog = page.getByRole('dialog', { name: 'Status and history' });
  await dialog.getByRole('list', { name: 'Parts of the camera' }).getByText('Sub-stream').waitFor();
  await dialog.getByText(/Online .* of the time/).waitFor();
  await dialog.getByRole('row', { name: /Unhealthy.*The sub-stream is offline\./ }).waitFor();
  await dialog.getByText('30 days', { exact: true }).click();
  await eventually(async () =>
    expect(await dialog.getByRole('img', { name: /: .*online$|: not connected$/ }).count()).toBe(30),
  );
});

test('an outage of seconds is seen in the strip of its day, at its hour', async () => {
  const dialog = page.getByRole('dialog', { name: 'Status and history' });
  const query = { fromUtcMs: Date.now() - 1000, toUtcMs: Date.now() };
  const { changes } = await system.api.call(statusCalls.ofCamera, { params: { id: cameraId }, query });
  const { days } = await system.api.call(statusCalls.ofCamera, {
    params: { id: cameraId },
    query: { ...query, fromUtcMs: query.toUtcMs - 86_400_000 },
  });
  const { atUtcMs } = changes.find(({ to }) => to === 'unhealthy')!;
  const day = days.find(({ fromUtcMs, toUtcMs }) => fromUtcMs <= atUtcMs && atUtcMs < toUtcMs)!;
  const mark = dialog.locator('rect[data-state=unhealthy]').first();
  const [strip, drawn] = [await mark.locator('xpath=..').boundingBox(), await mark.boundingBox()];
  const at = strip!.x + ((atUtcMs - day.fromUtcMs) / (day.toUtcMs - day.fromUtcMs)) * strip!.width;
  expect(drawn!.width).toBeGreaterThan(1);
  expect(Math.abs(drawn!.x + drawn!.width / 2 - at)).toBeLessThan(4);
});

test('days without footage cannot be chosen in the calendar of a camera', async () => {
  await page.goto(`/camera/${cameraId}`);
  await page.getByRole('button', { name: /^Choose a day or time/ }).click();
  const empty = page.getByRole('button', { name: /, no footage$/ });
  await empty.first().waitFor();
  // Nothing was recorded before today, and what is still to come cannot be chosen either.
  await eventually(async () =>
    expect(await empty.evaluateAll((days) => days.every((day) => (day as HTMLButtonElement).disabled))).toBe(true),
  );
  await page.keyboard.press('Escape');
});

test('a link to a site that is not there says so instead of showing others', async () => {
  await page.goto(`/location/home?site=${site.edgeId}`);
  await eventually(async () => expect(await page.getByText('Page not found').count()).toBe(1));
});

test.each(views)('reads well in $language, $theme, $width wide', async (view) => {
  const { page: own, complaints } = await openPage(browser, system.url, view);
  await signIn(own);
  await own.goto(`/camera/${cameraId}`);
  await own.locator('header button[aria-haspopup="dialog"]').first().click();
  await own.getByRole('dialog').getByRole('table').waitFor();
  if (shots)
    await own.screenshot({
      path: join(shots, `status-camera-${view.language}-${view.theme}-${String(view.width)}.png`),
    });
  expect(await pageFaults(own, view)).toEqual([]);
  await own.goto(`/edge-edit/${site.edgeId}`);
  await own.locator('svg[role=img][direction=ltr]').first().scrollIntoViewIfNeeded();
  if (shots)
    await own.screenshot({ path: join(shots, `status-core-${view.language}-${view.theme}-${String(view.width)}.png`) });
  expect(await pageFaults(own, view)).toEqual([]);
  await own.goto('/location/home');
  await own.getByText('North yard').first().waitFor();
  if (shots)
    await own.screenshot({ path: join(shots, `status-home-${view.language}-${view.theme}-${String(view.width)}.png`) });
  expect(complaints).toEqual([]);
  await own.context().close();
});

const sights: View[] = [
  english,
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
  { language: 'en', theme: 'dark', width: 390 },
];
/** What is cut off says so here in seconds; on a machine that is busy with much else it takes longer. */
const noticed = { timeout: 20_000 };
const stale = (one: Page) => one.locator('html[data-stale]');
/** The colour of the first state on a page. */
const colourOfState = (one: Page): Promise<string> =>
  one.evaluate<string>(`getComputedStyle(document.querySelector('main svg[data-level=ok]')).color`);

test.each(sights)(
  'behind a line that went silent nothing is shown as known ($language, $theme, $width wide), and comes back by itself',
  async (view) => {
    const [banner, asOf, server] =
      view.language === 'en'
        ? [/^Connection lost\. Showing data from/, /^As of /, "Can't reach the server"]
        : [/^החיבור נותק/, /^נכון ל־/, 'אין מענה מהשרת'];
    const line = await openSilentLine(system.url);
    const { page: own } = await openPage(browser, line.url, view);
    await signIn(own);
    await own.goto('/location/home');
    await own.getByText('North yard').first().waitFor();
    await own.locator('main svg[data-level=ok]').filter({ visible: true }).first().waitFor(soonMs);
    const before = await colourOfState(own);
    line.cut();
    await stale(own).waitFor({ state: 'attached', ...noticed });
    await own.getByRole('status').getByText(banner).waitFor();
    await own.locator('main').getByText(asOf).first().waitFor();
    expect(await colourOfState(own)).not.toBe(before);
    if (shots)
      await own.screenshot({ path: join(shots, `cut-home-${view.language}-${view.theme}-${String(view.width)}.png`) });
    expect(await pageFaults(own, view)).toEqual([]);
    line.mend();
    await expect.poll(() => colourOfState(own), noticed).toBe(before);
    await own.getByRole('link', { name: 'Gate' }).first().click();
    await own.locator('[data-testid=video-tile][data-phase=live]').waitFor(soonMs);
    line.cut();
    await stale(own).waitFor({ state: 'attached', ...noticed });
    await own.locator('main header').getByText(asOf).waitFor();
    // The picture goes on for as long as its right lasts: it comes from the core itself. Opened anew it cannot be had, and says by whom.
    await own.goBack();
    await own.locator('[data-testid=video-tile]').waitFor({ state: 'detached' });
    await own.goForward();
    await own.locator('[data-testid=video-tile]').getByText(server).waitFor(noticed);
    if (shots)
      await own.screenshot({
        path: join(shots, `cut-camera-${view.language}-${view.theme}-${String(view.width)}.png`),
      });
    expect(await pageFaults(own, view)).toEqual([]);
    line.mend();
    await own.locator('[data-testid=video-tile][data-phase=live]').waitFor(soonMs);
    await own.context().close();
    await line.stop();
  },
);

test('a device that loses its network says so of itself, and blames nobody else', async () => {
  const { page: own, context } = await openPage(browser, system.url, english);
  await signIn(own);
  await own.goto('/location/home');
  await own.getByRole('link', { name: 'Gate' }).first().click();
  await own.locator('[data-testid=video-tile][data-phase=live]').waitFor(soonMs);
  await own.goBack();
  await own.getByText('North yard').first().waitFor();
  await context.setOffline(true);
  await stale(own).waitFor({ state: 'attached', ...noticed });
  await own.getByRole('status').getByText('This device is offline.', { exact: false }).waitFor();
  await own.goForward();
  await own.locator('[data-testid=video-tile]').getByText('This device is offline').waitFor(noticed);
  expect(await own.getByText(/Offline since/).count()).toBe(0);
  await context.setOffline(false);
  await stale(own).waitFor({ state: 'detached', ...soonMs });
  await context.close();
});

const guard = { email: 'gil@example.org', password: 'another horse battery' };

/** Somebody who sees everything by one group; answers who, and how the group is emptied. */
const makeGuard = async (): Promise<{ userId: string; revoke: () => Promise<unknown> }> => {
  const { email, password } = guard;
  await system.api.call(accountsCalls.signUp, {
    body: { firstName: 'Gil', lastName: 'Guard', email, password, lang: 'en' },
  });
  const [user] = await queryDatabase<{ id: string }>(
    system,
    `update auth."user" set "emailVerified" = true where email = $1 returning id`,
    [email],
  );
  const userId = user?.id ?? '';
  await queryDatabase(
    system,
    `insert into memberships (organization_id, user_id, role) select id, $1, 'USER' from organizations where name = $2`,
    [userId, account.organization],
  );
  const { id, revision } = await system.api.call(permissionGroupsCalls.create, { body: { name: 'Guards' } });
  const changes = (['LocationView', 'CameraView', 'CoreView'] as const).map((permission) => ({
    action: 'changePermission' as const,
    permission,
    entityId: site.locationId,
    isAllowed: true,
  }));
  await system.api.call(permissionGroupsCalls.change, { params: { id }, body: { changes, revision } });
  const setUsers = async (users: string[]): Promise<unknown> => {
    const { revision: now } = await system.api.call(permissionGroupsCalls.get, { params: { id } });
    return system.api.call(permissionGroupsCalls.setUsers, { params: { id }, body: { users, revision: now } });
  };
  await setUsers([userId]);
  return { userId, revoke: () => setUsers([]) };
};

test('with the last right everything that it showed leaves the screens, and who is taken out of the organization is told so', async () => {
  const { userId, revoke } = await makeGuard();
  const { page: camera, context } = await openPage(browser, system.url, english);
  await camera.goto('/');
  await camera.locator('input[type=email]').fill(guard.email);
  await camera.locator('input[type=password]').fill(guard.password);
  await camera.locator('button[type=submit]').click();
  await camera.waitForURL(/\/location\//);
  const [home, list] = [await context.newPage(), await context.newPage()];
  await home.goto('/location/home');
  await list.goto('/location/list');
  await camera.goto(`/camera/${cameraId}`);
  for (const one of [home, list, camera]) await one.getByText('Gate').first().waitFor(soonMs);
  await camera.locator('[data-testid=video-tile][data-phase=live]').waitFor(soonMs);
  await revoke();
  for (const one of [home, list, camera])
    await expect.poll(() => one.getByText('Gate').count(), { timeout: 20_000 }).toBe(0);
  await camera.locator('[data-testid=video-tile]').waitFor({ state: 'detached', ...noticed });
  await system.api.call(usersCalls.remove, { params: { id: userId } });
  for (const one of [home, list, camera]) {
    await one.getByText(`You no longer have access to ${account.organization}`).waitFor(soonMs);
    expect(await one.getByText('Connection lost', { exact: false }).count()).toBe(0);
  }
  if (shots) await home.screenshot({ path: join(shots, 'access-ended.png') });
  // Nobody is told of a lost connection later either: the server is there, and has nothing to tell.
  await camera.bringToFront();
  await expect.poll(() => stale(camera).count(), { timeout: 5_000 }).toBe(0);
  await context.close();
});

test('a core that is gone takes its cameras and its site along', async () => {
  await system.edge.stop();
  await page.goto(`/camera/${cameraId}`);
  await shown('Offline').waitFor(soonMs);
  await page
    .locator('[data-testid=video-tile]')
    .getByText(/^Core offline since/)
    .waitFor(soonMs);
  const camera = await system.api.call(camerasCalls.get, { params: { id: cameraId } });
  expect(camera.status).toMatchObject({ state: 'offline', part: 'edge', cause: 'core_offline' });
  const range = { fromUtcMs: Date.now() - 1000, toUtcMs: Date.now() };
  await eventually(async () => {
    const { status } = await system.api.call(statusCalls.ofLocation, { params: { id: site.locationId }, query: range });
    expect(status.state).toBe('offline');
  });
});

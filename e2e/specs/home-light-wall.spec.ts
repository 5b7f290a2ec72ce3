import { homeCalls } from '@sightline/contracts/home/home.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, waitForPictures } from '../fixtures/system.ts';
import type { Site, System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const others: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

let system: System;
let site: Site;
let gateId: string;
let browser: Browser;
let page: Page;
let complaints: string[];
/** How many figures stood there before there was a camera. */
let saidBefore: number;

const look = async (from: Page, name: string): Promise<void> => {
  if (shots !== undefined) await from.screenshot({ path: join(shots, `home-light-wall-${name}.png`) });
};

beforeAll(async () => {
  system = await startSystem();
  site = await setUpSite(system);
  for (const name of ['gate', 'yard']) {
    await system.cameras.addStream(name, { file: await testMedia('h264-720') });
    await system.cameras.addStream(`${name}-sub`, { file: await testMedia('h264-sub') });
  }
  const urls = (name: string) => ({ main: system.cameras.url(name), sub: system.cameras.url(`${name}-sub`) });
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, english));
  await signIn(page);
  // Before there is a camera nothing is said of recordings.
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
  saidBefore = await facts().count();
  gateId = (await addCamera(system, site, { name: 'Gate', ...urls('gate') })).id;
  // It has no small stream.
  const yard = await addCamera(system, site, { name: 'Yard', main: urls('yard').main });
  await waitForCamera(system, yard.id, 'online');
  await waitForCamera(system, gateId, 'online');
  // It hangs: it answers, but no picture comes, until the core has noticed.
  system.cameras.faults('gate').freeze('media');
  await eventually(async () => {
    const { longestGap } = await system.api.call(homeCalls.facts, {});
    if (longestGap?.isOpen !== true || longestGap.cameraId !== gateId) throw new Error(JSON.stringify(longestGap));
  }, 60_000);
  system.cameras.faults('gate').clear();
  await waitForPictures(system, gateId);
  await eventually(async () => {
    const { longestGap } = await system.api.call(homeCalls.facts, {});
    if (longestGap?.isOpen !== false || longestGap.cameraId !== gateId) throw new Error(JSON.stringify(longestGap));
  }, 60_000);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const tile = (name: string): Locator =>
  page.getByRole('link', { name: new RegExp(name) }).filter({ has: page.locator('img') });
const ribbon = (name: string): Locator => page.getByRole('slider', { name: new RegExp(`Last 24 hours of ${name}`) });
const facts = (): Locator => page.getByRole('region', { name: 'Last 24 hours' });
const home = (): Promise<unknown> => page.goto('/location/home');
const atOf = (): number => Number(new URL(page.url()).searchParams.get('at'));

test('says how the last day was recorded, never that all of it was while a gap is known, and nothing without cameras', async () => {
  expect(saidBefore).toBe(0);
  await home();
  const gap = facts().getByRole('link', { name: /Longest gap.*Gate/ });
  await gap.waitFor();
  await facts()
    .getByText(/^\d+(\.\d)?%$/)
    .waitFor();
  expect(await facts().getByText('100%').count()).toBe(0);
  await facts().getByText('2 cameras').or(facts().getByText('cameras')).first().waitFor();
  await facts().getByText('1 / 1').waitFor();
});

test('has one search with its key, one button to add, no tree of a single site and no question about notifications', async () => {
  await home();
  await tile('Gate').waitFor();
  expect(await page.getByRole('button', { name: 'Find anything Ctrl K' }).count()).toBe(1);
  await page.getByText('Ctrl K').waitFor();
  expect(await page.getByRole('tree').count()).toBe(0);
  expect(await page.getByText('Turn on notifications').count()).toBe(0);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Add camera', 'Add site', 'Add core']);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Changed today' }).waitFor();
  await page
    .getByText(/added the camera/)
    .first()
    .waitFor();
});

test('a picture comes alive under the pointer and at the keyboard, and is a picture again afterwards', async () => {
  await home();
  await tile('Yard').waitFor();
  const alive = page.locator('[data-tile-live=true]');
  expect(await alive.count()).toBe(0);
  await tile('Yard').hover();
  await alive.waitFor({ timeout: 20_000 });
  await look(page, 'alive');
  await page.mouse.move(700, 5);
  await expect.poll(() => page.locator('[data-tile-live]').count()).toBe(0);
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  for (
    let press = 0;
    press < 30 && !(await tile('Gate').evaluate((link) => link === link.ownerDocument.activeElement));
    press++
  )
    await page.keyboard.press('Tab');
  await alive.waitFor({ timeout: 20_000 });
  await page.keyboard.press('Escape');
});

test('watching a camera is one step from home', async () => {
  await home();
  await tile('Yard').click({ timeout: 20_000 });
  await page.waitForURL(/\/camera\//);
  const live = page.locator('[data-testid=video-tile][data-phase=live]');
  await live.waitFor({ timeout: 20_000 });
  expect(await live.count()).toBe(1);
});

test('why there is a gap stands at home, and its moment is one step from there, by pointer and by keyboard', async () => {
  const { longestGap } = await system.api.call(homeCalls.facts, {});
  for (const act of ['click', 'key'] as const) {
    await home();
    const gap = facts().getByRole('link', { name: /Longest gap.*Gate/ });
    await gap.getByText(/Camera (stopped sending|sent nothing)/).waitFor();
    if (act === 'click') await gap.click();
    else await gap.press('Enter');
    await page.waitForURL(/\/camera\//);
    expect(atOf()).toBe(longestGap?.fromUtcMs);
    await page.getByRole('heading', { level: 1, name: 'Gate' }).waitFor({ timeout: 20_000 });
  }
});

test('the ribbon says of each moment what there is, shows its picture and plays there, by pointer and by keyboard', async () => {
  await home();
  await ribbon('Gate').waitFor();
  const box = await ribbon('Gate').boundingBox();
  if (box === null) throw new Error('no ribbon');
  // The last ten minutes are the last 144th; the gap is in it.
  await page.mouse.move(box.x + box.width - 1, box.y + box.height - 3);
  await ribbon('Gate')
    .getByText(/No recording/)
    .waitFor();
  await look(page, 'ribbon');
  await page.mouse.click(box.x + box.width - 1, box.y + box.height - 3);
  await page.waitForURL(/\/camera\/.*at=/);
  expect(Math.abs(atOf() - Date.now())).toBeLessThan(30 * 60_000);
  await home();
  await ribbon('Gate').waitFor();
  await ribbon('Gate').focus();
  await ribbon('Gate').press('ArrowLeft');
  expect(await ribbon('Gate').getAttribute('aria-valuetext')).toMatch(/\. /);
  await ribbon('Gate').press('End');
  expect(await ribbon('Gate').getAttribute('aria-valuetext')).toMatch(/No recording/);
  await ribbon('Gate').press('Enter');
  await page.waitForURL(/\/camera\/.*at=/);
});

test('asks about notifications only where alerts are waited for', async () => {
  const permission = await page.evaluate<string>('Notification.permission');
  await page.goto('/alert/monitoring');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const asked = page.getByText('Turn on notifications');
  if (permission === 'default') await asked.waitFor();
  expect(await asked.count()).toBe(permission === 'default' ? 1 : 0);
});

test('has no faults in both languages and themes, on phones, on wide screens and enlarged', async () => {
  const at = async (of: Page, view: View, name: string): Promise<void> => {
    await of.goto('/location/home');
    await of.getByRole('link', { name: /Gate/ }).first().waitFor({ timeout: 30_000 });
    await of.waitForLoadState('networkidle');
    await look(of, name);
    expect(await pageFaults(of, view), name).toEqual([]);
    expect(await strayNames(of), name).toEqual([]);
  };
  await at(page, english, 'en-light-1440');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await at(page, english, 'en-light-1920');
  // A screen of 1440 at twice the size.
  await page.setViewportSize({ width: 720, height: 450 });
  await at(page, english, 'en-light-zoom');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const view of others) {
    const opened = await openPage(browser, system.url, view);
    await signIn(opened.page);
    await at(opened.page, view, `${view.language}-${view.theme}-${String(view.width)}`);
    expect(opened.complaints).toEqual([]);
    await opened.page.context().close();
  }
  expect(complaints).toEqual([]);
});

import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';

/** Home on a phone: alerts that nobody took, then what needs attention, then figures and sites. */
const phones: View[] = [
  { language: 'en', theme: 'dark', width: 390, isTouched: true },
  { language: 'he', theme: 'light', width: 390, isTouched: true },
];
const [phone] = phones as [View];
const desk1440: View = { language: 'en', theme: 'light', width: 1440 };
const slow = { timeout: 20_000 };
const shots = process.env['SIGHTLINE_SHOTS'];
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };

let desk: AlertDesk;
let browser: Browser;
let ruleId: string;
let criticalId: string;

beforeAll(async () => {
  desk = await startAlertDesk();
  await desk.server.api.call(locationsCalls.create, { body: { name: 'South yard', timeZone: 'Europe/Rome' } });
  ruleId = (await desk.rule()).id;
  await desk.member(gil, ['LocationView', 'CameraView', 'PlaybackView']);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await desk.stop();
});

const alerts = (page: Page): Locator => page.getByRole('region', { name: /^Alerts/ });
const attention = (page: Page): Locator => page.getByRole('region', { name: /^Needs attention/ });
const place = (page: Page): Locator => page.getByRole('link', { name: /^Alerts/ });
const site = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const topOf = async (of: Locator): Promise<number> => (await of.boundingBox(slow))?.y ?? Number.NaN;

test('says nothing of alerts while none waits', async () => {
  const { page, complaints } = await openAs(browser, desk.server, { view: phone });
  await page.goto('/location/home');
  await site(page, 'North yard').waitFor(slow);
  await page.waitForLoadState('networkidle');
  expect(await alerts(page).count()).toBe(0);
  expect(await place(page).innerText()).toBe('Alerts');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('tells of the worst alerts first as they come, above what needs attention and all sites, until somebody takes them', async () => {
  const { page, complaints } = await openAs(browser, desk.server, { view: phone });
  await page.goto('/location/home');
  await site(page, 'North yard').waitFor(slow);
  await desk.open(ruleId, 2);
  const critical = await desk.rule({ name: 'Fence', severity: 'critical' });
  [criticalId = ''] = await desk.open(critical.id);
  await alerts(page).getByRole('listitem').getByText('Gate').waitFor(slow);
  // Two warnings wait as well; the critical one is what is shown of them.
  await expect.poll(() => alerts(page).getByRole('heading').innerText(), slow).toMatch(/Alerts\s*3/);
  expect(await alerts(page).getByRole('listitem').count()).toBe(1);
  await expect.poll(() => place(page).innerText(), slow).toMatch(/3/);
  desk.core.disconnect();
  await attention(page).getByText('Core 1').first().waitFor({ timeout: 60_000 });
  expect(await topOf(alerts(page))).toBeLessThan(await topOf(attention(page)));
  expect(await topOf(attention(page))).toBeLessThan(await topOf(site(page, 'North yard')));
  expect(complaints).toEqual([]);
  await page.getByRole('link', { name: /Show all 3/ }).waitFor();
  await alerts(page).getByRole('listitem').getByRole('link').click();
  await page.waitForURL(new RegExp(`/alert/monitoring\\?alert=${criticalId}`));
  const { revision } = await desk.server.api.call(alertsCalls.get, { params: { id: criticalId } });
  await desk.server.api.call(alertsCalls.take, { params: { id: criticalId }, body: { revision } });
  await page.goto('/location/home');
  await expect.poll(() => alerts(page).getByRole('listitem').count(), slow).toBe(2);
  await page.context().close();
});

test('several sites are a line each until they are opened, and stay so', async () => {
  const { page } = await openAs(browser, desk.server, { view: phone });
  await page.goto('/location/home');
  const north = site(page, 'North yard');
  const picture = north.locator('a[href^="/camera/"]').first();
  await north.waitFor(slow);
  expect(await picture.isVisible()).toBe(false);
  await north.getByRole('button', { name: 'North yard', exact: true }).click();
  await picture.waitFor(slow);
  await page.reload();
  await picture.waitFor(slow);
  await page.context().close();
});

test('somebody who may not handle alerts hears nothing of them', async () => {
  const { page, complaints } = await openAs(browser, desk.server, { view: phone, who: gil });
  await page.goto('/location/home');
  await site(page, 'North yard').waitFor(slow);
  await page.waitForLoadState('networkidle');
  expect(await alerts(page).count()).toBe(0);
  expect(await place(page).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test.each([...phones, desk1440])('everybody can read it in $language, $theme, $width wide', async (view) => {
  const { page } = await openAs(browser, desk.server, { view });
  await page.goto('/location/home');
  await page.locator('section[aria-label]').first().waitFor(slow);
  await page.waitForLoadState('networkidle');
  if (shots !== undefined)
    await page.screenshot({ path: join(shots, `home-phone-${view.language}-${String(view.width)}.png`) });
  expect(await pageFaults(page, view)).toEqual([]);
  expect(await strayNames(page)).toEqual([]);
  await page.context().close();
});

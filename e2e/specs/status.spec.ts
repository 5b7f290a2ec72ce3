import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { statusCalls } from '@sightline/contracts/status/status.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type Site, type System } from '../fixtures/system.ts';

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
  await dialog.getByText(/of the time online/).waitFor();
  await dialog.getByRole('row', { name: /Unhealthy.*The sub-stream is offline\./ }).waitFor();
  await dialog.getByText('30 days', { exact: true }).click();
  await eventually(async () => expect(await dialog.getByRole('img', { name: /: .*online$|: not connected$/ }).count()).toBe(30));
});

test.each(views)('reads well in $language, $theme, $width wide', async (view) => {
  const { page: own, complaints } = await openPage(browser, system.url, view);
  await signIn(own);
  await own.goto(`/camera/${cameraId}`);
  await own.locator('header button[aria-haspopup="dialog"]').first().click();
  await own.getByRole('dialog').getByRole('table').waitFor();
  if (shots) await own.screenshot({ path: join(shots, `status-camera-${view.language}-${view.theme}-${String(view.width)}.png`) });
  expect(await pageFaults(own, view)).toEqual([]);
  await own.goto(`/edge-edit/${site.edgeId}`);
  await own.locator('svg[role=img][direction=ltr]').first().scrollIntoViewIfNeeded();
  if (shots) await own.screenshot({ path: join(shots, `status-core-${view.language}-${view.theme}-${String(view.width)}.png`) });
  expect(await pageFaults(own, view)).toEqual([]);
  await own.goto('/location/home');
  await own.getByText('North yard').first().waitFor();
  if (shots) await own.screenshot({ path: join(shots, `status-home-${view.language}-${view.theme}-${String(view.width)}.png`) });
  expect(complaints).toEqual([]);
  await own.context().close();
});

test('a core that is gone takes its cameras and its site along', async () => {
  await system.edge.stop();
  await page.goto(`/camera/${cameraId}`);
  await shown('Offline').waitFor(soonMs);
  const camera = await system.api.call(camerasCalls.get, { params: { id: cameraId } });
  expect(camera.status).toMatchObject({ state: 'offline', part: 'edge', cause: 'core_offline' });
  const range = { fromUtcMs: Date.now() - 1000, toUtcMs: Date.now() };
  await eventually(async () => {
    const { status } = await system.api.call(statusCalls.ofLocation, { params: { id: site.locationId }, query: range });
    expect(status.state).toBe('offline');
  });
});

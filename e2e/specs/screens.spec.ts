import { testMedia } from '@sightline/testing/cameras/test-media';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { View } from '../fixtures/browser.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { endsShaded, pageFaults } from '../fixtures/page-faults.ts';
import type { System } from '../fixtures/system.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

const views: View[] = [
  { language: 'en', theme: 'light', width: 390 },
  { language: 'he', theme: 'dark', width: 1440 },
];

const paths = [
  '/cameras',
  '/location/list?of=sites',
  '/location/list?of=cores',
  '/location/map',
  '/location/floors',
  '/location/roll-outs',
  '/cameras/add',
  '/archive/main',
  '/settings/details',
  '/account/details',
  '/start',
  '/organization/create-organization/step1',
  '/help',
  '/support',
  '/terms',
  '/privacy',
  '/public',
  '/not-found',
  '/no-access',
];
const developerPaths = [
  '/logs',
  '/developer/environment',
  '/developer/heartbeats',
  '/developer/analytics',
  '/developer/alerts',
  '/developer/motion-vectors',
  '/developer/thumbnails',
  '/developer/live-rooms',
  '/developer/search-canvas',
  '/developer/search-grid',
];

const editParts = [
  'general',
  'streams',
  'objects',
  'recognition',
  'privacy',
  'recording',
  'search',
  'assets',
  'network',
];

const partsOfCore = [
  'core',
  'thumbnails',
  'network',
  'storage',
  'heartbeats',
  'logs',
  'software',
  'recovery',
  'sync',
  'delete',
];

let system: System;
let browser: Browser;
let cameraId: string;
let edgeId: string;
let locationId: string;

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  const camera = await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') });
  await addCamera(system, site, { name: 'Gate', main: system.cameras.url('nothing-here') });
  cameraId = camera.id;
  ({ edgeId, locationId } = site);
  await waitForCamera(system, cameraId, 'online');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

describe.each(views)('in $language, $theme, $width wide', (view) => {
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    ({ page, complaints } = await openPage(browser, system.url, view));
  });

  afterAll(async () => {
    await page.context().close();
  });

  test('signs in on a page that everybody can read', async () => {
    await page.goto('/');
    await page.locator('input[type=password]').waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
    await page.locator('input[type=email]').fill(account.email);
    await page.locator('input[type=password]').fill(account.password);
    await page.locator('button[type=submit]').click();
    await page.getByText('Yard').first().waitFor();
  });

  test('ROUTE-057 ROUTE-060 shows the devices with the state of each camera in words', async () => {
    await page
      .getByText(view.language === 'he' ? 'מנותקת' : 'Offline')
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
    await page.goto('/location/list');
    await page.getByText('Yard').first().waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
  });

  test('ROUTE-022 shows a camera, its picture and its timeline', async () => {
    await page.goto(`/camera/${cameraId}`);
    await page.locator('[data-shows=live]').waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
  });

  test('ROUTE-027 shows a core with all that can be done to it', async () => {
    await page.goto(`/edge-edit/${edgeId}`);
    await page.locator('header h1').waitFor();
    await page.locator(`header a[href*="/cameras/add?core=${edgeId}"]`).waitFor();
    const tabs = page.getByRole('tablist');
    expect(await tabs.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.getAttribute('data-tab')))).toEqual(
      partsOfCore,
    );
    expect(await pageFaults(page, view)).toEqual([]);
    expect(await endsShaded(page, tabs)).toEqual(view.width < 600 ? [false, true] : [false, false]);
    for (const part of await page.locator('header h1, header button, header a').filter({ visible: true }).all()) {
      const box = await part.boundingBox();
      expect(box && box.x >= 0 && box.width > 20 && box.x + box.width <= view.width, await part.innerText()).toBe(true);
    }
  });

  // Pages of those who develop are made for desks.
  test.each(view.width < 600 ? paths : [...paths, ...developerPaths])(
    'I18N-008 ROUTE-016 ROUTE-058 ROUTE-059 ROUTE-071 ROUTE-089 shows %s',
    async (path) => {
      await page.goto(path);
      await page.locator('h1, h2').first().waitFor();
      expect(await pageFaults(page, view)).toEqual([]);
    },
  );

  test('ROUTE-028 shows a site that is changed', async () => {
    await page.goto(`/edit-location/${locationId}`);
    await page.locator('h1').first().waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
  });

  test('ROUTE-075 shows the search for things, and what narrows it', async () => {
    await page.goto('/search');
    await page.locator('[data-testid=search-results] h2').waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
    await page.goto('/search?class=person&colour=red&stay=10-&plate=AB12');
    await page.locator('[data-testid=active-filters]').waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
  });

  test('shows the search for motion over the picture of a camera', async () => {
    await page.goto(`/search?tab=motion&camera=${cameraId}`);
    await page.locator('[data-testid=motion-grid]').waitFor();
    await page.locator('[data-testid=motion-runs]').waitFor();
    expect(await pageFaults(page, view)).toEqual([]);
  });

  // All parts once on a desk and once on a phone, in the two languages.
  test.each(view.theme === 'dark' ? editParts : ['recording'])(
    'ROUTE-026 shows the part %s of a camera that is changed',
    async (tab) => {
      await page.goto(`/camera-edit/${cameraId}?tab=${tab}`);
      await page.locator('[role=tabpanel]').waitFor();
      expect(await pageFaults(page, view)).toEqual([]);
    },
  );

  test('ROUTE-026 shows what is looked for in a camera, with a zone on its picture', async () => {
    await page.goto(`/camera-edit/${cameraId}?tab=zones`);
    await page.locator('[role=tabpanel] section button').last().click();
    const corner = page.locator('[data-testid=zone-picture] button').first();
    const picture = page.locator('[data-testid=zone-picture]');
    const [from, frame] = [await corner.boundingBox(), await picture.boundingBox()];
    await corner.press('ArrowRight');
    await expect
      .poll(async () => ((await corner.boundingBox())?.x ?? 0) - (from?.x ?? 0))
      .toBeCloseTo((frame?.width ?? 0) / 100, 0);
    expect(await pageFaults(page, view)).toEqual([]);
  });

  test('leaves no complaint in the console', () => {
    expect(complaints).toEqual([]);
  });
});

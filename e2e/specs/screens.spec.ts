import { testMedia } from '@sightline/testing/cameras/test-media';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { View } from '../fixtures/browser.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import type { System } from '../fixtures/system.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

const views: View[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];

const paths = [
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
  '/developer/search-canvas',
  '/developer/search-grid',
];

let system: System;
let browser: Browser;
let cameraId: string;
let edgeId: string;
let locationId: string;
let axe: string;

interface Finding {
  id: string;
  nodes: string[];
}

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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

/** Findings of the accessibility checker on what is shown now, WCAG 2.2 A and AA. */
async function findings(page: Page): Promise<Finding[]> {
  await page.evaluate(axe);
  return page.evaluate<Finding[]>(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')) })))`);
}

/** English sentences (three words or more) that a Hebrew screen shows; names and what a core wrote itself are marked as not to be translated. */
const englishSentences = `[...document.querySelectorAll('body *')]
  .filter((element) => element.children.length === 0 && element.getClientRects().length > 0 && element.closest('[translate=no]') === null)
  .map((element) => element.textContent.trim())
  .filter((text) => /[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}/.test(text) && !/\\.\\/sightline|https?:/.test(text))`;

/** Everything that is wrong with what the page shows now; empty when nothing is. */
async function faults(page: Page, view: View): Promise<unknown[]> {
  const found: unknown[] = await findings(page);
  const direction = await page.evaluate('document.documentElement.dir');
  if (direction !== (view.language === 'he' ? 'rtl' : 'ltr')) found.push({ direction });
  if (!(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'))) found.push('the page is wider than the screen');
  if (view.language === 'he') found.push(...(await page.evaluate<string[]>(englishSentences)));
  return found;
}

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
    expect(await faults(page, view)).toEqual([]);
    await page.locator('input[type=email]').fill(account.email);
    await page.locator('input[type=password]').fill(account.password);
    await page.locator('button[type=submit]').click();
    await page.getByText('Yard').first().waitFor();
  });

  test('ROUTE-057 ROUTE-060 shows the devices with the state of each camera in words', async () => {
    await page
      .getByText(view.language === 'he' ? 'מנותקת' : 'Offline')
      .first()
      .waitFor();
    expect(await faults(page, view)).toEqual([]);
    await page.goto('/location/list');
    await page.getByText('Yard').first().waitFor();
    expect(await faults(page, view)).toEqual([]);
  });

  test('ROUTE-022 shows a camera, its picture and its timeline', async () => {
    await page.goto(`/camera/${cameraId}`);
    await page.locator('[data-shows=live]').waitFor();
    expect(await faults(page, view)).toEqual([]);
  });

  test('ROUTE-027 shows a core with all that can be done to it', async () => {
    await page.goto(`/edge-edit/${edgeId}`);
    await page.locator('header h1').waitFor();
    expect(await faults(page, view)).toEqual([]);
    for (const part of await page.locator('header h1, header button, header a').all()) {
      const box = await part.boundingBox();
      expect(box && box.x >= 0 && box.width > 20 && box.x + box.width <= view.width, await part.innerText()).toBe(true);
    }
  });

  // Pages of those who develop are made for desks.
  test.each(view.width < 600 ? paths : [...paths, ...developerPaths])('I18N-008 ROUTE-016 ROUTE-071 ROUTE-089 shows %s', async (path) => {
    await page.goto(path);
    await page.locator('h1, h2').first().waitFor();
    expect(await faults(page, view)).toEqual([]);
  });

  test('ROUTE-028 shows a site that is changed', async () => {
    await page.goto(`/edit-location/${locationId}`);
    await page.locator('h1').first().waitFor();
    expect(await faults(page, view)).toEqual([]);
  });

  test('ROUTE-075 shows the search for things, and what narrows it', async () => {
    await page.goto('/search');
    await page.locator('[data-testid=search-results] h2').waitFor();
    expect(await faults(page, view)).toEqual([]);
    await page.goto('/search?class=person&colour=red&stay=10-&plate=AB12');
    await page.locator('[data-testid=active-filters]').waitFor();
    expect(await faults(page, view)).toEqual([]);
  });

  test('shows the search for motion over the picture of a camera', async () => {
    await page.goto(`/search?tab=motion&camera=${cameraId}`);
    await page.locator('[data-testid=motion-grid]').waitFor();
    await page.locator('[data-testid=motion-runs]').waitFor();
    expect(await faults(page, view)).toEqual([]);
  });

  test('ROUTE-026 shows what is looked for in a camera, with a zone on its picture', async () => {
    await page.goto(`/camera-edit/${cameraId}`);
    await page.locator('fieldset button').last().click();
    const corner = page.locator('[data-testid=zone-picture] button').first();
    const picture = page.locator('[data-testid=zone-picture]');
    const [from, frame] = [await corner.boundingBox(), await picture.boundingBox()];
    await corner.press('ArrowRight');
    await expect.poll(async () => ((await corner.boundingBox())?.x ?? 0) - (from?.x ?? 0)).toBeCloseTo((frame?.width ?? 0) / 100, 0);
    expect(await faults(page, view)).toEqual([]);
  });

  test('leaves no complaint in the console', () => {
    expect(complaints).toEqual([]);
  });
});

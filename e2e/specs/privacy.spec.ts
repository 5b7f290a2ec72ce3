import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { readFrameCounter } from '@sightline/testing/cameras/frame-counter';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import type { View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { readPicture } from '../fixtures/picture.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForPictures } from '../fixtures/system.ts';
import type { System } from '../fixtures/system.ts';

/** The top of the picture, where the test camera counts its frames, hidden behind one colour. */
const counterArea = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 0.17 },
  { x: 0, y: 0.17 },
];
const views: View[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

let system: System;
let cameraId: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-720') });
  await system.cameras.addStream('small', { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  cameraId = (
    await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate'), sub: system.cameras.url('small') })
  ).id;
  await waitForPictures(system, cameraId);
  browser = await openBrowser();
  ({ page } = await openPage(browser, system.url, views[0]!));
  await signIn(page);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

/** What the counter of the picture on screen says; null when it cannot be read. */
const counterOnScreen = async (): Promise<number | null> => {
  const picture = await readPicture(page);
  return picture === null ? null : readFrameCounter(Uint8Array.from(picture.luma), { width: 160, height: 90 });
};
const seesCounter = (sees: boolean): Promise<void> =>
  eventually(async () => {
    if ((await readPicture(page)) === null) throw new Error('there is no picture');
    if (((await counterOnScreen()) !== null) !== sees) throw new Error(`the counter is ${sees ? 'hidden' : 'seen'}`);
  }, 20_000);
const look = async (name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `privacy-${name}.png`) });
};
const chip = (kind: 'masked' | 'originals') => page.locator(`[data-privacy=${kind}]`);

test('an open picture is hidden as soon as an area is, without being opened anew', async () => {
  await page.goto(`/camera/${cameraId}`);
  await seesCounter(true);
  expect(await chip('masked').count()).toBe(0);
  await system.api.call(camerasCalls.updateSettings, {
    params: { id: cameraId },
    body: { privacy: { zones: [counterArea], privacyType: 'fill' } },
  });
  await chip('masked').waitFor({ timeout: 20_000 });
  await seesCounter(false);
  expect(await chip('masked').textContent()).toBe('Parts of the picture are hidden');
  await look('masked-en');
});

test('what was recorded before is played without it, and so are the pictures of the timeline', async () => {
  await eventually(async () => {
    const toUtcMs = Date.now();
    const { recorded } = await system.api.call(recordingsCalls.coverage, {
      params: { id: cameraId },
      query: { fromUtcMs: toUtcMs - 600_000, toUtcMs, buckets: 10 },
    });
    if (recorded.length === 0) throw new Error('nothing is recorded yet');
  }, 20_000);
  await page.getByRole('slider', { name: 'Playback time' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-shows=footage]').waitFor({ timeout: 20_000 });
  await chip('masked').waitFor();
  await seesCounter(false);
  expect(await counterOnScreen()).toBeNull();
  await look('playback-en');
  await page
    .getByRole('button', { name: /^Live|Go live/ })
    .first()
    .click();
  await page.locator('[data-shows=live]').waitFor({ timeout: 20_000 });
});

test('the original is shown to whoever may see it, says that it is logged, and is', async () => {
  await page.getByTestId('video-tile').hover();
  await page.getByRole('button', { name: 'Show original (viewing is logged)' }).click();
  await chip('originals').waitFor({ timeout: 20_000 });
  await seesCounter(true);
  await look('originals-en');
  const { items } = await system.api.call(auditCalls.findByFilter, { query: {}, body: { events: ['originals.view'] } });
  expect(items.map(({ entityId, entityName }) => [entityId, entityName])).toEqual([[cameraId, 'Gate']]);
  await page.getByTestId('video-tile').hover();
  await page.getByRole('button', { name: 'Hide parts of the picture again' }).click();
  await chip('masked').waitFor({ timeout: 20_000 });
  await seesCounter(false);
});

test('the viewer says so in Hebrew on a narrow screen too', async () => {
  const { context, page: narrow, complaints } = await openPage(browser, system.url, views[1]!);
  await signIn(narrow);
  await narrow.goto(`/camera/${cameraId}`);
  await narrow.locator('[data-privacy=masked]').waitFor({ timeout: 20_000 });
  expect(await narrow.locator('[data-privacy=masked]').textContent()).toBe('חלקים מהתמונה מוסתרים');
  expect(await narrow.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  if (shots !== undefined) await narrow.screenshot({ path: join(shots, 'privacy-masked-he.png') });
  expect(complaints).toEqual([]);
  await context.close();
});

import type { Event } from '@sightline/contracts/events/event';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBrightSquarePack } from '../../apps/edge/testing/analyse/bright-square-pack.fixture.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { waitForAnalysis, waitForEvent } from '../fixtures/events.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

/** Search over what a real core saw and recorded: a bright square that walks through the picture, taken for a person. */
let packs: string;
let system: System;
let browser: Browser;
let page: Page;
let complaints: string[];
let cameraId: string;
let walk: Event;

beforeAll(async () => {
  packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  await writeBrightSquarePack(join(packs, 'bright-square'));
  system = await startSystem({ edgeArgs: ['--model-packs', packs, '--no-model-fetch'] });
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
  await waitForAnalysis(system, site, cameraId);
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, { language: 'en', theme: 'dark', width: 1440 }));
  await signIn(page);
  walk = await waitForEvent(
    { system, cameraId },
    ({ phase, dwellMs }) => phase === 'closed' && dwellMs > 8_000,
    60_000,
  );
});

afterAll(async () => {
  await browser.close();
  await system.stop();
  await rm(packs, { recursive: true, force: true });
});

/** Waits until a part of the page is seen. */
const expectSeen = async (part: Locator, timeout = 10_000): Promise<void> => {
  await part.waitFor({ timeout });
  expect(await part.count()).toBeGreaterThan(0);
};

/** Runs in the page, so it is text: what the shown video is playing, or null. */
const playing = (testId: string): string => `(() => {
  const video = document.querySelector('[data-testid="${testId}"][data-shown="true"] video, [data-testid="${testId}"] [data-shown="true"] video');
  return video && video.videoWidth > 0 ? { frames: video.getVideoPlaybackQuality().totalVideoFrames, muted: video.muted } : null;
})()`;

interface Playing {
  frames: number;
  muted: boolean;
}

test('a pointer that rests on a result plays its footage, silent, and leaving ends it', async () => {
  await page.goto('/search');
  const card = page.locator(`[data-event="${walk.id}"]`);
  await card.locator('img').first().waitFor();
  await card.hover();
  const first = await eventually(async () => {
    const now = await page.evaluate<Playing | null>(playing('event-preview'));
    if (!now) throw new Error('nothing plays');
    return now;
  }, 15_000);
  expect(first.muted).toBe(true);
  await eventually(async () => {
    const now = await page.evaluate<Playing | null>(playing('event-preview'));
    if (!now || now.frames < first.frames + 10) throw new Error('the picture stands still');
  }, 10_000);
  await page.mouse.move(5, 5);
  await page.getByTestId('event-preview').waitFor({ state: 'detached' });
});

/** Runs in the page, so it is text: how far the middle of the box lies from the middle of what is bright in its band, in picture widths. */
const boxOff = `(() => {
  const stage = document.querySelector('[data-testid="event-stage"][data-shown="true"]');
  const box = stage?.querySelector('[data-testid="event-box"]');
  const video = stage?.querySelector('video');
  if (!box || !video || video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [160, 90];
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0, 160, 90);
  const { data } = context.getImageData(0, 58, 160, 10);
  let [sum, count] = [0, 0];
  for (let index = 0; index < data.length; index += 4) if (data[index] > 184) { sum += (index / 4) % 160; count += 1; }
  const place = video.getBoundingClientRect();
  const drawn = box.getBoundingClientRect();
  return count === 0 ? null : Math.abs((drawn.x + drawn.width / 2 - place.x) / place.width - (sum / count + 0.5) / 160);
})()`;

test('the facts show the whole picture at the best moment, with the box on the thing', async () => {
  await page.locator(`[data-event="${walk.id}"]`).click();
  const off = await eventually(async () => {
    const now = await page.evaluate<number | null>(boxOff);
    if (now === null) throw new Error('no picture with a box');
    return now;
  }, 15_000);
  expect(off).toBeLessThan(0.06);
  await page.getByRole('button', { name: 'Play here' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('event-detail').waitFor({ state: 'detached' });
});

test('"Play" leads to that moment on the page of the camera', async () => {
  await page.goto(`/search?event=${walk.id}`);
  await page.getByTestId('event-detail').getByRole('link', { name: 'Play', exact: true }).click();
  await page.waitForURL(new RegExp(`/camera/${cameraId}\\?at=${walk.startedAtUtcMs}`));
  await expectSeen(page.locator('[data-shows="footage"]'));
});

test('motion in a region is found in what was noted, with a picture of the moment', async () => {
  await page.goto(`/search?tab=motion&range=hour&level=1&camera=${cameraId}`);
  await expectSeen(page.getByTestId('motion-run').first());
  await expectSeen(page.getByTestId('motion-run').locator('img').first());
  // The square walks between 60 and 80 % of the height, the counter stands at the top; between them nothing moves.
  await page.goto(
    `/search?tab=motion&range=hour&level=1&camera=${cameraId}&cells=${'0'.repeat(12)}ffff${'0'.repeat(20)}`,
  );
  await expectSeen(page.getByRole('heading', { name: 'No motion here' }));
});

test('who walks now is on the screen while he walks', async () => {
  await page.goto('/search');
  await page.mouse.move(5, 5);
  await expectSeen(page.getByTestId('event-card').filter({ hasText: 'Now' }).first(), 20_000);
});

test('and nothing was complained of', () => {
  expect(complaints).toEqual([]);
});

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { fingersOn } from '../fixtures/fingers.ts';
import { coverageOf, recordedMs } from '../fixtures/footage.ts';
import { pressAt } from '../fixtures/keyboard.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type System } from '../fixtures/system.ts';

const desk: View = { language: 'en', theme: 'light', width: 1440 };
const phones: View[] = [
  { language: 'en', theme: 'dark', width: 390, isTouched: true },
  { language: 'he', theme: 'light', width: 390, isTouched: true },
];
const [phone] = phones as [View];
const shots = process.env['SIGHTLINE_SHOTS'];
const slow = { timeout: 20_000 };

let system: System;
let browser: Browser;
let gateId: string;
let yardId: string;

beforeAll(async () => {
  system = await startSystem();
  for (const name of ['gate', 'yard']) await system.cameras.addStream(name, { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  const analysis = { isOn: false };
  const add = async (name: string, stream: string): Promise<string> =>
    (await addCamera(system, site, { name, main: system.cameras.url(stream), analysis })).id;
  gateId = await add('Gate', 'gate');
  yardId = await add('Yard', 'yard');
  await Promise.all([gateId, yardId].map((id) => waitForCamera(system, id, 'online')));
  for (const id of [gateId, yardId])
    await eventually(async () => {
      const nowMs = Date.now();
      const coverage = await coverageOf(system, id, { fromUtcMs: nowMs - 600_000, toUtcMs: nowMs });
      if (recordedMs(coverage) < 15_000) throw new Error(`${String(recordedMs(coverage))} ms recorded so far`);
    }, 90_000);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const tileOf = (page: Page): Locator => page.getByTestId('video-tile');
const isLive = (page: Page) => page.locator('[data-testid=video-tile][data-phase=live]').waitFor(slow);
const isPlaying = (page: Page) =>
  page.locator('[data-testid=video-tile][data-mode=playback][data-seek-ms]').waitFor(slow);

async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('is not on the screen');
  return box;
}

async function onCamera(view: View, id = gateId) {
  const opened = await openPage(browser, system.url, view);
  await signIn(opened.page);
  await opened.page.goto(`/camera/${id}`);
  await isLive(opened.page);
  return opened;
}

test('footage reaches somebody without an account in five steps: camera, export, start, copy the link, hand it over', async () => {
  const { page, context, complaints } = await openPage(browser, system.url, desk);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  let steps = 0;
  const press = async (target: Locator): Promise<void> => {
    await target.click(slow);
    steps += 1;
  };
  await press(page.locator(`a[href="/camera/${gateId}"]`).first());
  await isLive(page);
  await press(page.getByRole('button', { name: 'Export', exact: true }));
  await press(page.getByRole('button', { name: /^Export \d/ }));
  await page.locator('[data-testid=export-item][data-state=done]').waitFor({ timeout: 60_000 });
  await press(page.getByRole('button', { name: 'Copy link' }));
  await page.getByText('Link copied').waitFor(slow);
  const address = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(address).toMatch(/\/export-video#[\w-]{43}$/);
  expect(steps).toBeLessThanOrEqual(4);
  if (shots) await page.screenshot({ path: join(shots, 'camera-export-link.png') });
  expect(await pageFaults(page, desk)).toEqual([]);

  const visitor = await openPage(browser, system.url, desk);
  await visitor.page.goto(address.replace(/^https?:\/\/[^/]+/, ''));
  const video = visitor.page.getByTestId('shared-export');
  await eventually(async () =>
    expect(await video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2),
  );
  const download = visitor.page.getByRole('link', { name: /^Download/ });
  const href = (await download.getAttribute('href')) ?? '';
  const bytes = Buffer.from(await (await fetch(`${system.url}${href}`)).arrayBuffer());
  const shownSum = await visitor.page.locator('dd code').innerText();
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(shownSum);
  const { items } = await system.api.call(exportsCalls.list, { query: { cameraId: gateId } });
  expect(items[0]).toMatchObject({ state: 'done', sha256: shownSum });
  expect(await pageFaults(visitor.page, desk)).toEqual([]);
  if (shots) await visitor.page.screenshot({ path: join(shots, 'shared-export.png') });

  await page.getByRole('button', { name: 'E-mail' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click(slow);
  await visitor.page.reload();
  await visitor.page.getByText("This link doesn't work").waitFor(slow);
  expect([...complaints, ...visitor.complaints]).toEqual([]);
  await Promise.all([context.close(), visitor.context.close()]);
});

test('footage is exported and its link copied by the keyboard alone', async () => {
  const { page, context, complaints } = await openPage(browser, system.url, desk);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await pressAt(page, page.locator(`a[href="/camera/${gateId}"]`).first());
  await isLive(page);
  await pressAt(page, page.getByRole('button', { name: 'Export', exact: true }));
  await pressAt(page, page.getByRole('button', { name: /^Export \d/ }));
  await page.locator('[data-testid=export-item][data-state=done]').first().waitFor({ timeout: 60_000 });
  await pressAt(page, page.getByRole('button', { name: 'Copy link' }).first());
  await page.getByText('Link copied').waitFor(slow);
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/\/export-video#[\w-]{43}$/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a moment of today is on the screen after camera, calendar and its time, and its address leads there again', async () => {
  const { page, context } = await openPage(browser, system.url, desk);
  await signIn(page);
  let steps = 0;
  await page.locator(`a[href="/camera/${gateId}"]`).first().click(slow);
  steps += 1;
  await isLive(page);
  await page.keyboard.press('g');
  steps += 1;
  const wanted = new Date(Date.now() - 12_000).toLocaleTimeString('en-GB', { timeZone: 'Asia/Jerusalem' });
  await page.getByLabel(/^Time \(/).fill(wanted, slow);
  await page.keyboard.press('Enter');
  steps += 1;
  await isPlaying(page);
  // Another day would be one more press.
  expect(steps).toBeLessThanOrEqual(3);
  await page.waitForURL(/\?at=\d+$/);
  const at = Number(new URL(page.url()).searchParams.get('at'));
  const shown = new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Asia/Jerusalem' });
  expect(shown.slice(0, 5)).toBe(wanted.slice(0, 5));
  await page.goto(`/camera/${gateId}?at=${String(at)}`);
  await isPlaying(page);
  expect(Math.abs(Number(await tileOf(page).getAttribute('data-seek-off-ms')))).toBeLessThan(2_000);
  await page.keyboard.press('End');
  await page.waitForURL((url) => !url.searchParams.has('at'));
  await context.close();
});

test('hovering the timeline shows the picture of that instant above the buttons; I and O mark, Escape closes', async () => {
  const { page, context, complaints } = await onCamera(desk);
  const timeline = await boxOf(page.getByTestId('timeline'));
  // At the right edge of what is recorded: an hour is shown, and seconds of it are there.
  await page.keyboard.press('+');
  for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('+');
  const tip = page.getByTestId('timeline-tip');
  await eventually(async () => {
    await page.mouse.move(timeline.x + timeline.width * 0.8, timeline.y + 80);
    await page.mouse.move(timeline.x + timeline.width * 0.8 + 1, timeline.y + 80);
    await tip.locator('img').waitFor({ timeout: 2_000 });
  });
  const [tipBox, controls] = [await boxOf(tip), await boxOf(page.getByTestId('playback-controls'))];
  expect(tipBox.y + tipBox.height).toBeLessThanOrEqual(controls.y);
  expect(await pageFaults(page, desk)).toEqual([]);
  await page.keyboard.press('i');
  const panel = page.getByRole('heading', { name: 'Export footage' });
  await panel.waitFor(slow);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+?');
  await page.getByText('Start or end of an export').waitFor(slow);
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(phones)(
  'nothing covers the picture of a phone, in $language: state and buttons stand below it',
  async (view) => {
    const { page, context, complaints } = await onCamera(view);
    const [tile, bar] = [await boxOf(tileOf(page)), await boxOf(page.getByTestId('picture-bar'))];
    expect(bar.y).toBeGreaterThanOrEqual(tile.y + tile.height - 1);
    expect(await tileOf(page).getByRole('button').count()).toBe(0);
    expect(await page.getByTestId('picture-bar').getByRole('button').count()).toBeGreaterThanOrEqual(3);
    expect(await pageFaults(page, view)).toEqual([]);
    if (shots) await page.screenshot({ path: join(shots, `camera-phone-${view.language}.png`) });
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('fingers enlarge the picture, go back ten seconds, and change the camera at the same instant', async () => {
  const { page, context } = await onCamera(phone);
  const fingers = await fingersOn(page);
  const box = await boxOf(tileOf(page));
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const zoom = async (): Promise<number> => Number(await tileOf(page).getAttribute('data-zoom'));
  await fingers.pinch(middle, { from: 30, to: 90 });
  await eventually(async () => expect(await zoom()).toBeGreaterThan(2));
  // An enlarged picture is moved, and leads nowhere.
  await fingers.draw({ x: middle.x + 80, y: middle.y }, { x: middle.x - 80, y: middle.y });
  expect(new URL(page.url()).pathname).toBe(`/camera/${gateId}`);
  await page.getByRole('button', { name: /Whole picture/ }).click();
  await eventually(async () => expect(await zoom()).toBe(1));

  const beforeMs = Date.now();
  await fingers.doubleTap({ x: box.x + 60, y: middle.y });
  await page.locator('[data-testid=skip-flash][data-way=back]').waitFor();
  await isPlaying(page);
  await page.waitForURL(/\?at=\d+$/);
  const at = Number(new URL(page.url()).searchParams.get('at'));
  expect(beforeMs - at).toBeGreaterThan(7_000);

  await fingers.draw({ x: middle.x + 80, y: middle.y }, { x: middle.x - 80, y: middle.y + 4 });
  await page.waitForURL(new RegExp(`/camera/${yardId}\\?at=\\d+`));
  await isPlaying(page);
  await fingers.draw({ x: middle.x - 80, y: middle.y }, { x: middle.x + 80, y: middle.y + 4 });
  await page.waitForURL(new RegExp(`/camera/${gateId}\\?at=\\d+`));
  await context.close();
});

test('a tap beside the playhead moves it', async () => {
  const { page, context } = await onCamera(phone);
  const fingers = await fingersOn(page);
  const box = await boxOf(page.getByTestId('timeline'));
  // Live stands at nine tenths of an hour.
  await fingers.tap({ x: box.x + box.width * 0.9 - 6, y: box.y + 92 });
  await isPlaying(page);
  await page.waitForURL(/\?at=\d+$/);
  // Six pixels of an hour are most of a minute.
  expect(Date.now() - Number(new URL(page.url()).searchParams.get('at'))).toBeGreaterThan(15_000);
  await context.close();
});

test('on its side a phone is all picture; what lies over it fades, and a tap brings it back', async () => {
  const { page, context } = await onCamera(phone);
  await page.setViewportSize({ width: 844, height: 390 });
  await eventually(async () => expect(await boxOf(tileOf(page))).toEqual({ x: 0, y: 0, width: 844, height: 390 }));
  const fingers = await fingersOn(page);
  const faded = (is: boolean) =>
    page.locator(`[data-testid=video-tile][data-faded=${String(is)}]`).waitFor({ timeout: 15_000 });
  await faded(true);
  await fingers.tap({ x: 420, y: 120 });
  await faded(false);
  if (shots) await page.screenshot({ path: join(shots, 'camera-landscape.png') });
  expect(await pageFaults(page, phone)).toEqual([]);
  await faded(true);
  await context.close();
});

test('is installable: its manifest is one, with pictures that are there', async () => {
  const { page, context } = await openPage(browser, system.url, phone);
  await signIn(page);
  const session = await context.newCDPSession(page);
  const manifest = await session.send('Page.getAppManifest');
  expect([manifest.url, manifest.errors]).toEqual([`${system.url}/app.webmanifest`, []]);
  const { icons } = JSON.parse(manifest.data ?? '{}') as { icons: { src: string }[] };
  for (const { src } of icons) {
    const answer = await fetch(`${system.url}${src}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  }
  await context.close();
});

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { Interval } from '@sightline/contracts/recordings/recording';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import { readFrameCounter } from '@sightline/testing/cameras/frame-counter';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf } from '../fixtures/footage.ts';
import type { PlayedPicture } from '../fixtures/picture.ts';
import { contrast, readPicture } from '../fixtures/picture.ts';
import type { System } from '../fixtures/system.ts';
import { account, startSystem } from '../fixtures/system.ts';

/** One newcomer's way, step after step: each test goes on where the one before stopped. */
let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('yard', {
    file: await testMedia('h264-720'),
    username: 'viewer',
    password: 'k9-gate',
    auth: 'digest-md5',
  });
  await system.cameras.addStream('yard-sub', {
    file: await testMedia('h264-sub'),
    username: 'viewer',
    password: 'k9-gate',
    auth: 'digest-md5',
  });
  browser = await openBrowser();
  ({ context, page, complaints } = await openPage(browser, system.url, { language: 'en', theme: 'dark', width: 1440 }));
});

afterAll(async () => {
  await context.close();
  await browser.close();
  await system.stop();
});

const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click();
const fill = (label: string | RegExp, text: string): Promise<void> => page.getByLabel(label).first().fill(text);

/** Waits until the picture is there and its counter of decoded frames has risen. */
async function waitForFrames(more: number): Promise<PlayedPicture> {
  const first = (await readPicture(page))?.frames ?? 0;
  return eventually(async () => {
    const picture = await readPicture(page);
    if (!picture || picture.frames < first + more)
      throw new Error(`${String(picture?.frames ?? 0)} frames decoded, ${String(first)} before`);
    return picture;
  }, 20_000);
}

/** Waits until the newest run of footage is that long; answers it. */
function waitForRecorded(cameraId: string, lengthMs: number): Promise<Interval> {
  return eventually(async () => {
    const seen = await coverageOf(system, cameraId, { fromUtcMs: Date.now() - 60_000, toUtcMs: Date.now() });
    const newest = seen.recorded.at(-1);
    if (!newest || newest.toUtcMs - newest.fromUtcMs < lengthMs)
      throw new Error(`too little is recorded: ${JSON.stringify(seen.recorded)}`);
    return newest;
  });
}

test('asks a newcomer for the first account, an organization and a site, and pairs the core on this machine', async () => {
  await page.goto('/');
  await fill('Your name', account.name);
  await fill('E-mail', account.email);
  await page.locator('input[type=password]').fill(account.password);
  await press('Create account');
  await fill('Organization name', account.organization);
  await press('Continue');
  await fill('Site name', 'North yard');
  await press('Continue');
  await fill('Core name', 'Core 1');
  await press('Continue');
  await press('Use this machine');
  await eventually(async () => expect(await page.getByLabel('RTSP address').isVisible()).toBe(true));
});

test('says what is wrong with a camera and what to do, before anything is saved', async () => {
  await page.goto('/cameras/add?way=manual');
  await fill('RTSP address', `rtsp://viewer:wrong@127.0.0.1:${String(system.cameras.port)}/yard`);
  await page.getByLabel('RTSP address').blur();
  expect(await page.getByLabel('RTSP address').inputValue()).not.toContain('wrong');
  await press('Test stream');
  await page
    .getByText(/rejected the user name or password/)
    .first()
    .waitFor();
  await fill('RTSP address', `rtsp://127.0.0.1:${String(system.cameras.port)}/nowhere`);
  await press('Test stream');
  await page
    .getByText(/not at this path/)
    .first()
    .waitFor();
  await fill('RTSP address', 'rtsp://127.0.0.1:9/yard');
  await press('Test stream');
  await page
    .getByText(/No answer at this address/)
    .first()
    .waitFor();
  await fill('RTSP address', `rtsp://127.0.0.1:${new URL(system.url).port}/yard`);
  await press('Test stream');
  await page
    .getByText(/isn.t a camera stream/)
    .first()
    .waitFor();
});

test('tests the pasted address with a picture, codecs and size, and saves the camera', async () => {
  await page.goto('/cameras/add?way=manual');
  await fill('RTSP address', system.cameras.url('yard'));
  await fill(/^User name/, 'viewer');
  await page.locator('input[type=password]').fill('k9-gate');
  await fill(/^Sub-stream address/, system.cameras.url('yard-sub'));
  await press('Test stream');
  await page.getByText('The stream works').first().waitFor();
  await page.getByText(/1280/).first().waitFor();
  await page.getByAltText('Current picture from the camera').first().waitFor();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Yard');
  await press(/^Add camera/);
  await page.waitForURL(/\/camera\//);
  await system.api.signIn(account.email, account.password);
  const { items } = await system.api.call(camerasCalls.list, { query: {} });
  expect(items.map((camera) => camera.name)).toEqual(['Yard']);
  expect(JSON.stringify(items)).not.toContain('k9-gate');
});

test('shows live video that moves, with what it is and how it comes', async () => {
  const { items } = await system.api.call(camerasCalls.list, { query: {} });
  await page.goto(`/camera/${items[0].id}`);
  const picture = await eventually(async () => {
    const seen = await waitForFrames(20);
    if (contrast(seen) <= 10) throw new Error('nothing can be made out in the picture');
    return seen;
  });
  expect(picture.width).toBe(1280);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page
    .getByText(/Direct/)
    .first()
    .waitFor();
  const before = readFrameCounter(Uint8Array.from(picture.luma), { width: 160, height: 90 });
  const later = readFrameCounter(Uint8Array.from((await waitForFrames(10)).luma), { width: 160, height: 90 });
  expect(before).not.toBeNull();
  expect(later).not.toBe(before);
});

test('CAM-026 plays what was recorded when the timeline is used, faster too, saves its picture, and goes back to live', async () => {
  const { items } = await system.api.call(camerasCalls.list, { query: {} });
  await waitForRecorded(items[0].id, 8_000);
  const timeline = page.getByRole('slider', { name: 'Playback time' });
  await timeline.focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-shows=footage]').waitFor();
  const first = await waitForFrames(5);
  expect(contrast(first)).toBeGreaterThan(10);
  expect(readFrameCounter(Uint8Array.from(first.luma), { width: 160, height: 90 })).not.toBeNull();
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await speed.selectOption('2');
  await waitForFrames(5);
  expect(await speed.inputValue()).toBe('2');
  const saving = page.waitForEvent('download');
  await page.getByTestId('video-tile').hover();
  await press('Save picture');
  expect((await saving).suggestedFilename()).toMatch(/^Yard [-\d]+ [.\d]+\.png$/);
  await press(/^Live|Go live/);
  await page.locator('[data-shows=live]').waitFor();
  await waitForFrames(10);
});

/** `2026-11-20 14:05:30` on the clock of the site. */
const onItsClock = (utcMs: number, timeZone: string): string => new Date(utcMs).toLocaleString('sv-SE', { timeZone });

test('ACCT-003 the clock of the footage is written as the person chose, with the half of the day beside it', async () => {
  const write = (timeFormat: '12h' | 'system') =>
    system.api.call(accountsCalls.updateSettings, {
      body: { dateSettings: { dateFormat: 'system', timeFormat, firstDayOfWeek: 'system' } },
    });
  const clock = (): Promise<string> => page.getByTestId('playback-clock').innerText();
  await write('12h');
  await expect.poll(clock, { timeout: 10_000 }).toMatch(/^\d{1,2}:\d\d:\d\d [AP]M\s+[A-Z]{3}/);
  await write('system');
  await expect.poll(clock, { timeout: 10_000 }).toMatch(/^\d\d:\d\d:\d\d\s+[A-Z]{3}/);
});

test('CAM-026 GSEARCH-013 exports a range as an MP4 whose bytes have the fingerprint that is shown', async () => {
  const { items } = await system.api.call(camerasCalls.list, { query: {} });
  const recorded = await waitForRecorded(items[0].id, 6_000);
  const toUtcMs = Math.floor(recorded.toUtcMs / 1000) * 1000 - 2_000;
  const { name, timeZone } = items[0];
  await page.goto('/archive/main?createArchive=true');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).click();
  // What is no time is not taken for the one that stood there before.
  await dialog.getByLabel('From', { exact: true }).fill('2026-02-30 10:00');
  expect(await dialog.getByRole('button', { name: /^Export/ }).isDisabled()).toBe(true);
  await dialog.getByLabel('From', { exact: true }).fill(onItsClock(toUtcMs - 3_000, timeZone));
  await dialog.getByLabel('To', { exact: true }).fill(onItsClock(toUtcMs, timeZone));
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Ready').first().waitFor({ timeout: 30_000 });
  const { items: made } = await system.api.call(exportsCalls.list, { query: {} });
  const [done] = made;
  expect(made).toMatchObject([{ cameraId: items[0].id, fromUtcMs: toUtcMs - 3_000, toUtcMs, stream: 'main' }]);
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /Download/ })
    .or(page.getByRole('button', { name: /Download/ }))
    .first()
    .click();
  const download = await downloading;
  const bytes = await readFile(await download.path());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(done?.sha256);
  const video = readMp4(bytes).find((track) => track.kind === 'video');
  expect(video?.samples.length).toBeGreaterThanOrEqual(3 * 15 - 2);
});

test('leaves no complaint in the console and no secret in any log', () => {
  expect(complaints).toEqual([]);
  for (const output of [system.server.output, system.edge.output]) {
    expect(output).not.toContain('k9-gate');
    expect(output).not.toContain(account.password);
  }
});

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeBrightSquarePack } from '../../apps/edge/testing/analyse/bright-square-pack.fixture.ts';
import { boxOffsetsMs, percentile } from '../fixtures/box-offsets.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { waitForAnalysis, waitForEvent } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

// A bright square walks through the picture from left to right in 12 s, again and again: its place tells the time.

let packs: string;
let system: System;
let site: Site;
let cameraId: string;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  await writeBrightSquarePack(join(packs, 'bright-square'));
  system = await startSystem({ edgeArgs: ['--model-packs', packs, '--no-model-fetch', '--analysis-workers', '1'] });
  site = await setUpSite(system);
  await system.cameras.addStream('yard', { file: await testMedia('h264-720') });
  await system.cameras.addStream('yard-sub', { file: await testMedia('h264-sub') });
  const urls = { main: system.cameras.url('yard'), sub: system.cameras.url('yard-sub') };
  cameraId = (
    await addCamera(system, site, { name: 'Yard', ...urls, analysis: { readsPlates: false, comparesFaces: false } })
  ).id;
  await waitForCamera(system, cameraId, 'online');
  await waitForAnalysis(system, site, cameraId);
  await waitForEvent({ system, cameraId }, ({ phase }) => phase === 'closed', 60_000);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
  await rm(packs, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ page, complaints } = await openPage(browser, system.url, { language: 'en', theme: 'dark', width: 1440 }));
  await signIn(page);
});

afterEach(async () => {
  await page.context().close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const overlay = (): ReturnType<Page['locator']> => page.locator('[data-testid=box-overlay]');

async function watch(): Promise<void> {
  await page.goto(`/camera/${cameraId}`);
  await page.locator('[data-testid=video-tile][data-phase=live]').waitFor({ timeout: 20_000 });
}

/** Goes back to footage whose events have ended. */
async function playAnEvent(): Promise<void> {
  await page.locator('[data-testid=events-panel] [data-event][data-open=false]').first().click();
  await page.locator('[data-shows=footage]').waitFor({ timeout: 20_000 });
}

test('an event that goes on stands in the list at once, and its box on the picture', async () => {
  await watch();
  const open = page.locator('[data-testid=events-panel] [data-event][data-open=true]');
  await open.first().waitFor({ timeout: 20_000 });
  expect(await open.first().innerText()).toMatch(/Person[\s\S]*now/);
  await eventually(async () => expect(Number(await overlay().getAttribute('data-boxes'))).toBeGreaterThan(0), 20_000);
});

test('boxes lie on what moves, live and in footage, to within 100 ms', async () => {
  await watch();
  await eventually(async () => expect(Number(await overlay().getAttribute('data-boxes'))).toBeGreaterThan(0), 20_000);
  const live = await boxOffsetsMs(page, 10_000);
  await playAnEvent();
  const footage = await boxOffsetsMs(page, 8_000);
  const said = [live, footage]
    .map(
      (offsets) =>
        `half within ${percentile(offsets, 0.5).toFixed(0)} ms, 95 % within ${percentile(offsets, 0.95).toFixed(0)} ms`,
    )
    .join('; ');
  expect(live.length).toBeGreaterThan(20);
  expect(footage.length).toBeGreaterThan(20);
  expect(percentile(live, 0.5), said).toBeLessThanOrEqual(100);
  expect(percentile(footage, 0.5), said).toBeLessThanOrEqual(100);
});

/** Runs in the page, so it is text: how many boxes are shown, and how many of them as guesses, whenever that changes. */
const watchBoxes = `(async () => {
  const { dataset } = document.querySelector('[data-testid=box-overlay]');
  const seen = [];
  for (const from = performance.now(); performance.now() - from < 26000; await new Promise(requestAnimationFrame)) {
    const [boxes, guesses] = [Number(dataset.boxes ?? 0), Number(dataset.guesses ?? 0)];
    const last = seen.at(-1);
    if (last?.boxes !== boxes || last?.guesses !== guesses) seen.push({ atMs: performance.now(), boxes, guesses });
  }
  return seen;
})()`;

test('the box of what is gone is a guess, for a second at most; that of what is seen is none', async () => {
  await watch();
  await eventually(async () => expect(Number(await overlay().getAttribute('data-boxes'))).toBeGreaterThan(0), 20_000);
  const seen = await page.evaluate<{ atMs: number; boxes: number; guesses: number }[]>(watchBoxes);
  const lengths = (isIt: (each: (typeof seen)[number]) => boolean): number[] =>
    seen.slice(0, -1).flatMap((each, index) => (isIt(each) ? [seen[index + 1]!.atMs - each.atMs] : []));
  const guesses = lengths(({ guesses: count }) => count > 0);
  expect(guesses.length, JSON.stringify(seen)).toBeGreaterThan(0);
  expect(Math.max(...guesses), JSON.stringify(seen)).toBeLessThan(1300);
  // The square is in full view for most of its twelve seconds.
  expect(
    Math.max(...lengths(({ boxes, guesses: count }) => boxes > 0 && count === 0)),
    JSON.stringify(seen),
  ).toBeGreaterThan(4000);
});

test('B hides the boxes, also after the page was loaded again, until it is pressed once more', async () => {
  await watch();
  await overlay().waitFor();
  await page.keyboard.press('b');
  await overlay().waitFor({ state: 'detached' });
  await watch();
  expect(await overlay().count()).toBe(0);
  await page.keyboard.press('b');
  await overlay().waitFor();
});

test('a mark on the timeline says what it is, and plays it from a little before', async () => {
  await watch();
  await page.locator('[data-testid=events-panel] [data-event]').first().waitFor();
  await page.keyboard.press('[');
  await page.locator('[data-shows=footage]').waitFor({ timeout: 20_000 });
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('+');
  const timeline = page.locator('[data-testid=timeline]');
  const box = (await timeline.boundingBox())!;
  await eventually(async () => {
    for (let x = 0; x < box.width; x += 6) {
      await page.mouse.move(box.x + x, box.y + 41);
      if ((await timeline.getAttribute('data-mark')) !== null) return;
    }
    throw new Error('no mark in view');
  });
  // Words for marks are fetched when the first one is pointed at.
  await expect.poll(() => timeline.innerText(), { timeout: 10_000 }).toContain('Person');
  const key = await timeline.getAttribute('data-mark');
  await page.mouse.down();
  await page.mouse.up();
  await eventually(async () =>
    expect(
      await page.locator(`[data-testid=events-panel] [data-event="${key ?? ''}"]`).getAttribute('aria-current'),
    ).toBe('true'),
  );
});

test('a zone drawn by keyboard reaches the core, which calls what enters it critical', async () => {
  await page.goto(`/camera-edit/${cameraId}?tab=zones`);
  await page.getByRole('button', { name: 'Add zone', exact: true }).click();
  await page.getByRole('textbox', { name: 'Zone name' }).fill('Gate');
  await page.getByRole('combobox', { name: 'Severity of Gate' }).selectOption('critical');
  const corner = page.getByRole('button', { name: 'Corner 1 of 4 of Gate, 30% from the left, 35% from the top' });
  await corner.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Corner 2 of 5 of Gate' }).waitFor();
  await page.keyboard.press('Delete');
  for (const name of ['Corner 3 of 4', 'Corner 4 of 4']) {
    await page.getByRole('button', { name }).focus();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowDown');
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Camera saved').waitFor();
  const { analysis } = await system.api.call(camerasCalls.get, { params: { id: cameraId } });
  expect(analysis.definedZones).toMatchObject([{ name: 'Gate', severity: 'critical' }]);
  expect(analysis.definedZones[0]?.points[0]?.x).toBeCloseTo(0.29, 3);
  const critical = await waitForEvent({ system, cameraId }, ({ severity }) => severity === 'critical', 60_000);
  expect(critical.zones[0]).toMatchObject({ zoneId: analysis.definedZones[0]?.id, name: 'Gate' });
});

test('the core says which models it has, how each camera is looked at, and on what terms', async () => {
  await page.goto(`/edge-edit/${site.edgeId}`);
  await page.getByRole('row', { name: /Bright square/ }).waitFor();
  expect(await page.getByRole('row', { name: /Bright square/ }).innerText()).toContain('In use');
  await eventually(async () =>
    expect(await page.locator('[data-testid=camera-analysis]').innerText()).toMatch(
      /Yard[\s\S]*(Motion|Quiet)[\s\S]*\d of \d/,
    ),
  );
  await page.getByRole('button', { name: 'Licence of Bright square' }).click();
  await page.getByRole('dialog').getByText('Made by the tests.').waitFor();
});

test('a camera whose analysis was switched off says so beside its picture', async () => {
  await page.goto(`/camera-edit/${cameraId}?tab=objects`);
  await page.getByRole('switch', { name: 'Analyse this camera' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Camera saved').waitFor();
  await page.goto(`/camera/${cameraId}`);
  expect(await page.locator('[data-testid=analysis-notice]').innerText()).toContain('Analysis is off for this camera');
});

import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { contrast, readPicture } from '../fixtures/picture.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

let system: System;
let cameraId: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-720') });
  const site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
  browser = await openBrowser();
  ({ page } = await openPage(browser, system.url, { language: 'en', theme: 'dark', width: 1440 }));
  await Promise.all([wait(12_000), watchWithGrant()]);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

/** Opens the camera in a browser that was given a grant for its core. */
async function watchWithGrant(): Promise<void> {
  const isGranted = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/v1/local-grants') &&
      ((await response.json()) as { items: unknown[] }).items.length > 0,
    { timeout: 90_000 },
  );
  await signIn(page);
  await page.goto(`/camera/${cameraId}`);
  await goesOn('Direct');
  await isGranted;
  // Somewhere to go, and to come back from, without the server.
  await page.locator('a[href^="/archive"]').first().click();
  await page.waitForURL(/archive/);
  await page.goBack();
  await goesOn('Direct');
}

/** The live picture comes this way, and goes on. */
async function goesOn(way: string): Promise<void> {
  await eventually(async () => expect(await page.locator('main').innerText()).toContain(way), 60_000);
  const before = (await readPicture(page))?.frames ?? 0;
  await eventually(async () => {
    const picture = await readPicture(page);
    if (!picture || picture.frames < before + 20)
      throw new Error(`${String(picture?.frames)} frames after ${String(before)}`);
    expect(contrast(picture)).toBeGreaterThan(10);
  }, 20_000);
}

test('while the server is away people on site go on watching, and an export that is ready meanwhile is handed over afterwards', async () => {
  const toUtcMs = Date.now() - 2_000;
  const { id } = await system.api.call(exportsCalls.create, {
    params: { id: cameraId },
    body: { stream: 'main', fromUtcMs: toUtcMs - 8_000, toUtcMs },
  });
  await system.server.kill();
  // Longer than a restart, and than the first few attempts.
  const isLonger = wait(25_000);
  const local = 'On this network, the cloud is offline';
  await goesOn(local);
  // Footage, too, and a view that is opened anew.
  await page.keyboard.press('j');
  await page.locator('[data-shows=footage]').waitFor();
  await page.goForward();
  await page.locator('[data-shows]').waitFor({ state: 'detached' });
  await page.goBack();
  await goesOn(local);
  await isLonger;
  system.server.restart();
  await system.server.ready();
  await goesOn('Direct');
  await eventually(async () => {
    const now = await system.api.call(exportsCalls.get, { params: { id } });
    if (now.state !== 'done')
      throw new Error(`the export is ${now.state} (${String(now.failure)})\n${system.edge.output.slice(-1_500)}`);
    expect(now.sha256).toMatch(/^[0-9a-f]{64}$/);
  }, 60_000);
  await eventually(async () => {
    const { items } = await system.api.call(auditCalls.findByFilter, {
      query: {},
      body: { events: ['live.local'] },
    } as never);
    expect(items[0]).toMatchObject({ entityId: cameraId, user: { email: account.email } });
  });
}, 240_000);

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { CameraSettingsChange } from '@sightline/contracts/cameras/camera-edit';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { FootageExport } from '@sightline/contracts/exports/export';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStore } from '../../apps/edge/src/platform/store/open-store.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { causes, coverageOf, longestUnaccountedMs, recordedMs } from '../fixtures/footage.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type Site, type System } from '../fixtures/system.ts';

const views: View[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
const dayMs = 86_400_000;

let system: System;
let site: Site;
let gateId: string;
let yardId: string;
let browser: Browser;

beforeAll(async () => {
  system = await startSystem();
  for (const name of ['gate', 'yard', 'yard-sub'])
    await system.cameras.addStream(name, { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  // Nobody looks at its pictures.
  gateId = (
    await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate'), analysis: { isOn: false } })
  ).id;
  yardId = (
    await addCamera(system, site, {
      name: 'Yard',
      main: system.cameras.url('yard'),
      sub: system.cameras.url('yard-sub'),
    })
  ).id;
  await Promise.all([gateId, yardId].map((id) => waitForCamera(system, id, 'online')));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

async function change(id: string, settings: Omit<CameraSettingsChange, 'revision'>): Promise<void> {
  const { revision } = await system.api.call(camerasCalls.getSettings, { params: { id } });
  await system.api.call(camerasCalls.updateSettings, { params: { id }, body: { ...settings, revision } });
}

const since = (id: string, fromUtcMs: number) => coverageOf(system, id, { fromUtcMs, toUtcMs: fromUtcMs + dayMs });

test('STOR-003 what is kept of today is what is recorded, in one day of the site', async () => {
  await eventually(async () => expect(recordedMs(await since(gateId, Date.now() - dayMs / 2))).toBeGreaterThan(3000));
  const now = Date.now();
  const { items } = await system.api.call(recordingsCalls.storage, {
    body: { edgeId: site.edgeId, cameraId: gateId, start: now - 1000, end: now },
  });
  const today = items.at(-1)!;
  const coverage = await coverageOf(system, gateId, { fromUtcMs: today.base, toUtcMs: today.endUtcMs });
  const kept = today.regularStorage.reduce((sum, part) => sum + part.toUtcMs - part.fromUtcMs, 0);
  expect(today.smartStorage).toEqual([]);
  expect(recordedMs(coverage) - kept).toBeGreaterThanOrEqual(0);
  expect(today.regularStorage.map((part) => part.fromUtcMs)).toEqual(coverage.recorded.map((part) => part.fromUtcMs));
  expect(today.cacheId).toBe(`${site.edgeId}:${gateId}:${String(today.base)}`);
});

test('records everything and says so where motion is wanted and nobody looks at the pictures', async () => {
  const fromUtcMs = Date.now();
  await change(gateId, { recordingMode: 'motion' });
  await eventually(async () => {
    const { items } = await system.api.call(edgesCalls.notices, { params: { id: site.edgeId }, query: {} });
    expect(items.map((notice) => notice.code)).toContain('recording_not_selective');
  }, 40_000);
  const coverage = await since(gateId, fromUtcMs);
  expect(causes(coverage)).not.toContain('recording_no_motion');
  expect(longestUnaccountedMs(coverage)).toBeLessThan(1000);
});

test('reads the main stream only while somebody watches it, and stores the other one', async () => {
  await change(yardId, { recording: { mainStreamMode: 'whenNeeded' } });
  await eventually(() => expect(system.cameras.stats('yard').readers).toBe(0));
  const storedFrom = Date.now();
  const { page } = await openPage(browser, system.url, views[0]!);
  await signIn(page);
  await page.goto(`/camera/${yardId}`);
  await page.locator('[data-shows=live]').waitFor();
  await eventually(() => expect(system.cameras.stats('yard').readers).toBe(1));
  // Footage that is asked for by the main stream is the other one's.
  await eventually(async () => expect(recordedMs(await since(yardId, storedFrom))).toBeGreaterThan(2000));
  await page.context().close();
});

test.each(views)('says of footage that may be from another time that it is, in $language at $width', async (view) => {
  // As of a machine whose clock stood still over a restart, before its core had reached the server.
  const store = openStore(join(system.folder, 'core', 'core.sqlite'));
  store.prepare('update segments set clock_span = -7').run();
  store.close();
  const [span] = (await since(gateId, Date.now() - dayMs / 2)).uncertain;
  if (span === undefined) throw new Error('no footage is uncertain');
  const { page, complaints } = await openPage(browser, system.url, view);
  await signIn(page);
  await page.goto(`/camera/${gateId}`);
  await page.locator('[data-shows=live]').waitFor({ timeout: 20_000 });
  expect(await page.getByTestId('time-uncertain').count()).toBe(0);
  await page.goto(`/camera/${gateId}?at=${String(Math.round((span.fromUtcMs + span.toUtcMs) / 2))}`);
  await page.getByTestId('time-uncertain').waitFor({ timeout: 20_000 });
  expect(await pageFaults(page, view)).toEqual([]);
  if (shots) await page.screenshot({ path: join(shots, `uncertain-${view.language}-${String(view.width)}.png`) });
  const file = await exportOf(gateId, { fromUtcMs: span.toUtcMs - 2_000, toUtcMs: span.toUtcMs - 1_000 });
  expect([file.state, file.uncertain]).toEqual(['done', [{ fromUtcMs: file.fromUtcMs, toUtcMs: file.toUtcMs }]]);
  expect(file.fileName).toMatch(/~\.mp4$/);
  await page.goto('/archive/main');
  await page.getByTestId('export-uncertain').first().waitFor();
  expect(await pageFaults(page, view)).toEqual([]);
  if (shots) await page.screenshot({ path: join(shots, `exported-${view.language}-${String(view.width)}.png`) });
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Exports a range and waits for its end. */
async function exportOf(id: string, range: { fromUtcMs: number; toUtcMs: number }): Promise<FootageExport> {
  const { id: exportId } = await system.api.call(exportsCalls.create, {
    params: { id },
    body: { ...range, stream: 'main' },
  });
  return vi.waitFor(
    async () => {
      const item = await system.api.call(exportsCalls.get, { params: { id: exportId } });
      expect(['done', 'failed']).toContain(item.state);
      return item;
    },
    { timeout: 30_000, interval: 200 },
  );
}

test('leaves out what the schedule does not want', async () => {
  await change(gateId, { recordingMode: 'schedule', recording: { schedule: [] } });
  const fromUtcMs = Date.now();
  await eventually(async () => expect(causes(await since(gateId, fromUtcMs))).toContain('not_scheduled'));
});

test.each(views)('shows what is kept, in $language at $width', async (view) => {
  const { page, complaints } = await openPage(browser, system.url, view);
  await signIn(page);
  await page.goto(`/edge-edit/${site.edgeId}?tab=storage`);
  await page.getByRole('link', { name: 'Gate' }).waitFor();
  expect(await pageFaults(page, view)).toEqual([]);
  if (shots)
    await page.screenshot({ path: join(shots, `storage-${view.language}-${String(view.width)}.png`), fullPage: true });
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/recordings/storage'));
  await page.goto(`/camera/${gateId}`);
  expect((await answered).status()).toBe(200);
  await page.getByTestId('timeline').waitFor();
  if (shots) await page.screenshot({ path: join(shots, `timeline-${view.language}-${String(view.width)}.png`) });
  expect(complaints).toEqual([]);
  await page.context().close();
});

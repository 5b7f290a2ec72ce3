import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../apps/edge/src/platform/store/open-store.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, type Site, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

let system: System;
let site: Site;
let camera: Camera;
/** Number of the operation by which the core was told of the camera; what it had to know before came before. */
let first: number;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  system = await startSystem();
  site = await setUpSite(system);
  // Nothing answers there: what is synced needs no picture.
  camera = await addCamera(system, site, { name: 'Gate', main: 'rtsp://127.0.0.1:9/gate' });
  await untilSync();
  first = (await lastCommitted()) ?? 0;
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, english));
  await signIn(page);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const core = () => system.api.call(edgesCalls.get, { params: { id: site.edgeId } });
const untilSync = (): Promise<void> => eventually(async () => expect((await core()).isSync).toBe(true));
const untilState = (state: string): Promise<void> =>
  eventually(async () => expect((await core()).state).toBe(state), 40_000);
const rename = (name: string) => system.api.call(camerasCalls.update, { params: { id: camera.id }, body: { name } });
const queue = () => `/edge-edit/${site.edgeId}?tab=sync`;
const lastCommitted = async (): Promise<number | undefined> =>
  (await system.api.call(syncOperationsCalls.lastCommitted, { query: { edgeId: site.edgeId } })).operation?.edgeLogId;
const toast = (text: string): Promise<void> => page.getByText(text, { exact: true }).last().waitFor();
const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

test('SYNC-001 SYNC-002 SYNC-020 a change waits uncommitted while the core is away, is retried, and is committed when it comes back', async () => {
  await page.goto(`/edge-edit/${site.edgeId}`);
  await page.getByRole('tab', { name: 'Sync' }).click();
  await page.getByText('Nothing is waiting').waitFor();
  await system.edge.stop();
  await untilState('offline');
  await rename('North gate');
  await page.getByRole('row', { name: /North gate, revision 2.*Uncommitted/ }).waitFor();
  await press(`Retry operation ${String(first + 1)}`);
  await toast('Operation retried');
  expect(await lastCommitted()).toBe(first);
  system.edge.restart();
  await untilSync();
  await page.getByText('Nothing is waiting').waitFor();
  expect(await lastCommitted()).toBe(first + 1);
});

test('SYNC-003 SYNC-004 SYNC-016 SYNC-017 SYNC-018 an operation that waits is reset and cancelled, and the camera is what it was', async () => {
  await system.edge.stop();
  await untilState('offline');
  await rename('Wrong name');
  await page.goto(queue());
  await press(`Reset counter of operation ${String(first + 2)}`);
  await toast('Publish counter reset');
  await press(`Cancel operation ${String(first + 2)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel operation' }).click();
  await toast('Operation cancelled');
  await page.getByText(`undoes number ${String(first + 2)}`).waitFor();
  expect((await system.api.call(camerasCalls.get, { params: { id: camera.id } })).name).toBe('North gate');
  await page.getByRole('link', { name: 'All unsynced cores' }).click();
  await page.getByRole('row', { name: /Core 1 North yard Offline 1 uncommitted operation/ }).waitFor();
  await page.goto('/location/list?of=cores');
  await page.getByRole('row', { name: /Core 1 Offline .*Not in sync/ }).waitFor();
});

test('SYNC-009 SYNC-020 cores that are not in sync are listed, right to left, in both themes and on a phone', async () => {
  for (const view of views) {
    const opened = await openPage(browser, system.url, view);
    await signIn(opened.page);
    for (const [name, place] of [
      ['list', '/location/sync'],
      ['queue', queue()],
      ['cores', '/location/list?of=cores'],
    ] as const) {
      await opened.page.goto(place);
      await opened.page.locator('main table tbody tr, main [role=cell] a').first().waitFor();
      if (shots)
        await opened.page.screenshot({
          path: join(shots, `sync-${name}-${view.language}-${view.theme}-${String(view.width)}.png`),
          fullPage: true,
        });
      expect(await pageFaults(opened.page, view)).toEqual([]);
    }
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }
});

test('SYNC-005 SYNC-015 SYNC-016 data changed behind the back of the core is found, shown and repaired', async () => {
  await page.goto(queue());
  await press('Validate');
  await toast('Failed to validate edge sync status');
  const change = (revision: number): void => {
    const store = openStore(join(system.folder, 'core', 'core.sqlite'));
    store.prepare("update desired set revision = ? where kind = 'camera'").run(revision);
    store.close();
  };
  change(40);
  system.edge.restart();
  await untilState('online');
  // The operation that waited is older than what the core has now: it is acknowledged, the content differs, and the camera is told anew.
  await eventually(async () => expect(await lastCommitted()).toBe(first + 4));
  await untilSync();
  // Of what is changed while the link is up nobody hears before somebody asks.
  change(90);
  await press('Validate');
  await toast('Edge and cloud are out of sync');
  await page.getByRole('row', { name: /North gate Different revision on the core 41 90/ }).waitFor();
  expect((await core()).isSync).toBe(false);
  await press('Repair difference');
  await untilSync();
  await press('Validate');
  await toast('Edge and cloud are in sync');
});

test('SYNC-010 SYNC-011 SYNC-012 SYNC-013 SYNC-014 SYNC-015 what fails is said in the words of the requirements', async () => {
  await system.edge.stop();
  await untilState('offline');
  await rename('Late');
  await page.goto(queue());
  const body = JSON.stringify({ code: 'internal', message: '', data: {}, requestId: 'x' });
  await page.route(/\/api\/v1\/sync-operations\/(publish|cancel|reset-publish-counter|validate)/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body }),
  );
  await press(`Retry operation ${String(first + 6)}`);
  await toast('Failed to retry operation');
  await press(`Reset counter of operation ${String(first + 6)}`);
  await toast('Failed to reset publish counter');
  await press(`Cancel operation ${String(first + 6)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel operation' }).click();
  await toast('Failed to cancel operation');
  // Three failures stay on the screen; another one would wait for its turn.
  await page.reload();
  await press('Validate');
  await toast('Failed to validate edge sync status');
  await page.route(/\/api\/v1\/sync-operations\/(next|last-committed)/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body }),
  );
  await page.reload();
  await toast('Failed to load committed operations');
  await toast('Failed to load uncommitted operations');
  expect(complaints).toEqual([]);
});

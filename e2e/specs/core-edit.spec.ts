import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { packageMediaType } from '@sightline/contracts/edge-releases/edge-releases.api';
import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { makePackage, testReleaseKey } from '@sightline/testing/edge-releases/make-package';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf, longestUnaccountedMs } from '../fixtures/footage.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { cutPower, findDescendant } from '../fixtures/processes.ts';
import { Program } from '../fixtures/program.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type Site, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
const tabs = ['network', 'storage', 'heartbeats', 'logs', 'software', 'recovery', 'thumbnails', 'delete'] as const;

/** Those with tables, charts and forms that a phone could be too small for. */
const narrow = ['network', 'heartbeats', 'logs', 'recovery'] as const;

let system: System;
let site: Site;
let cameraId: string;
let otherId: string;
let startedAtUtcMs: number;
let browser: Browser;
let page: Page;
let complaints: string[];
let machine: Program;

beforeAll(async () => {
  process.env['SIGHTLINE_RELEASE_KEYS'] = testReleaseKey;
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  await system.cameras.addStream('yard', { file: await testMedia('h264-720') });
  site = await setUpSite(system);
  startedAtUtcMs = Date.now();
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  otherId = (await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') })).id;
  for (const id of [cameraId, otherId]) await waitForCamera(system, id, 'online');
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, english));
  await signIn(page);
});

afterAll(async () => {
  await machine?.stop();
  await browser.close();
  await system.stop();
});

const open = (tab: string, on = page) => on.goto(`/edge-edit/${site.edgeId}?tab=${tab}`);
const recentHeartbeats = () =>
  system.api.call(edgesCalls.heartbeats, {
    params: { id: site.edgeId },
    query: { fromUtcMs: Date.now() - 900_000, toUtcMs: Date.now() },
  });
const untilState = (state: string): Promise<void> =>
  eventually(
    async () => expect((await system.api.call(edgesCalls.get, { params: { id: site.edgeId } })).state).toBe(state),
    40_000,
  );
const shoot = async (name: string, on = page): Promise<void> => {
  if (shots) await on.screenshot({ path: join(shots, `core-${name}.png`), fullPage: true });
};

test('EDGE-001 EDGE-003 EDGE-004 EDGE-008 shows the machine and its heartbeats, as charts and as a table', async () => {
  await page.goto(`/edge-edit/${site.edgeId}`);
  await page.getByRole('heading', { name: 'Machine' }).waitFor();
  await page.getByText('Every few seconds').waitFor();
  await shoot('details-en');
  await open('storage');
  await page.getByRole('row', { name: /Footage/ }).waitFor();
  await open('software');
  await page.getByText(process.versions.node).first().waitFor();
  await open('heartbeats');
  await page.getByRole('img', { name: /Heartbeats received: .*[1-9].*%/ }).waitFor();
  await shoot('heartbeats-en');
  await page.getByRole('button', { name: 'Show as a table' }).click();
  expect(await page.getByRole('row').count()).toBeGreaterThan(50);
});

// What goes on by itself is waited for together, each in a tab of its own.
test.concurrent('EDGE-003 heartbeats go on by themselves: each minute stands there with as many as the core was heard', async ({
  expect,
}) => {
  const minutes = await page.context().newPage();
  await open('heartbeats', minutes);
  await minutes.getByRole('button', { name: 'Show as a table' }).click();
  /** The minutes in which the core was heard, the newest first: `9 of 12`, with the time before. */
  const heard = async (): Promise<{ time: string; count: string }[]> =>
    (await minutes.getByRole('row').allInnerTexts()).flatMap((text) => {
      const [time = '', count = ''] = text.split('\t').map((cell) => cell.trim());
      return /^[1-9]\d* of \d+$/.test(count) ? [{ time, count }] : [];
    });
  await eventually(async () => expect(await heard()).not.toEqual([]));
  const [newest] = await heard();
  // Without anybody touching the page: a minute that had not begun.
  await eventually(async () => expect((await heard())[0]?.time).not.toBe(newest?.time), 120_000);
  await eventually(async () => {
    const { points } = await recentHeartbeats();
    // The newest minute is still open; the one before says no more and no less than what the server heard.
    const closed = points.filter(({ beats }) => beats > 0).at(-2);
    const beats = String(closed?.beats);
    expect((await heard())[1]?.count).toBe(`${beats} of ${String(Math.max(closed?.expected ?? 0, Number(beats)))}`);
  }, 30_000);
  await minutes.close();
}, 240_000);

/** In the page: draws a picture and answers a hash of its pixels. */
const drawn = `async picture => {
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth ?? picture.width;
  canvas.height = picture.naturalHeight ?? picture.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const digest = await crypto.subtle.digest('SHA-256', data);
  return [canvas.width, canvas.height, ...new Uint8Array(digest)].join();
}`;

test.concurrent('EDGE-006 pictures go on by themselves: each camera has its own newest one', async ({ expect }) => {
  const pictures = await page.context().newPage();
  await open('thumbnails', pictures);
  /** In the page: the picture that stands for a camera. */
  const pictureOf = (name: string): string =>
    `[...document.images].find(image => image.closest('a')?.textContent === ${JSON.stringify(name)})`;
  const address = (name: string): Promise<string> =>
    pictures.evaluate(`(picture => (picture?.naturalWidth > 0 ? picture.currentSrc : ''))(${pictureOf(name)})`);
  /** What stands there, pixel by pixel: a browser may have the picture from another page and ask nobody for it. */
  const shown = (name: string): Promise<string> => pictures.evaluate(`(${drawn})(${pictureOf(name)})`);
  /** The newest picture that the server knows, drawn by the same browser, and when it was taken. */
  const newest = async (id: string) => {
    const { snapshot, snapShotTs } = await system.api.call(camerasCalls.snapshot, { params: { id } });
    const answer = await fetch(new URL(snapshot, system.url));
    const bytes = [...new Uint8Array(await answer.arrayBuffer())];
    const drawing = `createImageBitmap(new Blob([Uint8Array.from(${JSON.stringify(bytes)})])).then(${drawn})`;
    return { snapShotTs, pixels: (await pictures.evaluate(drawing)) as string };
  };
  const follow = async (name: string, id: string): Promise<void> => {
    await eventually(async () => expect(await address(name)).not.toBe(''));
    const firstAddress = await address(name);
    const askedUtcMs = Date.now();
    const first = await newest(id);
    expect(askedUtcMs - first.snapShotTs).toBeLessThan(90_000);
    await eventually(async () => expect(await shown(name)).toBe((await newest(id)).pixels));
    // Without anybody touching the page.
    await eventually(async () => {
      expect([firstAddress, '']).not.toContain(await address(name));
      const now = await newest(id);
      expect(now.snapShotTs).toBeGreaterThan(first.snapShotTs);
      expect(await shown(name)).toBe(now.pixels);
    }, 180_000);
  };
  await Promise.all([follow('Gate', cameraId), follow('Yard', otherId)]);
  expect(await shown('Gate')).not.toBe(await shown('Yard'));
  await pictures.close();
}, 300_000);

test('EDGE-002 reads the log of the core, filters it and follows it', async () => {
  await open('logs');
  await page.getByRole('listitem').filter({ hasText: 'worker started' }).first().waitFor();
  await page.getByRole('textbox', { name: 'Search the log' }).fill('no such words');
  await page.getByText('No matching lines').waitFor();
  await page.getByRole('textbox', { name: 'Search the log' }).fill('');
  await page.getByRole('listitem').filter({ hasText: 'worker started' }).first().waitFor();
  expect(await page.getByText('Start of the log').count()).toBe(1);
  process.kill(findDescendant(system.edge.pid, 'live-worker'), 'SIGKILL');
  await page.getByRole('listitem').filter({ hasText: 'worker ended' }).first().waitFor();
  await shoot('logs-en');
});

test('EDGE-010 a failed DHCP call flips the switch back', async () => {
  const state = {
    isInstalled: true,
    enabled: false,
    isRunning: false,
    failure: null,
    settings: { interface: 'eth1', rangeStart: '10.7.0.50', rangeEnd: '10.7.0.99', leaseMinutes: 60 },
    interfaces: [{ name: 'eth1', address: '10.7.0.1', prefix: 24 }],
    leases: [{ macAddress: '02:00:00:00:00:02', ip: '10.7.0.51', name: 'yard', expiresAtUtcMs: null }],
    reserved: [{ macAddress: '02:00:00:00:00:01', ip: '10.7.0.60', name: 'gate' }],
    probe: null,
  };
  const json = (status: number, body: unknown) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  let isOn = false;
  let answer = (): void => undefined;
  await page.route(/\/api\/v1\/edges\/[^/]+\/dhcp$/, async (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill(json(200, { ...state, enabled: isOn, isRunning: isOn }));
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return route.fulfill(json(409, { code: 'dhcp_other_server', message: '', data: {}, requestId: 'x' }));
  });
  await open('network');
  const enabled = page.getByRole('switch', { name: 'Assign addresses' });
  await enabled.waitFor();
  /** Turns it while the core is as it is, and the call fails: meanwhile the switch shows what is wanted, and then what is true again. */
  const turn = async (): Promise<void> => {
    expect(await enabled.isChecked()).toBe(isOn);
    const asked = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/dhcp'));
    await enabled.click({ force: true });
    await asked;
    expect(await enabled.isChecked()).toBe(!isOn);
    answer();
    await page.getByText('Another DHCP server is active on this network').first().waitFor();
    await eventually(async () => expect(await enabled.isChecked()).toBe(isOn));
  };
  await turn();
  isOn = true;
  await open('network');
  await eventually(async () => expect(await enabled.isChecked()).toBe(true));
  await turn();
  await page.getByRole('row', { name: /02:00:00:00:00:01 10\.7\.0\.60 gate/ }).waitFor();
  await shoot('dhcp-en');
  await page.unroute(/\/api\/v1\/edges\/[^/]+\/dhcp$/);
});

test('EDGE-007 makes a recovery document without passwords', async () => {
  await open('recovery');
  await page.getByRole('button', { name: 'Create document' }).click();
  await page.getByRole('heading', { name: 'Recovery document of Core 1' }).waitFor();
  await page.getByRole('row', { name: /Gate/ }).waitFor();
  expect(await page.locator('article').innerText()).toContain(site.edgeId);
  await shoot('recovery-en');
});

test('cores for a roll-out are found among a thousand and chosen together, by keys alone', async () => {
  await open('software');
  const buffer = makePackage({ manifest: { version: '9.1.0' } });
  const put = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('from=0'));
  await page.getByLabel('Package file').setInputFiles({ name: 'core.tgz', mimeType: packageMediaType, buffer });
  expect((await put).url()).toContain(`totalBytes=${String(buffer.length)}`);
  await page.getByText('Version 9.1.0 uploaded').waitFor();
  const items = Array.from({ length: 1_000 }, (_, index): RollOutCandidate => {
    const place = String(Math.floor(index / 10));
    const [edgeId, locationId] = [index, 1_000 + Number(place)].map(
      (number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    ) as [string, string];
    const rest = {
      version: index % 2 === 0 ? '0.1.0' : '0.10.0',
      isOnline: index % 10 !== 3,
      isCurrent: index % 10 === 5,
      problem: null,
    };
    return { edgeId, name: `Core ${String(index)}`, locationId, locationName: `Site ${place}`, ...rest };
  });
  await page.route('**/roll-out-candidates', (route) => route.fulfill({ json: { items } }));
  await open('software');
  await page.getByRole('button', { name: 'Roll out 9.1.0' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Chosen cores' }).check();
  const list = dialog.getByRole('listbox', { name: 'Chosen cores' });
  await list.press('Space');
  await dialog.getByText('1 of 900 selected').waitFor();
  expect(await list.getByRole('option').count()).toBeLessThan(30);
  await list.press('End');
  await list.getByRole('option', { name: 'Core 999' }).waitFor();
  const search = dialog.getByRole('textbox', { name: 'Search by core, site or version' });
  await search.fill('site 42 0.10');
  // Whoever searches has not decided: nothing begins.
  await search.press('Enter');
  await expect.poll(() => list.getByRole('option').count()).toBe(5);
  await list.press('Control+KeyA');
  await dialog.getByText('5 of 900 selected').waitFor();
  expect(await pageFaults(page, english)).toEqual([]);
  await shoot('roll-out');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/edge-roll-outs'),
  );
  await dialog.getByRole('button', { name: 'Start roll-out', exact: true }).press('Enter');
  expect((await asked).postDataJSON()).toMatchObject({
    edgeIds: [0, 421, 423, 427, 429].map((index) => items[index]?.edgeId),
  });
  await page.unroute('**/roll-out-candidates');
});

test('EDGE-015 every part of a core stands right to left, in both themes and on a phone', async () => {
  for (const view of views) {
    const opened = await openPage(browser, system.url, view);
    await signIn(opened.page);
    for (const tab of view.width === 390 ? narrow : tabs) {
      await open(tab, opened.page);
      await opened.page.locator('main h2, main ol, main a').first().waitFor();
      await opened.page.waitForLoadState('networkidle');
      await shoot(`${tab}-${view.language}-${view.theme}-${String(view.width)}`, opened.page);
      expect(await pageFaults(opened.page, view), tab).toEqual([]);
    }
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }
});

test('another machine takes the place of the core: same cameras, and the footage of the old disk with the gap between', async () => {
  await cutPower(system.edge);
  const endedAtUtcMs = Date.now();
  await untilState('offline');
  await open('storage');
  await page.getByText('The core is offline. This is its state when it was last seen').waitFor();
  const { code } = await system.api.call(edgesCalls.createReplacementCode, { params: { id: site.edgeId } });
  const args = [
    '--data',
    join(system.folder, 'new-core'),
    '--footage',
    join(system.folder, 'core'),
    '--server',
    system.url,
    '--claim',
    code,
    '--ice-port',
    '0',
  ];
  machine = new Program('apps/edge/src/app/main.ts', args);
  await untilState('online');
  const backAtUtcMs = Date.now();
  expect((await system.api.call(camerasCalls.get, { params: { id: cameraId } })).edgeId).toBe(site.edgeId);
  await eventually(async () => {
    const seen = await coverageOf(system, cameraId, { fromUtcMs: startedAtUtcMs, toUtcMs: Date.now() });
    // What the old machine recorded, and what the new one does.
    expect(seen.recorded.some(({ toUtcMs }) => toUtcMs < endedAtUtcMs + 2_000)).toBe(true);
    expect(Math.max(...seen.recorded.map(({ toUtcMs }) => toUtcMs))).toBeGreaterThan(backAtUtcMs + 2_000);
    // From the last fragment of the old machine to the first of the new one, with its cause; nothing is unaccounted for.
    const between = seen.gaps.filter(({ toUtcMs }) => toUtcMs > endedAtUtcMs);
    expect(between.map(({ cause }) => cause)).toContain('edge_down');
    expect(Math.min(...between.map(({ fromUtcMs }) => fromUtcMs))).toBeGreaterThan(endedAtUtcMs - 5_000);
    expect(longestUnaccountedMs(seen)).toBeLessThan(2_000);
  }, 40_000);
  const notices = await system.api.call(edgesCalls.notices, { params: { id: site.edgeId }, query: {} });
  expect(notices.items.map((notice) => notice.code)).toContain('core_replaced');
  await page.goto(`/edge-edit/${site.edgeId}`);
  await page.getByText("Another machine has replaced this core's machine").first().waitFor();
  expect(complaints).toEqual([]);
});

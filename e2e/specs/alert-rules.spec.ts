import type { Alert } from '@sightline/contracts/alerts/alert';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBrightSquarePack } from '../../apps/edge/testing/analyse/bright-square-pack.fixture.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { waitForAnalysis } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

// From a rule that somebody saves to the alert in the queue, and what a core that is killed makes of it. A bright square walks through
// the picture again and again, which the pack takes for a person.

const everywhere = {
  id: randomUUID(),
  points: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ],
};

let packs: string;
let system: System;
let site: Site;
let cameraId: string;
let ruleId: string;
let browser: Browser;

beforeAll(async () => {
  packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  await writeBrightSquarePack(join(packs, 'bright-square'));
  browser = await openBrowser();
  system = await startSystem({ edgeArgs: ['--model-packs', packs, '--no-model-fetch'] });
  await system.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') })).id;
  await waitForCamera(system, cameraId, 'online');
  await waitForAnalysis(system, site, cameraId);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
  await rm(packs, { recursive: true, force: true });
});

const alerts = async (): Promise<Alert[]> => (await system.api.call(alertsCalls.queue, { query: { ruleId } })).items;
const waitsMs = 40_000;

/** Waits for the only alert of the rule to be as told. */
const waitForAlert = (isSo: (alert: Alert) => boolean): Promise<Alert> =>
  eventually(async () => {
    const found = await alerts();
    const alert = found.find(isSo);
    if (alert === undefined) throw new Error(`the alerts are ${JSON.stringify(found)}`);
    return alert;
  }, waitsMs);

test('who walks where nobody may be stands in the queue, with why and the event that it is about', async () => {
  const condition = { kind: 'trespassing' as const, zones: [everywhere], minStayS: 1 };
  const input = { name: 'Nobody in the yard', condition, severity: 'warning' as const, cameraIds: [cameraId] };
  ruleId = (await system.api.call(alertRulesCalls.create, { body: input as never })).id;
  const alert = await waitForAlert(({ phase }) => phase !== 'closed');
  expect(alert).toMatchObject({ ruleId, cameraId, kind: 'trespassing', isLate: false, handling: 'new' });
  expect(alert.why).toMatchObject([{ what: 'stayS', value: 1, limit: 1, placeId: everywhere.id, class: 'person' }]);
  expect(alert.eventIds.length).toBeGreaterThan(0);
  const { targets } = await system.api.call(alertRulesCalls.get, { params: { id: ruleId } });
  expect(targets).toMatchObject([{ id: cameraId, state: 'armed' }]);
});

test('a core that is killed while the alert is open goes on with it: nobody is told a second time', async () => {
  const before = await alerts();
  await system.edge.kill();
  system.edge.restart();
  await waitForCamera(system, cameraId, 'online');
  await waitForAlert(({ phase, updatedAtUtcMs }) => phase === 'updated' && updatedAtUtcMs > before[0]!.updatedAtUtcMs);
  expect((await alerts()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('a rule that is deleted while its alert is open closes it', async () => {
  await system.api.call(alertRulesCalls.remove, { params: { id: ruleId } });
  const closed = await eventually(async () => {
    const { items } = await system.api.call(alertsCalls.queue, { query: { cameraId } });
    if (items[0]?.phase !== 'closed') throw new Error(`the alert is ${JSON.stringify(items[0])}`);
    return items[0];
  }, waitsMs);
  expect(closed).toMatchObject({ closeReason: 'ruleOff', ruleName: 'Nobody in the yard' });
});

const shots = process.env['SIGHTLINE_SHOTS'];
const visitors: View[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const share = async (alertId: string) =>
  system.api.call(alertLinksCalls.create, { params: { id: alertId }, body: { hours: 1 } });

/** A page of somebody without an account. */
async function visit(view: View, token: string): Promise<{ page: Page; complaints: string[] }> {
  const visitor = await openPage(browser, system.url, view);
  await visitor.page.goto(`/alert-video#${token}`);
  return visitor;
}
const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};
const playedTo = (page: Page): Promise<number> =>
  page.getByTestId('shared-clip').evaluate((video) => (video as unknown as { currentTime: number }).currentTime);

test('ALERT-040 ROUTE-006 a shared link plays the clip signed out, until it is revoked', async () => {
  const [alert] = (await system.api.call(alertsCalls.queue, { query: { cameraId } })).items;
  const link = await share(alert!.id);
  for (const view of visitors) {
    const { page, complaints } = await visit(view, link.token);
    await page.getByTestId('shared-clip').waitFor({ timeout: waitsMs });
    await expect.poll(() => playedTo(page), { timeout: waitsMs }).toBeGreaterThan(0);
    await page.getByText('Yard', { exact: true }).waitFor();
    // No rail, no tab bar: nothing else of the product.
    expect(await page.locator('nav').count()).toBe(0);
    await look(page, `shared-${view.language}-${String(view.width)}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  }
  await system.api.call(alertLinksCalls.revoke, { params: { id: alert!.id, linkId: link.id } });
  const { page } = await visit(visitors[0]!, link.token);
  await page.getByText("This link doesn't work").waitFor();
  await look(page, 'shared-revoked');
  await page.context().close();
});

test('ALERT-040 a shared link says that its core is away, and plays once it is back', async () => {
  const [alert] = (await system.api.call(alertsCalls.queue, { query: { cameraId } })).items;
  await system.edge.kill();
  await waitForCamera(system, cameraId, 'offline');
  const { page } = await visit(visitors[0]!, (await share(alert!.id)).token);
  await page.getByText('The site is offline').waitFor({ timeout: waitsMs });
  await look(page, 'shared-away');
  system.edge.restart();
  await page.getByTestId('shared-clip').waitFor({ timeout: 90_000 });
  await expect.poll(() => playedTo(page), { timeout: waitsMs }).toBeGreaterThan(0);
  await page.context().close();
});

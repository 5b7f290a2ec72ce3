import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';

// What is said of an alert whose camera was deleted: nothing that is not so, and nobody asks for its pictures.

const shots = process.env['SIGHTLINE_SHOTS'];
let desk: AlertDesk;
let browser: Browser;

beforeAll(async () => {
  desk = await startAlertDesk();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

const take = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};

test('says of an alert that its camera was deleted, and offers and asks for none of its footage', async () => {
  const { api } = desk.server;
  const cameraId = desk.cameras.gate;
  const [id = ''] = await desk.open((await desk.rule()).id, 1, { phase: 'closed', closeReason: 'over' });
  await desk.core.report([{ kind: 'alertFootage', alertId: id, cameraId, untilUtcMs: Date.now() + 86_400_000 }]);
  await expect.poll(async () => (await api.call(alertsCalls.kept, { query: { cameraId } })).count).toBe(1);
  const english: View = { language: 'en', theme: 'light', width: 1440 };
  const { page } = await openAs(browser, desk.server, { view: english });
  await page.goto(`/camera-edit/${cameraId}`);
  await page.getByRole('button', { name: 'Delete camera' }).first().click();
  await page.getByText('Footage is kept for 1 alert of this camera.').waitFor();
  await take(page, 'delete-camera-with-alerts');
  await api.call(camerasCalls.remove, { params: { id: cameraId } });
  const offers: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/live/offers')) offers.push(request.url());
  });
  await page.goto(`/alert/monitoring?alert=${id}`);
  const detail = page.getByTestId('alert-detail');
  await detail.getByText("Its recordings can't be played any more.").waitFor();
  expect(await detail.locator(`a[href*="${cameraId}"]`).count()).toBe(0);
  expect(await detail.getByText('Kept until').count()).toBe(0);
  expect(offers).toEqual([]);
  await take(page, 'deleted-camera-alert-en');
  const hebrew: View = { language: 'he', theme: 'dark', width: 390 };
  const { page: phone } = await openAs(browser, desk.server, { view: hebrew });
  await phone.goto(`/alert/monitoring?alert=${id}`);
  await phone.getByTestId('alert-detail').getByText('אינן זמינות עוד לניגון').waitFor();
  await take(phone, 'deleted-camera-alert-he');
}, 180_000);

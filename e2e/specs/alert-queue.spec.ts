import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { seedOpenAlerts } from '../fixtures/open-alerts.ts';

// The queue with ten thousand open alerts, as an operator goes through it by keys.

const english: View = { language: 'en', theme: 'light', width: 1440 };
const manyAlerts = 10_000;
const shots = process.env['SIGHTLINE_SHOTS'];

let desk: AlertDesk;
let browser: Browser;
let page: Page;
let complaints: string[];
let ruleId: string;

beforeAll(async () => {
  desk = await startAlertDesk();
  ruleId = (await desk.rule()).id;
  await seedOpenAlerts(desk, ruleId, manyAlerts);
  browser = await openBrowser();
  ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

/** The row of the alert that is open: where it stands in the queue, and whether all of it is in view. */
const selected = () =>
  page.evaluate(() => {
    const row = document.querySelector('[data-alert][aria-selected="true"]');
    const list = document.querySelector('[role="listbox"][tabindex="0"]');
    if (row === null || list === null) return null;
    const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
    return {
      id: row.getAttribute('data-alert'),
      position: Number(row.getAttribute('aria-posinset')),
      isInView: inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1,
      drawn: document.querySelectorAll('[data-alert]').length,
    };
  });
const openId = (): string => new URL(page.url()).searchParams.get('alert') ?? '';
const stands = (position: number) =>
  expect.poll(selected, { timeout: 30_000 }).toMatchObject({ position, isInView: true });

/** Presses a key so many times, each once the one before has done something, as a person sees it. */
async function press(key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const before = openId();
    await page.keyboard.press(key);
    await page.waitForFunction((id) => new URL(location.href).searchParams.get('alert') !== id, before);
  }
}

describe('the queue with ten thousand open alerts', () => {
  test('ALERT-041 ROUTE-062 says how many there are, and draws only those in sight', async () => {
    await page.goto('/alert/monitoring');
    await page.locator('[data-alert]').first().waitFor();
    await page.getByText('10,000 open').waitFor();
    expect(await page.locator('[data-alert]').count()).toBeLessThan(40);
  });

  test('ALERT-041 follows the keys: after three hundred steps down the alert that is open is in view, and so on the way back', async () => {
    await press('j', 300);
    await stands(300);
    expect((await selected())?.drawn).toBeLessThan(40);
    await press('k', 100);
    await stands(200);
    // Held down, a key comes faster than the screen is drawn: it may pass some by, but never loses sight.
    for (let count = 0; count < 200; count += 1) await page.keyboard.press('j');
    await expect.poll(async () => (await selected())?.isInView).toBe(true);
    expect((await selected())?.position).toBeGreaterThan(200);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'alert-queue-deep.png') });
  });

  test('opens an address deep in the queue, and shows it again after the page was loaded anew', async () => {
    const id = openId();
    await page.reload();
    await page.getByTestId('alert-detail').getByText('Gate', { exact: false }).first().waitFor();
    expect(openId()).toBe(id);
    await page.goto('/alert/monitoring');
    await page.locator('[data-alert]').nth(8).click();
    const chosen = openId();
    await page.reload();
    await expect.poll(selected).toMatchObject({ id: chosen, isInView: true });
    expect(complaints).toEqual([]);
  });
});

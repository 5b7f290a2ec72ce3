import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { seedOpenAlerts } from '../fixtures/open-alerts.ts';

// The queue with ten thousand open alerts, as an operator goes through it by keys.

const english: View = { language: 'en', theme: 'light', width: 1440 };
const manyAlerts = 10_000;
/** Of one page, as the queue reads it. */
const loadedRows = 100;
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
      topPx: inner.top,
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

const stored = (id: string) => desk.server.api.call(alertsCalls.get, { params: { id } });

/** Keys that were pressed faster than the screen is drawn have all done what they do. */
async function settled(): Promise<void> {
  let before = '';
  const isSame = (): boolean => {
    const now = openId();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(isSame, { interval: 1000, timeout: 30_000 }).toBe(true);
}

describe('the queue with ten thousand open alerts', () => {
  test('ALERT-041 ROUTE-062 says how many there are, and draws only those in sight', async () => {
    await page.goto('/alert/monitoring');
    await page.locator('[data-alert]').first().waitFor();
    await page.getByText('10,000 open').waitFor();
    expect(await page.locator('[data-alert]').count()).toBeLessThan(40);
  });

  test('ALERT-041 follows the keys: after a hundred and fifty steps down the alert that is open is in view, and so on the way back', async () => {
    await press('j', 150);
    await stands(150);
    expect((await selected())?.drawn).toBeLessThan(40);
    await press('k', 50);
    await stands(100);
    // Held down, a key comes faster than the screen is drawn: it may pass some by, but never loses sight.
    for (let count = 0; count < 100; count += 1) await page.keyboard.press('j');
    await expect.poll(async () => (await selected())?.isInView).toBe(true);
    expect((await selected())?.position).toBeGreaterThan(100);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'alert-queue-deep.png') });
  }, 240_000);

  test('ALERT-041 goes on with the next once one is done, and new ones wait without moving a row', async () => {
    await settled();
    const before = await selected();
    const position = before?.position ?? 0;
    await page.keyboard.press('e');
    await expect.poll(openId).not.toBe(before?.id);
    await stands(position + 1);
    const done = await stored(before?.id ?? '');
    expect(done).toMatchObject({ handling: 'done', outcome: 'handled' });
    await page.getByTestId('alert-detail').getByText('Unassigned').waitFor();
    const topBefore = (await selected())?.topPx;
    await desk.open(ruleId, 3);
    await page.getByRole('button', { name: '3 new' }).waitFor();
    await stands(position + 1);
    expect((await selected())?.topPx).toBe(topBefore);
    await page.keyboard.press('a');
    await expect.poll(async () => (await stored(openId())).handling).toBe('taken');
    await stands(position + 1);
  }, 180_000);

  test('ALERT-041 goes on with the next where it is not loaded yet, not with the one before', async () => {
    const waiting: (() => void)[] = [];
    let isHeld = true;
    const isNextPage = (url: URL): boolean => url.pathname === '/api/v1/alerts' && url.searchParams.has('cursor');
    await page.route(isNextPage, async (route) => {
      if (isHeld) await new Promise<void>((resolve) => void waiting.push(resolve));
      await route.continue();
    });
    await page.goto('/alert/monitoring');
    await page.locator('[data-alert]').first().click();
    const first = (await selected())?.position ?? 0;
    await press('j', loadedRows - first);
    await stands(loadedRows);
    const [before, row] = [openId(), await selected()];
    await page.keyboard.press('e');
    await expect.poll(async () => (await stored(before)).handling).toBe('done');
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    expect(openId()).toBe(before);
    isHeld = false;
    for (const goOn of waiting) goOn();
    await expect.poll(openId).not.toBe(before);
    await stands((row?.position ?? 0) + 1);
    expect(complaints).toEqual([]);
  }, 180_000);

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

import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 390 },
  { language: 'en', theme: 'light', width: 390 },
  { language: 'he', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };

let desk: AlertDesk;
let browser: Browser;
let gateRule: string;
let yardRule: string;

const arm = async (name: string, alertIds: string[]): Promise<void> => {
  const { id } = await desk.server.api.call(armedAlarmsCalls.create, { body: { name, alertIds, exitDelayS: 0 } });
  await desk.server.api.call(armedAlarmsCalls.arm, { params: { id }, body: { state: 'armed' } });
};
const managed = async (query: { status?: number } = {}) =>
  (await desk.server.api.call(managedAlarmsCalls.list, { query })).items;
const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const figure = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd > span:first-child');

beforeAll(async () => {
  desk = await startAlertDesk();
  browser = await openBrowser();
  ({ id: gateRule } = await desk.rule());
  ({ id: yardRule } = await desk.rule({
    name: 'Yard loitering',
    cameraIds: [desk.cameras.yard],
    severity: 'critical',
  }));
  await arm('Warehouse', [gateRule]);
  await arm('Yard nights', [yardRule]);
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

describe('the alarm manager', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  afterAll(() => page.context().close());

  test('ROUTE-023 ALARMMGR-012 says what will stand there before there is any alarm', async () => {
    await page.goto('/alarm-management?tab=manager');
    await page.getByRole('heading', { name: 'Alarms management' }).waitFor();
    await page.getByRole('heading', { name: 'No alarms yet' }).waitFor();
    await look(page, 'manager-empty');
    expect(await page.getByRole('table').count()).toBe(0);
  });

  test('ALARMMGR-012 shows an alarm and its figures as its alerts come in, without reading the page again', async () => {
    await page.evaluate('window.isKept = true');
    await desk.open(gateRule, 3);
    await desk.open(yardRule, 1, { cameraId: desk.cameras.yard });
    await row(page, 'Warehouse #1').getByText('3 (3 open)').waitFor();
    await row(page, 'Yard nights #2').getByText('Active', { exact: true }).waitFor();
    await expect.poll(() => figure(page, 'Active').textContent()).toBe('2');
    expect(await page.evaluate('window.isKept')).toBe(true);
    await look(page, 'manager-list');
  });

  test('ALARMMGR-012 opens an alarm with its alerts, each of which leads to where it is handled', async () => {
    await row(page, 'Warehouse #1').getByRole('link', { name: 'Warehouse' }).click();
    const detail = page.getByTestId('managed-alarm');
    await detail.getByRole('heading', { name: 'Warehouse' }).waitFor();
    const links = detail.getByRole('link', { name: /Loitering/ });
    await expect.poll(() => links.count()).toBe(3);
    await look(page, 'manager-detail');
    const [newest] = (await desk.server.api.call(alertsCalls.queue, { query: {} })).items.filter(
      ({ ruleId }) => ruleId === gateRule,
    );
    await links.first().click();
    await page.waitForURL(new RegExp(`/alert/monitoring\\?alert=${newest?.id ?? 'none'}`));
    await page.goBack();
    await detail.getByRole('heading', { name: 'Warehouse' }).waitFor();
  });

  test('ALARMMGR-012 closes an alarm in the name of whoever is signed in, after asking', async () => {
    const detail = page.getByTestId('managed-alarm');
    await detail.getByRole('button', { name: 'Close alarm' }).click();
    const dialog = page.getByRole('dialog', { name: /Close the alarm/ });
    await dialog.getByText('3 of its alerts are still open').waitFor();
    await look(page, 'manager-close');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await managed({ status: 2 })).toEqual([]);
    await detail.getByRole('button', { name: 'Close alarm' }).click();
    await dialog.getByRole('button', { name: 'Close alarm' }).click();
    await detail.getByText('Closed by').waitFor();
    const { user } = await desk.server.api.call(sessionsCalls.current, {});
    expect(await managed({ status: 2 })).toMatchObject([{ name: 'Warehouse', closedBy: { userId: user.id } }]);
    expect(await detail.getByRole('button', { name: 'Close alarm' }).count()).toBe(0);
    await expect.poll(() => figure(page, 'Closed').textContent()).toBe('1');
  });

  test('ALARMMGR-012 says what nobody closed in time, and narrows the list to a status', async () => {
    await queryDatabase(
      desk.server,
      `update managed_alarms set last_alert_at = last_alert_at - interval '2 hours' where name = $1`,
      ['Yard nights'],
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await row(page, 'Yard nights #2').getByText('Timed out').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('button', { name: 'Status: All' }).click();
    await page.getByRole('menuitemradio', { name: 'Closed' }).click();
    await row(page, 'Warehouse #1').waitFor();
    await expect.poll(() => row(page, 'Yard nights #2').count()).toBe(0);
    await page.getByRole('menuitemradio', { name: 'Active' }).click();
    await page.getByRole('heading', { name: 'No alarms with this status' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'Yard nights #2').waitFor();
  });

  test('nothing goes wrong in the browser meanwhile', () => {
    expect(complaints).toEqual([]);
  });
});

test('ROUTE-023 says which permission is missing to somebody without it', async () => {
  await desk.member(gil, ['CameraView', 'AlertMonitoring']);
  const { page, context } = await openAs(browser, desk.server, { view: english, who: gil });
  await page.goto('/alarm-management');
  await page.getByText('Arm, disarm and close alarms', { exact: false }).first().waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await context.close();
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('ALARMMGR-012 the alarm manager has no fault', async () => {
    const { page, complaints, context } = await openAs(browser, desk.server, { view });
    const name = `${view.language}-${view.theme}-${String(view.width)}`;
    await page.goto('/alarm-management?tab=manager');
    await page.getByText('Warehouse').first().hover();
    await look(page, `manager-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    await page.getByRole('link', { name: /Yard nights/ }).click();
    await page.getByTestId('managed-alarm').getByRole('listitem').first().hover();
    await look(page, `manager-detail-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(await strayNames(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 390 },
  { language: 'he', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };

let desk: AlertDesk;
let browser: Browser;
let ruleId: string;

beforeAll(async () => {
  desk = await startAlertDesk();
  browser = await openBrowser();
  ({ id: ruleId } = await desk.rule());
  await desk.server.api.call(schedulesCalls.create, {
    body: { name: 'Nights', timeZone: 'UTC', hours: [{ day: 1, fromMinute: 0, toMinute: 360 }] },
  });
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const alarms = async () => (await desk.server.api.call(armedAlarmsCalls.list, { query: {} })).items;

describe('somebody who arms', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  afterAll(() => page.context().close());

  test('ROUTE-066 ROUTE-067 is led from the empty list to the form, which says what is wrong', async () => {
    await page.goto('/alert/alarms/list');
    await page.getByRole('heading', { name: 'No alarms yet' }).waitFor();
    await look(page, 'alarms-empty');
    await page.getByRole('link', { name: 'Create alarm' }).click();
    await page.waitForURL(/\/alert\/alarms\/create$/);
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.getByLabel('Arm again after disarming (minutes)').fill('0');
    await page.getByRole('button', { name: 'Create alarm' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByText('Enter whole minutes from 1 to 10,080').waitFor();
    await look(page, 'alarm-wrong');
    expect(await alarms()).toEqual([]);
  });

  test('ALARMDEF-001 saves an alarm with its rules and times', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
    await page.getByRole('textbox', { name: 'Description' }).fill('After the last truck');
    await page.getByRole('combobox', { name: 'Alert rules' }).click();
    await page.getByRole('option', { name: 'Gate loitering' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Arm again after disarming (minutes)').fill('30');
    await page.getByLabel('Time to leave (seconds)').fill('0');
    await look(page, 'alarm-form');
    await page.getByRole('button', { name: 'Create alarm' }).click();
    await page.waitForURL(/\/alert\/alarms\/list$/);
    await row(page, 'Warehouse').getByText('Disarmed', { exact: true }).waitFor();
    expect(await alarms()).toMatchObject([
      {
        name: 'Warehouse',
        description: 'After the last truck',
        alertIds: [ruleId],
        reArmMin: 30,
        disArmMin: null,
        exitDelayS: 0,
        scheduleId: null,
        calculatedState: 'disarmed',
      },
    ]);
  });

  test('ALARMDEF-004 arms and disarms by hand, and is told by whom and until when', async () => {
    const line = row(page, 'Warehouse');
    await line.getByRole('button', { name: 'Arm the alarm Warehouse' }).click();
    await line.getByText('Armed', { exact: true }).waitFor();
    await line.getByText(/^Armed by /).waitFor();
    await look(page, 'alarms-list');
    expect((await alarms())[0]?.calculatedState).toBe('armed');
    await line.getByRole('button', { name: 'Disarm the alarm Warehouse' }).click();
    await line.getByText(/^Disarmed, arms at /).waitFor();
    expect((await alarms())[0]).toMatchObject({ state: 'disarmed', calculatedState: 'disarmed' });
  });

  test('ALARMDEF-004 sees what others arm without reading the page again, and that its rule follows', async () => {
    await page.evaluate('window.isKept = true');
    const { id } = (await alarms())[0]!;
    await desk.server.api.call(armedAlarmsCalls.arm, { params: { id }, body: { state: 'armed' } });
    await row(page, 'Warehouse').getByText('Armed', { exact: true }).waitFor();
    expect(await page.evaluate('window.isKept')).toBe(true);
    await desk.open(ruleId);
    await expect
      .poll(async () => (await desk.server.api.call(managedAlarmsCalls.list, { query: {} })).items)
      .toMatchObject([{ name: 'Warehouse', status: 0, alertCount: 1 }]);
    await row(page, 'Warehouse').getByText('1 active alarm · Armed').waitFor();
  });

  test('ALARMDEF-001 changes an alarm; ALARMDEF-002 narrows the list', async () => {
    await row(page, 'Warehouse').getByRole('link', { name: 'Warehouse' }).click();
    await page.waitForURL(/\/alert\/alarms\/edit\//);
    await page.getByLabel('Armed while this schedule is open').selectOption('Nights');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Alarm saved').first().waitFor();
    expect((await alarms())[0]?.scheduleName).toBe('Nights');
    await page.goto('/alert/alarms/list?q=nothing');
    await page.getByRole('heading', { name: 'No alarms match' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'Warehouse').waitFor();
  });

  test('ALARMDEF-004 an alarm that holds no rules is not said to be simply armed', async () => {
    const { id } = await desk.server.api.call(armedAlarmsCalls.create, {
      body: { name: 'Empty', alertIds: [], exitDelayS: 0 },
    });
    await desk.server.api.call(armedAlarmsCalls.arm, { params: { id }, body: { state: 'armed' } });
    await expect.poll(() => row(page, 'Empty').textContent()).toContain('Armed. It holds no rules, so nothing alerts');
    await desk.server.api.call(armedAlarmsCalls.remove, { params: { id } });
    await row(page, 'Empty').waitFor({ state: 'detached' });
  });

  test('ROUTE-066 is told what becomes of the rules before deleting an alarm', async () => {
    await desk.server.api.call(armedAlarmsCalls.create, { body: { name: 'Superfluous', alertIds: [] } });
    await page.getByRole('button', { name: 'Delete the alarm Superfluous' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the alarm Superfluous?' });
    await dialog.getByText('Its rules stay', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Delete alarm' }).click();
    await row(page, 'Superfluous').waitFor({ state: 'detached' });
    expect((await alarms()).map(({ name }) => name)).toEqual(['Warehouse']);
  });

  test('nothing goes wrong in the browser meanwhile', () => {
    expect(complaints).toEqual([]);
  });
});

test('ROUTE-066 says which permission is missing to somebody without it', async () => {
  await desk.member(gil, ['CameraView', 'AlertMonitoring']);
  const { page, context } = await openAs(browser, desk.server, { view: english, who: gil });
  await page.goto('/alert/alarms/list');
  await page.getByText('Arm, disarm and close alarms', { exact: false }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Create alarm' }).count()).toBe(0);
  await page.goto('/alert/monitoring');
  await page.getByRole('link', { name: 'Log' }).waitFor();
  expect(await page.getByRole('link', { name: 'Alarms' }).count()).toBe(0);
  await context.close();
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('ROUTE-066 ROUTE-067 alarms and their form have no fault', async () => {
    const { page, complaints, context } = await openAs(browser, desk.server, { view });
    const name = `${view.language}-${view.theme}-${String(view.width)}`;
    await page.goto('/alert/alarms/list');
    await page.getByText('Warehouse').first().hover();
    await look(page, `alarms-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(await strayNames(page)).toEqual([]);
    await page.goto('/alert/alarms/create');
    // Beneath the splash it is there, but nobody can click it.
    await page.locator('#alarm-form input').first().click();
    await look(page, `alarm-form-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

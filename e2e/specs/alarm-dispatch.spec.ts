import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { addDispatches, addManyCanceled } from '../fixtures/dispatch-rows.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 390 },
  { language: 'en', theme: 'light', width: 390 },
  { language: 'he', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
const path = '/api/v1/dispatch-alarms';

let desk: AlertDesk;
let browser: Browser;
let north: string;
let port: string;

const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};
const table = (page: Page, name: string) => page.getByRole('table', { name });
const heads = (page: Page, name: string) => table(page, name).getByRole('columnheader').allInnerTexts();
/** What stands in a row, by the heads of its columns. */
const cells = async (page: Page, name: string, row: RegExp): Promise<Record<string, string>> => {
  const texts = await table(page, name).getByRole('row', { name: row }).first().getByRole('cell').allInnerTexts();
  return Object.fromEntries((await heads(page, name)).map((head, index) => [head, texts[index] ?? '']));
};
/** An instant by the clock of the sites here, as tables say it. */
const clockOf = (utcMs: number | null | undefined): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', timeStyle: 'medium' }).format(utcMs ?? 0);
const toast = (page: Page, text: string | RegExp) => page.locator('[role=alert], [role=status]').getByText(text);
/** Answers one call as a server that is in trouble does, until told otherwise. */
const failing = async (page: Page, part: string): Promise<() => Promise<void>> => {
  const address = (url: URL): boolean => url.pathname.startsWith(`${path}/${part}`);
  const body = { code: 'internal', message: 'broken', data: {}, requestId: 'r-1' };
  await page.route(address, (route) => route.fulfill({ status: 500, json: body }));
  return () => page.unroute(address);
};

beforeAll(async () => {
  desk = await startAlertDesk();
  browser = await openBrowser();
  north = (await desk.server.api.call(locationsCalls.list, { query: {} })).items[0]!.id;
  const body = { name: 'Haifa Port', parentId: null, timeZone: 'Asia/Jerusalem' };
  port = (await desk.server.api.call(locationsCalls.create, { body })).id;
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

describe('somebody who manages alarms', () => {
  let page: Page;
  let complaints: string[];
  let ids: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  afterAll(() => page.context().close());

  test('ALARM-001 ALARM-002 ALARM-003 ALARM-018 sees both empty tables below the title and the count', async () => {
    await page.goto('/alarm-management');
    await page.getByRole('heading', { name: 'Alarms management' }).waitFor();
    await page.getByText('No Active Alarms', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No active alarms', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No canceled alarms', exact: true }).waitFor();
    await look(page, 'dispatch-empty');
    expect(new URL(page.url()).pathname).toBe('/alarm-management');
  });

  test('SHELL-019 finds no entry in the rail while no monitoring service is installed', async () => {
    expect(await page.getByRole('link', { name: 'Alarms management' }).count()).toBe(0);
  });

  test('ALARM-004 reads both tables again by the button', async () => {
    ids = await addDispatches(desk.server, [
      { locationId: north, dispatchedMinutes: 200, canceledMinutes: 128, delivery: 'accepted' },
      { locationId: north, dispatchedMinutes: 3, delivery: 'accepted' },
      { locationId: port, dispatchedMinutes: 2, delivery: 'refused', cause: 'wrongKey' },
    ]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('2 Active Alarms', { exact: true }).waitFor();
    expect(asked).toEqual(expect.arrayContaining([`${path}/active`, `${path}/canceled`]));
  });

  test('ALARM-005 ALARM-006 ALARM-007 ALARM-008 ALARM-009 ALARM-010 ALARM-025 reads active alarms and how each stands with the monitoring service', async () => {
    expect(await heads(page, 'Active alarms')).toEqual(['Alarm ID', 'Site', 'Dispatch time', 'Status', 'Actions']);
    const alarm = await desk.server.api.call(dispatchAlarmsCalls.get, { params: { id: ids[1] ?? '' } });
    expect(await cells(page, 'Active alarms', /North yard/)).toEqual({
      'Alarm ID': expect.stringMatching(new RegExp(`^#2\\s+${alarm.id}$`)),
      Site: 'North yard',
      'Dispatch time': expect.stringContaining(clockOf(alarm.dispatchTime)),
      Status: expect.stringMatching(/^Active\s+The monitoring service accepted it at /),
      Actions: 'Cancel',
    });
    const row = table(page, 'Active alarms').getByRole('row', { name: /North yard/ });
    await row.getByRole('button', { name: 'Cancel alarm #2, North yard' }).waitFor();
  });

  test('never says that help comes where the monitoring service refused', async () => {
    const refused = table(page, 'Active alarms').getByRole('row', { name: /Haifa Port/ });
    await refused.getByText('Nobody was dispatched.', { exact: false }).waitFor();
    expect(await refused.innerText()).not.toMatch(/accepted/);
    await page.getByRole('alert').getByText('Alarm #3, Haifa Port:').waitFor();
    await page
      .getByRole('alert')
      .getByText('Call the emergency services yourself. The monitoring service rejected the token.')
      .waitFor();
    await look(page, 'dispatch-tables');
  });

  test('ALARM-011 ALARM-012 ALARM-013 ALARM-014 ALARM-015 ALARM-016 ALARM-017 ALARM-025 reads canceled alarms with the length in hours and minutes', async () => {
    expect(await heads(page, 'Canceled alarms')).toEqual([
      'Alarm ID',
      'Site',
      'Dispatch time',
      'Cancel time',
      'Duration',
      'Canceled by',
      'Status',
    ]);
    await table(page, 'Canceled alarms').getByText('#1', { exact: true }).waitFor();
    const alarm = await desk.server.api.call(dispatchAlarmsCalls.get, { params: { id: ids[0] ?? '' } });
    expect(await cells(page, 'Canceled alarms', /North yard/)).toEqual({
      'Alarm ID': expect.stringMatching(new RegExp(`^#1\\s+${alarm.id}$`)),
      Site: 'North yard',
      'Dispatch time': expect.stringContaining(clockOf(alarm.dispatchTime)),
      'Cancel time': expect.stringContaining(clockOf(alarm.cancelTime)),
      Duration: '1 hr 12 min',
      'Canceled by': 'Dana Levi',
      Status: expect.stringMatching(/^Handled\s+The monitoring service knows that it's canceled$/),
    });
  });

  test('is told of the active alarm on the camera and with the location', async () => {
    await page.goto(`/camera/${desk.cameras.gate}`);
    const banner = page.getByTestId('dispatch-banner');
    await banner.getByText(/^Alarm #2, active since /).waitFor();
    await banner.getByText('The monitoring service accepted it at', { exact: false }).waitFor();
    await look(page, 'dispatch-banner-camera');
    await page.goto(`/edit-location/${port}`);
    await banner.getByText('Nobody was dispatched.', { exact: false }).waitFor();
    await look(page, 'dispatch-banner-location');
    expect(await banner.innerText()).not.toMatch(/accepted/);
    await banner.getByRole('link', { name: 'Open alarms' }).click();
    await page.waitForURL(/\/alarm-management$/);
  });

  test('ALARM-038 says that canceling failed, and why', async () => {
    const mend = await failing(page, ids[1] ?? '');
    await page.getByRole('button', { name: 'Cancel alarm #2, North yard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel alarm #2, North yard?' });
    await dialog.getByText('The monitoring service is told that no help is needed.').waitFor();
    await look(page, 'dispatch-cancel');
    await dialog.getByRole('button', { name: 'Cancel alarm' }).click();
    await dialog.getByText('Failed to cancel alarm', { exact: false }).waitFor();
    await mend();
    await dialog.getByRole('button', { name: 'Keep alarm' }).click();
    expect((await desk.server.api.call(dispatchAlarmsCalls.active, { query: {} })).total.value).toBe(2);
  });

  test('ALARM-024 ALARM-041 cancels an alarm, which moves to the other table', async () => {
    await page.getByRole('button', { name: 'Cancel alarm #2, North yard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel alarm' }).click();
    await toast(page, 'Alarm #2 canceled').waitFor();
    await table(page, 'Canceled alarms').getByText('#2', { exact: true }).waitFor();
    await page.getByText('1 Active Alarm', { exact: true }).waitFor();
    // Nobody can tell a service that is not installed any longer: somebody must call, and is told what to say.
    const warning = page.getByRole('alert').filter({ hasText: 'Alarm #2, North yard:' });
    await warning.getByText("doesn't know that it's canceled. Call them.", { exact: false }).waitFor();
    await warning.getByText(`Their reference is nl-${ids[1]?.slice(0, 8) ?? ''}.`, { exact: false }).waitFor();
    await look(page, 'dispatch-cancel-untold');
    expect((await desk.server.api.call(dispatchAlarmsCalls.canceled, { query: {} })).items[0]).toMatchObject({
      id: ids[1],
      status: 0,
    });
  });

  test('sees what others cancel without reading the page again', async () => {
    await page.evaluate('window.isKept = true');
    await desk.server.api.call(dispatchAlarmsCalls.cancel, { params: { id: ids[2] ?? '' }, body: {} });
    await page.getByText('No Active Alarms', { exact: true }).waitFor();
    await table(page, 'Canceled alarms').getByText('The monitoring service never had it').waitFor();
    expect(await page.evaluate('window.isKept')).toBe(true);
  });

  test('ALARM-043 ALARM-044 reads the history in words, by day and location', async () => {
    await addDispatches(desk.server, [{ locationId: port, dispatchedMinutes: 1, delivery: 'pending' }]);
    await page.getByRole('tab', { name: 'History' }).click();
    const rows = table(page, 'Alarm history');
    await rows.getByText('Created', { exact: true }).waitFor();
    await expect.poll(() => rows.getByText('Canceled', { exact: true }).count()).toBe(3);
    await look(page, 'dispatch-history');
    await page.getByRole('button', { name: 'Site: All' }).click();
    await page.getByRole('menuitemradio', { name: 'Haifa Port' }).click();
    await expect.poll(() => rows.getByRole('row').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.goto('/alarm-management?tab=history&from=2020-01-01&to=2020-01-02');
    await page.getByRole('heading', { name: 'No alarms match' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows.getByText('Created', { exact: true }).waitFor();
  });

  test('ALARM-019 keeps rows at 56 px, and only those on the screen in the page', async () => {
    await addManyCanceled(desk.server, north, 1000);
    await page.goto('/alarm-management');
    const rows = table(page, 'Canceled alarms').getByRole('row');
    await rows.nth(3).waitFor();
    expect(await rows.nth(1).evaluate((row) => row.getBoundingClientRect().height)).toBe(56);
    expect(await rows.count()).toBeLessThan(60);
    await page.getByText('1,003', { exact: true }).waitFor();
  });

  test.each([
    ['ALARM-034', 'active', 'Failed to load active alarms'],
    ['ALARM-035', 'canceled', 'Failed to load canceled alarms'],
  ])('%s says in its own words that reading %s alarms failed, at first and by the button', async (_row, part, text) => {
    const mend = await failing(page, part);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await toast(page, text).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: text, exact: true }).waitFor();
    const rows = table(page, part === 'active' ? 'Active alarms' : 'Canceled alarms');
    expect(await rows.count()).toBe(0);
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows.waitFor();
  });

  test('ALARM-036 says in its own words that reading the history failed', async () => {
    const mend = await failing(page, 'history');
    await page.goto('/alarm-management?tab=history');
    await page.getByRole('heading', { name: 'Failed to load alarm history', exact: true }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await mend();
  });

  test('ALARM-039 says in its own words that the check for an active alarm failed', async () => {
    const mend = await failing(page, 'check');
    await page.goto(`/camera/${desk.cameras.gate}`);
    await page.getByText('Failed to check active alarm', { exact: true }).waitFor();
    await look(page, 'dispatch-check-failed');
    expect(await page.getByTestId('dispatch-banner').count()).toBe(0);
    await mend();
  });

  test('ALARM-037 ALARM-044 says where help would go, and plainly that nobody comes when the server refuses', async () => {
    // The service was uninstalled after the page had read of it: the server knows better.
    await page.route('**/dispatch-alarms/service', (route) => route.fulfill({ json: { isInstalled: true } }));
    await page.route('**/dispatch-alarms/plan/*', async (route) => {
      const plan = (await (await route.fetch()).json()) as Record<string, unknown>;
      await route.fulfill({ json: { ...plan, isInstalled: true } });
    });
    await desk.server.api.call(locationsCalls.update, {
      params: { id: north },
      body: { address: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' },
    });
    await page.goto(`/camera/${desk.cameras.gate}`);
    await page.getByRole('button', { name: 'Dispatch…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dispatch help to North yard?' });
    await dialog.getByText('123 Some Street, St. Louis, MO 63101').waitFor();
    await dialog.getByText('your account has no telephone number', { exact: false }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Dispatch help' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.server.api.call(accountsCalls.updateProfile, { body: { phone: '+1 555 444 0003' } });
    await page.getByRole('button', { name: 'Dispatch…' }).click();
    await dialog.getByText('+1 555 444 0003').waitFor();
    await look(page, 'dispatch-dialog');
    await dialog.getByRole('button', { name: 'Dispatch help' }).click();
    await dialog.getByText('Failed to create alarm', { exact: false }).waitFor();
    await dialog.getByText('Nobody was dispatched', { exact: false }).waitFor();
    expect((await desk.server.api.call(dispatchAlarmsCalls.check, { params: { locationId: north } })).isActive).toBe(
      false,
    );
    await page.unroute('**/dispatch-alarms/service');
    await page.unroute('**/dispatch-alarms/plan/*');
  });

  test('nothing else goes wrong in the browser meanwhile', () => {
    const provoked = /500|409/;
    expect(complaints.filter((complaint) => !provoked.test(complaint))).toEqual([]);
  });
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('ALARM-005 alarms, their history and the banner have no fault', async () => {
    const { page, complaints, context } = await openAs(browser, desk.server, { view });
    const name = `${view.language}-${view.theme}-${String(view.width)}`;
    await page.goto('/alarm-management');
    await page.getByText('North yard').first().hover();
    await look(page, `dispatch-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    await page.goto('/alarm-management?tab=history');
    await page.getByText('North yard').first().hover();
    await look(page, `dispatch-history-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(await strayNames(page)).toEqual([]);
    await page.goto(`/edit-location/${port}`);
    await page.getByTestId('dispatch-banner').hover();
    await look(page, `dispatch-banner-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { NoonLightService } from '@sightline/simulators/noonlight/noonlight-service';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';

// From a press on the screen to the monitoring service and back, with a service that fails as it is told.

const token = 'a-good-token';
const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [english, { language: 'he', theme: 'dark', width: 390 }];
const shots = process.env['SIGHTLINE_SHOTS'];
const address = { address: '123 Some Street', city: 'St. Louis', state: 'MO', zip: '63101' };

const noonLight = new NoonLightService();
let desk: AlertDesk;
let browser: Browser;
let north: string;

const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `help-${name}.png`) });
};
const install = (): Promise<unknown> =>
  desk.server.api.call(integrationsCalls.installNoonLight, { body: { token, quota: 40 } });
const uninstall = (): Promise<unknown> =>
  desk.server.api.call(integrationsCalls.uninstall, { params: { service: 'noonlight' } });
const check = () => desk.server.api.call(dispatchAlarmsCalls.check, { params: { locationId: north } });
/** Alarms that the monitoring service was asked to create; more than it has where it was asked again. */
const asked = () => noonLight.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/alarms'));
const banner = (page: Page): Locator => page.getByTestId('dispatch-banner');
const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[role=alert], [role=status]').getByText(text);
const dispatch = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Dispatch…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dispatch help' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { alarm } = await check();
  return alarm?.id ?? '';
};
const cancelActive = async (): Promise<void> => {
  const { alarm } = await check();
  if (alarm) await desk.server.api.call(dispatchAlarmsCalls.cancel, { params: { id: alarm.id }, body: {} });
};

beforeAll(async () => {
  noonLight.tokens.add(token);
  desk = await startAlertDesk({ SIGHTLINE_NOONLIGHT_URL: await noonLight.start() });
  browser = await openBrowser();
  north = (await desk.server.api.call(locationsCalls.list, { query: {} })).items[0]!.id;
  await desk.server.api.call(locationsCalls.update, { params: { id: north }, body: address });
  await desk.server.api.call(accountsCalls.updateProfile, { body: { phone: '+1 555 444 0003' } });
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
  await noonLight.stop();
});

describe('somebody who manages alarms', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  beforeEach(() => void (noonLight.received.length = 0));
  afterAll(() => page.context().close());

  test('SHELL-019 ALARM-045 finds the way to alarms once a monitoring service is installed, and loses it with it', async () => {
    const entry = page.getByRole('link', { name: 'Alarms management' });
    await page.goto(`/camera/${desk.cameras.gate}`);
    await page.getByRole('heading', { name: 'Gate' }).waitFor();
    expect([await entry.count(), await page.getByRole('button', { name: 'Dispatch…' }).count()]).toEqual([0, 0]);
    await install();
    await entry.waitFor();
    await page.getByRole('button', { name: 'Dispatch…' }).waitFor();
    await uninstall();
    await entry.waitFor({ state: 'detached' });
    await install();
    await entry.waitFor();
  });

  test('ALARM-037 ALARM-040 ALARM-044 dispatches from live view: it is told the ID, and the service has the address', async () => {
    await page.goto(`/camera/${desk.cameras.gate}`);
    await page.getByRole('button', { name: 'Dispatch…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dispatch help to North yard?' });
    await dialog.getByText('123 Some Street, St. Louis, MO 63101').waitFor();
    await dialog.getByText('40 alarms left this month').waitFor();
    await dialog.getByRole('checkbox', { name: 'Ambulance' }).check();
    await look(page, 'live-dialog');
    await dialog.getByRole('button', { name: 'Dispatch help' }).click();
    await toast(page, 'Alarm #1 created').waitFor();
    const { alarm } = await check();
    await toast(page, `ID ${alarm?.id ?? ''}. Help comes only once the monitoring service accepts it.`).waitFor();
    await banner(page).getByText('The monitoring service accepted it at', { exact: false }).waitFor();
    await look(page, 'live-accepted');
    expect(alarm).toMatchObject({ cameraId: desk.cameras.gate, status: 1, services: ['police', 'medical'] });
    expect(asked().map(({ body }) => body)).toMatchObject([
      {
        phone: '15554440003',
        owner_id: north,
        location: { address: { line1: '123 Some Street', zip: '63101' } },
        services: { police: true, medical: true },
      },
    ]);
  });

  test('ALARM-044 finds it among the active alarms, and no second one can be dispatched there', async () => {
    await page.getByRole('button', { name: 'Dispatch…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Alarm #1, active since', { exact: false }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Dispatch help' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Alarms management' }).click();
    await page.getByText('1 Active Alarm', { exact: true }).waitFor();
  });

  test('ALARM-024 ALARM-041 cancels it, which the service is told until it knows', async () => {
    const { alarm } = await check();
    const known = [...noonLight.alarms.keys()].at(-1);
    noonLight.next.push('broken', 'busy');
    await page.getByRole('button', { name: 'Cancel alarm #1, North yard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel alarm' }).click();
    await toast(page, 'Alarm #1 canceled').waitFor();
    await page
      .getByRole('table', { name: 'Canceled alarms' })
      .getByText("The monitoring service knows that it's canceled")
      .waitFor();
    expect(alarm?.delivery.serviceAlarmId).toBe(known);
    expect(noonLight.received.map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => `/dispatch/v1/alarms/${known ?? ''}/status`),
    );
  });

  test('ALARM-044 INT-024 dispatches from an alert; the service that drops its answer after acting has one alarm', async () => {
    const { id: ruleId } = await desk.rule();
    const [alertId = ''] = await desk.open(ruleId);
    const before = noonLight.alarms.size;
    await page.goto(`/alert/monitoring?alert=${alertId}`);
    noonLight.next.push('drop');
    const id = await dispatch(page);
    await banner(page).getByText('The monitoring service accepted it at', { exact: false }).waitFor();
    await look(page, 'alert-accepted');
    expect(await desk.server.api.call(dispatchAlarmsCalls.get, { params: { id } })).toMatchObject({
      alertId,
      cameraId: desk.cameras.gate,
      delivery: { state: 'accepted', mayHaveArrived: false },
    });
    expect([asked().length, new Set(asked().map(({ key }) => key)).size]).toEqual([2, 1]);
    expect(noonLight.alarms.size).toBe(before + 1);
    await cancelActive();
  });

  test('ALARM-044 dispatches from a location; where the service takes the key no longer, it says that nobody comes', async () => {
    await page.goto(`/edit-location/${north}`);
    noonLight.next.push('wrongKey');
    await dispatch(page);
    await banner(page)
      .getByText('Nobody was dispatched. Call the emergency services yourself.', { exact: false })
      .waitFor();
    await banner(page).getByText('The monitoring service rejected the token.', { exact: false }).waitFor();
    await banner(page).getByText('Alarm #3, created at', { exact: false }).waitFor();
    await look(page, 'location-refused');
    expect(await banner(page).innerText()).not.toMatch(/accepted|Sending|active/);
    // It can be tried again, and that takes the place of what never arrived.
    await dispatch(page);
    await banner(page).getByText('The monitoring service accepted it at', { exact: false }).waitFor();
    expect((await desk.server.api.call(dispatchAlarmsCalls.active, { query: {} })).total.value).toBe(1);
    await cancelActive();
  });

  test('nothing else goes wrong in the browser meanwhile', () => {
    expect(complaints).toEqual([]);
  });
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('ALARM-044 the ways to dispatch and the question have no fault', async () => {
    const { page, context } = await openAs(browser, desk.server, { view });
    const name = `${view.language}-${view.theme}-${String(view.width)}`;
    const opener = page.getByRole('button', { name: view.language === 'he' ? 'הזנקה…' : 'Dispatch…' });
    for (const [place, path] of [
      ['location', `/edit-location/${north}`],
      ['live', `/camera/${desk.cameras.gate}`],
    ] as const) {
      await page.goto(path);
      await opener.click();
      await page.getByRole('dialog').getByText('123 Some Street', { exact: false }).waitFor();
      await look(page, `${place}-${name}`);
      expect(await pageFaults(page, view)).toEqual([]);
      expect(await strayNames(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await context.close();
  });
});

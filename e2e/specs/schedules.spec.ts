import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { Schedule } from '@sightline/contracts/schedules/schedule';
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
];
const shots = process.env['SIGHTLINE_SHOTS'];
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };
const hour = 60;

let desk: AlertDesk;
let browser: Browser;

beforeAll(async () => {
  desk = await startAlertDesk();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
};
const named = async (name: string): Promise<Schedule> => {
  const { items } = await desk.server.api.call(schedulesCalls.list, { query: {} });
  const found = items.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no schedule ${name} among ${items.map((one) => one.name).join(', ')}`);
  return found;
};
/** Hours of a weekday, 0 is Sunday, as minutes. */
const hoursOf = ({ hours }: Schedule, day: number): number[][] =>
  hours.filter((span) => span.day === day).map(({ fromMinute, toMinute }) => [fromMinute, toMinute]);
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

/** Draws a time span on a day of the week with the mouse. */
async function draw(page: Page, day: string, [from, to]: [number, number]): Promise<void> {
  const strip = page.getByTestId(`strip-${day}`);
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  if (box === null) throw new Error(`no strip of ${day}`);
  const at = (clock: number): [number, number] => [box.x + (box.width * clock) / 24, box.y + box.height / 2];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + to) / 2), { steps: 4 });
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

describe('somebody who keeps the schedules', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  afterAll(() => page.context().close());

  test('DB-SCHED-001 DB-SHELL-019 DB-SHELL-032 is told what schedules are for while there is none', async () => {
    await page.goto('/database/schedule');
    await page.waitForURL(/\/database\/schedule\/list$/);
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor();
    await page.getByRole('link', { name: 'Create schedule' }).click();
    await page.waitForURL(/\/create$/);
    expect(new URL(page.url()).pathname).toBe('/database/schedule/create');
  });

  test('DB-SCHED-003 is refused a schedule without a name or with time spans that overlap, and loses nothing', async () => {
    expect(await nameField(page).inputValue()).toBe('Untitled schedule');
    await nameField(page).fill('');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByText('Enter a name.').waitFor();
    await nameField(page).fill('Office hours');
    // A new one begins with the usual working week.
    await page.getByRole('slider', { name: 'Start of time span 1, Sunday' }).waitFor();
    await page.getByRole('button', { name: 'Clear the week' }).click();
    await page.getByText('The week is empty', { exact: false }).waitFor();
    await draw(page, 'Sunday', [8, 12]);
    await page.getByRole('button', { name: 'Add a time span on Sunday' }).click();
    await page.getByLabel('Sunday, time span 2, from').fill('11:00');
    await page.getByLabel('Sunday, time span 2, from').press('Tab');
    await page.getByText('These time spans overlap.').waitFor();
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByText('Some time spans overlap', { exact: false }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/database/schedule/create');
    await page.getByRole('button', { name: 'Remove time span 2 on Sunday' }).click();
  });

  test('DB-SCHED-002 DB-SCHED-003 draws the week with the mouse and moves its ends by keys; it is listed', async () => {
    await draw(page, 'Monday', [9, 17]);
    const end = page.getByRole('slider', { name: 'End of time span 1, Monday' });
    await end.focus();
    await end.press('ArrowRight');
    await end.press('Shift+ArrowRight');
    const start = page.getByRole('slider', { name: 'Start of time span 1, Sunday' });
    await start.focus();
    await start.press('Delete');
    await page.getByRole('button', { name: 'Copy Monday to every day' }).click();
    await page.getByRole('slider', { name: 'Start of time span 1, Saturday' }).press('Delete');
    await look(page, 'schedule-create');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('row', { name: /Office hours/ }).waitFor();
    const made = await named('Office hours');
    expect(made.timeZone).toBe('Asia/Jerusalem');
    const [[from = 0, to = 0] = []] = hoursOf(made, 1);
    expect(Math.abs(from - 9 * hour)).toBeLessThanOrEqual(15);
    // A quarter of an hour by the arrow, a minute with Shift.
    expect(to % 15).toBe(1);
    expect(to).toBeGreaterThan(17 * hour);
    for (const day of [0, 2, 3, 4, 5]) expect(hoursOf(made, day)).toEqual([[from, to]]);
    expect(hoursOf(made, 6)).toEqual([]);
    await look(page, 'schedule-list');
  });

  test('DB-SCHED-004 DB-SHELL-019 changes one: Save waits for a change, and the page before the change is not lost by accident', async () => {
    await page.getByRole('link', { name: 'Office hours' }).click();
    const save = page.getByRole('button', { name: 'Save' });
    await save.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await nameField(page).fill('Shop hours');
    await page.getByRole('link', { name: 'Time schedules' }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await save.click();
    await page.getByText('Schedule saved').waitFor();
    expect((await named('Shop hours')).revision).toBe(2);
  });

  test('DB-SCHED-003 keeps dates on which other hours hold: closed all day, or open at their own times', async () => {
    await page.getByRole('button', { name: 'Add a date' }).click();
    await page.getByText('Closed all day').waitFor();
    await page.getByRole('button', { name: 'Add a date' }).click();
    await page
      .getByRole('button', { name: /^Add a time span on (?!Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)/ })
      .last()
      .click();
    await look(page, 'schedule-dates');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await named('Shop hours')).exceptions.length).toBe(2);
    const { exceptions } = await named('Shop hours');
    expect(exceptions.map(({ hours }) => hours.length)).toEqual([0, 1]);
    expect(exceptions[0]?.date).not.toBe(exceptions[1]?.date);
  });

  test('DB-SCHED-005 is refused the deletion of one that rules use, and told which; then deletes it', async () => {
    const { id: scheduleId } = await named('Shop hours');
    const rule = await desk.rule({ name: 'Shop floor', scheduleId });
    await page.goto('/database/schedule/list');
    await page
      .getByRole('row', { name: /Shop hours/ })
      .getByText('1 rule')
      .waitFor();
    await page.getByRole('button', { name: 'Delete the schedule Shop hours' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete schedule' }).click();
    await dialog.getByRole('list', { name: 'Uses this schedule' }).getByText('Shop floor').waitFor();
    await look(page, 'schedule-in-use');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.server.api.call(alertRulesCalls.remove, { params: { id: rule.id } });
    // The list hears that nothing uses it any more.
    await page
      .getByRole('row', { name: /Shop hours/ })
      .getByText('Nothing')
      .waitFor();
    await page.getByRole('button', { name: 'Delete the schedule Shop hours' }).click();
    await dialog.getByRole('button', { name: 'Delete schedule' }).click();
    const none = page.getByRole('heading', { name: 'No schedules yet' });
    await none.waitFor();
    expect(await none.count()).toBe(1);
  });

  test('nothing goes wrong in the browser meanwhile', () => {
    expect(complaints).toEqual([]);
  });
});

test('DB-SCHED-001 says which permission is missing to somebody without it', async () => {
  await desk.member(gil, ['CameraView']);
  const { page, context } = await openAs(browser, desk.server, { view: english, who: gil });
  await page.goto('/database/schedule/list');
  await page.getByText('Manage schedules and event tags', { exact: false }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Create schedule' }).count()).toBe(0);
  await context.close();
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('DB-SCHED-001 DB-SCHED-002 DB-SCHED-004 the list and both forms have no fault', async () => {
    const hours = [0, 1, 2, 3, 4].map((day) => ({ day, fromMinute: 480, toMinute: 1020 }));
    const exceptions = [{ date: '2027-04-22', hours: [] }];
    const name = `שעות חנות ${view.theme}`;
    const body = { name, timeZone: 'Asia/Jerusalem', hours, exceptions };
    const { id } = await desk.server.api.call(schedulesCalls.create, { body });
    const { page, complaints, context } = await openAs(browser, desk.server, { view });
    for (const place of ['list', 'create', `edit/${id}`]) {
      await page.goto(`/database/schedule/${place}`);
      await (place === 'list' ? page.getByText(name) : page.locator('form input').first()).waitFor();
      await look(page, `schedule-${place.split('/')[0] ?? ''}-${view.language}-${view.theme}-${String(view.width)}`);
      expect(await pageFaults(page, view)).toEqual([]);
      expect(await strayNames(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

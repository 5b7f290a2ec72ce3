import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testReport } from '../../apps/server/testing/events/test-reports.ts';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { ApiClient } from '../fixtures/api-client.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';
import { drawPicture, reportSeen } from '../fixtures/seen-events.ts';

// Alerts of a core that the journey plays, from the link to the screens of those who handle them.

const english: View = { language: 'en', theme: 'light', width: 1440 };
const phone: View = { language: 'he', theme: 'dark', width: 390 };
const views: View[] = [
  phone,
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];
const noa = { email: 'noa@example.org', password: 'another horse battery', firstName: 'Noa', lastName: 'Bar' };
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };
const tal = { email: 'tal@example.org', password: 'a fourth horse battery', firstName: 'Tal', lastName: 'Other' };

let desk: AlertDesk;
let browser: Browser;
let ruleId: string;

beforeAll(async () => {
  desk = await startAlertDesk();
  ruleId = (await desk.rule()).id;
  await desk.member(noa, ['CameraView', 'PlaybackView', 'AlertMonitoring']);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};
const read = (id: string): Promise<AlertDetail> => desk.server.api.call(alertsCalls.get, { params: { id } });
const line = (page: Page, id: string) => page.locator(`[data-alert="${id}"]`);
const detail = (page: Page) => page.getByTestId('alert-detail');
/** How far people are with the alert that is open, in the facts beside it. */
const handling = (page: Page, words: RegExp) => detail(page).locator('dd').filter({ hasText: words });
const openOne = async (): Promise<string> => (await desk.open(ruleId))[0] ?? '';
/** At another camera than the others: one that alerts too often is collapsed. */
const openAtYard = async (): Promise<string> => {
  const { id } = await desk.rule({ name: 'Yard loitering', cameraIds: [desk.cameras.yard] });
  return (await desk.open(id, 1, { cameraId: desk.cameras.yard }))[0] ?? '';
};
const isSo = (id: string, wanted: Partial<AlertDetail>) => expect.poll(() => read(id)).toMatchObject(wanted);

describe('an operator at the queue', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  afterAll(() => page.context().close());

  test('ROUTE-062 ALERT-041 sees an alert come in by itself, with what, why, where, and its picture', async () => {
    await page.goto('/alert/monitoring');
    await page.getByRole('heading', { name: 'No open alerts' }).waitFor();
    await page.evaluate('window.isKept = true');
    const event = testReport({ cameraId: desk.cameras.gate });
    await reportSeen(desk.core, [{ event, jpeg: await drawPicture(page, { kind: 'person', colour: '#9c2f2f' }) }]);
    const [id = ''] = await desk.open(ruleId, 1, { subjectIds: [event.eventId] });
    await line(page, id).waitFor();
    const said = await line(page, id).innerText();
    for (const part of ['Loitering', 'Stayed 12 sec, limit 10 sec', 'Gate', 'North yard', 'Unassigned'])
      expect(said).toContain(part);
    await line(page, id).click();
    await detail(page).getByText('Person, 0.83').waitFor();
    expect(await page.evaluate('window.isKept')).toBe(true);
    await look(page, 'alerts-detail');
    await page.goto('/alert');
    await page.waitForURL(/\/alert\/monitoring/);
  });

  test('ALERT-041 takes, comments, ends and takes back by keys alone', async () => {
    const id = await openOne();
    await line(page, id).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => new URL(page.url()).searchParams.get('alert')).toBe(id);
    await detail(page).getByText('Unassigned').waitFor();
    await page.keyboard.press('a');
    await isSo(id, { handling: 'taken' });
    await handling(page, /^You/).waitFor();
    await page.keyboard.press('c');
    // Letters that are typed are no keys.
    await page.keyboard.type('a fine evening, patrol is on its way');
    await page.keyboard.press('Enter');
    await detail(page).getByText('a fine evening, patrol is on its way').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await isSo(id, { handling: 'done', outcome: 'handled', commentCount: 1 });
    await page.getByText('Loitering at Gate: handled').waitFor();
    await page.keyboard.press('z');
    await isSo(id, { handling: 'taken', outcome: null });
    await line(page, id).click();
    await handling(page, /^You/).waitFor();
    await page.keyboard.press('f');
    await isSo(id, { handling: 'done', outcome: 'falseAlarm' });
  });

  test('ALERT-041 hands an alert to somebody else, who may see it', async () => {
    const id = await openOne();
    await page.goto(`/alert/monitoring?alert=${id}`);
    await detail(page).getByText('Unassigned').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Assign…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Noa');
    await page.getByRole('option', { name: 'Noa Bar' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await isSo(id, { handling: 'taken', handler: expect.objectContaining({ name: 'Noa Bar' }) as never });
    await handling(page, /^Noa Bar/).waitFor();
  });

  test('ALERT-041 of two who take the same alert one wins; the other is told who did', async () => {
    const id = await openOne();
    const other = await openAs(browser, desk.server, { view: english, who: noa });
    await other.page.goto(`/alert/monitoring?alert=${id}`);
    await detail(other.page).getByText('Unassigned').waitFor();
    await page.goto(`/alert/monitoring?alert=${id}`);
    await detail(page).getByText('Unassigned').waitFor();
    // Noa's key is pressed first, and reaches the server second.
    await other.page.route(`**/alerts/${id}/take`, async (route) => {
      await page.keyboard.press('a');
      await isSo(id, { handling: 'taken' });
      await route.continue();
    });
    await other.page.keyboard.press('a');
    await other.page.getByText(/Dana Levi took this alert first, at/).waitFor();
    await handling(other.page, /^Dana Levi/).waitFor();
    await look(other.page, 'alerts-taken-first');
    expect((await read(id)).handler?.name).toBe('Dana Levi');
    // What the winner does next is seen by the other without asking.
    await page.keyboard.press('e');
    await handling(other.page, /^Handled/).waitFor();
    await other.context.close();
  });

  test('ALERT-041 mutes the rule of an alert for an hour: until when and by whom stands at the alert', async () => {
    const id = await openOne();
    await page.goto(`/alert/monitoring?alert=${id}`);
    await detail(page).getByText('Unassigned').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'For 1 hr', exact: true }).click();
    await detail(page)
      .getByText(/^Muted until .+ by Dana Levi$/)
      .waitFor();
    const rule = () => desk.server.api.call(alertRulesCalls.get, { params: { id: ruleId } });
    expect((await rule()).snooze?.byName).toBe('Dana Levi');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'End the mute' }).click();
    await expect.poll(async () => (await rule()).snooze).toBeNull();
  });

  test('ALERT-041 mutes the camera of an alert until tomorrow: it stands above the queue, and is ended there', async () => {
    const id = await openOne();
    await page.goto(`/alert/monitoring?alert=${id}`);
    await detail(page).getByText('Unassigned').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute this camera: Until tomorrow, 08:00' }).click();
    const muted = page.getByRole('region', { name: 'Muted cameras' });
    await muted.getByText(/ is muted until .+08:00/).waitFor();
    await detail(page)
      .getByText(/^Camera muted until .+ by Dana Levi/)
      .waitFor();
    const mutes = async () => (await desk.server.api.call(alertRulesCalls.cameraMutes, { query: {} })).items;
    expect((await mutes()).map(({ byName }) => byName)).toEqual(['Dana Levi']);
    await look(page, 'alerts-camera-muted');
    const other = await openAs(browser, desk.server, { view: phone });
    await other.page.goto('/alert/monitoring');
    await other.page.getByRole('region', { name: 'מצלמות מושתקות' }).getByText(/08:00/).waitFor();
    await look(other.page, 'alerts-camera-muted-phone');
    expect(await pageFaults(other.page, phone)).toEqual([]);
    await other.context.close();
    await muted.getByRole('button', { name: /^End the mute of the camera/ }).press('Enter');
    await muted.waitFor({ state: 'detached' });
    expect(await mutes()).toEqual([]);
  });

  test('ALERT-041 reads why an alert ended', async () => {
    const id = await openOne();
    await page.goto(`/alert/monitoring?alert=${id}`);
    await handling(page, /^Unassigned/).waitFor();
    await desk.core.report([
      desk.change({ ruleId, alertId: id, sequence: 2, phase: 'closed', closeReason: 'cameraRemoved' }),
    ]);
    const reason = detail(page).getByText('The camera was removed');
    await reason.waitFor();
    expect(await reason.count()).toBe(1);
  });

  test('nothing goes wrong in the browser meanwhile', () => {
    expect(complaints).toEqual([]);
  });
});

test('ALERT-040 makes a link to the clip of an alert, sees it listed, and revokes it', async () => {
  const id = await openOne();
  const { page, complaints, context } = await openAs(browser, desk.server, { view: english });
  await page.goto(`/alert/monitoring?alert=${id}`);
  await detail(page).getByText('Unassigned').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share clip…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No links to this clip yet').waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = await dialog.getByLabel('Link', { exact: true }).innerText();
  expect(address).toMatch(/\/alert-video#[\w-]{43}$/);
  await dialog.getByText('Created by Dana Levi · not opened yet').waitFor();
  await look(page, 'alerts-share');
  const visitor = await openPage(browser, desk.server.url, phone);
  await visitor.page.goto(address);
  await visitor.page.getByText('Gate').waitFor();
  await look(visitor.page, 'alerts-shared-waiting');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('Revoked by Dana Levi').waitFor();
  await visitor.page.reload();
  await visitor.page.getByText('הקישור אינו פעיל').waitFor();
  expect(await pageFaults(visitor.page, phone)).toEqual([]);
  await look(visitor.page, 'alerts-shared-gone');
  // A link that opens nothing is no fault of the page.
  expect(visitor.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  expect((await desk.server.api.call(alertLinksCalls.list, { params: { id } })).items).toMatchObject([
    { openCount: 1 },
  ]);
  expect(complaints).toEqual([]);
  await visitor.context.close();
  await context.close();
});

describe('who may not', () => {
  test('ROUTE-062 sees which permission is missing, and no alert of another organization', async () => {
    const id = await openOne();
    await desk.member(gil, ['CameraView']);
    const without = await openAs(browser, desk.server, { view: english, who: gil });
    for (const place of ['monitoring', 'view-list', 'log']) {
      await without.page.goto(`/alert/${place}`);
      await without.page.getByText('See and handle alerts', { exact: false }).first().waitFor();
    }
    await without.context.close();
    await desk.stranger(tal);
    const elsewhere = await openAs(browser, desk.server, { view: english, who: tal });
    await elsewhere.page.goto(`/alert/monitoring?alert=${id}`);
    await elsewhere.page.getByText("This alert isn't available").waitFor();
    expect(await elsewhere.page.locator('[data-alert]').count()).toBe(0);
    await elsewhere.context.close();
    const api = new ApiClient(desk.server.api.url);
    await api.signIn(tal.email, tal.password);
    await expect(api.call(alertsCalls.get, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the log', () => {
  let page: Page;
  const asked: URLSearchParams[] = [];
  beforeAll(async () => {
    await desk.open(ruleId, 45, { cameraId: desk.cameras.gate });
    ({ page } = await openAs(browser, desk.server, { view: english }));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/v1/alert-logs') asked.push(url.searchParams);
    });
  });
  afterAll(() => page.context().close());
  const last = (name: string): number => Number(asked.at(-1)?.get(name));

  test('ALERT-037 ALERT-038 ALERT-039 asks for a day in pages of 20; the third one begins at 40', async () => {
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/alert-logs'));
    await page.goto('/alert/log');
    const { items } = (await (await answered).json()) as { items: { id: string }[] };
    expect(items).toHaveLength(20);
    for (const { id } of items) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect([last('limit'), last('offset')]).toEqual([20, 0]);
    expect(last('timeEnd') - last('timeStart')).toBe(86_400_000);
    for (const offset of [20, 40]) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect.poll(() => last('offset')).toBe(offset);
    }
    expect(last('limit')).toBe(20);
    await page.getByRole('row').nth(1).waitFor();
    await look(page, 'alerts-log');
  });

  test('ALERT-037 narrows the log by handling and time, and begins at its first page again', async () => {
    await page.getByRole('button', { name: /^Handling/ }).click();
    await page.getByRole('menuitemradio', { name: 'Done' }).click();
    await expect.poll(() => asked.at(-1)?.get('handling')).toBe('done');
    expect(last('offset')).toBe(0);
    await page.getByText('False alarm', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: /^Last/ }).click();
    await page.getByRole('menuitemradio', { name: '3 days' }).click();
    await expect.poll(() => last('timeEnd') - last('timeStart')).toBe(3 * 86_400_000);
  });
});

test('filters of the queue are a sheet on a phone, and the queue has the screen', async () => {
  await openAtYard();
  const { page, context } = await openAs(browser, desk.server, { view: phone });
  await page.goto('/alert/monitoring');
  const queue = page.getByRole('listbox', { name: 'התראות, החדשות קודם' });
  const menu = page.getByRole('navigation').last();
  await expect
    .poll(async () => {
      const [box, below] = [await queue.boundingBox(), await menu.boundingBox()];
      return box === null || below === null ? undefined : Math.abs(box.y + box.height - below.y);
    })
    .toBeLessThan(2);
  await page.getByRole('button', { name: 'מסננים' }).click();
  const sheet = page.getByRole('dialog', { name: 'מסננים' });
  await sheet.getByRole('button', { name: /^רמת חומרה/ }).click();
  await page.getByRole('menuitemradio', { name: 'קריטית' }).click();
  await look(page, 'alerts-phone-filters');
  expect(await pageFaults(page, phone)).toEqual([]);
  await sheet.getByRole('button', { name: 'הצגת התוצאות' }).click();
  await page.getByRole('button', { name: 'מסנן אחד' }).waitFor();
  await page.getByRole('button', { name: 'הסרת המסננים' }).first().click();
  await page.getByRole('button', { name: 'מסננים', exact: true }).waitFor();
  await context.close();
});

test('ALERT-041 the reason of an alert has the whole line of a phone, and the log its filters as a sheet', async () => {
  await openAtYard();
  const { page, context } = await openAs(browser, desk.server, { view: phone });
  await page.goto('/alert/monitoring');
  const row = page.locator('[data-alert]').first();
  const reason = row.getByText('שהייה של', { exact: false });
  await reason.waitFor();
  expect(await reason.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  const [whole, last] = [await row.boundingBox(), await reason.boundingBox()];
  expect((last?.x ?? 99) - (whole?.x ?? 0)).toBeLessThan(24);
  await page.goto('/alert/log');
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByRole('button', { name: /^רמת חומרה/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'מסננים', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'מסננים' });
  await sheet.getByRole('button', { name: /^רמת חומרה/ }).click();
  await page.getByRole('menuitemradio', { name: 'קריטית' }).click();
  await sheet.getByRole('button', { name: 'הצגת התוצאות' }).click();
  await page.getByRole('button', { name: 'מסנן אחד' }).waitFor();
  await look(page, 'alerts-phone-log');
  expect(await pageFaults(page, phone)).toEqual([]);
  await context.close();
});

test('ALERT-041 an alert is answered on a phone with one hand', async () => {
  const id = await openAtYard();
  const { page, complaints, context } = await openAs(browser, desk.server, { view: phone });
  await page.goto('/alert/monitoring');
  await line(page, id).click();
  await detail(page).getByRole('heading').first().waitFor();
  await look(page, 'alerts-phone-detail');
  for (const deed of ['לקיחה לטיפול', 'טופלה']) {
    const button = detail(page).getByRole('button', { name: deed });
    await button.waitFor();
    const box = await button.boundingBox();
    // Below the middle of the screen, and as large as a thumb.
    expect(box?.y ?? 0).toBeGreaterThan(844 / 2);
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
    await button.click();
    await isSo(id, deed === 'טופלה' ? { handling: 'done', outcome: 'handled' } : { handling: 'taken' });
  }
  expect(complaints).toEqual([]);
  await context.close();
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('ROUTE-062 ROUTE-063 queue, alert, list and log have no fault', async () => {
    const id = await openOne();
    const { page, complaints, context } = await openAs(browser, desk.server, { view });
    const name = `${view.language}-${view.theme}-${String(view.width)}`;
    for (const place of ['monitoring', `monitoring?alert=${id}`, 'view-list', 'log']) {
      await page.goto(`/alert/${place}`);
      await (
        place === 'log' ? page.getByRole('row').nth(1) : page.locator('[data-alert], [data-testid=alert-detail] h2')
      )
        .first()
        .waitFor({ state: 'attached' });
      await look(page, `alerts-${place.replace(/\?.*/, '-open')}-${name}`);
      expect(await pageFaults(page, view)).toEqual([]);
      expect(await strayNames(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

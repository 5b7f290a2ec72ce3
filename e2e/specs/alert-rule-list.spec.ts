import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { readFileSync } from 'node:fs';
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
const noa = { email: 'noa@example.org', password: 'another horse battery', firstName: 'Noa', lastName: 'Bar' };
const amir = { email: 'amir@example.org', password: 'a third horse battery', firstName: 'Amir', lastName: 'Gone' };
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };

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
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const act = async (page: Page, name: string, deed: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions of the rule ${name}` }).click();
  await page.getByRole('menuitem', { name: deed, exact: true }).click();
};
const rules = async () => (await desk.server.api.call(alertRulesCalls.list, { query: {} })).items;

describe('somebody who makes rules', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
  });
  afterAll(() => page.context().close());

  test('ROUTE-064 ROUTE-065 is led from the empty list to the commonest jobs, each with its form', async () => {
    await page.goto('/alert/list');
    await page.getByRole('heading', { name: 'No alert rules yet' }).waitFor();
    await look(page, 'rules-empty');
    await page.getByRole('link', { name: 'New rule' }).click();
    await page.waitForURL(/\/alert\/templates$/);
    const jobs = page.getByRole('list', { name: 'Common jobs' }).getByRole('link');
    await jobs.first().waitFor();
    expect(await jobs.count()).toBe(12);
    expect(await jobs.filter({ hasText: 'Someone climbs the fence' }).getAttribute('href')).toBe(
      '/alert/create/2/3?template=fence',
    );
    await page.getByRole('link', { name: /^Loitering/ }).waitFor();
    await look(page, 'rules-templates');
  });

  test('ROUTE-064 sees of each rule where it watches, whether it works, and how often it was false', async () => {
    const rule = await desk.rule();
    await desk.rule({ name: 'Waits', condition: { kind: 'fire' }, cameraIds: [desk.cameras.gate, desk.cameras.yard] });
    const [first = ''] = await desk.open(rule.id, 3);
    const { revision } = await desk.server.api.call(alertsCalls.get, { params: { id: first } });
    await desk.server.api.call(alertsCalls.done, { params: { id: first }, body: { revision, outcome: 'falseAlarm' } });
    await page.goto('/alert/list');
    const line = row(page, 'Gate loitering');
    await line.getByText('3, 1 false').waitFor();
    await line.getByText('Armed', { exact: true }).waitFor();
    expect(await line.innerText()).toContain('Loitering');
    const waiting = row(page, 'Waits');
    expect(await waiting.innerText()).toContain('Gate and 1 more');
    expect(await waiting.innerText()).toContain('Waits for a model');
    await look(page, 'rules-list');
  });

  test('ROUTE-064 narrows the list to a name, a kind and a camera, and takes that back', async () => {
    await page.getByRole('textbox', { name: 'Find a rule' }).fill('wait');
    await row(page, 'Gate loitering').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?q=wait');
    await page.goto(`/alert/list?kind=loitering&camera=${desk.cameras.yard}`);
    await page.getByRole('heading', { name: 'No rules match these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'Gate loitering').waitFor();
    await row(page, 'Waits').waitFor();
  });

  test('ROUTE-064 turns a rule off and on, and snoozes it: who did so, and until when', async () => {
    await act(page, 'Gate loitering', 'Turn off');
    await row(page, 'Gate loitering').getByText('Off', { exact: true }).waitFor();
    expect((await rules()).find(({ name }) => name === 'Gate loitering')?.isEnabled).toBe(false);
    await act(page, 'Gate loitering', 'Turn on');
    await row(page, 'Gate loitering').getByText('Armed', { exact: true }).waitFor();
    await act(page, 'Gate loitering', 'For 1 hr');
    await row(page, 'Gate loitering')
      .getByText(/^Snoozed until .+ by Dana Levi$/)
      .waitFor();
    await act(page, 'Gate loitering', 'End the snooze');
    await row(page, 'Gate loitering').getByText('Armed', { exact: true }).waitFor();
  });

  test('ROUTE-064 follows what others do to rules without reading the page again', async () => {
    await page.evaluate('window.isKept = true');
    const made = await desk.rule({ name: 'Made elsewhere' });
    await row(page, 'Made elsewhere').waitFor();
    await desk.server.api.call(alertRulesCalls.remove, { params: { id: made.id } });
    await row(page, 'Made elsewhere').waitFor({ state: 'detached' });
    expect(await page.evaluate('window.isKept')).toBe(true);
  });

  test('ROUTE-064 reads what held a rule back', async () => {
    const ruleId = (await rules())[0]!.id;
    await desk.core.report([
      desk.nearMiss({ ruleId, hindrance: 'coolDown', count: 3 }),
      desk.nearMiss({ ruleId, hindrance: 'schedule', atUtcMs: Date.now() - 600_000 }),
    ]);
    await act(page, 'Gate loitering', 'State and near misses');
    const dialog = page.getByRole('dialog', { name: 'Gate loitering' });
    await dialog.getByText('Too soon after the last alert').waitFor();
    await dialog.getByText('Outside the schedule').waitFor();
    await dialog.getByText('Stayed 9 sec, limit 10 sec').first().waitFor();
    await dialog.getByText('3 times in a minute').waitFor();
    await look(page, 'rules-near-misses');
    expect(await dialog.getByText('Stayed 9 sec, limit 10 sec').count()).toBe(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('ROUTE-064 is told where the core sees too few pictures for a rule, beside its state and on its page', async () => {
    const { gate, yard } = desk.cameras;
    let cause: 'analysis_overloaded' | null = 'analysis_overloaded';
    const figures = {
      stream: null,
      decodedFps: 12,
      wantedFps: 5,
      givenFps: 5,
      share: 0.5,
      queueAgeMs: 0,
      droppedFps: 0,
    };
    const of = (cameraId: string, said: typeof cause) =>
      ({ cameraId, state: 'active', cause: said, ...figures, motionLevel: 9, openTracks: 1 }) as const;
    desk.core.answer('analysis.status', () => ({
      canDecode: true,
      models: [],
      cameras: [of(gate, cause), of(yard, null)],
      inference: { budgetShare: 1, usedShare: 1, wantedFps: 10, givenFps: 5 },
    }));
    const rule = await desk.rule({ name: 'Hasty', cameraIds: [gate, yard] });
    await row(page, 'Hasty').waitFor();
    await act(page, 'Hasty', 'State and near misses');
    const dialog = page.getByRole('dialog', { name: 'Hasty' });
    await dialog.getByText('Few pictures', { exact: true }).waitFor();
    expect(await dialog.getByText('Few pictures', { exact: true }).count()).toBe(1);
    await look(page, 'rules-few-pictures');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await act(page, 'Hasty', 'Edit');
    const states = page.getByTestId('rule-states');
    await states.getByText('The core sees fewer pictures than this rule needs', { exact: false }).waitFor();
    await look(page, 'rules-few-pictures-page');
    cause = null;
    // It is looked at again every 15 seconds.
    await states.getByText('Few pictures', { exact: true }).waitFor({ state: 'detached', timeout: 30_000 });
    await page.goto('/alert/list');
    await desk.server.api.call(alertRulesCalls.remove, { params: { id: rule.id } });
    await row(page, 'Hasty').waitFor({ state: 'detached' });
  });

  test('ROUTE-064 copies a rule to another camera', async () => {
    await act(page, 'Gate loitering', 'Copy to other cameras…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('option', { name: /Yard/ }).click();
    expect(await dialog.getByRole('option').count()).toBe(1);
    await look(page, 'rules-copy');
    await dialog.getByRole('button', { name: 'Copy to 1 camera' }).click();
    await page.getByText('Copied the rule to 1 camera').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await rules()).map(({ name, cameraIds }) => [name, cameraIds])).toContainEqual([
      'Gate loitering',
      [desk.cameras.yard],
    ]);
  });

  test('ROUTE-064 saves the rules as a file, and makes rules of one: of a wrong one none, and is told what is wrong', async () => {
    const saving = page.waitForEvent('download');
    const files = page.getByRole('button', { name: 'Rules as a file' });
    await files.click();
    await page.getByRole('menuitem', { name: 'Export as a file' }).click();
    const file = readFileSync(await (await saving).path(), 'utf8');
    const saved = JSON.parse(file) as { rules: Record<string, unknown>[] };
    const before = await rules();
    expect(saved.rules.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    await files.click();
    await page.getByRole('menuitem', { name: 'Import from a file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import rules' });
    const choose = async (content: string): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'File of rules' }).click();
      const buffer = Buffer.from(content);
      await (await choosing).setFiles({ name: 'rules.json', mimeType: 'application/json', buffer });
    };
    await choose('name;severity');
    await dialog.getByText("This file can't be read.").waitFor();
    const wrong = [
      ...saved.rules,
      { ...saved.rules[0], name: 'Never', condition: { kind: 'occupancy', compare: 'between', count: 9, maxCount: 3 } },
      { ...saved.rules[0], name: 'Nowhere', cameraIds: ['01a2b3c4-0000-7000-8000-0000000000aa'] },
    ];
    await choose(JSON.stringify({ ...saved, rules: wrong }));
    await dialog.getByText(`${String(wrong.length)} rules in this file`).waitFor();
    await dialog.getByRole('button', { name: 'Import rules' }).click();
    const refused = dialog.getByRole('list', { name: 'What is wrong with which rule' }).getByRole('listitem');
    await refused.nth(1).waitFor();
    expect(await refused.allInnerTexts()).toEqual([
      expect.stringMatching(/^Never.*at least the first one/) as string,
      expect.stringMatching(/^Nowhere/) as string,
    ]);
    await look(page, 'rules-import-refused');
    expect(await rules()).toHaveLength(before.length);
    await choose(JSON.stringify({ ...saved, rules: [{ ...saved.rules[0], name: 'From a file' }] }));
    await dialog.getByText('1 rule in this file').waitFor();
    await look(page, 'rules-import');
    await dialog.getByRole('button', { name: 'Import rules' }).click();
    await page.getByText('Imported 1 rule').waitFor();
    await row(page, 'From a file').waitFor();
    const { id } = (await rules()).find(({ name }) => name === 'From a file')!;
    await desk.server.api.call(alertRulesCalls.remove, { params: { id } });
    await row(page, 'From a file').waitFor({ state: 'detached' });
  });

  test('ROUTE-064 is told that nobody hears of a rule any more, in the list, beside its state and on its page', async () => {
    const listed = row(page, 'Unheard');
    const leaver = await desk.member(amir, ['AlertMonitoring']);
    await desk.rule({ name: 'Unheard', notify: { userIds: [leaver], channels: ['push'] } });
    await listed.getByText('Armed', { exact: true }).waitFor();
    await desk.server.api.call(usersCalls.remove, { params: { id: leaver } });
    await listed.getByText('Armed, notifies nobody').waitFor();
    await look(page, 'rules-unheard');
    await page.getByRole('button', { name: 'Unheard', exact: true }).click();
    await page.getByRole('dialog').getByText('Nobody is notified: those whom', { exact: false }).waitFor();
    await look(page, 'rules-unheard-dialog');
    await page.keyboard.press('Escape');
    await act(page, 'Unheard', 'Edit');
    await page.getByText('Nobody is notified: those whom', { exact: false }).waitFor();
    await page
      .getByTestId('rule-summary')
      .getByText('Nobody is notified: alerts wait in the queue.', { exact: false })
      .waitFor();
    await look(page, 'rules-unheard-page');
    const lost = (await rules()).find(({ name }) => name === 'Unheard')!;
    expect(lost).toMatchObject({ reachesNobody: true, notify: { userIds: [], channels: ['push'] } });
    await page.getByRole('button', { name: 'Notify nobody' }).click();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Nobody is notified: those whom', { exact: false }).waitFor({ state: 'detached' });
    const { id, ...unheard } = (await rules()).find(({ name }) => name === 'Unheard')!;
    expect(unheard).toMatchObject({ reachesNobody: false, notify: { userIds: [], channels: [] } });
    await page.goto('/alert/list');
    await desk.server.api.call(alertRulesCalls.remove, { params: { id } });
    await listed.waitFor({ state: 'detached' });
  });

  test('ROUTE-064 is told what goes with a rule before deleting it', async () => {
    await desk.rule({ name: 'Superfluous' });
    await row(page, 'Superfluous').waitFor();
    await act(page, 'Superfluous', 'Delete…');
    const dialog = page.getByRole('dialog', { name: 'Delete the rule Superfluous?' });
    await dialog.getByText('its open alerts close', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await rules()).some(({ name }) => name === 'Superfluous')).toBe(true);
    // An alarm that uses it would watch less without a word.
    const { id: ruleId } = (await rules()).find(({ name }) => name === 'Superfluous')!;
    const body = { name: 'Night', alertIds: [ruleId] };
    const alarm = await desk.server.api.call(armedAlarmsCalls.create, { body });
    await act(page, 'Superfluous', 'Delete…');
    await dialog.getByRole('button', { name: 'Delete rule' }).click();
    await dialog.getByText('Alarms use this rule.', { exact: false }).waitFor();
    await look(page, 'rules-remove-refused');
    await dialog.getByRole('link', { name: 'Night' }).click();
    await page.waitForURL(new RegExp(`/alert/alarms/edit/${alarm.id}$`));
    await page.getByRole('heading', { name: 'Night', level: 1 }).waitFor();
    await page.goBack();
    expect((await rules()).some(({ name }) => name === 'Superfluous')).toBe(true);
    await desk.server.api.call(armedAlarmsCalls.remove, { params: { id: alarm.id } });
    await act(page, 'Superfluous', 'Delete…');
    await dialog.getByRole('button', { name: 'Delete rule' }).click();
    await row(page, 'Superfluous').waitFor({ state: 'detached' });
    expect((await rules()).some(({ name }) => name === 'Superfluous')).toBe(false);
  });

  test('nothing goes wrong in the browser meanwhile', () => {
    expect(complaints).toEqual([]);
  });
});

describe('others', () => {
  test('ROUTE-064 who only edits rules sees them without what they saw; who only watches changes none', async () => {
    await desk.member(noa, ['CameraView', 'AlertEdit']);
    const editor = await openAs(browser, desk.server, { view: english, who: noa });
    await editor.page.goto('/alert/list');
    await row(editor.page, 'Waits').waitFor();
    expect(await editor.page.getByRole('link', { name: 'Monitoring' }).count()).toBe(0);
    await act(editor.page, 'Waits', 'State and near misses');
    await editor.page.getByRole('heading', { name: 'State at each camera' }).waitFor();
    expect(await editor.page.getByRole('heading', { name: 'Nearly alerted' }).count()).toBe(0);
    await editor.page.goto('/alert/templates');
    await editor.page.getByRole('link', { name: /^Event tag/ }).waitFor();
    expect(await editor.page.getByRole('link', { name: /^Developer/ }).count()).toBe(0);
    await editor.context.close();

    await desk.member(gil, ['CameraView', 'AlertMonitoring']);
    const watcher = await openAs(browser, desk.server, { view: english, who: gil });
    await watcher.page.goto('/alert/list');
    await watcher.page.getByRole('button', { name: 'Actions of the rule Waits' }).click();
    await watcher.page.getByRole('menuitem', { name: 'For 15 min' }).waitFor();
    for (const deed of ['Edit', 'Turn off', 'Delete…'])
      expect(await watcher.page.getByRole('menuitem', { name: deed, exact: true }).count()).toBe(0);
    expect(await watcher.page.getByRole('link', { name: 'New rule' }).count()).toBe(0);
    await watcher.page.goto('/alert/templates');
    await watcher.page.getByText('Edit alert rules', { exact: false }).first().waitFor();
    await watcher.context.close();
  });
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('ROUTE-064 ROUTE-065 rules, their dialog and templates have no fault', async () => {
    const { page, complaints, context } = await openAs(browser, desk.server, { view });
    const name = `${view.language}-${view.theme}-${String(view.width)}`;
    await page.goto('/alert/list');
    await page.getByText('Gate loitering').first().waitFor();
    await look(page, `rules-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(await strayNames(page)).toEqual([]);
    await page.getByRole('button', { name: 'Gate loitering', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await look(page, `rules-dialog-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    await page.goto('/alert/templates');
    await page.locator('a[href^="/alert/create/"]').first().waitFor();
    await look(page, `rules-templates-${name}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

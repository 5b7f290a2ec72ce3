import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { queryDatabase } from '../fixtures/database.ts';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type Site, type System } from '../fixtures/system.ts';

// The forms of rules, as people open, fill, draw and save them.

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

const rows = [
  ['ALERT-001', 'motion'],
  ['ALERT-002', 'tampering'],
  ['ALERT-003', 'proximity'],
  ['ALERT-004', 'threat'],
  ['ALERT-005', 'trespassing'],
  ['ALERT-006', 'tailgating'],
  ['ALERT-007', 'zoneProtection'],
  ['ALERT-008', 'speedControl'],
  ['ALERT-009', 'door'],
  ['ALERT-010', 'fire'],
  ['ALERT-011', 'fall'],
  ['ALERT-012', 'violence'],
  ['ALERT-013', 'suspect'],
  ['ALERT-014', 'face'],
  ['ALERT-015', 'licensePlate'],
  ['ALERT-016', 'container'],
  ['ALERT-017', 'appearing'],
  ['ALERT-018', 'disappearing'],
  ['ALERT-019', 'loitering'],
  ['ALERT-020', 'lineCrossing'],
  ['ALERT-021', 'occupancy'],
  ['ALERT-022', 'trafficControl'],
  ['ALERT-023', 'missingObject'],
  ['ALERT-024', 'absence'],
  ['ALERT-025', 'cameraStatus'],
  ['ALERT-026', 'coreStatus'],
  ['ALERT-027', 'protectiveGear'],
  ['ALERT-028', 'personalSafety'],
  ['ALERT-029', 'gloves'],
  ['ALERT-030', 'eventTag'],
  ['ALERT-031', 'doorTailgating'],
  ['ALERT-032', 'eventValidation'],
  ['ALERT-033', 'developer'],
  // Of no row: what is known of uniforms is used in rules as well.
  ['DB-UNI', 'uniform'],
] as const satisfies readonly (readonly [string, RuleKind])[];

let system: System;
let site: Site;
let cameraId: string;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  system = await startSystem({ edgeArgs: ['--no-model-fetch'] });
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
  await queryDatabase(
    system,
    `insert into uniforms (organization_id, id, name, model_id, judge, same_count, found_count, other_count, mistaken_count, trained_at)
      select id, gen_random_uuid(), 'Courier', 'appearance-hsv@1', '{}', 3, 3, 1, 0, now() from organizations`,
  );
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, english));
  await signIn(page);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const look = async (name: string, of: Page = page): Promise<void> => {
  if (shots === undefined) return;
  // The whole form: the page scrolls within the frame.
  const size = of.viewportSize()!;
  await of.setViewportSize({ ...size, height: size.width === 390 ? 3200 : 1600 });
  await of.screenshot({ path: join(shots, `rule-${name}.png`) });
  await of.setViewportSize(size);
};
const addressOf = (kind: RuleKind): string =>
  `/alert/create/${String(ruleKinds[kind].group)}/${String(ruleKinds[kind].number)}`;
const open = async (kind: RuleKind, of: Page = page): Promise<void> => {
  await of.goto(`${addressOf(kind)}?camera=${cameraId}`);
  await of.getByTestId('rule-summary').waitFor();
};

/** Saves the new rule; answers it as the server has it. */
const save = async (): Promise<AlertRule> => {
  await button('Save rule').click();
  await page.waitForURL(/\/alert\/edit\//);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  return system.api.call(alertRulesCalls.get, { params: { id } });
};

/** What a kind cannot know itself. */
const fill: Partial<Record<RuleKind, () => Promise<void>>> = {
  speedControl: () => field('Distance between the lines').fill('12'),
  uniform: async () => {
    await page.getByRole('combobox', { name: 'Uniforms' }).click();
    await page.getByRole('option', { name: 'Courier' }).click();
    await page.keyboard.press('Escape');
  },
  eventTag: () => field('Name of the event tag').fill('Delivery'),
  developer: () => field('Expression').fill('class == "vehicle" and speed > 0.3'),
  coreStatus: async () => {
    await page.getByRole('combobox', { name: 'Cores' }).click();
    await page.getByRole('option', { name: 'Core 1' }).click();
    await page.keyboard.press('Escape');
  },
};

test('a rule without a camera, and without what only people know, is not sent: each field says so', async () => {
  await page.goto(addressOf('speedControl'));
  await button('Save rule').click();
  await page.getByText('Enter a number within the limits.').waitFor();
  await field('Distance between the lines').fill('12');
  await button('Save rule').click();
  await page.getByText('Choose where the rule watches.').waitFor();
  expect(new URL(page.url()).pathname).toBe(addressOf('speedControl'));
  // Nothing of it is wanted.
  await page.goto(addressOf('fall'));
});

test.each(rows)('%s ALERT-035: the form of %s opens by its address and saves a rule of that kind', async (_, kind) => {
  await open(kind);
  await look(`form-${kind}`);
  await fill[kind]?.();
  const rule = await save();
  expect(rule.condition.kind).toBe(kind);
  expect(rule.severity).toBe(ruleKinds[kind].severity);
  expect(kind === 'coreStatus' ? rule.edgeIds : rule.cameraIds).toHaveLength(1);
  await page.getByTestId('rule-states').waitFor();
  expect(complaints).toEqual([]);
});

test('ALERT-034: an address that names no kind leads to the templates', async () => {
  for (const pair of ['4/2', '9/9']) {
    await page.goto(`/alert/create/${pair}`);
    await page.waitForURL(/\/alert\/templates$/);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('New rule');
  }
});

test('says above the form that a rule waits for a model, and on its page that it is not armed', async () => {
  await open('fire');
  await page.getByRole('status').getByText('Fire waits for a model').waitFor();
  expect((await save()).targets).toMatchObject([{ state: 'waitsFor', needs: 'fireSmoke' }]);
  await page.getByTestId('rule-states').getByText('Waits for a model').waitFor();
});

test('a zone is drawn with the mouse, another with the keyboard; crossing edges are refused', async () => {
  await open('loitering');
  await button('Add zone').click();
  const picture = page.getByTestId('zone-picture');
  const box = (await picture.boundingBox())!;
  const corner = page.getByRole('button', { name: /^Corner 1 of 4 of Zone 1/ });
  const from = (await corner.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.2, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: /Corner 1 of 4 of Zone 1, 10% from the left, 20% from the top/ }).waitFor();
  await button('Add zone').click();
  const second = page.getByRole('button', { name: /^Corner 1 of 4 of Zone 2/ });
  await second.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: /Corner 1 of 4 of Zone 2, 29% from the left/ }).waitFor();
  // Beyond the side on its right: the sides cross.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('alert').getByText('Two sides of this zone cross each other').first().waitFor();
  await look('crossing');
  await button('Save rule').click();
  await page.getByRole('alert').nth(1).waitFor();
  expect(new URL(page.url()).pathname).toBe(addressOf('loitering'));
  await page.getByRole('button', { name: /^Corner 1 of 4 of Zone 2/ }).focus();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: /Corner 1 of 4 of Zone 2, 34% from the left/ }).waitFor();
  const { condition } = await save();
  const { zones } = condition as Extract<typeof condition, { kind: 'loitering' }>;
  expect(zones).toHaveLength(2);
  expect(zones[0]!.points[0]!.x).toBeCloseTo(0.1, 2);
  expect(zones[0]!.points[0]!.y).toBeCloseTo(0.2, 2);
});

test('a line has a direction, and corners of a place stop at each other', async () => {
  await open('lineCrossing');
  await page.getByRole('radio', { name: 'To the right side' }).check();
  await page.getByTestId('rule-summary').getByText('crosses the line to its right side').waitFor();
  await look('line');
  expect((await save()).condition).toMatchObject({ kind: 'lineCrossing', direction: 'right' });
  await open('missingObject');
  await page.getByRole('button', { name: /^Corner 1 of 4/ }).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /^Corner 1 of 4 .* 59% from the left/ }).waitFor();
});

test('ALERT-019 ALERT-021 visits are added up, and people are counted over lines that are drawn; what contradicts itself is refused', async () => {
  await open('loitering');
  await page.getByRole('radio', { name: 'All visits together' }).check();
  await field('Visits of the last').fill('60');
  await field('Stays longer than').fill('90');
  await button('Save rule').click();
  await page.getByText('Enter a time that is at least as long as the stay.').waitFor();
  await field('Visits of the last').fill('600');
  await page.getByTestId('rule-summary').getByText('for more than 1 min 30 sec altogether within 10 min').waitFor();
  await look('sum');
  const visits = await save();
  expect(visits.condition).toMatchObject({ counts: 'sum', limitS: 90, sumWithinS: 600 });
  expect(visits.targets).toMatchObject([{ state: expect.not.stringMatching('coreTooOld') as string }]);
  await open('occupancy');
  await button('Add zone').click();
  await page.getByRole('radio', { name: 'Over the lines' }).check();
  await page.getByRole('button', { name: 'Line 1', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Zone 1', exact: true }).count()).toBe(0);
  await button('Add line').click();
  await page.getByRole('radio', { name: 'Between' }).check();
  await field('Up to').fill('3');
  await button('Save rule').click();
  await page.getByText('Enter a number that is at least the first one.').waitFor();
  await field('Up to').fill('30');
  expect(await page.getByText('Enter a number that is at least the first one.').count()).toBe(0);
  await field('Start again at').fill('6');
  await page.getByTestId('rule-summary').getByText('Alerts when 10 to 30 are inside by the lines').waitFor();
  await look('lines');
  const counted = await save();
  expect(counted.condition).toMatchObject({
    countedBy: 'lines',
    compare: 'between',
    count: 10,
    maxCount: 30,
    resetHour: 6,
  });
  expect(counted.condition.kind === 'occupancy' && counted.condition.lines).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('ALERT-026 a core is watched for its disk and its clock, each with its limit', async () => {
  await open('coreStatus');
  await fill.coreStatus?.();
  expect(await page.getByRole('textbox', { name: 'Free space of a disk below' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Disk nearly full' }).check();
  await page.getByRole('checkbox', { name: 'Clock is wrong' }).check();
  await field('Free space of a disk below').fill('8');
  await look('core');
  expect((await save()).condition).toMatchObject({ what: ['offline', 'disk', 'clock'], diskPercent: 8, clockS: 10 });
});

test('what was typed stays when someone else saved meanwhile, and the person decides', async () => {
  await open('fall');
  const rule = await save();
  await field('Name').fill('Falls in the hall');
  const { revision } = rule;
  await system.api.call(alertRulesCalls.update, {
    params: { id: rule.id },
    body: { ...rule, name: 'Saved by another', revision } as never,
  });
  await button('Save rule').click();
  await page.getByRole('alert').getByText('Someone else saved this rule').waitFor();
  expect(await field('Name').inputValue()).toBe('Falls in the hall');
  await look('conflict');
  await button('Show the saved rule').click();
  await expect.poll(() => field('Name').inputValue()).toBe('Saved by another');
  await field('Name').fill('Falls in the hall');
  await button('Save rule').click();
  await page.getByText('Rule saved').waitFor();
  expect((await system.api.call(alertRulesCalls.get, { params: { id: rule.id } })).name).toBe('Falls in the hall');
});

test('a template begins the form with what the job needs', async () => {
  await page.goto('/alert/templates');
  await page.getByRole('link', { name: /Someone hangs around/ }).click();
  await page.waitForURL(/\/alert\/create\/2\/2\?template=hangingAround/);
  expect(await field('Stays longer than').inputValue()).toBe('60');
  await page.getByTestId('rule-summary').getByText('stays in the picture for more than 1 min').waitFor();
});

test('ALERT-035 tells others when nobody takes the alert, in the form, the summary and the rule', async () => {
  await open('fall');
  await page.getByRole('combobox', { name: 'Who is notified' }).click();
  await page.getByRole('option', { name: 'Dana Levi' }).click();
  await page.keyboard.press('Escape');
  await button('Add people to notify later').click();
  const step = page.getByTestId('escalation-step');
  await button('Save rule').click();
  // Nobody is named yet.
  await step.getByText('Choose at least one.').waitFor();
  await step.getByRole('textbox', { name: 'After minutes' }).fill('3');
  await step.getByRole('combobox', { name: 'Then notify' }).click();
  await page.getByRole('option', { name: 'Dana Levi' }).last().click();
  await page.keyboard.press('Escape');
  await page
    .getByTestId('rule-summary')
    .getByText('If nobody takes it within 3 minutes, also notifies Dana Levi.')
    .waitFor();
  expect(await step.getByText('Choose at least one.').count()).toBe(0);
  await button('Send a test to me').click();
  await page.getByText('Dana Levi · Push notification: no device with notifications').waitFor();
  await look('escalation');
  const { notify } = await save();
  expect(notify.steps).toMatchObject([{ afterMinutes: 3, userIds: notify.userIds }]);
  await button('Remove this step').click();
  await button('Save rule').click();
  await page.getByText('Rule saved').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  expect((await system.api.call(alertRulesCalls.get, { params: { id } })).notify.steps).toBeUndefined();
  expect(complaints).toEqual([]);
});

test('asks before unsaved changes are lost', async () => {
  await open('fall');
  await field('Name').fill('Not yet');
  await page.getByRole('link', { name: 'Alerts' }).first().click();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toBe(addressOf('fall'));
});

test.each(views)('reads well in $language, $theme, $width wide', async (view) => {
  const opened = await openPage(browser, system.url, view);
  await signIn(opened.page);
  for (const kind of [
    'loitering',
    'speedControl',
    'trafficControl',
    'fire',
    'eventTag',
    'licensePlate',
    'lineCrossing',
    'occupancy',
  ] as const) {
    await open(kind, opened.page);
    const byLines = view.language === 'en' ? 'Over the lines' : 'לפי הקווים';
    if (kind === 'occupancy') await opened.page.getByRole('radio', { name: byLines }).check();
    expect(await pageFaults(opened.page, view)).toEqual([]);
    await look(`${kind}-${view.language}-${view.theme}-${String(view.width)}`, opened.page);
  }
  expect(opened.complaints).toEqual([]);
  await opened.context.close();
});

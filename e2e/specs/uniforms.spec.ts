import type { Camera } from '@sightline/contracts/cameras/camera';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { SimulatedEdge } from '@sightline/simulators/edge/simulated-edge';
import { simulatedEvent } from '@sightline/simulators/edge/simulated-event';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { addSimulatedCamera, addSimulatedCore, drawPicture, reportSeen } from '../fixtures/seen-events.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { System } from '../fixtures/system.ts';
import { account, startSystem } from '../fixtures/system.ts';

let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let core: SimulatedEdge;
let yard: Camera;
const jpegs: Record<string, Uint8Array> = {};
const shots = process.env['SIGHTLINE_SHOTS'];

/** What people wear: bins of the looks model, for above and below. */
const outfits = { vest: [1, 17], coat: [14, 25], green: [8, 24] } as const;
type Outfit = keyof typeof outfits;

async function shoot(name: string): Promise<void> {
  if (shots === undefined) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

async function visit(path: string, view: Partial<View> = {}): Promise<void> {
  const shown = { language: 'en', theme: 'light', width: 1440, ...view } as const;
  ({ context, page, complaints } = await openPage(browser, system.url, shown));
  await signIn(page);
  await page.goto(path);
}

function lookOf(outfit: Outfit, turn: number): string {
  const [upper, lower] = outfits[outfit];
  const values = Array.from({ length: 90 }, (_, at) => 0.08 * Math.abs(Math.sin((turn + 1) * (at + 3))));
  for (const [at, share] of [
    [upper, 0.7],
    [28, 0.3],
    [30 + upper, 0.9],
    [60 + lower, 0.8],
  ] as const)
    values[at] = (values[at] ?? 0) + share;
  const length = Math.hypot(...values);
  return Buffer.from(Int8Array.from(values, (value) => Math.round((value / length) * 127)).buffer).toString('base64');
}

/** Somebody is seen, so many ten minutes ago. */
async function see(outfit: Outfit, turn: number): Promise<void> {
  const startedAtUtcMs = Date.now() - (turn + 1) * 600_000;
  const event = simulatedEvent(yard.id, {
    phase: 'closed',
    startedAtUtcMs,
    lastSeenUtcMs: startedAtUtcMs + 8000,
    endedAtUtcMs: startedAtUtcMs + 8000,
    best: { ...simulatedEvent(yard.id).best, atUtcMs: startedAtUtcMs },
    vectors: [{ kind: 'appearance', modelId: 'appearance-hsv@1', values: lookOf(outfit, turn) }],
  });
  await reportSeen(core, [{ event }]);
  const { eventId, cameraId } = event;
  const jpeg = jpegs[outfit] as Uint8Array;
  await core.sendPicture({ eventId, cameraId, startedAtUtcMs, kind: 'object', jpeg });
}

beforeAll(async () => {
  system = await startSystem();
  await system.api.setUp(account);
  const { id: locationId } = await system.api.call(locationsCalls.create, {
    body: { name: 'Haifa Port', timeZone: 'Asia/Jerusalem' },
  });
  core = await addSimulatedCore(system, { name: 'Core Haifa', locationId, capabilities: [] });
  yard = await addSimulatedCamera(system, core, { name: 'Yard gate', locationId });
  browser = await openBrowser();
  ({ context, page } = await openPage(browser, system.url, { language: 'en', theme: 'light', width: 1440 }));
  jpegs['vest'] = await drawPicture(page, { kind: 'person', colour: '#d9822b' });
  jpegs['coat'] = await drawPicture(page, { kind: 'person', colour: '#3f5f8a' });
  jpegs['green'] = await drawPicture(page, { kind: 'person', colour: '#4d7a4a' });
  await context.close();
}, 120_000);
afterEach(async () => {
  await context.close();
});
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const cards = (): ReturnType<Page['locator']> => page.locator('[data-uniform]');
const groups = (): ReturnType<Page['locator']> => page.locator('[data-group]');

describe('the directory of uniforms', () => {
  test('DB-SHELL-031 DB-UNI-001 DB-UNI-005 DB-UNI-006 begins empty, keeps its list in the address and explains itself', async () => {
    await visit('/database/uniform');
    await page.getByRole('heading', { name: 'No uniforms yet' }).waitFor();
    await page.getByRole('tab', { name: 'Unsaved' }).click();
    await page.getByRole('heading', { name: 'No unsaved uniforms' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('unsaved');
    await page.reload();
    await page.getByRole('button', { name: 'View more' }).click();
    const dialog = page.getByRole('dialog', { name: 'How unsaved uniforms are found' });
    await dialog.getByText('at least 4 sightings').waitFor();
    await shoot('uniforms-how');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  test('DB-UNI-004 DB-UNI-013 saves a suggested group by marking it with the keyboard, and says first how well that works', async () => {
    await visit('/database/uniform?tab=unsaved');
    for (let turn = 0; turn < 10; turn += 1) await see('vest', turn);
    for (let turn = 20; turn < 25; turn += 1) await see('coat', turn);
    for (let turn = 40; turn < 43; turn += 1) await see('green', turn);
    await eventually(async () => expect(await groups().count()).toBe(2), 40_000);
    await shoot('uniforms-unsaved');
    await groups().first().getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save uniform' });
    await dialog.getByText('Mark at least 3 as same and 1 as not the same.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save training' }).isDisabled()).toBe(true);
    // By the keyboard alone: three the same, one not.
    await dialog.locator('[data-image] button').first().focus();
    for (const key of ['s', 's', 's', 'n']) await page.keyboard.press(key);
    await dialog.getByText('Marked: 3 same, 1 not the same').waitFor();
    await dialog.getByText('Too few images to say how well this works').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await dialog.getByText('Marked: 3 same, 0 not the same').waitFor();
    await dialog.getByRole('button', { name: 'Mark the rest as same' }).click();
    await dialog.getByRole('button', { name: 'Mark the rest as not the same' }).first().click();
    await dialog.getByText('Marked: 10 same, 8 not the same').waitFor();
    await dialog.getByText('Right: 10 of 10 images it took for the uniform are the uniform (100%).').waitFor();
    await dialog.getByText('Found: 10 of 10 images of the uniform (100%).').waitFor();
    await shoot('uniforms-training');
    await dialog.getByRole('button', { name: 'Save training' }).click();
    await dialog.getByText('Field is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Dock vest');
    await dialog.getByRole('button', { name: 'Save training' }).click();
    await cards().waitFor();
    expect(new URL(page.url()).searchParams.get('tab') ?? 'existing').toBe('existing');
    const { items } = await system.api.call(uniformsCalls.list, { query: {} });
    expect(items).toMatchObject([{ name: 'Dock vest', heldBack: { precision: 1, recall: 1 } }]);
    expect(complaints).toEqual([]);
  });

  test('DB-UNI-002 DB-UNI-003 DB-UNI-007 DB-UNI-008 DB-UNI-009 shows cards of 190 px, found by name and renamed', async () => {
    await visit('/database/uniform');
    expect((await cards().first().boundingBox())?.width).toBe(190);
    await shoot('uniforms-existing');
    await page.getByRole('textbox', { name: 'Search by name' }).fill('nobody');
    await page.getByRole('heading', { name: 'No uniform named “nobody”' }).waitFor();
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await cards().waitFor();
    const openRename = async (): Promise<ReturnType<Page['getByRole']>> => {
      await cards().getByRole('button', { name: 'Menu of Dock vest' }).click();
      await page.getByRole('menuitem', { name: 'Edit name' }).click();
      return page.getByRole('dialog', { name: 'Edit name' });
    };
    const dialog = await openRename();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Field is required', { exact: true }).waitFor();
    await name.fill('   ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Minimum length is 1 character', { exact: true }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
    });
    await name.fill('Dock vest ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(sent).toEqual([]);
    await openRename();
    await name.fill(' Dock crew ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await cards().getByText('Dock crew').waitFor();
    expect(sent).toEqual([JSON.stringify({ name: 'Dock crew' })]);
    expect(complaints).toEqual([]);
  });

  test('saves the uniforms that the search leaves as a file', async () => {
    await visit('/database/uniform');
    const saved = async (): Promise<string[]> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export uniforms as CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('uniforms.csv');
      return (await readFile(await file.path(), 'utf8')).split('\r\n');
    };
    const head = '\uFEFFname,trained,precision,recall,earlier events checked';
    const lines = await saved();
    expect(lines).toEqual([head, expect.stringMatching(/^Dock crew,20[\d:.T-]+Z,1\.000,1\.000,[01]\.\d{3}$/), '']);
    await page.getByRole('textbox', { name: 'Search by name' }).fill('nobody');
    await page.getByRole('heading', { name: 'No uniform named “nobody”' }).waitFor();
    expect(await saved()).toEqual([head, '']);
    await page.route('**/api/v1/uniforms?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Export uniforms as CSV' }).click();
    await page.getByText("Couldn't export the uniforms").waitFor();
  });

  test('chooses one with the keyboard, and saves it alone', async () => {
    await visit('/database/uniform');
    await page.getByRole('checkbox', { name: 'Select Dock crew' }).focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByText('1 selected').waitFor();
    await shoot('uniforms-chosen');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(3);
    await bar.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByText('Delete the selected item?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  test('narrows the search to who wears it', async () => {
    await visit('/search');
    const field = page.getByRole('textbox', { name: 'Uniform' }).or(page.getByRole('combobox', { name: 'Uniform' }));
    await field.first().click();
    await page.getByRole('option', { name: 'Dock crew' }).click();
    await eventually(async () => expect(new URL(page.url()).searchParams.get('uniform')).not.toBeNull());
    await page.getByText('10 matches').first().waitFor();
    await shoot('uniforms-search');
    expect(complaints).toEqual([]);
  });

  for (const [language, theme, width] of [
    ['en', 'dark', 390],
    ['he', 'light', 1440],
    ['he', 'dark', 390],
  ] as const)
    test(`is drawn in ${language}, ${theme}, at ${String(width)} px`, async () => {
      await visit('/database/uniform', { language, theme, width });
      await cards().waitFor();
      await shoot(`uniforms-existing-${language}-${theme}-${String(width)}`);
      await page.goto('/database/uniform?tab=unsaved');
      await groups().waitFor();
      await shoot(`uniforms-unsaved-${language}-${theme}-${String(width)}`);
      await groups().getByRole('button').last().click();
      await page.locator('[data-image]').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await shoot(`uniforms-training-${language}-${theme}-${String(width)}`);
      expect(complaints).toEqual([]);
    });

  test('DB-UNI-003 DB-UNI-012 is removed after a question', async () => {
    await visit('/database/uniform');
    await cards().getByRole('button', { name: 'Menu of Dock crew' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Dock crew?' });
    await shoot('uniforms-remove');
    await dialog.getByRole('button', { name: 'Remove uniform' }).click();
    await page.getByRole('heading', { name: 'No uniforms yet' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { SimulatedEdge } from '@sightline/simulators/edge/simulated-edge';
import { simulatedEvent, simulatedVector } from '@sightline/simulators/edge/simulated-event';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pageFaults } from '../fixtures/page-faults.ts';
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
let lobby: Camera;
let jpeg: Uint8Array;
/** What the core finds in the next picture. */
let found: { count: number; face: object | null };

/** Angles that are far from each other are faces of different people. */
const faceOf = (who: number): string => simulatedVector(1024, who * 0.8);
const shots = process.env['SIGHTLINE_SHOTS'];

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

/** Somebody is seen, so long ago. */
async function see(who: number, agoMs: number): Promise<void> {
  const startedAtUtcMs = Date.now() - agoMs;
  const event = simulatedEvent(lobby.id, {
    phase: 'closed',
    startedAtUtcMs,
    lastSeenUtcMs: startedAtUtcMs + 8000,
    endedAtUtcMs: startedAtUtcMs + 8000,
    best: { ...simulatedEvent(lobby.id).best, atUtcMs: startedAtUtcMs },
    face: { box: { x: 0.48, y: 0.36, width: 0.04, height: 0.06 }, widthPx: 90, score: 0.9, age: null, gender: null },
    vectors: [{ kind: 'face', modelId: 'faceres@1', values: faceOf(who) }],
  });
  await reportSeen(core, [{ event }]);
  const { eventId, cameraId } = event;
  await core.sendPicture({ eventId, cameraId, startedAtUtcMs, kind: 'face', jpeg });
}

beforeAll(async () => {
  system = await startSystem();
  await system.api.setUp(account);
  const { id: locationId } = await system.api.call(locationsCalls.create, {
    body: { name: 'Haifa Port', timeZone: 'Asia/Jerusalem' },
  });
  core = await addSimulatedCore(system, {
    name: 'Core Haifa',
    locationId,
    capabilities: ['facePictures', 'faceGallery', 'faces:faceres@1'],
  });
  lobby = await addSimulatedCamera(system, core, { name: 'Lobby', locationId });
  core.answer('faces.describe', ({ part, parts }) => ({ found: part === parts - 1 ? (found as never) : null }));
  browser = await openBrowser();
  ({ context, page } = await openPage(browser, system.url, { language: 'en', theme: 'light', width: 1440 }));
  jpeg = await drawPicture(page, { kind: 'person', colour: '#3f5f8a' });
  await context.close();
}, 120_000);
afterEach(async () => {
  await context.close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});
afterAll(async () => {
  core.disconnect();
  await browser.close();
  await system.stop();
});

describe('the directory of people', () => {
  test('DB-PEOPLE-001 DB-PEOPLE-002 DB-PEOPLE-009 DB-PEOPLE-012 DB-PEOPLE-013 teaches the first step while nobody is known', async () => {
    await visit('/database/people');
    await page.getByText('No people yet').waitFor();
    await shoot('people-empty');
    // What is to be done next is one thing.
    expect(await page.locator('main .mantine-Button-root:not([data-variant])').count()).toBe(1);
    await page.getByRole('button', { name: 'Add person' }).click();
    expect(await page.getByRole('menuitem', { name: 'From cameras' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /Unsaved/ }).click();
    await page.getByText('No unsaved people').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('unsaved');
    await page.reload();
    await page.getByText('No unsaved people').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('unsaved');
    // What the address doesn't say, or says wrongly, is the list of those who exist.
    await page.goto('/database/people?tab=others');
    await page.getByText('No people yet').waitFor();
  });

  test('DB-PEOPLE-004 DB-PEOPLE-005 DB-PEOPLE-029 adds somebody from a file, and says what is wrong with another', async () => {
    await visit('/database/people?addPersonFromFile=true');
    const file = { name: 'dana.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) };
    await page.getByLabel('Name').fill('Dana Katz');
    await page.getByLabel('Picture of the face').setInputFiles(file);
    found = { count: 2, face: null };
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await dialog.getByText('several faces').waitFor();
    await shoot('people-from-file-refused');
    const values = faceOf(1);
    found = {
      count: 1,
      face: { score: 0.95, widthPx: 200, modelId: 'faceres@1', values, jpeg: Buffer.from(jpeg).toString('base64') },
    };
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await page.getByText('Added Dana Katz').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('addPersonFromFile')).toBe(false);
    await page.locator('[data-person]', { hasText: 'Dana Katz' }).waitFor();
    // The same face once more is said.
    await page.goto('/database/people?addPersonFromFile=true');
    await page.getByLabel('Name').fill('Donna');
    await page.getByLabel('Picture of the face').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await dialog.getByText('already belongs to').waitFor();
    await shoot('people-known');
    await dialog.getByRole('button', { name: 'Open this person' }).click();
    await page.getByRole('dialog', { name: 'Dana Katz' }).waitFor();
    await shoot('people-details');
  });

  test('DB-PEOPLE-010 DB-PEOPLE-014 DB-PEOPLE-015 DB-PEOPLE-016 DB-PEOPLE-024 DB-PEOPLE-025 names who was seen, and merges', async () => {
    for (const [who, agoMs] of [
      [3, 3_600_000],
      [3, 7_200_000],
      [5, 600_000],
    ] as const)
      await see(who, agoMs);
    await eventually(async () => {
      const { items } = await system.api.call(peopleCalls.unsaved, { query: {} });
      if (items.length !== 2) throw new Error(`${String(items.length)} are unsaved`);
    });
    await visit('/database/people?tab=unsaved');
    const cards = page.locator('[data-bucket]');
    await cards.nth(1).waitFor();
    await page.getByText('Since').waitFor();
    await shoot('people-unsaved');
    await cards.filter({ hasText: 'Seen 2 times' }).getByRole('button', { name: 'Create person' }).click();
    await page.getByLabel('Name').fill('Noa Lavi');
    await shoot('people-save-unsaved');
    const sizeOf = async (): Promise<[number, number]> => {
      const box = await page.getByRole('dialog').boundingBox();
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
    };
    expect((await sizeOf())[0]).toBe(400);
    await page.getByRole('button', { name: 'Add as new person' }).click();
    await page.getByText('Added Noa Lavi').waitFor();
    await cards.nth(1).waitFor({ state: 'detached' });
    await cards.first().getByRole('button', { name: 'Create person' }).click();
    await page.getByRole('button', { name: 'Add to existing person' }).click();
    await page.locator('[role=dialog] [data-person]', { hasText: 'Dana Katz' }).click();
    await shoot('people-picker');
    expect(await sizeOf()).toEqual([800, 664]);
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged into Dana Katz').waitFor();
    await page.getByText('No unsaved people').waitFor();
    const { items } = await system.api.call(peopleCalls.list, { query: {} });
    expect(items.map(({ name, appearances }) => [name, appearances])).toEqual([
      ['Dana Katz', 1],
      ['Noa Lavi', 2],
    ]);
  });

  test('DB-PEOPLE-003 DB-PEOPLE-006 DB-PEOPLE-007 finds people by part of their name', async () => {
    await visit('/database/people?search=LAVI');
    await page.locator('[data-person]', { hasText: 'Noa Lavi' }).waitFor();
    expect(await page.locator('[data-person]').count()).toBe(1);
    await page.getByLabel('Search people').fill('nobody');
    await page.getByText('No one named').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('nobody');
    await shoot('people-none');
  });

  test('DB-PEOPLE-022 DB-SHELL-024 opens a person without waiting for details, and fetches the page when it is first visited', async () => {
    await visit('/database/vehicles');
    const chunks: string[] = [];
    page.on('request', (request) => chunks.push(new URL(request.url()).pathname));
    expect(chunks.filter((path) => path.includes('people-page'))).toEqual([]);
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/people\/[0-9a-f-]{36}$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'People' }).click();
    await page.locator('[data-person]', { hasText: 'Dana Katz' }).click();
    expect(chunks.filter((path) => path.includes('people-page')).length).toBeGreaterThan(0);
    // The details are held back; the dialog is there nevertheless, and says who it is about.
    const dialog = page.getByRole('dialog', { name: 'Dana Katz' });
    await dialog.waitFor();
    expect(await dialog.getByRole('group', { name: 'Faces' }).count()).toBe(0);
    held.resolve();
    await dialog.getByRole('group', { name: 'Faces' }).waitFor();
  });

  test.each([
    ['en', 'dark', 1440],
    ['he', 'light', 1440],
    ['he', 'dark', 390],
    ['en', 'light', 390],
  ] as const)('stands in %s, %s, %i px', async (language, theme, width) => {
    await visit('/database/people', { language, theme, width });
    await page.locator('[data-person]').nth(1).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await shoot(`people-${language}-${theme}-${String(width)}`);
    await page.locator('[data-person]').first().click();
    await page.getByRole('dialog').getByText('Lobby').first().waitFor();
    await shoot(`people-details-${language}-${theme}-${String(width)}`);
  });

  test('DB-SHELL-004 DB-SHELL-025 DB-SHELL-037 unfolds to profiles and groups, and makes a group of people', async () => {
    await visit('/database/people');
    const menu = page.getByRole('navigation', { name: 'Menu: Organization database' });
    await menu.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('heading', { level: 1, name: 'People groups' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/database/groups/people');
    await menu.getByRole('link', { name: 'Profiles' }).click();
    await page.locator('[data-person]').first().waitFor();
    await page.goto('/database/groups/people?createPeople=true');
    const dialog = page.getByRole('dialog', { name: 'New group' });
    await dialog.getByLabel('Name').fill('Staff');
    await dialog.getByRole('combobox', { name: 'Members' }).fill('katz');
    await page.getByRole('option', { name: 'Dana Katz' }).click();
    await dialog.getByLabel('Name').click();
    await shoot('people-group-new');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.getByText('Created the group Staff').waitFor();
    expect(new URL(page.url()).searchParams.has('createPeople')).toBe(false);
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByText('Dana Katz').waitFor();
    await shoot('people-group');
    // Whoever is in a group has the way to it.
    await visit('/database/people');
    await page.locator('[data-person]', { hasText: 'Dana Katz' }).click();
    const groups = page.getByRole('dialog', { name: 'Dana Katz' }).getByRole('list', { name: 'Groups' });
    await groups.getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
    // The word of the address is read in whatever case it is written.
    await page.goto('/database/groups/People');
    await page.getByRole('link', { name: 'Staff' }).waitFor();
    await page.goto('/database/groups/Vehicles');
    await page.getByRole('heading', { level: 1, name: 'Vehicle groups' }).waitFor();
  });

  test('a rule names people and groups, and who is named is not forgotten before', async () => {
    await visit(`/alert/create/1/0?camera=${lobby.id}`);
    await page.getByRole('radio', { name: 'Strangers' }).check({ force: true });
    await page.getByText('has no name in the people directory').waitFor();
    await page.getByRole('radio', { name: 'These people' }).check({ force: true });
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Name at least one').first().waitFor();
    await page.getByRole('combobox', { name: 'Groups of people' }).click();
    await page.getByRole('option', { name: 'Staff' }).click();
    await page.getByRole('combobox', { name: 'People', exact: true }).fill('lavi');
    await page.getByRole('option', { name: 'Noa Lavi' }).click();
    await page.keyboard.press('Escape');
    await shoot('people-rule');
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.waitForURL(/\/alert\/edit\//);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const { condition } = await system.api.call(alertRulesCalls.get, { params: { id } });
    const noa = (await system.api.call(peopleCalls.list, { query: { search: 'Noa' } })).items[0]!;
    expect(condition).toMatchObject({ mode: 'onList', personIds: [noa.id] });
    expect((condition as { groupIds: string[] }).groupIds).toHaveLength(1);
    await page.reload();
    await page.getByText('Noa Lavi').first().waitFor();
    await page.getByText('Staff').first().waitFor();
    await page.goto('/database/people');
    await page.locator('[data-person]', { hasText: 'Noa Lavi' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget this person' }).click();
    await page.getByText('1 alert rule goes by this person').waitFor();
    await shoot('people-in-rule');
    await page.getByRole('dialog').getByRole('link').first().click();
    await page.waitForURL(new RegExp(`/alert/edit/${id}`));
    await system.api.call(alertRulesCalls.remove, { params: { id } });
  });

  test('takes a wrong merge apart, deletes one face, and tells who looked', async () => {
    await visit('/database/people');
    await page.locator('[data-person]', { hasText: 'Dana Katz' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dana Katz' });
    const faces = dialog.getByRole('group', { name: 'Faces' }).getByRole('button');
    await faces.nth(1).click();
    await shoot('people-faces-chosen');
    await faces.nth(0).click();
    // Somebody must be left.
    expect(await dialog.getByRole('button', { name: "It's someone else" }).isDisabled()).toBe(true);
    await faces.nth(0).click();
    await dialog.getByRole('button', { name: "It's someone else" }).click();
    const asked = page.getByRole('dialog', { name: 'Make a new person' });
    await asked.getByRole('button', { name: 'Create person' }).click();
    await asked.getByText('Enter a name.').waitFor();
    await asked.getByLabel('Name of the new person').fill('Yael Ron');
    await shoot('people-split');
    await asked.getByRole('button', { name: 'Create person' }).click();
    await page.getByText('Created Yael Ron').waitFor();
    await faces.nth(1).waitFor({ state: 'detached' });
    await dialog.getByText('Who looked at this person').waitFor();
    await dialog.getByRole('list', { name: 'Who looked at this person' }).getByText(account.name).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-person]', { hasText: 'Yael Ron' }).click();
    const yael = page.getByRole('dialog', { name: 'Yael Ron' });
    await yael.getByRole('group', { name: 'Faces' }).getByRole('button').click();
    await yael.getByRole('button', { name: 'Delete face' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this face of' })
      .getByRole('button', { name: 'Delete face' })
      .click();
    await page.getByText('Deleted the face').waitFor();
    await yael.getByText('No face yet').waitFor();
    const { items } = await system.api.call(peopleCalls.list, { query: {} });
    expect(items.map(({ name, faceCount, appearances }) => [name, faceCount, appearances])).toEqual([
      ['Dana Katz', 1, 0],
      ['Noa Lavi', expect.any(Number), 2],
      ['Yael Ron', 0, 1],
    ]);
    await system.api.call(peopleCalls.remove, { params: { id: items[2]!.id } });
  });

  test('DB-PEOPLE-018 DB-PEOPLE-021 DB-PEOPLE-023 changes somebody, and forgets them', async () => {
    await visit('/database/people');
    await page.locator('[data-person]', { hasText: 'Noa Lavi' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Noa Levi');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Noa Levi' }).waitFor();
    await dialog.getByRole('button', { name: 'Forget this person' }).click();
    await shoot('people-forget');
    await dialog.getByRole('button', { name: 'Forget person' }).click();
    await page.getByText('Forgot Noa Levi').waitFor();
    await page.locator('[data-person]', { hasText: 'Noa Levi' }).waitFor({ state: 'detached' });
    expect((await system.api.call(peopleCalls.list, { query: {} })).items.map(({ name }) => name)).toEqual([
      'Dana Katz',
    ]);
  });

  test.each([
    ['en', 'light', 1440],
    ['he', 'dark', 1440],
    ['he', 'light', 390],
    ['en', 'dark', 390],
  ] as const)('says what was erased and where, in %s, %s, %i px', async (language, theme, width) => {
    await visit('/database/erasures', { language, theme, width });
    const rows = page.getByRole('row');
    await rows.nth(1).waitFor();
    if (language === 'en') {
      await page.getByText('A person').first().waitFor();
      await page.getByText('Erased on all cores').first().waitFor();
    }
    expect(await pageFaults(page, { language, theme, width })).toEqual([]);
    await shoot(`people-erasures-${language}-${theme}-${String(width)}`);
    await page.goto('/database/people');
    await page.locator('[data-person]').first().click();
    await page.getByRole('dialog').getByRole('group').getByRole('button').first().click();
    await shoot(`people-faces-${language}-${theme}-${String(width)}`);
    await page.goto(`/alert/create/1/0?camera=${lobby.id}`);
    await page.getByTestId('rule-summary').waitFor();
    await page.getByRole('radio').nth(1).locator('..').click();
    expect(await pageFaults(page, { language, theme, width })).toEqual([]);
    await shoot(`people-rule-${language}-${theme}-${String(width)}`);
  });

  test('DB-SHELL-016 DB-SHELL-017 hides people where the chosen location has face recognition off, or all have', async () => {
    const depot = await system.api.call(locationsCalls.create, { body: { name: 'Depot', timeZone: 'UTC' } });
    await system.api.call(locationsCalls.update, {
      params: { id: depot.id },
      body: { faceRecognition: false, revision: depot.revision },
    });
    await visit(`/location/home?site=${lobby.locationId}`);
    const menu = page.getByRole('navigation', { name: 'Menu: Organization database' });
    /** The directories, as one comes to them from the devices. */
    const fromDevices = async (): Promise<void> => {
      await page
        .getByRole('button', { name: /Organization/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Organization database' }).click();
      await menu.getByRole('link', { name: 'Event tags' }).waitFor();
    };
    await page.getByText('Haifa Port').locator('visible=true').first().waitFor();
    await fromDevices();
    await page.waitForURL(/\/database\/people/);
    await page.goto(`/location/home?site=${depot.id}`);
    await page.getByText('Depot').locator('visible=true').first().waitFor();
    await fromDevices();
    await page.waitForURL(/\/database\/vehicles/);
    await menu.getByRole('link', { name: 'People' }).waitFor({ state: 'detached' });
    await shoot('people-hidden');
    // None is chosen: one of them has it on.
    await page.goto('/database/people');
    await page.locator('[data-person]').first().waitFor();
    await page.goto('/settings/details');
    await page.getByRole('switch', { name: 'Face recognition' }).click({ force: true });
    await page.getByText('Turn off face recognition everywhere?').waitFor();
    await shoot('people-off-everywhere');
    await page.getByRole('button', { name: 'Turn off and erase' }).click();
    await page.getByRole('link', { name: 'See what was erased' }).click();
    await page.getByText('Everyone, at every location').waitFor();
    await page.goto('/database/people');
    await page.waitForURL(/\/database\/vehicles/);
    await menu.getByRole('link', { name: 'Event tags' }).waitFor();
    expect(await menu.getByRole('link', { name: 'People' }).count()).toBe(0);
  });
});

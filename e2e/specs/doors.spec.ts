import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { Door } from '@sightline/contracts/doors/door';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dialogWidth, directoryDesk, directoryViews, look, rowOf } from '../fixtures/directory-desk.ts';
import { drawnDoor } from '../fixtures/drawn-door.ts';

const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };
const here = directoryDesk();
const area = [
  { x: 0.4, y: 0.1 },
  { x: 0.6, y: 0.1 },
  { x: 0.6, y: 0.9 },
  { x: 0.4, y: 0.9 },
];
const soon = { timeout: 20_000 };
let pictures: { closed: string; open: string };
let revision = 0;

beforeAll(async () => {
  const hue = 30;
  pictures = {
    closed: await drawnDoor(here.browser, { isOpen: false, hue }),
    open: await drawnDoor(here.browser, { isOpen: true, hue }),
  };
});

const listed = (status: 'saved' | 'unsaved') =>
  here.desk.server.api.call(doorsCalls.list, { query: { status, pageSize: 100 } });
const named = async (name: string): Promise<Door> => (await listed('saved')).items.find((one) => one.name === name)!;

/** The core tells of a place that may be a door, or of the looks of a marked one. */
async function tell({ doorId = randomUUID() as string, cameraId = here.desk.cameras.gate, atUtcMs = Date.now() } = {}) {
  const signature = Buffer.from('a look').toString('base64');
  const looks: [object, object] = [
    { signature, picture: pictures.closed, atUtcMs },
    { signature, picture: pictures.open, atUtcMs },
  ];
  await here.desk.core.report([{ kind: 'doorCandidate', doorId, cameraId, area, looks: looks as never, atUtcMs }]);
  return { doorId, atUtcMs };
}

/** The core sees how a door is, since so long. */
const sees = async ({ id: doorId, cameraId }: Door, state: DoorPosition, sinceMs = 0): Promise<void> => {
  revision += 1;
  const atUtcMs = Date.now() - sinceMs;
  await here.desk.core.report([{ kind: 'doorState', doorId, cameraId, state, atUtcMs, revision }]);
};
const strip = (page: Page) => page.getByRole('region', { name: /Unsaved doors/ });
const question = (page: Page, which: 'closed' | 'open') =>
  page.getByText(which === 'closed' ? 'Is the door closed in this picture?' : 'Is the door open in this picture?');
const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('DB-SHELL-009 DB-SHELL-022 whoever lacks the right to the doors is told so, and their menu does not offer them', async () => {
  await here.desk.member(gil, ['CameraView', 'OrganizationDatabase']);
  const { page, context } = await here.open(undefined, gil);
  for (const place of ['doors', 'doors/mark', `doors/${randomUUID()}`, 'groups/doors']) {
    await page.goto(`/database/${place}`);
    await page.getByText('Manage the door directory').waitFor();
    expect(await page.getByRole('link', { name: 'Doors' }).count()).toBe(0);
  }
  await context.close();
});

describe('somebody who keeps the doors', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await here.open());
  });
  afterAll(() => page.context().close());

  test('DB-SHELL-005 finds doors and their groups in the menu, and the first step while there is none', async () => {
    await page.goto('/database/doors');
    await page.getByRole('heading', { name: 'No doors yet' }).waitFor();
    await look(page, 'doors-empty');
    const menu = page.getByRole('navigation', { name: 'Menu: Organization database' });
    const entries = (await menu.getByRole('link').allInnerTexts()).map((text) => text.trim());
    expect(entries.slice(entries.indexOf('Doors'), entries.indexOf('Doors') + 3)).toEqual(['Doors', 'Doors', 'Groups']);
    await menu.getByRole('link', { name: 'Groups' }).click();
    await page.waitForURL(/\/database\/groups\/doors$/);
    await page.getByRole('heading', { name: 'Door groups' }).waitFor();
    await menu.getByRole('link', { name: 'Doors' }).last().click();
    await page.waitForURL(/\/database\/doors$/);
  });

  test('DB-DOORS-001 DB-DOORS-005 DB-DOORS-006 DB-DOORS-007 DB-DOORS-010 adds one that the core found', async () => {
    await tell();
    await tell({ cameraId: here.desk.cameras.yard });
    await strip(page).getByRole('listitem').nth(1).waitFor();
    expect(await strip(page).getByRole('button').count()).toBe(2);
    await look(page, 'doors-strip');
    await page.getByRole('button', { name: 'Add the door at Gate' }).click();
    await question(page, 'closed').waitFor();
    expect(await dialogWidth(page)).toBe(400);
    await page.getByRole('img', { name: 'Picture of the door' }).waitFor();
    await look(page, 'doors-ask');
    await answer(page, 'Yes');
    await question(page, 'open').waitFor();
    await answer(page, 'Yes');
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await name.fill('Cold store');
    await name.press('Enter');
    await page.getByText('Saved the door Cold store').waitFor();
    await rowOf(page, /Cold store/).waitFor();
    expect(await named('Cold store')).toMatchObject({ isSaved: true, cameraId: here.desk.cameras.gate });
    await expect.poll(() => strip(page).getByRole('listitem').count()).toBe(1);
  });

  test('DB-DOORS-004 DB-DOORS-008 DB-DOORS-009 an address opens one; No asks for more data, and Done removes it', async () => {
    const [{ timestamp }] = (await listed('unsaved')).items as [Door];
    await page.goto('/database/doors?ts=17');
    await rowOf(page, /Cold store/).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`/database/doors?ts=${String(timestamp)}`);
    await question(page, 'closed').waitFor();
    await answer(page, 'Yes');
    await question(page, 'open').waitFor();
    await answer(page, 'No');
    await page.getByText("There isn't enough data yet.", { exact: false }).waitFor();
    await look(page, 'doors-no-data');
    await answer(page, 'Try again');
    await question(page, 'closed').waitFor();
    await answer(page, 'No');
    await answer(page, 'Done');
    await expect.poll(async () => (await listed('unsaved')).total).toBe(0);
    await expect.poll(() => strip(page).count()).toBe(0);
  });

  test('says how the door is and for how long as the core tells it, and why nobody tells it', async () => {
    const door = await named('Cold store');
    const row = rowOf(page, /Cold store/);
    await row.getByText('Waits for the core').waitFor();
    await sees(door, 'closed', 600_000);
    await row.getByText('Closed', { exact: true }).waitFor();
    for (const [state, word] of [
      ['open', 'Open'],
      ['blocked', 'Blocked'],
      ['unsure', 'Unsure'],
    ] as const) {
      await sees(door, state, 300_000 - revision * 1000);
      await row.getByText(word, { exact: true }).waitFor();
    }
    await sees(door, 'ajar', 180_000);
    await row.getByText('Ajar', { exact: true }).waitFor();
    await row.getByText('for 3 min', { exact: false }).waitFor();
    await look(page, 'doors-list');
    here.desk.core.disconnect();
    await row.getByText('Core offline').waitFor(soon);
    await row.getByText(/Last seen .*: Ajar/).waitFor();
    await here.desk.linkAgain();
    await row.getByText('Ajar', { exact: true }).waitFor(soon);
    expect(await named('Cold store')).toMatchObject({ state: 'ajar', untold: null });
  });

  test('DB-DOORS-002 DB-DOORS-003 edits the name in the table, finds it in any case, and shows what the door did', async () => {
    await page.getByRole('button', { name: 'Edit the door Cold store' }).click();
    const field = rowOf(page, /Gate/).getByRole('textbox', { name: 'Name' });
    await field.fill('Cold store B');
    await field.press('Enter');
    await page.getByText('Saved the door Cold store B').waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Search doors' }).fill('STORE b');
    await rowOf(page, /Cold store B/).waitFor();
    await page.getByRole('textbox', { name: 'Search doors' }).fill('nowhere');
    await page.getByText('No doors match “nowhere”').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await page.getByRole('link', { name: 'Cold store B' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText(/so far$/).waitFor();
    expect(await history.getByRole('row').count()).toBe(6);
    await look(page, 'door-page');
    await sees(await named('Cold store B'), 'closed');
    await expect.poll(() => history.getByRole('row').count()).toBe(7);
  });

  test('DB-DOORS-013 marks one by hand with keys, and is asked for its looks once the core has them', async () => {
    await page.goto('/database/doors/mark');
    await page.getByText('Choose a camera to mark the door in its picture.').waitFor();
    await page.getByRole('button', { name: 'Mark door' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Side door');
    await page.getByRole('combobox', { name: 'Camera' }).click();
    await page.getByRole('option', { name: 'Yard' }).click();
    const corner = page.getByRole('button', { name: 'Corner 1 of 4, 42% across, 25% down' });
    await corner.focus();
    await corner.press('ArrowLeft');
    await page.getByRole('button', { name: 'Corner 1 of 4, 41% across, 25% down' }).press('Enter');
    await page.getByRole('button', { name: /Corner 2 of 5/ }).waitFor();
    await look(page, 'door-mark');
    await page.getByRole('button', { name: 'Mark door' }).click();
    await page.getByText('Marked the door Side door').waitFor();
    const door = await named('Side door');
    expect(door.area[0]).toEqual({ x: 0.41, y: 0.25 });
    expect(door.area).toHaveLength(5);
    await page.getByText('Still learning', { exact: true }).waitFor(soon);
    await tell({ doorId: door.id, cameraId: here.desk.cameras.yard });
    await page.getByRole('button', { name: 'Check the pictures' }).click();
    await answer(page, 'No');
    await answer(page, 'The two pictures are swapped');
    await question(page, 'closed').waitFor();
    await answer(page, 'Yes');
    await answer(page, 'Yes');
    await answer(page, 'Save');
    await page.getByText('Saved the door Side door').waitFor();
    const answered = await named('Side door');
    expect(answered.closeState).not.toBe(answered.openState);
    await vi.waitFor(async () => expect((await named('Side door')).untold).toBe('pending'), soon);
  });

  test('DB-SHELL-038 makes a group of doors at its address', async () => {
    await page.goto('/database/groups/doors?createDoors=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Outer doors');
    await dialog.getByRole('combobox', { name: /Members/ }).click();
    await page.getByRole('option', { name: 'Side door' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('row', { name: /Outer doors/ }).waitFor();
    await expect
      .poll(async () => (await here.desk.server.api.call(orgGroupsCalls.list, { query: { type: 'Doors' } })).items)
      .toMatchObject([{ name: 'Outer doors', memberCount: 1 }]);
  });

  test('ALERT-009 names a door in a rule, which then keeps the door from being deleted', async () => {
    await page.goto('/alert/create/0/8');
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Side door open');
    await page.getByRole('combobox', { name: 'Cameras' }).click();
    await page.getByRole('option', { name: 'Yard' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Doors' }).click();
    expect(await page.getByRole('option', { name: 'Cold store B' }).count()).toBe(0);
    await page.getByRole('option', { name: 'Side door' }).click();
    await look(page, 'door-rule');
    await page
      .getByRole('button', { name: /^(Create|Save)/ })
      .first()
      .click();
    await vi.waitFor(async () => {
      const { items } = await here.desk.server.api.call(alertRulesCalls.list, { query: {} });
      expect(items[0]?.condition).toMatchObject({ kind: 'door', doorIds: [(await named('Side door')).id] });
    }, soon);
    await page.goto('/database/doors');
    await page.getByRole('button', { name: 'Delete the door Side door' }).click();
    await answer(page, 'Delete door');
    await page.getByText('Side door open').waitFor();
    await look(page, 'door-in-use');
    const rule = page.getByRole('dialog').getByRole('link', { name: 'Side door open' });
    expect(await rule.getAttribute('href')).toMatch(/^\/alert\/edit\/[0-9a-f-]+$/);
    await answer(page, 'Cancel');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await look(page, 'doors-chosen');
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await answer(page, 'Delete selected');
    await page.getByRole('dialog').getByText("1 item couldn't be deleted").waitFor();
    await rule.waitFor();
    await look(page, 'doors-chosen-kept');
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select Side door' }).first().isChecked()).toBe(true);
    await expect.poll(() => rowOf(page, /Cold store B/).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('DB-DOORS-017 loads a second page of unsaved doors as one scrolls', async () => {
    const now = Date.now();
    for (let count = 0; count < 21; count += 1) await tell({ atUtcMs: now + count });
    const cards = strip(page).getByRole('listitem');
    await expect.poll(() => cards.count()).toBe(20);
    await cards.last().scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBe(21);
  });
});

describe.each(directoryViews)('in $language, $theme, $width px', (view) => {
  test('DB-SHELL-041 the pages of doors have no fault', async () => {
    const { api } = here.desk.server;
    const name = `דלת קירור ${view.language}-${view.theme}-${String(view.width)}`;
    const { doorId } = await tell();
    const unsaved = await api.call(doorsCalls.get, { params: { id: doorId } });
    const body = {
      newName: name,
      isSaved: true,
      closeState: unsaved.closeState ?? undefined,
      revision: unsaved.revision,
    };
    const door = await api.call(doorsCalls.update, { params: { id: doorId }, body });
    await sees(door, 'closed', 900_000);
    await sees(door, 'open', 240_000);
    const faults = await here.faultsOf(view, [
      ['doors', 'doors', name],
      ['door', `doors/${doorId}`, name],
      ['door-mark', 'doors/mark', view.language === 'he' ? 'סימון דלת' : 'Mark door'],
      ['door-groups', 'groups/doors', 'Outer doors'],
    ]);
    expect(faults).toEqual([]);
  });
});

import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pressAt, tabTo } from '../fixtures/keyboard.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const views: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

let server: ServerOnly;
let browser: Browser;
let port: string;

const open = async (view: View = english): Promise<{ page: Page; complaints: string[] }> => {
  const { page, complaints } = await openPage(browser, server.url, view);
  await page.goto('/');
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/(home|location|devices)/);
  return { page, complaints };
};

beforeAll(async () => {
  server = await startServerOnly();
  await server.api.setUp(account);
  const make = async (name: string): Promise<string> =>
    (await server.api.call(locationsCalls.create, { body: { name, timeZone: 'Asia/Jerusalem' } })).id;
  port = await make('Haifa Port');
  await make('מחסן באר שבע');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe('inviting with access', () => {
  test('SET-003 brings a guard for one site in five steps from the list of users, and gives nothing elsewhere', async () => {
    const { page, complaints } = await open();
    await page.goto('/settings/users');
    await page.getByRole('button', { name: 'Invite users' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite users' });
    await dialog.getByLabel('E-mail addresses').fill('gil@example.org');
    await dialog.getByRole('radio', { name: 'Guard' }).check({ force: true });
    await dialog.getByRole('checkbox', { name: 'Haifa Port' }).check({ force: true });
    if (shots !== undefined) await page.screenshot({ path: `${shots}/invite-access-en-light-1440.png` });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { items } = await server.api.call(usersCalls.listInvites, { query: {} });
    const [groupId = ''] = items.find(({ email }) => email === 'gil@example.org')?.groupIds ?? [];
    const group = await server.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
    expect(group.name).toBe('Guards: Haifa Port');
    expect(group.permissions.map(({ entityIds, isWhole }) => ({ entityIds, isWhole }))).toEqual(
      group.permissions.map(() => ({ entityIds: [port], isWhole: false })),
    );
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('SET-003 brings a guard for one site by the keyboard alone', async () => {
    const { page, complaints } = await open();
    await page.goto('/settings/users');
    await pressAt(page, page.getByRole('button', { name: 'Invite users' }));
    const dialog = page.getByRole('dialog', { name: 'Invite users' });
    await tabTo(page, dialog.getByLabel('E-mail addresses'));
    await page.keyboard.type('rami@example.org');
    await tabTo(page, dialog.getByRole('radio', { checked: true }));
    const guard = dialog.getByRole('radio', { name: 'Guard' });
    for (let step = 0; step < 6 && !(await guard.isChecked()); step += 1) await page.keyboard.press('ArrowRight');
    expect(await guard.isChecked()).toBe(true);
    await pressAt(page, dialog.getByRole('checkbox', { name: 'Haifa Port' }), 'Space');
    await pressAt(page, dialog.getByRole('button', { name: 'Send invitation' }));
    await dialog.waitFor({ state: 'detached' });
    const { items } = await server.api.call(usersCalls.listInvites, { query: {} });
    const [groupId = ''] = items.find(({ email }) => email === 'rami@example.org')?.groupIds ?? [];
    const group = await server.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
    expect(group.permissions.length).toBeGreaterThan(0);
    expect(group.permissions.every(({ entityIds, isWhole }) => !isWhole && entityIds.join() === port)).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(views)('fits and is readable in $language at $width', async (view) => {
    const { page, complaints } = await open(view);
    await page.goto('/settings/users?inviteUsers=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('tal@example.org');
    for (const preset of await dialog.getByRole('radio').all()) {
      await preset.check({ force: true });
      expect(await pageFaults(page, view)).toEqual([]);
    }
    await dialog.getByRole('radio').nth(1).check({ force: true });
    await dialog.getByRole('checkbox').first().waitFor({ state: 'attached' });
    if (shots !== undefined)
      await page.screenshot({
        path: `${shots}/invite-access-${view.language}-${view.theme}-${String(view.width)}.png`,
      });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('the matrix of a group', () => {
  let groupId: string;
  const saved = (page: Page) => page.locator('[role=status][data-status=saved]');
  const cell = (page: Page, entity: string, permission: string) =>
    page.locator(`[data-entity="${entity}"] [data-permission=${permission}]`);
  const held = async (): Promise<Record<string, string[] | 'whole'>> => {
    const { permissions } = await server.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
    return Object.fromEntries(permissions.map(({ name, isWhole, entityIds }) => [name, isWhole ? 'whole' : entityIds]));
  };
  beforeAll(async () => {
    const made = await server.api.call(permissionGroupsCalls.create, { body: { name: 'Night operators' } });
    groupId = made.id;
  });

  test('PERM-005 gives by mouse and by keys, shows what is inherited and what is mixed, and previews it', async () => {
    const { page, complaints } = await open();
    await page.goto(`/settings/permissions/${groupId}`);
    await cell(page, port, 'CameraView').click();
    await saved(page).waitFor();
    expect(await held()).toEqual({ CameraView: [port] });
    expect(await cell(page, 'organization', 'CameraView').getAttribute('data-how')).toBe('mixed');
    // From that cell one to the side and one up: playback on the whole organization.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await cell(page, port, 'PlaybackView').and(page.locator('[data-how=inherited]')).waitFor();
    await saved(page).waitFor();
    expect(await held()).toEqual({ CameraView: [port], PlaybackView: 'whole' });
    expect(await cell(page, port, 'PlaybackView').getAttribute('aria-label')).toContain('From Whole organization');
    if (shots !== undefined) await page.screenshot({ path: `${shots}/matrix-en-light-1440.png` });
    await page.getByText('Sites and cores', { exact: true }).click();
    await cell(page, port, 'LocationView').click();
    await saved(page).waitFor();
    await page.getByRole('button', { name: 'Preview as member' }).click();
    const preview = page.getByRole('dialog');
    await preview.locator(`[data-site="${port}"]`).waitFor();
    expect(await preview.locator('[data-site]').count()).toBe(1);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/preview-en-light-1440.png` });
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('the group of administrators holds everything, and no cell of it can be changed', async () => {
    const { items } = await server.api.call(permissionGroupsCalls.filter, { query: { page: 1, size: 20 }, body: {} });
    const administrators = items.find(({ isAdministrators }) => isAdministrators)?.id ?? '';
    const { page } = await open();
    await page.goto(`/settings/permissions/${administrators}`);
    const live = cell(page, 'organization', 'CameraView');
    await live.click({ force: true });
    expect(await live.getAttribute('aria-disabled')).toBe('true');
    expect(await live.getAttribute('data-how')).toBe('own');
    await page.context().close();
  });

  test.each(views)('fits and is readable in $language at $width, also its preview', async (view) => {
    const { page, complaints } = await open(view);
    await page.goto(`/settings/permissions/${groupId}`);
    await page.locator('[data-entity=organization]').first().waitFor();
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/matrix-${view.language}-${view.theme}-${String(view.width)}.png` });
    expect(await pageFaults(page, view)).toEqual([]);
    await page.locator('header button, [data-preview]').filter({ hasText: 'תצוגה' }).click();
    await page.getByRole('dialog').locator('[data-site]').first().waitFor();
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/preview-${view.language}-${view.theme}-${String(view.width)}.png` });
    expect(await pageFaults(page, view)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

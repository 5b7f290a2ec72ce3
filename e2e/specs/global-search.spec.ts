import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { account, addCamera, setUpSite, startSystem, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const hebrewPhone: View = { language: 'he', theme: 'dark', width: 390 };
const guard = { email: 'guard@example.org', password: 'another horse battery' };

let system: System;
let browser: Browser;
let ids: Record<'site' | 'hall' | 'core' | 'gate' | 'reception' | 'parking' | 'tower' | 'lantern', string>;

const open = async (
  who: { email: string; password: string },
  view: View,
): Promise<{ page: Page; complaints: string[] }> => {
  const { page, complaints } = await openPage(browser, system.url, view);
  await page.goto('/');
  await page.locator('input[type=email]').fill(who.email);
  await page.locator('input[type=password]').fill(who.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/location\//);
  await page.locator('nav [aria-haspopup=menu]').locator('visible=true').first().waitFor();
  await page.locator('h1').first().waitFor();
  return { page, complaints };
};

const field = (page: Page) => page.getByRole('combobox', { name: /Find anything|חיפוש בכל המערכת/ });
const entry = (page: Page, key: string) => page.locator(`[role=option][data-entry="${key}"]`);
const active = (page: Page) => page.locator('[role=option][aria-selected=true]');
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const search = async (page: Page, text: string): Promise<void> => {
  if ((await field(page).count()) === 0) await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await field(page).fill(text);
};
const isGone = (page: Page) => field(page).waitFor({ state: 'detached' });
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SIGHTLINE_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** A member who sees one camera, told through the database, as an administrator would by hand. */
const makeGuard = async (organizationId: string, cameraId: string): Promise<void> => {
  await system.api.call(accountsCalls.signUp, { body: { firstName: 'Gil', lastName: 'Guard', ...guard, lang: 'en' } });
  const [user] = await queryDatabase<{ id: string }>(
    system,
    `update auth."user" set "emailVerified" = true where email = $1 returning id`,
    [guard.email],
  );
  const member = [organizationId, user?.id ?? ''];
  await queryDatabase(
    system,
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'USER')`,
    member,
  );
  await queryDatabase(
    system,
    `insert into grants (organization_id, id, user_id, permission, entity_kind, entity_id) select $1, gen_random_uuid(), $2, 'CameraView', 'camera', $3`,
    [...member, cameraId],
  );
};

beforeAll(async () => {
  system = await startSystem();
  const site = await setUpSite(system);
  const hall = await system.api.call(locationsCalls.create, {
    body: { name: 'Cold hall', parentId: site.locationId, timeZone: 'Asia/Jerusalem' },
  });
  const camera = async (name: string, path: string): Promise<string> =>
    (await addCamera(system, site, { name, main: system.cameras.url(path) })).id;
  const [gate, reception, parking] = [
    await camera('North gate', 'gate'),
    await camera('Reception', 'reception'),
    await camera('חניון תחתון', 'parking'),
  ];
  const tower = await system.api.call(floorsCalls.createBuilding, {
    params: { id: hall.id },
    body: { name: 'Lighthouse' },
  });
  const lantern = await system.api.call(floorsCalls.createFloor, {
    params: { id: tower.id },
    body: { name: 'Lantern room', level: 3 },
  });
  ids = {
    tower: tower.id,
    lantern: lantern.id,
    site: site.locationId,
    core: site.edgeId,
    hall: hall.id,
    gate,
    reception,
    parking,
  };
  const { id } = await system.api.call(organizationsCalls.getCurrent, {});
  await makeGuard(id, gate);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

describe('GSEARCH-014 somebody who sees one camera', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await open(guard, english));
  });
  afterAll(() => page.context().close());

  test('finds it, and neither other things nor pages that are closed', async () => {
    await search(page, 'gate');
    await entry(page, `camera:${ids.gate}`).waitFor();
    await search(page, 'reception');
    await page.getByText('No results for “reception”').waitFor();
    for (const closed of ['exports', 'audit log', 'people and organizations']) {
      await search(page, closed);
      await page.getByText(`No results for “${closed}”`).waitFor();
    }
    await search(page, 'account details');
    await entry(page, 'page:/account/details').waitFor();
    expect(await page.locator('[role=option][data-entry^="page:/settings"]').count()).toBe(0);
  });
});

describe('an administrator', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open(account, english));
  });
  afterAll(() => page.context().close());

  test('GSEARCH-014 opens it by the button and by the key, closes it, and stays where the focus was', async () => {
    const button = page.getByRole('button', { name: 'Find anything Ctrl K' });
    await button.focus();
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    await expect
      .poll(() => field(page).evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    await page.getByText('Type part of a name').waitFor();
    expect(await pageFaults(page, english)).toEqual([]);
    await page.keyboard.press('Escape');
    await isGone(page);
    await expect.poll(() => button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Control+k');
    await isGone(page);
    await page.goto('/settings/details');
    await page.locator('form input').first().focus();
    await page.keyboard.press('Meta+k');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
  });

  test.each([
    {
      row: 'GSEARCH-002',
      text: 'north yard',
      key: () => `location:${ids.site}`,
      path: () => `/edit-location/${ids.site}`,
    },
    {
      row: 'GSEARCH-003',
      text: 'cold hall',
      key: () => `sublocation:${ids.hall}`,
      path: () => `/edit-location/${ids.hall}`,
    },
    { row: 'GSEARCH-004', text: 'core 1', key: () => `core:${ids.core}`, path: () => `/edge-edit/${ids.core}` },
    {
      row: 'GSEARCH-005',
      text: 'recepton',
      key: () => `camera:${ids.reception}`,
      path: () => `/camera/${ids.reception}`,
    },
    { row: 'GSEARCH-011', text: 'lighthouse', key: () => `building:${ids.tower}`, path: () => '/location/floors' },
    { row: 'GSEARCH-012', text: 'lantren', key: () => `floor:${ids.lantern}`, path: () => '/location/floors' },
    {
      row: 'GSEARCH-001',
      text: 'firewall',
      key: () => 'page:/settings/login-firewall',
      path: () => '/settings/login-firewall',
    },
  ])('$row finds $text and opens it with Enter', async ({ text, key, path }) => {
    await search(page, text);
    await entry(page, key()).waitFor();
    await page.keyboard.press('Enter');
    await isGone(page);
    await expect.poll(() => pathOf(page)).toBe(path());
  });

  test('GSEARCH-013 opens a dialog that a link opens', async () => {
    await search(page, 'create export');
    await page.keyboard.press('Enter');
    const archive = page.getByRole('dialog', { name: 'Create export' });
    await archive.getByRole('combobox').fill('recep');
    await page.getByRole('option', { name: 'Reception' }).click();
    await archive.getByLabel('From').waitFor();
    expect(await pageFaults(page, english)).toEqual([]);
    await look(page, 'create-export-en');
    await page.keyboard.press('Escape');
    await archive.waitFor({ state: 'detached' });
    await search(page, 'invite users');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invite users' }).waitFor();
    // Not over another dialog.
    await page.keyboard.press('Control+k');
    expect(await field(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('moves by the keys through all groups, and opens in a new tab', async () => {
    await search(page, 'gate');
    await entry(page, `camera:${ids.gate}`).waitFor();
    await search(page, 'nor');
    await entry(page, `location:${ids.site}`).waitFor();
    const named = (): Promise<string | null> => active(page).getAttribute('data-entry');
    const before = await named();
    await page.keyboard.press('ArrowDown');
    await expect.poll(named).not.toBe(before);
    await page.keyboard.press('ArrowUp');
    await expect.poll(named).toBe(before);
    const id = await active(page).getAttribute('id');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(id);
    expect(await page.locator('[role=option] mark').first().innerText()).toBe('Nor');
    await look(page, 'global-search-en');
    expect(await pageFaults(page, english)).toEqual([]);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    await tab.waitForURL(/\/(edit-location|camera)\//);
    await tab.close();
    expect(await field(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await isGone(page);
  });

  test('offers what was opened last, and says when nothing is found', async () => {
    await search(page, '');
    await page.getByText('Recently opened').waitFor();
    await entry(page, `core:${ids.core}`).waitFor();
    await look(page, 'global-search-recent');
    expect(await pageFaults(page, english)).toEqual([]);
    await search(page, 'xylophone');
    await page.getByText('No results for “xylophone”').waitFor();
    await look(page, 'global-search-nothing');
    expect(await pageFaults(page, english)).toEqual([]);
    await page.keyboard.press('Escape');
    await isGone(page);
  });

  test('says when the server cannot be asked, and still finds pages', async () => {
    await page.route('**/api/v1/global-search**', (route) => route.abort());
    await search(page, 'exports');
    await page.getByText("Couldn't search sites, cores, cameras, floors, alarms and events").waitFor();
    await entry(page, 'page:/archive/main').waitFor();
    expect(await pageFaults(page, english)).toEqual([]);
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await isGone(page);
  });

  test('is on the list of keys', async () => {
    await page.goto('/location/home');
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Find anything').waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });
});

test('GSEARCH-014 in Hebrew on a phone it is behind More, and finds pages and things in Hebrew', async () => {
  const { page, complaints } = await open(account, hebrewPhone);
  await page.locator('nav').last().getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'חיפוש בכל המערכת' }).click();
  await field(page).waitFor();
  await field(page).fill('חנוין');
  await entry(page, `camera:${ids.parking}`).waitFor();
  expect(await pageFaults(page, hebrewPhone)).toEqual([]);
  await field(page).fill('הר');
  await entry(page, 'page:/settings/permissions/list').waitFor();
  await look(page, 'global-search-he-phone');
  expect(await pageFaults(page, hebrewPhone)).toEqual([]);
  await field(page).fill('הרשאות');
  await entry(page, 'page:/settings/permissions/list').click();
  await expect.poll(() => pathOf(page)).toBe('/settings/permissions/list');
  expect(complaints).toEqual([]);
  await page.context().close();
});

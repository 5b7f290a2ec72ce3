import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
/** Both languages, both widths; the themes are told apart by tokens alone, which the other screens try in all four. */
/** English and wide is how everything else here is done. */
const views: View[] = [{ language: 'he', theme: 'dark', width: 390 }];
const noa = { email: 'noa@example.org', password: 'another horse battery', firstName: 'Noa', lastName: 'Bar' };
const gil = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };
/** A change of rights is felt in open sessions within this time, after the 400 ms in which changes are gathered. */
const feltMs = 2400;

let system: System;
let browser: Browser;
let organizationId: string;
let cameraId: string;
let groupId: string;

const makeMember = async (
  { email, password, firstName, lastName }: typeof noa,
  isAdministrator: boolean,
): Promise<void> => {
  await system.api.call(accountsCalls.signUp, { body: { firstName, lastName, email, password, lang: 'en' } });
  const [user] = await queryDatabase<{ id: string }>(
    system,
    `update auth."user" set "emailVerified" = true where email = $1 returning id`,
    [email],
  );
  const member = [organizationId, user?.id ?? ''];
  await queryDatabase(
    system,
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'USER')`,
    member,
  );
  if (isAdministrator)
    await queryDatabase(
      system,
      `insert into group_users (organization_id, group_id, user_id) select $1, id, $2 from permission_groups where organization_id = $1 and is_administrators`,
      member,
    );
};

const open = async (
  who: { email: string; password: string },
  view: View = english,
): Promise<{ page: Page; complaints: string[] }> => {
  const { page, complaints } = await openPage(browser, system.url, view);
  await page.goto('/');
  await page.locator('input[type=email]').fill(who.email);
  await page.locator('input[type=password]').fill(who.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/location\//);
  return { page, complaints };
};

const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const saved = (page: Page) => page.locator('[role=status][data-status=saved]');
const stateOf = (page: Page, name: string): Promise<string> => line(page, name).innerText();
const look = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SIGHTLINE_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('yard', { file: await testMedia('h264-sub') });
  const site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('yard') })).id;
  organizationId = (await system.api.call(organizationsCalls.getCurrent, {})).id;
  await makeMember(noa, true);
  await makeMember(gil, false);
  await waitForCamera(system, cameraId, 'online');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

describe('people', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open(account));
  });
  afterAll(() => page.context().close());

  test('ROUTE-092 SET-001 SET-007 lists the active members, and helping organizations in a tab of their own', async () => {
    await page.goto('/settings/users');
    await page.getByRole('row', { name: /Gil Guard/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(4);
    await page.getByRole('tab', { name: 'Organizations', exact: true }).click();
    await page.getByText('No support organizations').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('organizations');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('row', { name: /Gil Guard/ }).waitFor();
    await page.goto('/settings/users?tab=nonsense');
    await page.getByRole('row', { name: /Gil Guard/ }).waitFor();
  });

  test.each([
    ['SET-002', 'pendingInvites', 'Pending invitations'],
    ['SET-003', 'inviteUsers', 'Invite users'],
    ['SET-004', 'inviteSupport', 'Invite support'],
  ])('%s opens by the query %s, and closing takes it out of the address', async (_row, query, title) => {
    await page.goto(`/settings/users?${query}`);
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    expect(new URL(page.url()).search).not.toContain(query);
  });

  test('SET-003 SET-005 judges each pasted address, sends the good ones, and takes an invitation back', async () => {
    await page.goto('/settings/users?inviteUsers=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail addresses').fill(`Rona <rona@example.org>, broken@, ${gil.email}; tal@example.org`);
    await dialog.getByText("This isn't a valid e-mail address.").waitFor();
    await dialog.getByRole('button', { name: 'Send 3 invitations' }).click();
    await dialog.getByText('This person is already a member.').waitFor();
    await look(page, 'invite-judged');
    await page.goto('/settings/users?pendingInvites=true');
    await page.locator('[data-invite="tal@example.org"]').waitFor();
    await dialog.getByLabel('Search by e-mail').fill('rona');
    await page.locator('[data-invite="tal@example.org"]').waitFor({ state: 'detached' });
    await page.locator('[data-invite="rona@example.org"]').getByRole('button', { name: 'Resend' }).click();
    await page.getByText('New invitation sent to').waitFor();
    await page.locator('[data-invite="rona@example.org"]').getByRole('button', { name: 'Cancel invitation' }).click();
    await page.getByRole('dialog', { name: /rona/ }).getByRole('button', { name: 'Cancel invitation' }).click();
    await page.locator('[data-invite="rona@example.org"]').waitFor({ state: 'detached' });
    expect(await page.locator('[data-bad=true]').count()).toBe(0);
  });

  test('SET-006 invites an organization to help, and says beside the field what is missing', async () => {
    await page.goto('/settings/users?tab=organizations&inviteSupport=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail of an administrator there').fill('help@example.net');
    await dialog.getByRole('button', { name: 'Invite support' }).click();
    await dialog.getByText('Choose at least one group.').waitFor();
    await dialog.getByLabel('Access ends').fill('2020-01-01T10:00');
    await dialog.getByLabel('Administrators').check();
    await dialog.getByRole('button', { name: 'Invite support' }).click();
    await dialog.getByText('within 90 days').waitFor();
    await dialog.getByRole('button', { name: '7 days' }).click();
    await dialog.getByRole('button', { name: 'Invite support' }).click();
    await closed(page);
    await page.getByRole('button', { name: '2 pending invitations' }).click();
    await page.locator('[data-invite="help@example.net"]', { hasText: 'Support organization' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('SET-013 SET-014 SET-017 shows people of all organizations to the staff alone', async () => {
    const member = await open(noa);
    await member.page.goto('/settings/users?tab=staff');
    await member.page.getByRole('row', { name: /Gil Guard/ }).waitFor();
    const marks = (value: boolean) =>
      queryDatabase(
        system,
        `update people set is_dev_team = $1 where user_id = (select id from auth."user" where email = $2)`,
        [value, noa.email],
      );
    expect(await member.page.getByRole('tab').count()).toBe(2);
    await marks(true);
    await member.page.goto('/settings/users?tab=staff');
    await member.page.getByRole('tab', { name: 'All organizations' }).waitFor();
    await member.page.getByRole('row', { name: /Gil Guard.*Harbour Foods/ }).waitFor();
    await look(member.page, 'staff');
    await marks(false);
    await member.page.context().close();
  });
});

describe('permission groups', () => {
  let dana: Page;
  let guard: Page;
  beforeAll(async () => {
    ({ page: dana } = await open(account));
    ({ page: guard } = await open(gil));
  });
  afterAll(async () => {
    await dana.context().close();
    await guard.context().close();
  });

  test('ROUTE-094 PERM-003 PERM-004 makes a group and puts somebody into it', async () => {
    await dana.goto('/settings/permissions/list');
    await dana.getByRole('button', { name: 'Add group' }).click();
    await dana.getByRole('dialog').getByLabel('Name').fill('administrators');
    await dana.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
    await dana.getByText('This name is already taken').waitFor();
    await dana.getByRole('dialog').getByLabel('Name').fill('Night');
    await dana.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
    await dana.waitForURL(/\/settings\/permissions\/[0-9a-f-]{36}/);
    groupId = new URL(dana.url()).pathname.split('/').at(-1) ?? '';
    await dana.getByRole('tab', { name: /^Users/ }).click();
    await dana.getByRole('combobox', { name: 'Add a user' }).fill('Gil');
    await dana.getByRole('option', { name: /Gil Guard/ }).click();
    await dana.getByRole('button', { name: 'Remove Gil Guard from the group' }).waitFor();
    const group = await system.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
    expect(group.users.map(({ email }) => email)).toEqual([gil.email]);
  });

  test('PERM-005 PERM-009 PERM-011 a permission on one site lets the other browser see its camera within two seconds', async () => {
    await guard.goto('/location/list');
    await guard.locator('h1').first().waitFor();
    expect(await guard.getByText('Gate').count()).toBe(0);
    await dana.goto(`/settings/permissions/${groupId}?permission=LocationView`);
    await line(dana, 'North yard').click();
    await dana.locator('[data-status=waiting], [data-status=saving]').waitFor({ state: 'detached' });
    await dana.locator('[data-permission=CameraView]').click();
    let calls = 0;
    dana.on('request', (request) => {
      if (request.url().endsWith('/changes')) calls++;
    });
    // Twice there and back on one, and once on the other, faster than a hand could.
    await dana.evaluate(`(async () => {
      for (const name of ['Gate', 'Gate', 'North yard']) {
        [...document.querySelectorAll('[role=treeitem]')].find((row) => row.textContent.startsWith(name)).click();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })()`);
    await guard.getByRole('link', { name: 'Gate' }).waitFor({ timeout: feltMs });
    await saved(dana).waitFor();
    expect(calls).toBe(1);
    expect(await stateOf(dana, 'Gate')).toContain('From North yard');
    expect(await stateOf(dana, 'North yard')).toContain('Granted here');
    expect(await stateOf(dana, 'Whole organization')).toContain('Some below');
    await look(dana, 'group-by-permission');
  });

  test('PERM-010 PERM-020 says what a person may do, from which group, and from where it is inherited', async () => {
    const other = await open(noa);
    await other.page.goto('/settings/users');
    await other.page.getByRole('button', { name: 'Actions for Gil Guard' }).click();
    await other.page.getByRole('menuitem', { name: 'Effective permissions' }).click();
    const held = other.page.getByRole('dialog').locator('[data-permission=CameraView]');
    await held.waitFor();
    expect(await held.innerText()).toContain('From group Night, inherited from site North yard');
    await look(other.page, 'effective');
    await other.page.context().close();
  });

  test('a permission that is taken back closes the live view within two seconds, and the screen says why', async () => {
    await guard.goto(`/camera/${cameraId}`);
    await guard.locator('[data-shows=live]').waitFor({ timeout: 20_000 });
    // Who sees a camera and may not change it is told so, and not of what is only needed for a change.
    await guard.goto(`/camera-edit/${cameraId}`);
    await guard.locator('[data-denied]').waitFor();
    expect(await guard.locator('[data-denied]').getAttribute('data-denied')).toBe('CameraEdit');
    await guard.goBack();
    await guard.locator('[data-shows=live]').waitFor({ timeout: 20_000 });
    await dana.locator('[data-permission=CameraView]').click();
    await line(dana, 'North yard').click();
    await guard.locator('[data-shows=live]').waitFor({ state: 'detached', timeout: feltMs });
    await guard.locator('[data-denied=CameraView]').waitFor();
    expect(await guard.locator('[data-denied=CameraView]').innerText()).toContain('Watch live');
    await look(guard, 'revoked');
    await saved(dana).waitFor();
  });

  test('PERM-006 PERM-007 PERM-008 works by thing: one kind at once, all, and inherited again', async () => {
    await dana.goto(`/settings/permissions/${groupId}?mode=entity`);
    await line(dana, 'Gate').click();
    await dana.getByLabel('View', { exact: true }).check();
    await saved(dana).waitFor();
    await dana.getByRole('button', { name: 'Select all' }).click();
    await eventually(async () => {
      const group = await system.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
      expect(group.permissions.filter(({ entityIds }) => entityIds.includes(cameraId))).toHaveLength(10);
    }, 5000);
    await look(dana, 'group-by-entity');
    await dana.getByRole('button', { name: 'Inherit', exact: true }).click();
    await eventually(async () => {
      const group = await system.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
      expect(group.permissions.filter(({ entityIds }) => entityIds.includes(cameraId))).toEqual([]);
    }, 5000);
  });

  test("PERM-012 says 'Group update fail', shows the server's state again, and saves when it is tried again", async () => {
    await dana.goto(`/settings/permissions/${groupId}?permission=SearchView`);
    await line(dana, 'Gate').waitFor();
    await dana.route('**/changes', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: '', data: {}, requestId: 'r' } }),
    );
    await line(dana, 'Gate').click();
    await dana.getByText('Group update fail', { exact: true }).first().waitFor();
    expect(await line(dana, 'Gate').getAttribute('aria-checked')).toBe('false');
    await look(dana, 'group-failed');
    await dana.getByRole('link', { name: 'Permission groups' }).first().click();
    await dana.getByRole('dialog').getByRole('button').first().waitFor();
    await dana.getByRole('dialog').getByRole('button', { name: 'Stay on the page' }).click();
    await dana.unroute('**/changes');
    await dana.getByRole('button', { name: 'Try again' }).click();
    await saved(dana).waitFor();
    expect(await line(dana, 'Gate').getAttribute('aria-checked')).toBe('true');
  });

  test('the later of two administrators is told who was quicker, and loses nothing', async () => {
    const other = await open(noa);
    await other.page.goto(`/settings/permissions/${groupId}?permission=PlaybackView`);
    await dana.goto(`/settings/permissions/${groupId}?permission=ExportCreate`);
    await line(dana, 'Gate').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await other.page.route('**/changes', async (route) => {
      await held;
      await route.continue();
    });
    await line(other.page, 'Gate').click();
    await other.page.locator('[data-status=saving]').waitFor();
    await line(dana, 'Gate').click();
    await dana.locator('[data-status=saving], [data-status=waiting]').first().waitFor({ state: 'detached' });
    await saved(dana).waitFor();
    release();
    await other.page.getByRole('alert').getByText('Dana Levi').waitFor();
    expect(await line(other.page, 'Gate').getAttribute('aria-checked')).toBe('false');
    await look(other.page, 'group-conflict');
    await other.page.getByRole('button', { name: 'Apply my changes' }).click();
    await saved(other.page).waitFor();
    const group = await system.api.call(permissionGroupsCalls.get, { params: { id: groupId } });
    const ofGate = group.permissions.filter(({ entityIds }) => entityIds.includes(cameraId)).map(({ name }) => name);
    expect(ofGate).toEqual(expect.arrayContaining(['PlaybackView', 'ExportCreate']));
    await dana.locator('[data-permission=PlaybackView]', { hasText: '1 place' }).waitFor({ timeout: feltMs });
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  });

  test('a tree is walked by the keyboard alone', async () => {
    await dana.goto(`/settings/permissions/${groupId}?permission=CoreView`);
    await dana.getByRole('tree').focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'Space']) await dana.keyboard.press(key);
    await saved(dana).waitFor();
    await eventually(async () => expect(await stateOf(dana, 'Core 1')).toContain('Granted here'), 3000);
    await dana.keyboard.press('ArrowLeft');
    await line(dana, 'Gate').waitFor({ state: 'detached' });
    await dana.keyboard.press('ArrowRight');
    await line(dana, 'Gate').waitFor();
  });

  test('PERM-004 who lacks what a group gives takes nobody out of it, and is told which permission that takes', async () => {
    const { api } = system;
    const ora = { email: 'ora@example.org', password: 'a third horse battery', firstName: 'Ora', lastName: 'Clerk' };
    await makeMember(ora, false);
    const idOf = async (search: string): Promise<string> =>
      (await api.call(usersCalls.list, { query: { search } })).items[0]?.id ?? '';
    const give = async (name: string, permission: 'UserManage' | 'CameraEdit', email: string): Promise<string> => {
      const { id, revision } = await api.call(permissionGroupsCalls.create, { body: { name } });
      const changes = [{ action: 'changePermission' as const, permission, entityId: null, isAllowed: true }];
      const changed = await api.call(permissionGroupsCalls.change, { params: { id }, body: { changes, revision } });
      const body = { users: [await idOf(email)], revision: changed.revision };
      await api.call(permissionGroupsCalls.setUsers, { params: { id }, body });
      return id;
    };
    const clerks = await give('Clerks', 'UserManage', ora.email);
    const strong = await give('Fitters', 'CameraEdit', gil.email);
    const { page } = await open(ora);
    await page.goto(`/settings/permissions/${strong}`);
    await page.getByRole('tab', { name: /^Users/ }).click();
    await page.getByRole('button', { name: 'Remove Gil Guard from the group' }).click();
    await page.getByText('You need the permission “Edit cameras”', { exact: false }).waitFor();
    expect((await api.call(permissionGroupsCalls.get, { params: { id: strong } })).users).toHaveLength(1);
    await look(page, 'group-refused');
    await page.context().close();
    for (const id of [strong, clerks]) await api.call(permissionGroupsCalls.remove, { params: { id } });
  });

  test('the group of administrators shows everything and lets nothing but its people be changed', async () => {
    await dana.goto('/settings/permissions/list');
    await dana.getByRole('link', { name: 'Administrators' }).click();
    await dana.getByText('By permission', { exact: true }).click();
    await line(dana, 'Gate').click({ force: true });
    expect(await line(dana, 'Gate').getAttribute('aria-disabled')).toBe('true');
    expect(await line(dana, 'Gate').getAttribute('aria-checked')).toBe('true');
    await dana.getByRole('tab', { name: /^Users/ }).click();
    await dana.getByRole('combobox', { name: 'Add a user' }).waitFor();
  });

  test('PERM-013 PERM-014 twenty-one further groups make two pages, and are found by name', async () => {
    for (let index = 1; index <= 21; index++)
      await system.api.call(permissionGroupsCalls.create, {
        body: { name: `Shift ${String(index)}`, description: '' },
      });
    await dana.goto('/settings/permissions/list');
    // With the administrators, "Night" and the viewers of those who were invited.
    await dana.getByText('24 groups').waitFor();
    await dana.getByRole('button', { name: 'Next page' }).click();
    await dana.getByText('21–24 of 24').waitFor();
    await dana.getByLabel('Search by name').fill('shift 21');
    await dana.getByText('1 group', { exact: true }).waitFor();
    expect(new URL(dana.url()).search).toBe('?q=shift+21');
  });
});

describe.each(views)('in $language, $theme, $width wide', (view) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await open(account, view));
  });
  afterAll(() => page.context().close());

  test.each([
    ['users', '/settings/users'],
    ['organizations', '/settings/users?tab=organizations'],
    ['invite', '/settings/users?inviteUsers=true'],
    ['pending', '/settings/users?pendingInvites=true'],
    ['support', '/settings/users?inviteSupport=true'],
    ['groups', '/settings/permissions/list'],
    ['group', '/settings/permissions/:group'],
    ['entity', '/settings/permissions/:group?mode=entity&entity=organization'],
    ['people', '/settings/permissions/:group?tab=people'],
    ['details', '/settings/permissions/:group?tab=details'],
  ])('the screen of %s is one that everybody can read', async (name, path) => {
    await page.goto(path.replace(':group', groupId));
    await page.locator('h1').first().waitFor();
    if (/invite|pending|support/.test(name)) await page.getByRole('dialog').waitFor();
    await eventually(async () => expect(await page.locator('[role=status][aria-label]').count()).toBe(0), 10_000);
    await look(page, `${name}-${view.language}-${view.theme}-${String(view.width)}`);
    expect(await pageFaults(page, view)).toEqual([]);
  });
});

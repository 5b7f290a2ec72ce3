import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { Browser, Page } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { account, setUpSite, startSystem, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const guard = { email: 'guard@example.org', password: 'another horse battery' };

let system: System;
let browser: Browser;
let organizationId: string;
let locationId: string;

/** A member of the organization with these permissions and this role; told through the database, as an administrator would by hand. */
const makeMember = async (role: 'USER' | 'OPERATOR', permissions: string[]): Promise<void> => {
  const { email, password } = guard;
  await system.api.call(accountsCalls.signUp, {
    body: { firstName: 'Gil', lastName: 'Guard', email, password, lang: 'en' },
  });
  const [user] = await queryDatabase<{ id: string }>(
    system,
    `update auth."user" set "emailVerified" = true where email = $1 returning id`,
    [email],
  );
  const member = [organizationId, user?.id ?? ''];
  await queryDatabase(system, 'insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    ...member,
    role,
  ]);
  for (const permission of permissions) await give(permission);
};

const give = async (permission: string, atLocationId: string | null = null): Promise<void> => {
  const values = `$1, $2, id, $3, case when $5::uuid is null then 'organization' else 'location' end, $5::uuid`;
  await queryDatabase(
    system,
    `insert into grants (organization_id, id, user_id, permission, entity_kind, entity_id) select ${values} from auth."user" where email = $4`,
    [organizationId, randomUUID(), permission, guard.email, atLocationId],
  );
};

const setRole = (role: string): Promise<unknown> =>
  queryDatabase(
    system,
    `update memberships set role = $1 where user_id = (select id from auth."user" where email = $2)`,
    [role, guard.email],
  );

const signInAs = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.goto('/');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('nav').first().waitFor();
};

const pathOf = (page: Page): string => new URL(page.url()).pathname;

beforeAll(async () => {
  system = await startSystem();
  ({ locationId } = await setUpSite(system));
  organizationId = (await system.api.call(organizationsCalls.getCurrent, {})).id;
  await makeMember('USER', ['LocationView', 'CameraView', 'CoreView']);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

describe('an administrator', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openPage(browser, system.url, english));
    await signIn(page);
    await page.locator('[aria-label=Main]').first().waitFor();
  });
  afterAll(() => page.context().close());

  test('SHELL-001 SHELL-002 has a rail of 65 px at the start with places, help, person and organization', async () => {
    const box = await page.locator('nav[aria-label=Main]').first().boundingBox();
    expect(box).toMatchObject({ x: 0, width: 65 });
    const rail = page.locator('nav[aria-label=Main]').first();
    expect(await rail.getByRole('link').allInnerTexts()).toEqual(
      expect.arrayContaining(['Devices', 'Search', 'Exports']),
    );
    expect(await rail.getByRole('link', { name: 'Help', exact: true }).count()).toBe(1);
    expect(await rail.getByRole('button', { name: /Organization: Harbour Foods/ }).count()).toBe(1);
    expect(await rail.getByRole('button', { name: /Account: Dana Levi/ }).count()).toBe(1);
    // Initials alone do not say which is which.
    const shapeOf = (kind: string): Promise<string> =>
      rail.locator(`[data-shape=${kind}]`).evaluate((badge) => getComputedStyle(badge).borderRadius);
    expect(await shapeOf('organization')).not.toBe(await shapeOf('person'));
  });

  test.each(['/no-access', '/not-found'])(
    'ROUTE-001 ROUTE-002 has the menus at %s, without a rail, and a way on',
    async (path) => {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      expect(pathOf(page)).toBe(path);
      expect(await page.locator('[aria-label=Main]').count()).toBe(0);
      await page.locator('header').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Switch organization' }).waitFor();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('header').getByRole('link').click();
      await page.waitForURL(/\/location\/home/);
    },
  );

  test.each([
    ['/home', '/location/list'],
    ['/location', '/location/home'],
    ['/location-v2', '/location/home'],
    ['/location-v3', '/location/home'],
    ['/locations', '/location/list'],
    ['/search-v2', '/search'],
    ['/exports', '/archive/main'],
    ['/archive', '/archive/main'],
    ['/account', '/account/details'],
    ['/settings', '/settings/details'],
    ['/organization', '/settings/details'],
    ['/developer/logs', '/logs'],
    ['/some-nonsense', '/location/home'],
    ['/operator', '/location/home'],
  ])(
    'ROUTE-018 ROUTE-020 ROUTE-034 ROUTE-041 ROUTE-043 ROUTE-044 ROUTE-045 ROUTE-052 from %s to %s',
    async (from, to) => {
      await page.goto(from);
      await page.waitForURL((url) => url.pathname === to);
      await page.locator('h1').first().waitFor();
      expect(pathOf(page)).toBe(to);
      // A wrong address leads home, and not in silence; one that moved leads on.
      const said = page.getByText("There's no page at /some-nonsense", { exact: false });
      if (from === '/some-nonsense') await said.waitFor();
      else expect(await said.count()).toBe(0);
    },
  );

  test.each([
    '/developer/environment',
    '/developer/heartbeats',
    '/developer/analytics',
    '/developer/alerts',
    '/developer/motion-vectors',
    '/developer/thumbnails',
    '/developer/live-rooms',
    '/logs',
    '/developer/search-canvas',
    '/developer/search-grid',
  ])(
    'SHELL-021 SHELL-022 SHELL-023 SHELL-024 SHELL-025 SHELL-026 SHELL-027 SHELL-028 SHELL-029 SHELL-032 ROUTE-019 opens %s from the menu of developers',
    async (path) => {
      await page.goto(path);
      await page.locator('header h1').waitFor();
      expect(pathOf(page)).toBe(path);
      expect(await page.locator('nav [aria-current=page]').allInnerTexts()).toHaveLength(1);
      expect(await page.locator('[role=alert]').count()).toBe(0);
    },
  );

  test('ROUTE-030 ROUTE-031 ROUTE-046 reads help and support', async () => {
    for (const path of ['/help', '/support']) {
      await page.goto(path);
      await page.locator('section h2').first().waitFor();
      expect(pathOf(page)).toBe(path);
    }
    await page.getByText(/Sightline \d+\.\d+\.\d+/).waitFor();
  });

  test('SHELL-031 SHELL-033 SHELL-034 SHELL-049 opens the menus: developers, person with first name, last name and e-mail', async () => {
    await page.goto('/location/home');
    await page.getByRole('button', { name: 'Developers' }).click();
    await page.getByRole('menuitem', { name: 'Heartbeats' }).waitFor();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: /Account: Dana Levi/ });
    await button.click();
    await page.locator('[data-part=firstName]').waitFor();
    expect(await page.locator('[data-part=firstName]').innerText()).toBe('Dana');
    expect(await page.locator('[data-part=lastName]').innerText()).toBe('Levi');
    expect(await page.getByText(account.email).count()).toBe(1);
    const [from, menu] = [
      await button.boundingBox(),
      await page.getByRole('menu').filter({ hasText: account.email }).boundingBox(),
    ];
    expect((menu?.x ?? 0) - ((from?.x ?? 0) + (from?.width ?? 0))).toBeCloseTo(4, 0);
    await page.getByRole('menuitem', { name: 'Account settings' }).click();
    await page.waitForURL(/\/account\/details/);
  });

  test('is led through menus by the keyboard alone, and comes back to where it began', async () => {
    const focused = (): Promise<string> =>
      page.evaluate(`(document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText).trim()`);
    await page.goto('/location/home');
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    for (const name of [/Developers/, /^Organization: /, /^DL: Account/]) {
      const button = page.locator('nav[aria-label=Main]').first().getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('menu');
      await menu.waitFor();
      await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      // As while it opens: a key comes before the focus does.
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('ArrowDown');
      await menu.locator('[data-menu-item]').first().focus();
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowDown');
          return page.evaluate<string>('document.activeElement.getAttribute("role") ?? ""');
        })
        .toMatch(/^menuitem/);
      expect(await pageFaults(page, english)).toEqual([]);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await expect.poll(focused).toMatch(name);
    }
    await page
      .locator('nav[aria-label=Main]')
      .first()
      .getByRole('button', { name: /Organization:/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Switch organization' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.locator('section[aria-label="Switch organization"]');
    await panel.waitFor();
    await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await pageFaults(page, english)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch(/Organization:/);
  });

  test('SHELL-036 SHELL-037 SHELL-038 reaches the support site and, as a partner, the partner portal, where they are set', async () => {
    const rail = page.locator('nav[aria-label=Main]').first();
    const portal = rail.getByRole('link', { name: 'Partner portal' });
    const addresses = { supportUrl: 'https://support.example.org/', partnerPortalUrl: 'https://partners.example.org/' };
    await page.route('**/api/v1/app-info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), ...addresses } });
    });
    await page.reload();
    const help = rail.getByRole('link', { name: /support site/i });
    expect([await help.getAttribute('href'), await help.getAttribute('target')]).toEqual([
      addresses.supportUrl,
      '_blank',
    ]);
    expect(await portal.count()).toBe(0);
    await queryDatabase(
      system,
      `update people set is_partner = true where user_id = (select id from auth."user" where email = $1)`,
      [account.email],
    );
    await page.reload();
    await portal.waitFor();
    expect([await portal.getAttribute('href'), await portal.getAttribute('target')]).toEqual([
      addresses.partnerPortalUrl,
      '_blank',
    ]);
    await page.unrouteAll();
  });

  test('SHELL-048 changes between light and dark, which stays', async () => {
    const canvas = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /Account:/ }).click();
      await page.getByRole('menuitemradio', { name }).click();
      await page.keyboard.press('Escape');
    };
    await page.goto('/location/home');
    await page.locator('h1').first().waitFor();
    const light = await canvas();
    await choose('Dark');
    await expect.poll(canvas).not.toBe(light);
    await page.reload();
    await page.locator('h1').first().waitFor();
    expect(await canvas()).not.toBe(light);
    await choose('Light');
    await expect.poll(canvas).toBe(light);
  });

  test('ROUTE-017 fetches the code of a place when it is entered', async () => {
    await page.goto('/location/list');
    await page.locator('h1').first().waitFor();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Exports' }).first().click();
    await page.waitForURL(/\/archive\/main/);
    await page.locator('h1').first().waitFor();
    expect(fetched.filter((path) => path.startsWith('/assets/') && path.endsWith('.js')).length).toBeGreaterThan(0);
  });

  test('SHELL-058 ORG-001 ORG-002 ORG-004 ORG-005 ORG-006 ORG-007 ORG-010 SHELL-039 SHELL-040 makes another organization, sees only what is in it, and comes back', async () => {
    await page.goto('/location/home');
    const fold = page
      .getByRole('region', { name: 'North yard' })
      .getByRole('button', { name: 'North yard', exact: true });
    await fold.click();
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    await page.getByRole('button', { name: /Organization: Harbour Foods/ }).click();
    await page.getByRole('menuitem', { name: 'Switch organization' }).click();
    const list = page.locator('section[aria-label="Switch organization"]');
    await list.getByRole('button', { name: 'Harbour Foods' }).waitFor();
    expect(await list.locator('[data-color="#066e88"]').count()).toBe(1);
    expect(await list.locator('input[type=search]').count()).toBe(0);
    const height = await list.locator('ul').evaluate((element) => getComputedStyle(element).maxHeight);
    expect(height).toBe(`${String(900 - 182)}px`);
    await list.getByRole('button', { name: 'Create new organization' }).click();
    await page.waitForURL(/\/organization\/create-organization\/step1/);
    await page.getByLabel('Organization name').fill('Second Foods');
    await page.getByLabel('Colour 3').check({ force: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/step2/);
    const create = page.getByRole('button', { name: 'Create organization' });
    // The address changes before the page of the second step is there.
    await create.waitFor();
    await page.locator('form input').first().fill('South yard');
    await create.click();
    await page.getByRole('button', { name: /Organization: Second Foods/ }).waitFor();
    await page.waitForURL(/\/location\/home/);
    const sites = page.locator('main');
    await sites.getByText('South yard').first().waitFor();
    expect(await page.getByText('North yard').count()).toBe(0);
    const switchTo = async (from: string, to: string): Promise<void> => {
      await page.getByRole('button', { name: `Organization: ${from}` }).click();
      await page.getByRole('menuitem', { name: 'Switch organization' }).click();
      await list.getByRole('button', { name: to }).click();
      await page.getByRole('button', { name: `Organization: ${to}` }).waitFor();
    };
    await switchTo('Second Foods', 'Harbour Foods');
    await sites.getByText('North yard').first().waitFor();
    expect(await page.getByText('South yard').count()).toBe(0);
    // What was folded before is unfolded again.
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    // Nothing of one organization stands below the name of another, not even while what that one has is on its way.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/v1\/(home|locations|edges|cameras)/, async (route) => {
      await held;
      await route.continue();
    });
    await switchTo('Harbour Foods', 'Second Foods');
    expect(await page.getByText('North yard').count()).toBe(0);
    release();
    await sites.getByText('South yard').first().waitFor();
    expect(await page.getByText('North yard').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await switchTo('Second Foods', 'Harbour Foods');
    await sites.getByText('North yard').first().waitFor();
  });

  test('ORG-003 has a search box among nine organizations, and none among eight', async () => {
    const box = async (): Promise<number> => {
      await page.goto('/location/home');
      await page.getByRole('button', { name: /Organization: Harbour Foods/ }).click();
      await page.getByRole('menuitem', { name: 'Switch organization' }).click();
      const panel = page.locator('section[aria-label="Switch organization"]');
      await panel.getByRole('button', { name: 'Number 8' }).waitFor();
      return panel.locator('input[type=search]').count();
    };
    for (let n = 3; n <= 8; n += 1)
      await system.api.call(organizationsCalls.create, { body: { name: `Number ${String(n)}`, color: '#336699' } });
    expect(await box()).toBe(0);
    await system.api.call(organizationsCalls.create, { body: { name: 'Number 9', color: '#336699' } });
    expect(await box()).toBe(1);
  });

  test('ROUTE-010 chooses between organizations on a page of its own', async () => {
    await page.goto('/organization-selection');
    await page.getByRole('button', { name: 'Second Foods' }).waitFor();
    expect(await page.locator('[aria-label=Main]').count()).toBe(0);
    await page.getByRole('button', { name: 'Harbour Foods' }).click();
    await page.waitForURL(/\/location\/home/);
  });

  test('is asked before unsaved changes are lost', async () => {
    await page.goto('/settings/details');
    const field = page.locator('form input').first();
    await field.fill('Harbour Foods and more');
    await page.getByRole('link', { name: 'Devices' }).first().click();
    await page.getByRole('dialog').getByText('Discard changes?').waitFor();
    await page.getByRole('button', { name: 'Stay on the page' }).click();
    expect(pathOf(page)).toBe('/settings/details');
    expect(await field.inputValue()).toBe('Harbour Foods and more');
    await page.getByRole('link', { name: 'Devices' }).first().click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/\/location\/home/);
  });

  test('is asked as well when the browser goes back or forward', async () => {
    await page.goto(`/edit-location/${locationId}`);
    const field = page.locator('form input').first();
    await field.waitFor();
    await page.getByRole('link', { name: 'Devices' }).first().click();
    await page.waitForURL(/\/location\/home/);
    await page.goBack();
    await field.fill('North yard by the sea');
    const question = page.getByRole('dialog').getByText('Discard changes?');
    await page.evaluate('history.forward()');
    await question.waitFor();
    await page.getByRole('button', { name: 'Stay on the page' }).click();
    await question.waitFor({ state: 'detached' });
    expect([pathOf(page), await field.inputValue()]).toEqual([`/edit-location/${locationId}`, 'North yard by the sea']);
    await page.evaluate('history.forward()');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/\/location\/home/);
  });

  test('SHELL-041 opens the settings, and nothing was complained about on the whole way', async () => {
    await page.goto('/location/home');
    await page.getByRole('button', { name: /Organization:/ }).click();
    await page.getByRole('menuitem', { name: 'Organization settings' }).click();
    await page.waitForURL(/\/settings\/details/);
    expect(complaints).toEqual([]);
  });

  test('SHELL-035 signs out, and the way in is closed', async () => {
    await page.getByRole('button', { name: /Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/auth\/login/);
    await page.goto('/location/list');
    await page.waitForURL(/\/auth\/login/);
    expect(pathOf(page)).toBe('/auth/login');
  });
});

describe('somebody with few rights', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openPage(browser, system.url, english));
    await signInAs(page, guard);
  });
  afterAll(() => page.context().close());

  test('SHELL-008 SHELL-013 sees only the places that are open', async () => {
    await page.getByRole('link', { name: 'Devices' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Exports' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Developers' }).count()).toBe(0);
  });

  test('EDGE-011 EDGE-012 EDGE-013 sees the cores, and is offered nothing that makes, changes or ends one', async () => {
    await page.goto('/location/list?of=cores');
    await page.getByRole('row', { name: /Core 1/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Add camera' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Core 1' }).click();
    await page.getByRole('tab', { name: 'Heartbeats' }).waitFor();
    for (const name of ['Logs', 'Recovery', 'Delete'])
      expect(await page.getByRole('tab', { name }).count(), name).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Core name' }).count()).toBe(0);
  });

  test('ROUTE-055 ROUTE-056 comes home from the settings of the first organization, which are for those who administer it', async () => {
    for (const path of ['/settings/details', '/settings/users']) {
      await page.goto(path);
      await page.waitForURL(/\/location\/home/);
    }
    await page.getByRole('button', { name: /Organization:/ }).click();
    await page.getByRole('menuitem', { name: 'Switch organization' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Settings' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('ROUTE-037 ROUTE-038 ROUTE-040 is told what is missing, and who can give it', async () => {
    for (const path of ['/search', '/search-v2', '/archive/main']) {
      await page.goto(path);
      await page.locator('[data-denied]').waitFor();
    }
    await page.getByText('Dana Levi').waitFor();
    expect(await page.locator('[data-denied]').getAttribute('data-denied')).toBe('ExportCreate');
  });

  test('ROUTE-042 ROUTE-054 finds nothing at an address of developers, which stays as it was typed', async () => {
    for (const path of ['/developer/environment', '/logs']) {
      await page.goto(path);
      await page.getByText('Page not found').waitFor();
      expect(pathOf(page)).toBe(path);
    }
  });

  test('LOC-016 LOC-042 LOC-043 LOC-044 looks at sites, makes and deletes none, and changes only the one that was given', async () => {
    const own = await system.api.call(locationsCalls.create, { body: { name: 'Own yard', timeZone: 'UTC' } });
    await give('LocationEdit', own.id);
    await page.goto('/location/home');
    await page.getByRole('button', { name: 'Actions for Own yard' }).click();
    await page.getByRole('menuitem', { name: 'Move site…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^(Add|Delete)/ }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Edit site' }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Actions for (?!Own yard)/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'View site' }).waitFor();
    await page.keyboard.press('Escape');
    expect(
      await page
        .getByRole('button', { name: 'Add', exact: true })
        .or(page.getByRole('link', { name: /^Add/ }))
        .count(),
    ).toBe(0);
    for (const [id, mayEdit] of [
      [locationId, false],
      [own.id, true],
    ] as const) {
      await page.goto(`/edit-location/${id}`);
      const name = page.getByRole('textbox', { name: /^Site name/ });
      await name.waitFor();
      expect(await name.isEnabled()).toBe(mayEdit);
      expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(mayEdit ? 1 : 0);
      expect(await page.getByRole('link', { name: 'Configuration' }).count()).toBe(mayEdit ? 1 : 0);
      expect(await page.getByRole('button', { name: 'Delete site' }).count()).toBe(0);
    }
  });

  test('SHELL-008 gets the place when the right is given', async () => {
    await give('SearchView');
    await page.goto('/search');
    await page.locator('header h1').waitFor();
    expect(await page.locator('[data-denied]').count()).toBe(0);
    await page.getByRole('link', { name: 'Search', exact: true }).first().waitFor();
  });

  test('ROUTE-025 ROUTE-033 ROUTE-047 ROUTE-048 ROUTE-050 ROUTE-053 SHELL-043 works as an operator from the queue', async () => {
    await page.getByRole('button', { name: /Organization:/ }).click();
    expect(await page.getByRole('menuitem', { name: 'Operator settings' }).count()).toBe(0);
    await setRole('OPERATOR');
    await page.goto('/location/home');
    await page.waitForURL(/\/operator$/);
    await page.locator('header h1').waitFor();
    await page.getByRole('button', { name: /Organization:/ }).click();
    await page.getByRole('menuitem', { name: 'Operator settings' }).click();
    await page.waitForURL(/\/operator-settings/);
    await page.getByLabel('Not connected').check();
    await page.reload();
    expect(await page.getByLabel('Not connected').isChecked()).toBe(true);
  });

  test('is told so as a member to whom nothing was given, instead of failures', async () => {
    await setRole('USER');
    await queryDatabase(system, `delete from grants where user_id = (select id from auth."user" where email = $1)`, [
      guard.email,
    ]);
    for (const path of ['/location/home', '/location/list', '/search']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'nothing is shared with you yet' }).waitFor();
      await page.getByText(`Ask ${account.name} to give you access`, { exact: false }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.waitForURL(/\/account\/details/);
  });

  test('ROUTE-049 ROUTE-051 ROUTE-053 works as a developer from the log, as a member and in no organization', async () => {
    const who = `(select id from auth."user" where email = $1)`;
    const comesToLogs = async (): Promise<void> => {
      await page.context().close();
      ({ page } = await openPage(browser, system.url, english));
      await signInAs(page, guard);
      for (const path of ['/location/home', '/operator', '/']) {
        await page.goto(path);
        await page.waitForURL(/\/logs$/);
      }
    };
    await queryDatabase(system, `update people set staff_roles = '{DEVELOPER}' where user_id = ${who}`, [guard.email]);
    await comesToLogs();
    await queryDatabase(system, `delete from memberships where user_id = ${who}`, [guard.email]);
    await comesToLogs();
    await page.getByRole('heading', { name: 'Logs' }).waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });
});

describe('in Hebrew', () => {
  test('I18N-001 I18N-002 I18N-003 SHELL-001 reads from right to left, with the rail at the right', async () => {
    const { page, context } = await openPage(browser, system.url, { language: 'he', theme: 'dark', width: 1440 });
    await signInAs(page, account);
    const box = await page.locator('nav[aria-label="ראשי"]').first().boundingBox();
    expect(box).toMatchObject({ x: 1440 - 65, width: 65 });
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['he', 'rtl']);
    expect(await page.locator('nav').first().innerText()).not.toMatch(/[A-Za-z]{3,}/);
    await context.close();
  });
});

import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../fixtures/api-client.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { freePort } from '../fixtures/free-port.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { Program } from '../fixtures/program.ts';
import { account } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const hebrewPhone: View = { language: 'he', theme: 'dark', width: 390 };
const shots = process.env['SIGHTLINE_SHOTS'];

let folder: string;
let server: Program;
let url: string;
let api: ApiClient;
let browser: Browser | undefined;
let siteId: string;
let partId: string;

const makeSite = async (name: string, parentId: string | null = null): Promise<string> =>
  (await api.call(locationsCalls.create, { body: { name, parentId, timeZone: 'Asia/Jerusalem' } })).id;
const readSite = (id: string) => api.call(locationsCalls.get, { params: { id } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-locations-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  url = `http://127.0.0.1:${String(port)}`;
  const web = process.env['SIGHTLINE_WEB'] ?? fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
  server = new Program('apps/server/src/app/main.ts', [
    '--data',
    join(folder, 'server'),
    '--port',
    String(port),
    '--listen',
    '127.0.0.1',
    '--web',
    web,
  ]);
  await server.ready();
  api = new ApiClient(url);
  await api.setUp(account);
  siteId = await makeSite('North yard');
  partId = await makeSite('Cold hall', siteId);
  await api.call(edgesCalls.create, { body: { name: 'Core 1', locationId: siteId } });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = async (view: View): Promise<{ page: Page; complaints: string[] }> => {
  if (browser === undefined) throw new Error('no browser');
  const { context, page, complaints } = await openPage(browser, url, view);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.locator('input[type=email]').fill(account.email);
  await page.locator('input[type=password]').fill(account.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/(location|start)/);
  return { page, complaints };
};

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
const site = async (page: Page, id: string, tab = ''): Promise<void> => {
  await page.goto(`/edit-location/${id}${tab}`);
  await page.locator('form input').first().waitFor();
};
const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
};

describe('an administrator at the sites', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open(english));
  });
  afterAll(() => page.context().close());

  test('LOC-037 stays on the page when the server makes a site and does not say which', async () => {
    await page.goto('/locations/add-location');
    await field(page, 'Site name').fill('Lost');
    await page.route('**/api/v1/locations', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 201, json: {} }) : route.fallback(),
    );
    await button(page, 'Create').click();
    await page.getByText('location id is required').waitFor();
    expect(pathOf(page)).toBe('/locations/add-location');
    await page.unroute('**/api/v1/locations');
    await field(page, 'Site name').fill('');
  });

  test('ROUTE-061 LOC-023 makes a site with everything that is known of it', async () => {
    expect(await button(page, 'Create').isDisabled()).toBe(true);
    await page.getByText('Enter a name.').waitFor();
    await field(page, 'Site name').fill('South quay');
    const timeZone = page.getByRole('combobox', { name: 'Time zone' });
    await timeZone.fill('Athens');
    await page.getByRole('option', { name: 'Europe/Athens' }).click();
    await field(page, 'Address').fill('1 Quay Road');
    await field(page, 'City').fill('Haifa');
    await field(page, 'State').fill('North');
    await field(page, 'Postal code').fill('3303139');
    await field(page, 'Latitude').fill('32.82');
    await page.getByText('Enter degrees from -180 to 180').waitFor();
    expect(await button(page, 'Create').isDisabled()).toBe(true);
    await field(page, 'Longitude').fill('34.99');
    await field(page, 'Notes').fill('The key hangs at the gate.');
    await page.getByRole('combobox', { name: /Part of the site/ }).fill('north');
    await page.getByRole('option', { name: 'North yard' }).click();
    await look(page, 'locations-add-en');
    await button(page, 'Create').click();
    await page.waitForURL(/\/edit-location\/[0-9a-f-]{36}$/);
    await page.reload();
    const parent = page.getByRole('combobox', { name: /Part of the site/ });
    await expect.poll(() => parent.inputValue(), { timeout: 10_000 }).toBe('North yard');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(await readSite(pathOf(page).split('/').at(-1) ?? '')).toMatchObject({
      name: 'South quay',
      parentId: siteId,
      timeZone: 'Europe/Athens',
      address: '1 Quay Road',
      city: 'Haifa',
      state: 'North',
      zip: '3303139',
      coordinates: { lat: 32.82, lon: 34.99 },
      notes: 'The key hangs at the gate.',
    });
  });

  test('LOC-003 LOC-018 LOC-019 shows the details first, and an id that can only be copied', async () => {
    await site(page, siteId);
    expect(await field(page, 'Site name').inputValue()).toBe('North yard');
    expect(await page.locator('nav [aria-current=page]').filter({ hasText: 'Details' }).count()).toBe(1);
    const shownId = page.getByLabel('Site ID', { exact: true });
    expect([await shownId.innerText(), await shownId.evaluate((element) => element.tagName)]).toEqual([siteId, 'CODE']);
    await button(page, 'Copy Site ID').click();
    await button(page, 'Copied Site ID').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(siteId);
    await page.getByText("Unknown · the core isn't paired").waitFor();
    await page.getByRole('button', { name: 'Measure again' }).scrollIntoViewIfNeeded();
    await look(page, 'locations-capacity-en');
  });

  test('LOC-017 LOC-021 LOC-022 LOC-024 LOC-025 saves what is whole, and asks before unsaved changes are lost', async () => {
    await field(page, 'Site name').fill('');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    await field(page, 'Site name').fill('Sea yard');
    await page.getByRole('link', { name: 'Configuration' }).click();
    await page.getByRole('dialog').getByText('Discard changes?').waitFor();
    await button(page, 'Stay on the page').click();
    expect([pathOf(page), await field(page, 'Site name').inputValue()]).toEqual([
      `/edit-location/${siteId}`,
      'Sea yard',
    ]);
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PATCH'),
      button(page, 'Save').click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      id: siteId,
      name: 'Sea yard',
      timeZone: 'Asia/Jerusalem',
      parentId: null,
    });
    await page.getByText('Location updated successfully').waitFor();
    expect(await readSite(siteId)).toMatchObject({ name: 'Sea yard' });
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Configuration' }).click();
    await page.waitForURL(/\/configuration$/);
  });

  test('LOC-001 LOC-002 LOC-007 LOC-016 changes the configuration in the outlet beside the same menu', async () => {
    await page.getByRole('switch', { name: 'Face recognition' }).uncheck();
    await page.getByRole('switch', { name: 'Prefer the local network for live view' }).uncheck();
    await look(page, 'locations-configuration-en');
    await button(page, 'Save').click();
    await expect
      .poll(async () => readSite(siteId), { timeout: 10_000 })
      .toMatchObject({ faceRecognition: false, localLiveStream: false });
    expect(await page.getByRole('link', { name: 'Details' }).count()).toBe(1);
  });

  test('LOC-015 shows a developer the raw data, without a button to save', async () => {
    await page.getByRole('link', { name: 'Raw data' }).click();
    await page.getByText(`"id": "${siteId}"`).waitFor();
    expect(await button(page, 'Save').count()).toBe(0);
  });

  test('LOC-024 keeps what was typed over what somebody else saved, and shows theirs when asked', async () => {
    await site(page, siteId);
    await field(page, 'City').fill('Mine');
    await api.call(locationsCalls.update, { params: { id: siteId }, body: { city: 'Theirs' } });
    await button(page, 'Save').click();
    await page.getByText('Someone else changed this in the meantime').waitFor();
    expect(await field(page, 'City').inputValue()).toBe('Mine');
    await button(page, 'Show the saved version').click();
    await expect.poll(() => field(page, 'City').inputValue(), { timeout: 10_000 }).toBe('Theirs');
  });

  test('LOC-023 says at the field what the server refuses', async () => {
    const body = { code: 'validation_failed', message: 'no', data: { fields: ['zip'] }, requestId: 'r' };
    await page.route(`**/api/v1/locations/${siteId}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: body }) : route.fallback(),
    );
    await field(page, 'Postal code').fill('12');
    await button(page, 'Save').click();
    await page.getByText('Check this value.').waitFor();
    expect(await field(page, 'Postal code').getAttribute('aria-invalid')).toBe('true');
    await page.unroute(`**/api/v1/locations/${siteId}`);
    await field(page, 'Postal code').fill('');
  });

  test('offers neither the site itself nor what is below it as the place above', async () => {
    await page.getByRole('combobox', { name: /Part of the site/ }).fill('o');
    await page.getByText('No site with this name').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('LOC-020 LOC-026 LOC-027 LOC-028 says why a site with a core stays', async () => {
    await site(page, siteId);
    await button(page, 'Delete site').click();
    await page
      .getByRole('dialog')
      .getByText('Cant delete location that contain cores. please remove all edges from location first')
      .waitFor();
    await look(page, 'locations-blocked-en');
    expect(await pageFaults(page, english)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    expect((await readSite(siteId)).name).toBe('Sea yard');
  });

  test('LOC-031 says what the server says of a failure, and that it is unknown when it says nothing', async () => {
    await site(page, partId);
    await button(page, 'Delete site').click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete site' });
    await confirm.waitFor();
    const answers = [
      { status: 500, body: '' },
      { status: 500, json: { code: 'internal', message: 'The disk is full', data: {}, requestId: 'r' } },
      { status: 409, json: { code: 'location_not_empty', message: 'no', data: {}, requestId: 'r' } },
    ];
    await page.route(`**/api/v1/locations/${partId}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(answers.shift()) : route.fallback(),
    );
    await confirm.click();
    await page.getByRole('dialog').getByText('unknown error occurred').waitFor();
    await confirm.click();
    await page.getByRole('dialog').getByText('The disk is full').waitFor();
    await confirm.click();
    await page.getByRole('dialog').getByText('This site still has cores, cameras or sub-sites').waitFor();
    await page.unroute(`**/api/v1/locations/${partId}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await readSite(partId)).name).toBe('Cold hall');
  });

  test('LOC-026 LOC-029 LOC-030 LOC-032 asks, deletes, makes sure, and leads to the list', async () => {
    await site(page, partId);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(`/api/v1/locations/${partId}`) && !pathname.endsWith('/fitting'))
        asked.push(`${request.method()} ${pathname.slice(`/api/v1/locations/${partId}`.length)}`);
    });
    await button(page, 'Delete site').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete site' }).click();
    await page.getByText('operation completed successfully').waitFor();
    await page.waitForURL(/\/location\/list$/);
    expect(asked.slice(0, 3)).toEqual(['GET /delete-check', 'DELETE ', 'GET ']);
    await expect(readSite(partId)).rejects.toMatchObject({ code: 'not_found' });
    expect(complaints).toEqual([]);
  });
});

describe.each([english, hebrewPhone])('in $language, $theme, $width wide', (view) => {
  test('I18N-008 ROUTE-028 ROUTE-061 everybody can read and use the pages of a site', async () => {
    const { page, complaints } = await open(view);
    for (const path of [
      '/locations/add-location',
      `/edit-location/${siteId}`,
      `/edit-location/${siteId}/configuration`,
    ]) {
      await page.goto(path);
      await page.locator('form input').first().waitFor();
      await page.waitForLoadState('networkidle');
      await look(page, `locations${path.replaceAll('/', '-').replace(siteId, 'site')}-${view.language}`);
      expect([path, await pageFaults(page, view)]).toEqual([path, []]);
    }
    await page.goto(`/edit-location/${siteId}`);
    await page.getByRole('button', { name: /^(Measure again|מדידה חוזרת)$/ }).scrollIntoViewIfNeeded();
    await page.getByText(/the core isn't paired|הליבה אינה מצומדת/).waitFor();
    await look(page, `locations-capacity-${view.language}`);
    await page.getByRole('button', { name: /^(Delete site|מחיקת האתר)$/ }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, `locations-delete-${view.language}`);
    expect(await pageFaults(page, view)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

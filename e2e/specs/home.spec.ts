import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { streetMapFile } from '@sightline/simulators/street-map/street-map-file';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { planPdf, planPng } from '../fixtures/floor-plans.ts';
import { pageFaults, strayNames } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { account } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const others: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

/** White is the colour of streets in the light theme: neither land nor sea nor a coast has it. */
const whiteOnMap = `(() => {
  const canvases = [...document.querySelectorAll('[data-testid=map] canvas')].filter(({ width, height }) => width > 0 && height > 0);
  const whiteOn = (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Uint32Array(data.buffer).filter((pixel) => pixel === 0xffffffff).length;
  };
  return canvases.reduce((sum, canvas) => sum + whiteOn(canvas), 0);
})()`;

let server: ServerOnly;
let browser: Browser | undefined;
let portId: string;
let pierId: string;
let yardId: string;
const cameraIds: string[] = [];

const makeSite = async (name: string, rest: object = {}): Promise<string> =>
  (await server.api.call(locationsCalls.create, { body: { name, timeZone: 'Asia/Jerusalem', ...rest } })).id;
const siteOf = async (index: number): Promise<string> =>
  (await server.api.call(camerasCalls.get, { params: { id: cameraIds[index] ?? '' } })).locationId;
const parentOf = async (id: string): Promise<string | null> =>
  (await server.api.call(locationsCalls.get, { params: { id } })).parentId;
const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `home-${name}.png`) });
};

beforeAll(async () => {
  server = await startServerOnly({}, streetMapFile({ lat: 32.82, lon: 34.99 }));
  await server.api.setUp(account);
  portId = await makeSite('Haifa port', { city: 'Haifa', coordinates: { lat: 32.82, lon: 34.99 } });
  pierId = await makeSite('רציף מזרחי', { parentId: portId });
  yardId = await makeSite('Berlin yard', { coordinates: { lat: 52.5, lon: 13.4 } });
  await makeSite('נמל אשדוד', { coordinates: { lat: 31.82, lon: 34.65 } });
  await makeSite('Depot');
  const { id: edgeId } = await server.api.call(edgesCalls.create, { body: { name: 'Core 1', locationId: portId } });
  for (const name of ['Gate', 'Crane', 'Stairs']) {
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.9/${name}` }];
    cameraIds.push(
      (await server.api.call(camerasCalls.create, { body: { name, edgeId, locationId: portId, streams } })).id,
    );
  }
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

const open = async (view: View): Promise<{ page: Page; complaints: string[] }> => {
  if (browser === undefined) throw new Error('no browser');
  const { page, complaints } = await openPage(browser, server.url, view);
  await signIn(page);
  return { page, complaints };
};
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const line = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name });
const fromMenu = async (page: Page, site: string, item: string): Promise<void> => {
  await button(page, `Actions for ${site}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('an administrator at home', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await open(english));
  });
  afterAll(() => page.context().close());

  test('HOME-003 ROUTE-057 sees the tree of sites with their cameras, and one site by itself', async () => {
    await line(page, 'Haifa port').waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(5);
    await look(page, 'all-en');
    expect(await pageFaults(page, english)).toEqual([]);
    expect(await strayNames(page)).toEqual([]);
    // Whoever hears a dark tile hears first which camera it is.
    await page
      .locator('main')
      .getByRole('link', { name: /^Gate\b.*Not connected/ })
      .waitFor();
    await line(page, 'Berlin yard').click();
    await page.waitForURL(new RegExp(`site=${yardId}`));
    await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Haifa port' }).count()).toBe(0);
    await page.getByRole('tree').press('Home');
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown']) await page.getByRole('tree').press(key);
    await page.getByRole('tree').press('Enter');
    await page.waitForURL(new RegExp(`site=${portId}`));
    await button(page, 'All sites').click();
    // The lines scroll inside of the panel however many they are; otherwise all of them would be in the page.
    await page.setViewportSize({ width: 1440, height: 240 });
    const room = 'document.querySelector("[role=tree]").parentElement';
    await expect
      .poll(() =>
        page.evaluate<boolean>(
          `${room}.scrollHeight > ${room}.clientHeight && ${room}.getBoundingClientRect().height < 240`,
        ),
      )
      .toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('HOME-002 stars a camera and a site, which are at hand after a reload, until the star is taken away', async () => {
    await button(page, 'Add Haifa port to favourites').click();
    await button(page, 'Remove Haifa port from favourites').first().waitFor();
    await page.goto(`/camera/${cameraIds[0] ?? ''}`);
    await button(page, 'Add Gate to favourites').click();
    await button(page, 'Remove Gate from favourites').waitFor();
    await page.goto('/location/home');
    const favourites = page.getByRole('region', { name: 'Favourites' });
    await button(favourites, 'Remove Gate from favourites').waitFor();
    await favourites.getByRole('link', { name: 'Haifa port' }).waitFor();
    await look(page, 'favourites-en');
    const [tile, star] = await Promise.all([
      favourites.getByRole('link', { name: /Gate/ }).boundingBox(),
      button(favourites, 'Remove Gate from favourites').boundingBox(),
    ]);
    // Below the picture, of which it would cover the words.
    expect(star?.y).toBeGreaterThanOrEqual((tile?.y ?? 0) + ((tile?.width ?? 0) * 9) / 16);
    const asksForCameras = /\/api\/v1\/cameras\?.*ids=/;
    await page.route(asksForCameras, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await favourites.getByText("Favourites didn't load").waitFor();
    await page.unroute(asksForCameras);
    await button(favourites, 'Try again').click();
    await button(favourites, 'Remove Gate from favourites').click();
    await expect.poll(() => button(favourites, /Gate/).count()).toBe(0);
  });

  test('HOME-004 adds a part to a site, moves it by dragging and by the dialog, and deletes it', async () => {
    await fromMenu(page, 'Berlin yard', 'Add a part of the site');
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Add a part of the site').click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name of the part' }).fill('Ramp');
    await button(dialog, 'Add a part of the site').click();
    await line(page, 'Ramp').waitFor();
    expect(await line(page, 'Ramp').getAttribute('aria-level')).toBe('2');
    await line(page, 'Ramp').hover();
    await page.mouse.down();
    for (const name of ['Depot', 'Depot', 'Ramp', 'Depot']) await line(page, name).hover();
    await expect
      .poll(() => page.locator('[role=treeitem][data-target=true]').allInnerTexts())
      .toEqual([expect.stringContaining('Depot')]);
    await page.mouse.up();
    await page.getByText('Ramp is now part of Depot').waitFor();
    await fromMenu(page, 'Ramp', 'Move site…');
    await dialog.getByRole('combobox').fill('haifa');
    await page.getByRole('option', { name: 'Haifa port' }).click();
    await look(page, 'move-en');
    await button(dialog, 'Move').click();
    await page.getByText('Ramp is now part of Haifa port').waitFor();
    const { items } = await server.api.call(locationsCalls.list, { query: { search: 'Ramp' } });
    expect(await parentOf(items[0]?.id ?? '')).toBe(portId);
    await fromMenu(page, 'Ramp', 'Delete site');
    await button(dialog, 'Delete site').click();
    await expect.poll(() => line(page, 'Ramp').count()).toBe(0);
  });

  test('HOME-005 HOME-006 HOME-009 brings cameras into a part and out again, and warns when none is selected', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await fromMenu(page, 'רציף מזרחי', 'Move cameras here…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Crane' }).waitFor();
    await button(dialog, 'Move cameras').click();
    await dialog.getByRole('alert').getByText('No cameras are selected').waitFor();
    await look(page, 'none-selected-en');
    expect(asked).not.toContain('/api/v1/cameras/move');
    await dialog.getByRole('checkbox', { name: 'Crane' }).check();
    await button(dialog, 'Move 1 camera').click();
    await page.getByText('1 camera moved to רציף מזרחי').waitFor();
    expect([await siteOf(0), await siteOf(1)]).toEqual([portId, pierId]);
    await fromMenu(page, 'רציף מזרחי', 'Move cameras out…');
    await dialog.getByRole('checkbox', { name: 'Crane' }).check();
    await button(dialog, 'Move 1 camera').click();
    await expect.poll(() => siteOf(1)).toBe(portId);
  });

  test('HOME-001 HOME-007 ROUTE-058 shows the sites on a map without asking anybody outside, and comes back to it', async () => {
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
    });
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    const map = page.getByTestId('map');
    await map.getByRole('button', { name: /^Berlin yard, / }).waitFor();
    await page.waitForLoadState('networkidle');
    await look(page, 'map-en');
    expect(await pageFaults(page, english)).toEqual([]);
    // Two sites near each other are one until one comes nearer.
    await map.getByRole('button', { name: /^2 sites, 3 cameras, 3 not connected/ }).click();
    await map.getByRole('button', { name: /^Haifa port, 3 cameras/ }).click();
    const panel = page.getByRole('complementary', { name: 'Selected on the map' });
    await panel.getByText('3 not connected').waitFor();
    await look(page, 'map-chosen-en');
    await button(panel, 'Close').click();
    // The streets of the installation's own map, from its own server.
    await map.getByRole('link', { name: '© OpenStreetMap' }).waitFor();
    expect(await page.evaluate<number>(whiteOnMap)).toBe(0);
    await map.getByRole('button', { name: /^Haifa port, 3 cameras/ }).hover();
    await page.mouse.wheel(0, -1_500);
    await expect.poll(() => page.evaluate<number>(whiteOnMap), { timeout: 20_000 }).toBeGreaterThan(100);
    await look(page, 'map-streets-en');
    expect(await pageFaults(page, english)).toEqual([]);
    await page.getByRole('complementary', { name: 'Not on the map' }).getByRole('link', { name: 'Depot' }).waitFor();
    expect(outside).toEqual([]);
    await page.goto('/');
    await page.waitForURL(/\/location\/map$/);
    await page.reload();
    await map.waitFor();
    expect(pathOf(page)).toBe('/location/map');
    await page.evaluate(`localStorage.removeItem('sightline-home-view')`);
    await page.goto('/');
    await page.waitForURL(/\/location\/home$/);
  });

  test('LOC-034 a site gets its place on the map, by pointing and by keys alone', async () => {
    await page.goto(`/edit-location/${portId}`);
    const picker = page.getByTestId('point-picker');
    const [lat, lon] = [
      page.getByRole('textbox', { name: 'Latitude' }),
      page.getByRole('textbox', { name: 'Longitude' }),
    ];
    await picker.scrollIntoViewIfNeeded();
    await picker.getByRole('img', { name: 'Chosen place' }).waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Drop pin in the middle' }).press('Enter');
    await expect.poll(async () => Number(await lon.inputValue())).toBeGreaterThan(34.99);
    await picker.click({ position: { x: 60, y: 60 } });
    await expect.poll(async () => Number(await lon.inputValue())).toBeLessThan(34.99);
    expect(Number(await lat.inputValue())).toBeGreaterThan(32.82);
    await look(page, 'place-en');
    expect(await pageFaults(page, english)).toEqual([]);
    await button(page, 'Save').click();
    await page.getByText('Location updated successfully').waitFor();
    const { coordinates } = await server.api.call(locationsCalls.get, { params: { id: portId } });
    expect(coordinates?.lon).toBe(Number(await lon.inputValue()));
  });

  test('HOME-007 HOME-008 ROUTE-059 places cameras on the plan of a floor by hand and by keys, where they still are after a reload', async () => {
    await page.goto(`/location/floors?site=${portId}`);
    await button(page, 'Add building').click();
    await page.getByRole('textbox', { name: 'Building name' }).fill('Terminal');
    await button(page, 'Save').click();
    await button(page, 'Add floor').click();
    await page.getByRole('textbox', { name: 'Floor name' }).fill('Ground');
    await button(page, 'Save').click();
    await page.getByText('No plan for Ground yet').waitFor();
    const input = page.locator('input[type=file]');
    await input.setInputFiles({
      name: 'plan.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload="alert(1)"/>'),
    });
    await page.getByRole('alert').getByText("This file can't be read").waitFor();
    await input.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: planPng() });
    await button(page, 'Place cameras').click();
    await button(page, 'Place Gate').click();
    const plan = page.getByTestId('floor-plan');
    const gate = plan.getByRole('button', { name: /^Gate, Not connected, 50% from the left, 50% from the top/ });
    await gate.waitFor();
    const [pin, frame] = [await gate.boundingBox(), await plan.boundingBox()];
    if (pin === null || frame === null) throw new Error('nothing is drawn');
    await page.mouse.move(pin.x + pin.width / 2, pin.y + pin.height / 2);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * 0.2, frame.y + frame.height * 0.3, { steps: 4 });
    await page.mouse.up();
    const dragged = plan.getByRole('button', { name: /^Gate, Not connected, 20% from the left, 30% from the top/ });
    for (const key of ['ArrowRight', 'ArrowDown', ']', ']'])
      await dragged
        .or(plan.getByRole('button', { name: /^Gate/ }))
        .first()
        .press(key);
    await button(page, 'Place Crane').click();
    await page.getByRole('spinbutton', { name: 'Field of view (°)' }).fill('120');
    const { items } = await server.api.call(floorsCalls.buildings, { params: { id: portId } });
    const floorId = items[0]?.floors[0]?.id ?? '';
    const kept = async () =>
      (await server.api.call(floorsCalls.get, { params: { id: floorId } })).cameras.toSorted((a, b) => a.x - b.x);
    await expect.poll(kept, { timeout: 10_000 }).toMatchObject([
      {
        cameraId: cameraIds[0],
        x: expect.closeTo(0.21, 2) as number,
        y: expect.closeTo(0.31, 2) as number,
        headingDeg: 10,
      },
      { cameraId: cameraIds[1], x: 0.5, y: 0.5, fovDeg: 120 },
    ]);
    await look(page, 'floor-edit-en');
    expect(await pageFaults(page, english)).toEqual([]);
    await page.reload();
    await plan.getByRole('link', { name: 'Gate, Not connected' }).waitFor();
    await look(page, 'floor-en');
    await plan.getByRole('link', { name: 'Gate, Not connected' }).click();
    await page.waitForURL(new RegExp(`/camera/${cameraIds[0] ?? ''}`));
  });

  test('takes one page of a document as plan', async () => {
    await page.goto(`/location/floors?site=${portId}`);
    await button(page, 'Place cameras').click();
    // What is taken off is off, also when it was moved a moment ago.
    const crane = page.getByTestId('floor-plan').getByRole('button', { name: /^Crane/ });
    await crane.press('ArrowRight');
    await crane.press('Delete');
    await button(page, 'Place Crane').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'floors.pdf', mimeType: 'application/pdf', buffer: planPdf() });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: 'Page, of 2' }).fill('2');
    await dialog.getByRole('img', { name: 'Page 2' }).waitFor();
    await look(page, 'pdf-en');
    await button(dialog, 'Use this page').click();
    await page.getByText('Plan of Ground saved').waitFor();
    const { items } = await server.api.call(floorsCalls.buildings, { params: { id: portId } });
    const { plan, cameras } = await server.api.call(floorsCalls.get, { params: { id: items[0]?.floors[0]?.id ?? '' } });
    expect(plan).toMatchObject({ widthPx: 4096, heightPx: 2048 });
    expect(cameras.map(({ cameraId }) => cameraId)).toEqual([cameraIds[0]]);
    expect(complaints).toEqual([]);
  });
});

describe.each(others)('in $language, $theme, $width wide', (view) => {
  test('I18N-008 ROUTE-057 ROUTE-058 ROUTE-059 everybody can read and use home, map and floors', async () => {
    const { page, complaints } = await open(view);
    for (const path of ['/location/home', '/location/map', `/location/floors?site=${portId}`]) {
      await page.goto(path);
      await page.locator('main nav [aria-current=page]').first().waitFor();
      await page.waitForLoadState('networkidle');
      await look(page, `${path.split(/[/?]/)[2] ?? ''}-${view.language}-${String(view.width)}`);
      expect([path, await pageFaults(page, view)]).toEqual([path, []]);
      expect([path, await strayNames(page)]).toEqual([path, []]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

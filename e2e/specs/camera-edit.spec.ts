import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { startCameraPage, type CameraPage } from '@sightline/simulators/camera-page/camera-page';
import type { OnvifDevice } from '@sightline/simulators/onvif/onvif-device-api';
import { startOnvifDevice } from '@sightline/simulators/onvif/onvif-device';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSealingKey } from '../../apps/edge/src/platform/crypto/sealed-text.ts';
import { CamerasStore } from '../../apps/edge/src/platform/store/cameras-store.ts';
import { DesiredStore } from '../../apps/edge/src/platform/store/desired-store.ts';
import { openStore } from '../../apps/edge/src/platform/store/open-store.ts';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type Site, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const hebrew: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

let system: System;
let site: Site;
let cameraId: string;
let device: OnvifDevice;
let webPage: CameraPage;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  await system.cameras.addStream('small', { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  const profile = {
    token: 'main',
    name: 'Main',
    codec: 'H264' as const,
    width: 640,
    height: 360,
    fps: 15,
    bitrateKbps: 512,
    streamUrl: system.cameras.url('gate'),
  };
  device = await startOnvifDevice({ profiles: [profile], clockOffsetMs: 7_200_000 });
  webPage = await startCameraPage({ account: { username: 'admin', password: 'lens' } });
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, english));
  await signIn(page);
});

afterAll(async () => {
  await browser.close();
  await system.stop();
  await device.stop();
  await webPage.stop();
});

const open = async (tab: string): Promise<void> => {
  await page.goto(`/camera-edit/${cameraId}?tab=${tab}`);
  await page.getByRole('tabpanel').waitFor();
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const toggle = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
const check = (name: string) => page.getByRole('checkbox', { name, exact: true });
const save = async (): Promise<void> => {
  await button('Save').click();
  await page.getByText('All changes saved').waitFor();
  await page.reload();
  await page.getByRole('tabpanel').waitFor();
};
const look = async (name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `camera-edit-${name}.png`) });
};

/** What the core itself holds of the camera, as soon as it holds what was saved. */
const atCore = (wanted: (config: CameraConfig) => void): Promise<void> =>
  eventually(() => {
    const store = openStore(join(system.folder, 'core', 'core.sqlite'));
    try {
      const key = loadSealingKey(join(system.folder, 'core', 'core.secret'));
      const config = new CamerasStore(store, new DesiredStore(store, key)).list().find(({ id }) => id === cameraId);
      if (config === undefined) throw new Error('the core does not have the camera');
      wanted(config);
    } finally {
      store.close();
    }
  });

test('CAM-001 CAM-014 CAM-021 CAM-022: a sub-stream is tested, its success is reset by an edit, and it is removed', async () => {
  await open('streams');
  await button('Add sub-stream').click();
  const sub = page.getByRole('region', { name: 'Sub-stream' });
  const result = page.getByTestId('look-sub');
  await sub.getByRole('textbox', { name: 'RTSP address' }).fill(system.cameras.url('small'));
  await sub.getByRole('button', { name: 'Test stream' }).click();
  await result.getByText(/Connected, \D*\d+ × \d+/).waitFor({ timeout: 30_000 });
  await look('streams-en');
  await sub.getByRole('textbox', { name: 'RTSP address' }).fill(`${system.cameras.url('small')}/other`);
  expect(await result.getAttribute('data-connected')).toBe('false');
  await sub.getByRole('textbox', { name: 'RTSP address' }).fill(system.cameras.url('small'));
  await save();
  await atCore(({ streams }) => expect(streams.map(({ kind }) => kind)).toEqual(['main', 'sub']));
  await result.getByText(/\d+ × \d+\D* when last read by the core/).waitFor({ timeout: 30_000 });
  await button('Remove sub-stream').click();
  await save();
  expect(await button('Add sub-stream').count()).toBe(1);
  await atCore(({ streams }) => expect(streams).toHaveLength(1));
});

test('CAM-002 CAM-003: areas are drawn with the mouse and the keyboard, taken back, kept, and known at the core', async () => {
  await open('zones');
  await button('Add area').click();
  const picture = page.getByTestId('zone-picture');
  const frame = (await picture.boundingBox())!;
  const first = page.getByRole('button', { name: /^Corner 1 of 4 of Area to analyse 1/ });
  const from = (await first.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 0.2, frame.y + frame.height * 0.5, { steps: 4 });
  await page.mouse.move(frame.x + frame.width * 0.1, frame.y + frame.height * 0.1, { steps: 4 });
  await page.mouse.up();
  await page
    .getByRole('button', { name: 'Corner 1 of 4 of Area to analyse 1, 10% from the left, 10% from the top' })
    .waitFor();
  // A whole drag is one step back, and so is a corner that is moved by keys.
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: /of Area to analyse 1, 30% from the left, 35% from the top/ }).waitFor();
  await button('Add area to ignore').click();
  await button('Add zone').click();
  await field('Zone name').fill('Ramp');
  const corner = page.getByRole('button', { name: /^Corner 1 of 4 of Ramp/ });
  await corner.focus();
  // Beyond the opposite side: the sides cross, and that cannot be saved.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('alert').getByText('The sides of this area cross each other').waitFor();
  expect(await button('Save').isDisabled()).toBe(true);
  await button('Undo').click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await look('zones-en');
  await save();
  expect(await field('Zone name').inputValue()).toBe('Ramp');
  // The zone that was marked still is: its corners are those that can be moved.
  await corner.waitFor();
  await atCore(({ analysis }) => {
    expect([
      analysis.zones.length,
      analysis.zonesExclude.length,
      analysis.definedZones.map(({ name }) => name),
    ]).toEqual([1, 1, ['Ramp']]);
  });
});

test('CAM-004 CAM-006 CAM-007 CAM-008 CAM-009 CAM-010 CAM-011: what is looked for and recognised is kept and reaches the core; no model is said to be there that is not', async () => {
  await open('objects');
  await check('Pets and other animals').click();
  await check('Pets and other animals').click();
  expect(await button('Save').isDisabled()).toBe(true);
  await check('Pets and other animals').click();
  await page.getByRole('tab', { name: 'Recognition', exact: true }).click();
  for (const name of [
    'Licence plates',
    'Vehicle make, model and colour',
    'Protective gear',
    'Forklifts',
    'Containers',
    'Shopping carts',
  ])
    await toggle(name).click();
  expect(await page.getByTestId('missing-forklift').innerText()).toContain('No model for this is installed');
  await look('recognition-en');
  await save();
  expect(await toggle('Forklifts').isChecked()).toBe(true);
  await atCore(({ analysis, settings }) => {
    expect([analysis.objectsToScan, analysis.readsPlates]).toEqual([['person', 'vehicle'], false]);
    expect(settings.recognition).toEqual({
      vehicleMMC: true,
      protectiveGear: true,
      forklift: true,
      container: true,
      shoppingCart: true,
    });
  });
});

test('CAM-012 CAM-027: what the organization switches off is off at the core and cannot be chosen on the camera', async () => {
  await page.goto('/settings/details');
  await toggle('Forklifts').click();
  await page.getByText('Recognition saved').first().waitFor();
  await page.reload();
  await expect.poll(() => toggle('Forklifts').isChecked()).toBe(false);
  await atCore(({ settings }) => expect(settings.recognition.forklift).toBe(false));
  await open('recognition');
  expect([await toggle('Forklifts').isDisabled(), await toggle('Containers').isDisabled()]).toEqual([true, false]);
  expect(await page.getByTestId('recognition-forklift').innerText()).toContain("Your organization doesn't allow this.");
  await system.api.call(organizationsCalls.setAnalyticsSwitches, { body: { forklift: true } });
});

test('CAM-005 CAM-013 CAM-020: what is hidden is kept and reaches the core', async () => {
  await open('privacy');
  await check('People').click();
  await page.getByRole('radio', { name: 'Solid colour' }).click();
  await button('Add named privacy zone').click();
  await field('Zone name').fill('Window');
  await look('privacy-en');
  await save();
  expect(await check('People').isChecked()).toBe(true);
  await atCore(({ settings: { privacy } }) =>
    expect(privacy).toMatchObject({
      objectsToPixelate: ['person'],
      privacyType: 'fill',
      definedZones: [{ name: 'Window' }],
    }),
  );
});

test('recording by schedule, with what is kept longer, is kept and reaches the core', async () => {
  await open('recording');
  await page.getByRole('radio', { name: 'By schedule' }).click();
  await page.getByText('The schedule is empty, so nothing is recorded.').waitFor();
  await button('Add a time span on Monday').click();
  await page.getByLabel('Monday, time span 1, until').fill('07:00');
  expect(await button('Save').isDisabled()).toBe(true);
  await page.getByLabel('Monday, time span 1, until').fill('00:00');
  await button('Copy Monday to every day').click();
  await toggle('Keep what happened longer').click();
  await field('Retention (days)').fill('9');
  await look('recording-en');
  await save();
  await atCore(({ recordingMode, retentionDays, settings: { recording } }) => {
    expect([recordingMode, retentionDays, recording.schedule.length, recording.smartStorage.isOn]).toEqual([
      'schedule',
      9,
      7,
      true,
    ]);
    expect(recording.schedule[0]).toMatchObject({ fromMinute: 480, toMinute: 1440 });
  });
});

test('CAM-015 CAM-016 CAM-017: search, assets and network are kept and reach the core', async () => {
  await open('search');
  await toggle('Compare appearance').click();
  await page.getByRole('tab', { name: 'Assets', exact: true }).click();
  await button('Add asset').click();
  await field('Asset name').fill('Till 3');
  await page.getByRole('tab', { name: 'Network', exact: true }).click();
  await toggle("Relay server when there's no direct connection").click();
  await toggle('Allow opening its own page').click();
  await field('Host').fill(device.host);
  await page.getByRole('textbox', { name: 'Port', exact: true }).first().fill(String(device.port));
  await page.getByRole('textbox', { name: 'Port', exact: true }).last().fill(String(webPage.port));
  await look('network-en');
  await save();
  expect(await toggle('Allow opening its own page').isChecked()).toBe(true);
  await atCore(({ onvif, settings }) => {
    expect(onvif).toEqual({ host: device.host, port: device.port });
    expect(settings.vpnConfiguration).toEqual({ isOn: true, scheme: 'http', port: webPage.port });
    expect(settings.cameraAssets).toMatchObject([{ name: 'Till 3' }]);
    expect([settings.cameraSearchSettings.comparesLooks, settings.delivery.isWebrtcRelay]).toEqual([false, false]);
  });
});

test('CAM-015: the own page of the camera opens on an origin of its own, works there, reaches nothing of the app, and ends', async () => {
  await open('network');
  const context = page.context();
  // The camera asks for its password, as it does at the site.
  await context.setHTTPCredentials({ username: 'admin', password: 'lens' });
  const asks = context.waitForEvent('page');
  await button('Open camera page').click();
  const tab = await asks;
  await tab.waitForURL(/\/settings\.html$/);
  await tab.getByText('Dome 5 hello').waitFor();
  const { hostname, origin } = new URL(tab.url());
  expect([hostname.endsWith('.localhost'), new URL(system.url).origin === origin]).toEqual([true, false]);
  await tab.getByRole('link', { name: 'Network' }).click();
  await tab.getByText('Network settings').waitFor();
  await tab.goto(`${origin}/attack.html?app=${encodeURIComponent(system.url)}`);
  await expect.poll(() => tab.locator('#result').innerText()).toBe('refresh blocked, no cookie');
  expect(webPage.requests.some(({ headers }) => (headers.cookie ?? '').includes('sightline'))).toBe(false);
  await page.getByText(/^Open until/).waitFor();
  await look('page-en');
  await button('End').click();
  await page.getByText(/^Open until/).waitFor({ state: 'detached' });
  await tab.goto(`${origin}/settings.html`);
  await tab.getByText('has ended').waitFor();
  await tab.close();
  await context.setHTTPCredentials(null);
  await eventually(async () => {
    const { items } = await system.api.call(auditCalls.findByFilter, {
      query: { limit: 30 },
      body: { events: ['camera.pageOpen', 'camera.pageEnd'] },
    });
    expect(items.map(({ method }) => method)).toEqual(['camera.pageEnd', 'camera.pageOpen']);
  });
});

test('the device itself is moved, keeps a place, makes another picture, and gets the right time', async () => {
  await page.getByRole('tab', { name: 'Device', exact: true }).click();
  await page.getByText(/The camera's clock is .* ahead/).waitFor();
  await button('Right').hover();
  await page.mouse.down();
  await eventually(() => expect(device.ptz.isMoving).toBe(true));
  await page.mouse.up();
  await eventually(() => expect([device.ptz.isMoving, device.ptz.pan > 0]).toEqual([false, true]));
  await field('Preset name').fill('Ramp');
  await button('Save preset').click();
  await page.getByRole('listitem').filter({ hasText: 'Ramp' }).getByRole('button', { name: 'Go', exact: true }).click();
  await eventually(() => expect(device.ptz.presets.get(device.ptz.atPreset ?? '')?.name).toBe('Ramp'));
  const before = device.imaging.brightness;
  await page.getByRole('slider', { name: 'Brightness' }).press('Home');
  await eventually(() => expect(device.imaging.brightness).toBeLessThan(before));
  await look('device-en');
  await button('Set clock').click();
  await page.getByText("The camera's clock is correct.").waitFor();
  expect(Math.abs(device.clockOffsetMs())).toBeLessThan(5_000);
});

test('CAM-026: beside the live picture the head is moved too, and sent to a place that is kept', async () => {
  await page.goto(`/camera/${cameraId}`);
  await button('Move the camera').click();
  const before = device.ptz.tilt;
  await button('Up').press('Enter');
  await eventually(() => expect(device.ptz.tilt).toBeGreaterThan(before));
  await button('Ramp').click();
  await eventually(() => expect(device.ptz.presets.get(device.ptz.atPreset ?? '')?.name).toBe('Ramp'));
  await look('camera-head-en');
});

test('what was typed stays when somebody else saved first, and whoever leaves is asked', async () => {
  await open('general');
  await field('Name').fill('Mine');
  await system.api.call(camerasCalls.update, { params: { id: cameraId }, body: { name: 'Theirs', retentionDays: 4 } });
  await button('Save').click();
  await page.getByRole('alert').getByText('Someone else changed this in the meantime').waitFor();
  await button('Show the saved values').click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await field('Name').inputValue()).toBe('Mine');
  expect(await page.locator('footer li').allInnerTexts()).toEqual(['General Name']);
  await page.getByRole('link', { name: 'Devices' }).first().click();
  await button('Stay on the page').click();
  await save();
  expect(await system.api.call(camerasCalls.get, { params: { id: cameraId } })).toMatchObject({
    name: 'Mine',
    retentionDays: 4,
  });
});

test('CAM-018: a cloud-only camera has coordinates and an address, which are kept', async () => {
  const core = await system.api.call(edgesCalls.create, {
    body: { name: 'Cloud', locationId: site.locationId, hosted: true },
  });
  const own = cameraId;
  cameraId = (
    await addCamera(system, { ...site, edgeId: core.id }, { name: 'Quay', main: system.cameras.url('small') })
  ).id;
  await open('general');
  await page.getByRole('textbox', { name: /^Address/ }).fill('Quay 1');
  await page.getByRole('textbox', { name: /^Latitude/ }).fill('32.8');
  expect(await button('Save').isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: /^Longitude/ }).fill('35');
  await save();
  expect(await page.getByRole('textbox', { name: /^Address/ }).inputValue()).toBe('Quay 1');
  expect((await system.api.call(camerasCalls.getSettings, { params: { id: cameraId } })).place).toEqual({
    address: 'Quay 1',
    coordinates: { lat: 32.8, lon: 35 },
  });
  cameraId = own;
});

test('ROUTE-021 CAM-024: the list of cameras shows ten on a page, and the rest on the next', async () => {
  for (let number = 1; number <= 9; number += 1)
    await addCamera(system, site, { name: `Row ${String(number)}`, main: `rtsp://127.0.0.1:9/${String(number)}` });
  await page.goto('/cameras');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(10);
  await button('Next page').click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
});

test.each(hebrew)('reads right in Hebrew, dark, $width wide', async (view) => {
  const before = page;
  const opened = await openPage(browser, system.url, view);
  ({ page } = opened);
  await signIn(page);
  for (const tab of ['zones', 'recording', 'device']) {
    await open(tab);
    expect(await pageFaults(page, view)).toEqual([]);
    await look(`${tab}-he-${String(view.width)}`);
  }
  expect(opened.complaints).toEqual([]);
  await page.context().close();
  page = before;
});

test('leaves no complaint in the console', () => {
  expect(complaints).toEqual([]);
});

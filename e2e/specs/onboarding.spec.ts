import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import type { OnvifDevice } from '@sightline/simulators/onvif/onvif-device-api';
import { startOnvifDevice } from '@sightline/simulators/onvif/onvif-device';
import { startDiscoveryResponder, type DiscoveryResponder } from '@sightline/simulators/onvif/discovery-responder';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { setUpSite, startSystem, waitForCamera, type System } from '../fixtures/system.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const hebrew: View[] = [
  { language: 'he', theme: 'dark', width: 1440 },
  { language: 'he', theme: 'light', width: 390 },
];
const account = { username: 'installer', password: 'k9-installer' };
const shots = process.env['SIGHTLINE_SHOTS'];

let system: System;
let devices: OnvifDevice[] = [];
let responder: DiscoveryResponder;
let browser: Browser;
let page: Page;
let complaints: string[];
let listAddress = '';

const startDevice = (name: string, change: object = {}): Promise<OnvifDevice> =>
  startOnvifDevice({
    ...account,
    manufacturer: 'Acme',
    model: name,
    profiles: [
      {
        token: 'main',
        name: 'Main',
        codec: 'H264',
        width: 1280,
        height: 720,
        fps: 25,
        bitrateKbps: 2000,
        streamUrl: system.cameras.url(`${name}-main`),
      },
      {
        token: 'sub',
        name: 'Sub',
        codec: 'H264',
        width: 640,
        height: 360,
        fps: 10,
        bitrateKbps: 300,
        streamUrl: system.cameras.url(`${name}-sub`),
      },
    ],
    ...change,
  });

beforeAll(async () => {
  system = await startSystem();
  const file = await testMedia('h264-sub');
  for (const name of ['found-main', 'found-sub', 'asked-main', 'asked-sub', 'listed', 'typed'])
    await system.cameras.addStream(name, { file });
  devices = [await startDevice('found'), await startDevice('asked', { clockOffsetMs: 7_200_000 })];
  responder = await startDiscoveryResponder({ devices: () => devices.map((device) => device.discovery()) });
  await setUpSite(system);
  browser = await openBrowser();
  ({ page, complaints } = await openPage(browser, system.url, english));
  await signIn(page);
});

afterAll(async () => {
  await browser.close();
  await responder.stop();
  for (const device of devices) await device.stop();
  await system.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const shot = async (name: string, on: Page = page): Promise<void> => {
  if (shots !== undefined) await on.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
};
const look = async (name: string): Promise<void> => {
  expect(await pageFaults(page, english), name).toEqual([]);
  await shot(name);
};
const cameraNamed = (name: string): Promise<Camera> =>
  eventually(async () => {
    const { items } = await system.api.call(camerasCalls.list, { query: { search: name } });
    const found = items.find((camera) => camera.name === name);
    if (!found) throw new Error(`no camera is named ${name}`);
    return found;
  });
const fillAccount = async (): Promise<void> => {
  await page
    .getByLabel(/^User name/)
    .first()
    .fill(account.username);
  await page.locator('input[type=password]').first().fill(account.password);
};

test('CAMWIZ-001 CAMWIZ-005: the core finds a camera in its network; it is picked, added and streams', async () => {
  await page.goto('/cameras/add');
  await page.getByRole('link', { name: /^Search the network/ }).waitFor();
  await look('onboarding-ways');
  await page.getByRole('link', { name: /^Search the network/ }).click();
  await button('Search for cameras').click();
  const row = page.getByRole('row').filter({ hasText: `:${String(devices[0]?.port)}` });
  await row.waitFor({ timeout: 25_000 });
  await row.getByText('Acme found').waitFor();
  await page.reload();
  await row.getByRole('checkbox').check();
  await fillAccount();
  await page.getByLabel(/^Name of 127/).fill('Found');
  await look('onboarding-scan');
  await button('Continue').click();
  await button('Add 1 camera').click();
  await page.getByText('1 added').waitFor({ timeout: 20_000 });
  const camera = await waitForCamera(system, (await cameraNamed('Found')).id, 'online');
  expect(camera.onvif).toEqual({ host: '127.0.0.1', port: devices[0]?.port });
  expect(camera.streams.map(({ url }) => url)).toEqual([
    system.cameras.url('found-main'),
    system.cameras.url('found-sub'),
  ]);
});

test('of a recorder one channel is a camera already, and the others are picked and added at once', async () => {
  const channel = (number: string) =>
    (['main', 'sub'] as const).map((kind) => ({
      token: `${number}-${kind}`,
      source: number,
      name: kind,
      codec: 'H264' as const,
      width: kind === 'main' ? 1280 : 640,
      height: kind === 'main' ? 720 : 360,
      fps: 25,
      bitrateKbps: 300,
      streamUrl: system.cameras.url(`channel-${number}-${kind}`),
    }));
  const file = await testMedia('h264-sub');
  for (const number of ['1', '2', '3'])
    for (const kind of ['main', 'sub']) await system.cameras.addStream(`channel-${number}-${kind}`, { file });
  const recorder = await startDevice('recorder', { profiles: ['1', '2', '3'].flatMap(channel) });
  devices.push(recorder);
  await page.goto('/cameras/add?way=scan');
  const row = page.getByRole('row').filter({ hasText: `:${String(recorder.port)}` });
  const addPicked = async (count: number): Promise<void> => {
    await button('Continue').click();
    await button(`Add ${String(count)} camera${count === 1 ? '' : 's'}`).click();
    await page.getByText(`${String(count)} added`, { exact: true }).waitFor({ timeout: 20_000 });
  };
  const showChannels = async (): Promise<void> => {
    await page.goto('/cameras/add?way=scan');
    await row.getByRole('checkbox').check();
    await fillAccount();
    await button('Show channels').click();
    await page.getByRole('checkbox', { name: 'Channel 3' }).waitFor({ timeout: 20_000 });
  };
  await button('Search again').click();
  await row.waitFor({ timeout: 25_000 });
  await row.getByRole('checkbox').check();
  await page
    .getByLabel(/^User name/)
    .first()
    .fill(account.username);
  await page.locator('input[type=password]').first().fill('wrong');
  await button('Show channels').click();
  await page.getByText(/rejected the user name or password/).waitFor({ timeout: 20_000 });
  await showChannels();
  for (const other of ['Channel 1', 'Channel 3']) await page.getByRole('checkbox', { name: other }).uncheck();
  await page.getByLabel('Name of channel 2').fill('Second');
  await addPicked(1);
  await showChannels();
  await row.getByText('1 of 3 added').waitFor();
  await page.getByText('Added already as Second').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Channel 2' }).isDisabled()).toBe(true);
  await page.getByLabel('Name of channel 1').fill('First');
  await page.getByLabel('Name of channel 3').fill('Third');
  await look('onboarding-channels');
  await addPicked(2);
  for (const [name, number] of [
    ['First', '1'],
    ['Second', '2'],
    ['Third', '3'],
  ] as const) {
    const camera = await cameraNamed(name);
    expect(camera.onvif).toEqual({ host: '127.0.0.1', port: recorder.port });
    expect(camera.streams.map(({ url }) => url)).toEqual(
      ['main', 'sub'].map((kind) => system.cameras.url(`channel-${number}-${kind}`)),
    );
  }
});

test('a recorder that has another address since is found as the one whose channels are added', async () => {
  const [, , recorder] = devices;
  if (recorder === undefined) throw new Error('no recorder was started');
  const moved = await startDevice('recorder', { uuid: recorder.uuid });
  devices[2] = moved;
  await recorder.stop();
  await page.goto('/cameras/add?way=scan');
  await button('Search again').click();
  const row = page.getByRole('row').filter({ hasText: `:${String(moved.port)}` });
  await row.getByText('3 of 3 added').waitFor({ timeout: 25_000 });
  await row.getByText('Its address has changed').waitFor();
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: `:${String(recorder.port)}` })
      .count(),
  ).toBe(0);
  await look('onboarding-moved');
});

test('CAMWIZ-002 CAMWIZ-007 CAMWIZ-008: a device is asked by ONVIF, wrong accounts are refused, its clock is told and set, and it streams', async () => {
  await page.goto('/cameras/add?way=onvif');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('127.0.0.1');
  await page.getByLabel('ONVIF port').fill(String(devices[1]?.port));
  await page.getByLabel(/^User name/).fill('installer');
  await page.locator('input[type=password]').fill('wrong');
  await button('Connect').click();
  await page.getByText(/rejected the user name or password/).waitFor({ timeout: 20_000 });
  await fillAccount();
  await button('Connect').click();
  await page.getByText(/(2:00:0\d|1:59:5\d) ahead/).waitFor({ timeout: 20_000 });
  await button('Back').click();
  expect(await page.getByRole('textbox', { name: 'Address', exact: true }).inputValue()).toBe('127.0.0.1');
  await button('Connect').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asked');
  await page.getByLabel(/^Description/).fill('Above the ramp');
  await page.getByRole('switch', { name: /^Relay server when/ }).click({ force: true });
  await look('onboarding-details');
  await button('Add camera').click();
  await page.locator('[data-testid=made-camera][data-state=online]').waitFor({ timeout: 30_000 });
  await button("Set the camera's clock").click();
  await page.getByText('Camera clock set').waitFor({ timeout: 20_000 });
  await look('onboarding-made');
  expect(Math.abs(devices[1]?.clockOffsetMs() ?? 7_200_000)).toBeLessThan(5_000);
  const { id } = await cameraNamed('Asked');
  const details = await system.api.call(cameraOnboardingCalls.details, { params: { id } });
  expect(details).toMatchObject({
    name: 'Asked',
    description: 'Above the ramp',
    autoConfigure: true,
    mainStream: {
      main: { connectionString: system.cameras.url('asked-main') },
      mainScale: { connectionString: system.cameras.url('asked-sub') },
    },
    isWebrtc: true,
    isWebrtcRelay: false,
  });
  expect(details.mainStream.main.width).toBeGreaterThan(0);
});

test('CAMWIZ-003 CAMWIZ-006 CAMWIZ-009: a file brings cameras; the bad row says what is wrong, the good one has a picture and streams', async () => {
  await page.goto('/cameras/add?way=file');
  const [template] = await Promise.all([page.waitForEvent('download'), button('Download template').click()]);
  await page.locator('input[type=file]').setInputFiles(await template.path());
  await page.getByText('2 cameras in the file').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('name;address\nGate;10.0.0.1\n') });
  await page.getByText(/Missing columns:.*connection string/).waitFor();
  const port = String(system.cameras.port);
  const csv = `\ufeffname,ip,port,username,password,connection string\r\n"שער ""ראשי"", צפון",127.0.0.1,${port},,,/listed\r\n=1+1,127.0.0.1,${port},,,/nowhere\r\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cameras.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('2 cameras in the file').waitFor();
  await button('Continue').click();
  await button('Test all').click();
  await page.getByText('1 failed', { exact: true }).waitFor({ timeout: 40_000 });
  await page.getByText(/not at this path/).waitFor();
  await page.locator('img[src*="/snapshot?"]').waitFor();
  await page.waitForFunction(() =>
    [...document.images].some((image) => image.src.includes('/snapshot?') && image.naturalWidth > 0),
  );
  await look('onboarding-file');
  listAddress = page.url();
  await button('Add 1 camera').click();
  await page.getByText('1 added').waitFor({ timeout: 20_000 });
  // Whoever comes back to the page finds the list, and what came of it.
  await page.reload();
  await button('Retry 1 failed row').click();
  await page.locator('[data-work=test]').waitFor();
  await page.locator('[data-work=none]').waitFor({ timeout: 40_000 });
  await page.getByText('1 failed', { exact: true }).waitFor();
  const [result] = await Promise.all([page.waitForEvent('download'), button('Save result').click()]);
  expect(await readFile(await result.path(), 'utf8')).toContain(`3,'=1+1,127.0.0.1`);
  await waitForCamera(system, (await cameraNamed('שער "ראשי", צפון')).id, 'online');
});

test('CAMWIZ-004: an address is typed, and the camera streams', async () => {
  await page.goto('/cameras/add?way=manual');
  await page.getByLabel('RTSP address').fill(system.cameras.url('typed'));
  await page.getByRole('link', { name: 'Another way' }).click();
  await button('Stay on the page').click();
  await button('Test stream').click();
  await page.getByText('The stream works').waitFor({ timeout: 20_000 });
  const seen = page.getByRole('img', { name: 'Current picture from the camera' });
  // Also one of another shape is shown whole.
  await seen.evaluate(async (image: HTMLImageElement) => {
    const square = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
    image.src = square.toDataURL();
    await image.decode();
  });
  const [picture, frame] = [await seen.boundingBox(), await seen.locator('..').boundingBox()];
  expect([picture?.y, picture?.height]).toEqual([frame?.y, frame?.height]);
  expect(await seen.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await name.getAttribute('required')).not.toBeNull();
  await name.fill('Typed');
  await page.getByLabel(/^Description/).fill('By hand');
  await look('onboarding-manual');
  await button('Add camera').click();
  await page.waitForURL(/\/camera\//);
  const { id } = await waitForCamera(system, (await cameraNamed('Typed')).id, 'online');
  expect(await system.api.call(cameraOnboardingCalls.details, { params: { id } })).toMatchObject({
    description: 'By hand',
    autoConfigure: false,
  });
});

test('CAMWIZ-008: the pictures of a camera come through the server once the direct way is switched off', async () => {
  await page.locator('[data-path=direct]').waitFor({ timeout: 20_000 });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await system.api.call(camerasCalls.updateSettings, { params: { id }, body: { delivery: { isWebrtc: false } } });
  await page.reload();
  await page.locator('[data-path=mse]').waitFor({ timeout: 20_000 });
  expect(complaints).toEqual([]);
});

test('cameras get another account together', async () => {
  await page.goto('/cameras');
  await page.getByRole('link', { name: 'Camera accounts' }).click();
  await page.getByRole('checkbox', { name: 'Found' }).check();
  await page.getByRole('checkbox', { name: 'Asked' }).check();
  await fillAccount();
  await look('camera-accounts');
  await button('Change 2 cameras').click();
  await page.getByText('2 cameras have the new account').waitFor({ timeout: 20_000 });
  expect((await cameraNamed('Asked')).username).toBe(account.username);
});

test.each(hebrew)('I18N-008 every way reads well in Hebrew, $width wide', async (view) => {
  const opened = await openPage(browser, system.url, view);
  await signIn(opened.page);
  const list = new URL(listAddress).pathname + new URL(listAddress).search;
  const ways =
    view.width === 390
      ? ['/cameras/add?way=scan', '/cameras/add?way=file', list]
      : ['/cameras/add', '/cameras/add?way=scan', '/cameras/add?way=onvif', list];
  for (const [index, way] of ways.entries()) {
    await opened.page.goto(way);
    await opened.page.locator('main nav, main form, main section').first().waitFor();
    if (way.includes('way=scan')) await opened.page.locator('[data-testid=scan-result]').waitFor();
    if (way.includes('list=')) await opened.page.locator('[data-testid=import-work] tbody tr').first().waitFor();
    expect(await pageFaults(opened.page, view), way).toEqual([]);
    await shot(`onboarding-he-${String(view.width)}-${String(index)}`, opened.page);
  }
  expect(opened.complaints).toEqual([]);
  await opened.context.close();
});

test('leaves no complaint in the console', () => {
  expect(complaints).toEqual([]);
});

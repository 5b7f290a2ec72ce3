import { testMedia } from '@sightline/testing/cameras/test-media';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../fixtures/eventually.ts';
import { Firefox, firefoxPath } from '../fixtures/firefox.ts';
import type { System } from '../fixtures/system.ts';
import { account, addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

const path = firefoxPath();
const shots = process.env['SIGHTLINE_SHOTS'];

// Chromium comes with the project; Firefox is asked of the machine (`apt install firefox-esr`, or SIGHTLINE_FIREFOX=<path>).
describe.skipIf(path === null)('Firefox (skipped where none is installed)', () => {
  let system: System;
  let firefox: Firefox;
  let cameraId: string;

  const shoot = async (name: string): Promise<void> =>
    void (shots && (await writeFile(join(shots, `${name}.png`), await firefox.screenshot())));
  const pathNow = (): Promise<string> => firefox.evaluate<string>('location.pathname');

  beforeAll(async () => {
    system = await startSystem();
    await system.cameras.addStream('yard', { file: await testMedia('h264-sub') });
    const site = await setUpSite(system);
    ({ id: cameraId } = await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') }));
    await waitForCamera(system, cameraId, 'online');
    firefox = await Firefox.start(path ?? '');
  });

  afterAll(async () => {
    await firefox?.stop();
    await system?.stop();
  });

  test('signs in, and says what is not tested in this browser', async () => {
    await firefox.goto(system.url);
    await firefox.type('input[type=email]', account.email);
    await firefox.type('input[type=password]', account.password);
    await firefox.press('button[type=submit]');
    await eventually(async () => expect(await pathNow()).toBe('/location/home'));
    await eventually(async () =>
      expect(await firefox.evaluate<string>('document.body.innerText')).toContain('About this browser'),
    );
    await shoot('firefox-home');
    await firefox.evaluate(
      `[...document.querySelectorAll('[role=dialog] button')].find((one) => one.innerText === "Don't show again").click()`,
    );
    await firefox.goto(system.url);
    await eventually(async () =>
      expect(await firefox.evaluate<string>('document.querySelector("main").innerText')).toContain('Yard'),
    );
    expect(await firefox.evaluate<number>(`document.querySelectorAll('[role=dialog]').length`)).toBe(0);
  });

  test('lists the devices with the state of each camera', async () => {
    await firefox.goto(`${system.url}/location/list`);
    await eventually(async () =>
      expect(await firefox.evaluate<string>('document.querySelector("main").innerText')).toMatch(/Yard[\s\S]*Online/),
    );
    await shoot('firefox-list');
  });

  test('plays a camera live, by MSE through the server', async () => {
    await firefox.goto(`${system.url}/location/list`);
    // Inside the running page, so that what stands in the way of a direct connection stays.
    await firefox.evaluate(
      'void (RTCPeerConnection.prototype.setRemoteDescription = () => new Promise(() => undefined))',
    );
    await firefox.press(`a[href="/camera/${cameraId}"]`);
    const video = 'document.querySelector("video")';
    await eventually(async () => {
      const text = await firefox.evaluate<string>('document.querySelector("main").innerText');
      expect(text).toContain('Through the server');
      const [width, seconds] = await firefox.evaluate<number[]>(`[${video}.videoWidth, ${video}.currentTime]`);
      expect(width).toBe(640);
      expect(seconds).toBeGreaterThan(0);
    });
    const before = await firefox.evaluate<number>(`${video}.currentTime`);
    await eventually(async () =>
      expect(await firefox.evaluate<number>(`${video}.currentTime`)).toBeGreaterThan(before + 1),
    );
    await shoot('firefox-live');
  });
});

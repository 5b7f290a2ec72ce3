import { setTimeout as wait } from 'node:timers/promises';
import { testMedia } from '@sightline/testing/cameras/test-media';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import { contrast, readPicture } from '../fixtures/picture.ts';
import { signIn } from '../fixtures/sign-in.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

let system: System;
let site: Site;
let browser: Browser;
let page: Page;
const cameras = new Map<string, string>();

async function add(
  name: string,
  files: { main: Parameters<typeof testMedia>[0]; sub?: Parameters<typeof testMedia>[0] },
): Promise<void> {
  await system.cameras.addStream(name, { file: await testMedia(files.main) });
  if (files.sub) await system.cameras.addStream(`${name}-sub`, { file: await testMedia(files.sub) });
  const camera = await addCamera(system, site, {
    name,
    main: system.cameras.url(name),
    sub: files.sub ? system.cameras.url(`${name}-sub`) : undefined,
  });
  cameras.set(name, camera.id);
}

beforeAll(async () => {
  system = await startSystem();
  site = await setUpSite(system);
  await add('plain', { main: 'h264-720' });
  await add('hevc', { main: 'hevc' });
  await add('b-frames', { main: 'h264-bframes', sub: 'h264-sub' });
  for (const id of cameras.values()) await waitForCamera(system, id, 'online');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

beforeEach(async () => {
  ({ page } = await openPage(browser, system.url, { language: 'en', theme: 'dark', width: 1440 }));
});

afterEach(async () => {
  await page.context().close();
});

async function watch(name: string): Promise<{ width: number; frames: number }> {
  await page.goto(`/camera/${cameras.get(name) ?? ''}`);
  return eventually(async () => {
    const picture = await readPicture(page);
    if (!picture || picture.frames < 20)
      throw new Error(
        `${String(picture?.frames ?? 0)} frames, ${(await page.locator('main').innerText()).slice(0, 300)}`,
      );
    expect(contrast(picture)).toBeGreaterThan(10);
    return picture;
  }, 25_000);
}

test('plays through the server when the browser cannot reach the core, and says so', async () => {
  // A peer connection that never finds a way, as behind a firewall.
  await page.addInitScript('RTCPeerConnection.prototype.setRemoteDescription = () => new Promise(() => undefined);');
  await signIn(page);
  expect((await watch('plain')).width).toBe(1280);
  await eventually(async () => expect(await page.locator('main').innerText()).toContain('Through the server'));
});

test('plays footage through the server as well', async () => {
  await page.addInitScript('RTCPeerConnection.prototype.setRemoteDescription = () => new Promise(() => undefined);');
  await signIn(page);
  await watch('plain');
  await page.keyboard.press('j');
  await page.locator('[data-shows=footage]').waitFor();
  const first = (await readPicture(page))?.frames ?? 0;
  await eventually(async () => expect((await readPicture(page))?.frames).toBeGreaterThan(first + 10));
});

test('LIVE-001 LIVE-002 ROOMS-001 ROOMS-002 a room tells who watches and how; removed, its viewer reads so and watches again', async () => {
  await signIn(page);
  const posts = new Set<string>();
  page.on('request', (request) => {
    const place = /\/api\/v1\/(?:cameras\/[^/]+\/)?live\/(?:[^/]{36}\/?)?(.*)$/.exec(request.url())?.[1];
    if (place !== undefined)
      posts.add(`${request.method()} ${place} ${String(request.headers()['authorization']?.startsWith('Bearer '))}`);
  });
  await watch('plain');
  const rooms = await page.context().newPage();
  await rooms.goto(`${system.url}/developer/live-rooms`);
  const room = rooms.locator('section[aria-label=plain]');
  await room.getByText('Direct on this network').waitFor();
  await room.getByRole('button', { name: 'Remove room' }).click();
  await rooms.getByRole('dialog').getByRole('button', { name: 'Remove room' }).click();
  await rooms.getByText('Room removed').waitFor();
  await page.getByText('The staff ended this live view').waitFor();
  await room.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Watch again' }).click();
  await eventually(async () => expect(await page.locator('[data-path=direct][data-phase=live]').count()).toBe(1));
  await room.waitFor();
  await page.close();
  // Far sooner than its lease ends.
  await room.waitFor({ state: 'detached', timeout: 15_000 });
  expect([...posts].toSorted()).toEqual(
    expect.arrayContaining(['POST candidates true', 'POST offers true', 'PUT session true']),
  );
  expect([...posts].filter((post) => post.endsWith('false') || post.endsWith('undefined'))).toEqual([]);
});

test('converts H.265 for watching while somebody watches, and says so', async () => {
  await signIn(page);
  await watch('hevc');
  await eventually(async () => expect(await page.locator('main').innerText()).toContain('converted'));
});

test('shows the sub-stream of a camera whose main stream has B-frames', async () => {
  await signIn(page);
  expect((await watch('b-frames')).width).toBe(640);
});

test('says that the camera is offline, since when and why, instead of a frozen picture', async () => {
  await signIn(page);
  await watch('plain');
  system.cameras.faults('plain').drop(8_000);
  await eventually(async () => expect(await page.locator('main').innerText()).toMatch(/Offline since|Stream stalled/));
  // Counted from here: a page under the content security policy may evaluate nothing by itself later.
  await eventually(async () => {
    const before = (await readPicture(page))?.frames ?? 0;
    await wait(1_000);
    expect((await readPicture(page))?.frames).toBeGreaterThan(before + 5);
  });
});

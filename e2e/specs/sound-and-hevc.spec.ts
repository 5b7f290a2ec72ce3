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
const kinds = ['h264-g711', 'h264-aac', 'hevc', 'h264-bframes-aac'] as const;
const withSpeaker = 'h264-g711';
const cameras = new Map<string, string>();

beforeAll(async () => {
  system = await startSystem();
  site = await setUpSite(system);
  for (const kind of kinds) {
    await system.cameras.addStream(kind, {
      file: await testMedia(kind),
      ...(kind === withSpeaker && { backchannel: { codecs: ['pcma'] } }),
    });
    const camera = await addCamera(system, site, { name: kind, main: system.cameras.url(kind) });
    cameras.set(kind, camera.id);
  }
  for (const id of cameras.values()) await waitForCamera(system, id, 'online');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await system.stop();
});

beforeEach(async () => {
  ({ page } = await openPage(browser, system.url, { language: 'en', theme: 'dark', width: 1440 }));
  await signIn(page);
});

afterEach(async () => {
  await page.context().close();
});

const soundOn = 'Sound on';
const soundOff = 'Sound off';

/** Sound that the video being shown has decoded so far. Text, because it runs in the page. */
const decodedSound = (which: 0 | 1): Promise<number> =>
  page.evaluate<number>(
    `document.querySelectorAll('[data-shows] video')[${String(which)}]?.webkitAudioDecodedByteCount ?? 0`,
  );

async function framesGoOn(more: number): Promise<{ width: number; height: number; luma: number[] }> {
  const before = (await readPicture(page))?.frames ?? 0;
  return eventually(async () => {
    const picture = await readPicture(page);
    if (!picture || picture.frames < before + more) {
      throw new Error(
        `${String(picture?.frames ?? 0)} frames after ${String(before)}, ${(await page.locator('main').innerText()).slice(0, 300)}`,
      );
    }
    expect(contrast(picture)).toBeGreaterThan(10);
    return picture;
  }, 25_000);
}

async function playBack(name: string): Promise<void> {
  await page.goto(`/camera/${cameras.get(name) ?? ''}`);
  await framesGoOn(10);
  await eventually(async () => expect(await page.locator('main').innerText()).toContain('Live'));
  await page.keyboard.press('j');
  await eventually(async () => {
    if ((await page.locator('[data-shows=footage]').count()) === 0)
      throw new Error((await page.locator('main').innerText()).slice(0, 600));
  });
}

test('plays the recorded sound of cameras with G.711 and with AAC', async () => {
  for (const kind of ['h264-g711', 'h264-aac'] as const) {
    await playBack(kind);
    await framesGoOn(20);
    await eventually(async () => expect(await decodedSound(1)).toBeGreaterThan(1_000));
  }
});

test('plays on when fast playback, which has no sound, begins and ends', async () => {
  await playBack('h264-g711');
  await framesGoOn(10);
  await page.keyboard.press('j');
  const tile = async (): Promise<string> => page.locator('main').innerText();
  await page.locator('main select').selectOption('8');
  await eventually(async () => expect(await tile()).toMatch(/Playback\s*8×/));
  await page.keyboard.press('k');
  await page.locator('main select').selectOption('1');
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await eventually(async () => expect(await tile()).toMatch(/Playback\s*1×/));
  await framesGoOn(10);
  await eventually(async () => expect(await decodedSound(1)).toBeGreaterThan(1_000));
});

test('plays the sound of cameras with G.711 and with AAC live through the server', async () => {
  await page.addInitScript('RTCPeerConnection.prototype.setRemoteDescription = () => new Promise(() => undefined);');
  for (const kind of ['h264-g711', 'h264-aac'] as const) {
    await page.goto(`/camera/${cameras.get(kind) ?? ''}`);
    await framesGoOn(20);
    await eventually(async () => expect(await decodedSound(0)).toBeGreaterThan(1_000));
  }
});

test('lets people hear a camera with AAC live on the direct way, and goes back to the faster way when muted', async () => {
  await page.goto(`/camera/${cameras.get('h264-aac') ?? ''}`);
  await framesGoOn(20);
  expect(await page.locator('main').innerText()).toContain('Direct');
  expect(await decodedSound(0)).toBe(0);
  await page.locator('[data-shows]').hover();
  await page.getByRole('button', { name: soundOn }).click();
  await eventually(async () => expect(await decodedSound(0)).toBeGreaterThan(1_000));
  await framesGoOn(20);
  await page.locator('[data-shows]').hover();
  await page.getByRole('button', { name: soundOff }).click();
  await framesGoOn(20);
  expect(await page.locator('main').innerText()).toContain('Direct');
});

test('plays footage in H.265 in a browser that cannot, converted by the core while it is watched', async () => {
  expect(await page.evaluate<boolean>(`MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0"')`)).toBe(
    false,
  );
  await playBack('hevc');
  expect((await framesGoOn(20)).height).toBe(720);
  await eventually(async () => expect(await page.locator('main').innerText()).toContain('converted'));
  await page.keyboard.press('ArrowLeft');
  await framesGoOn(10);
});

test('plays footage with B-frames as it was recorded, with its sound', async () => {
  await playBack('h264-bframes-aac');
  expect((await framesGoOn(20)).width).toBe(1280);
  expect(await page.locator('main').innerText()).not.toContain('converted');
  // The picture shown first is the one of the instant asked for, not a keyframe near it.
  const offMs = await page.locator('[data-seek-off-ms]').getAttribute('data-seek-off-ms');
  expect(Math.abs(Number(offMs))).toBeLessThan(100);
  await eventually(async () => expect(await decodedSound(1)).toBeGreaterThan(1_000));
});

/**
 * A page that is busy when its browser has found the place of a jump: what the browser plays meanwhile is what a person sees first. Keeps
 * how far each first picture lies from the instant asked for, seconds of media time. Text, because it runs in the page.
 */
const busyAtJumps = `
  window.firstPictures = [];
  const asked = new WeakMap();
  const watch = (video) => video.requestVideoFrameCallback((now, { mediaTime }) => {
    const at = asked.get(video);
    // A late picture of the place before is seconds away.
    const isThere = at !== undefined && Math.abs(mediaTime - at) < 3;
    if (isThere) firstPictures.push(mediaTime - at);
    if (isThere) asked.set(video, undefined);
    watch(video);
  });
  document.addEventListener('seeking', ({ target }) => {
    if (!asked.has(target)) watch(target);
    asked.set(target, target.currentTime);
  }, true);
  document.addEventListener('seeked', () => {
    const untilMs = performance.now() + 700;
    while (performance.now() < untilMs);
  }, true);
`;

test('a jump while it plays shows the picture asked for first, however late the page sees it, and plays on from there', async () => {
  await page.addInitScript(busyAtJumps);
  await playBack('h264-g711');
  const firstPictures = (): Promise<number[]> => page.evaluate<number[]>('firstPictures');
  for (let jumps = 0; jumps < 3; jumps++) {
    const before = (await firstPictures()).length;
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect((await firstPictures()).length).toBeGreaterThan(before));
    await framesGoOn(5);
  }
  for (const seconds of await firstPictures()) expect(Math.abs(seconds)).toBeLessThan(0.1);
});

test('CAM-026 people are heard out of the speaker of a camera while they hold Talk, and no longer', async () => {
  const heard = () => system.cameras.heard(withSpeaker);
  const isTalking = (): Promise<void> => page.getByText('People on site can hear you').waitFor({ timeout: 15_000 });
  await page.goto(`/camera/${cameras.get('h264-aac') ?? ''}`);
  await framesGoOn(5);
  await expect(page.getByRole('button', { name: 'Talk', exact: true }).count()).resolves.toBe(0);
  await page.goto(`/camera/${cameras.get(withSpeaker) ?? ''}`);
  await framesGoOn(10);
  const talk = page.getByRole('button', { name: 'Talk', exact: true });
  await talk.hover();
  await page.mouse.down();
  await isTalking();
  // The microphone of the browser beeps once a second.
  await eventually(() => expect(new Set(heard().sound).size).toBeGreaterThan(20));
  expect(heard()).toMatchObject({ codec: 'pcma', jumps: 0, open: 1 });
  await page.mouse.up();
  await eventually(() => expect(heard().open).toBe(0));
  await page.mouse.move(0, 0);
  await page.keyboard.down('t');
  await isTalking();
  await page.keyboard.up('t');
  await eventually(() => expect(heard().open).toBe(0));
  await framesGoOn(10);
});

import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TestMediaKind } from '@sightline/testing/cameras/test-media';
import type { Page } from 'playwright-core';
import { firstPicture, openBrowser, signIn } from './measure/browser.ts';
import { CameraPictures } from './measure/camera-pictures.ts';
import { percentile, printTable } from './measure/figures.ts';
import { printLoad, withRig } from './measure/rig.ts';

/**
 * Camera to screen: how old is the picture when it is presented, and what does the tile say of it. One camera at a time, direct path and
 * relayed path: H.264, H.264 with B-frames and H.265, which the core converts for browsers that cannot play them. `--media` chooses.
 */
const warmUpMs = 8_000;
const windowMs = 30_000;
/** What the tile says is smoothed, and drawn once a second: compared with the pictures of this time before. */
const saidOfMs = 1_500;

const { values } = parseArgs({ options: { media: { type: 'string', default: 'h264-1080,h264-bframes,hevc' } } });

interface SeenFrame {
  kind: 'live' | 'footage';
  now: number;
  presentationTime: number;
  expectedDisplayTime: number;
  receiveTime?: number;
  counter: number | null;
  shownMs: number | null;
}

interface Ages {
  received: number[];
  presented: number[];
  displayed: number[];
  /** What the tile said minus the true age of what was displayed. */
  saidTooMuch: number[];
  said: number[];
  unread: number;
  frames: number;
  sent: number;
}

/** Without a working peer connection the page takes the way through the server. */
const withoutPeers =
  "RTCPeerConnection.prototype.setRemoteDescription = () => Promise.reject(new DOMException('switched off'))";

/** What to add to the page's clock to get UTC ms: the largest, for `Date.now()` is rounded down. */
const offsetOf = async (page: Page): Promise<number> =>
  Math.max(...((await page.evaluate('bench.clockOffsets()')) as number[]));

async function watchCamera(page: Page, pictures: CameraPictures): Promise<Ages> {
  await firstPicture(page);
  await wait(warmUpMs);
  const sentBefore = pictures.count;
  const offsetMs = await offsetOf(page);
  await page.evaluate('bench.keepFrames(true)');
  await wait(windowMs);
  const { frames } = (await page.evaluate('bench.takeFrames()')) as { frames: SeenFrame[] };
  const sent = pictures.count - sentBefore;
  return { ...agesOf(frames, offsetMs, pictures), frames: frames.length, sent };
}

function agesOf(frames: SeenFrame[], offsetMs: number, pictures: CameraPictures): Omit<Ages, 'frames' | 'sent'> {
  const ages: Omit<Ages, 'frames' | 'sent'> = {
    received: [],
    presented: [],
    displayed: [],
    saidTooMuch: [],
    said: [],
    unread: 0,
  };
  const lately: { now: number; age: number }[] = [];
  for (const { counter, now, receiveTime, presentationTime, expectedDisplayTime, shownMs } of frames) {
    const taken = counter === null ? null : pictures.takenAt(counter, now + offsetMs);
    if (taken === null) {
      ages.unread++;
      continue;
    }
    if (receiveTime !== undefined) ages.received.push(receiveTime + offsetMs - taken);
    ages.presented.push(presentationTime + offsetMs - taken);
    const age = expectedDisplayTime + offsetMs - taken;
    ages.displayed.push(age);
    lately.push({ now, age });
    while (lately[0]!.now < now - saidOfMs) lately.shift();
    if (shownMs === null) continue;
    ages.said.push(shownMs);
    ages.saidTooMuch.push(shownMs - lately.reduce((sum, one) => sum + one.age, 0) / lately.length);
  }
  return ages;
}

const cells = (ms: number[], shares = [0.5, 0.95, 1]): string =>
  ms.length === 0 ? 'not told' : shares.map((share) => percentile(ms, share).toFixed(0)).join(' / ');

/** One camera by both ways, a row each. */
async function rowsOf(media: TestMediaKind): Promise<string[][]> {
  const rows: string[][] = [];
  const pictures = new CameraPictures();
  const onPicture = pictures.take.bind(pictures);
  await withRig({ count: 1, media, onPicture }, async ({ system, cameras }) => {
    const { browser, page } = await openBrowser();
    try {
      await signIn(page, system.url);
      for (const way of ['direct', 'through the server']) {
        if (way !== 'direct') await page.context().addInitScript({ content: withoutPeers });
        await page.goto(`${system.url}/camera/${cameras[0].id}`);
        const ages = await watchCamera(page, pictures);
        const path = await page.getAttribute('[data-testid=video-tile]', 'data-path');
        rows.push([
          `${media}, ${String(path)}`,
          String(ages.presented.length),
          cells(ages.received),
          cells(ages.presented),
          cells(ages.displayed),
          cells(ages.said),
          cells(ages.saidTooMuch, [0, 0.05, 0.5, 0.95, 1]),
          `${String(ages.frames)} of ${String(ages.sent)}`,
          String(ages.unread),
        ]);
        console.log(rows.at(-1)!.join(' · '));
      }
    } finally {
      await browser.close();
    }
  });
  return rows;
}

console.log(
  'The number painted into each picture says which one is on screen; the simulated camera says when it took it: when the quickest ones left, by their time in the stream (same clock).',
);
console.log(
  'received: its last packet is in the browser; presented: handed to the compositor; displayed: when the browser expects it on screen; the tile says: read from the page at each picture; off by: that minus the mean age displayed in the 1.5 s before.\n',
);
const rows: string[][] = [];
for (const media of values.media.split(',')) rows.push(...(await rowsOf(media as TestMediaKind)));
printTable(
  [
    'ms, p50 / p95 / max',
    'n',
    'received',
    'presented',
    'displayed',
    'the tile says',
    'off by, min / p5 / p50 / p95 / max',
    'pictures presented',
    'number not readable',
  ],
  rows,
);
printLoad();
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

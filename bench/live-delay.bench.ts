import { TEST_MEDIA_FPS, TEST_MEDIA_FRAMES } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { firstPicture, openBrowser, signIn } from './measure/browser.ts';
import { percentile, printTable } from './measure/figures.ts';
import { printLoad, withRig } from './measure/rig.ts';

/** Camera to screen: how old is the picture when it is presented. One 1080p camera, direct path and relayed path. */
const warmUpMs = 5_000;
const windowMs = 40_000;
/** A cycle of the test media is 12 s: an older picture would be taken for a newer one. */
const plausibleMs = 5_000;

interface SeenFrame {
  kind: 'live' | 'footage';
  now: number;
  presentationTime: number;
  expectedDisplayTime: number;
  receiveTime?: number;
  counter: number | null;
}

interface Ages {
  received: number[];
  presented: number[];
  displayed: number[];
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

async function watchCamera(page: Page, sentAt: Map<number, number>): Promise<Ages> {
  await firstPicture(page);
  await wait(warmUpMs);
  const sentBefore = sentAt.size;
  const offsetMs = await offsetOf(page);
  await page.evaluate('bench.keepFrames(true)');
  await wait(windowMs);
  const { frames } = (await page.evaluate('bench.takeFrames()')) as { frames: SeenFrame[] };
  const ages: Ages = {
    received: [],
    presented: [],
    displayed: [],
    unread: 0,
    frames: frames.length,
    sent: sentAt.size - sentBefore,
  };
  for (const frame of frames) {
    const sent = frame.counter === null ? null : sendTime(sentAt, frame.counter, frame.now + offsetMs);
    if (sent === null) ages.unread++;
    else {
      if (frame.receiveTime !== undefined) ages.received.push(frame.receiveTime + offsetMs - sent);
      ages.presented.push(frame.presentationTime + offsetMs - sent);
      ages.displayed.push(frame.expectedDisplayTime + offsetMs - sent);
    }
  }
  return ages;
}

/** When the camera last sent the picture with this number before it was seen. */
function sendTime(sentAt: Map<number, number>, counter: number, seenAtMs: number): number | null {
  const sent = [...sentAt]
    .filter(([index, at]) => index % TEST_MEDIA_FRAMES === counter && at < seenAtMs)
    .map(([, at]) => at);
  const newest = sent.length === 0 ? null : Math.max(...sent);
  return newest !== null && seenAtMs - newest < plausibleMs ? newest : null;
}

const cells = (values: number[]): string =>
  values.length === 0 ? 'not told' : [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0)).join(' / ');

console.log(
  'The number painted into each picture says which one is on screen; the simulated camera says when it left (same clock).',
);
console.log(
  'received: its last packet is in the browser; presented: handed to the compositor; displayed: when the browser expects it on screen.\n',
);
const sentAt = new Map<number, number>();
const onPicture = (dueMs: number, atUtcMs: number): void =>
  void sentAt.set(Math.round((dueMs * TEST_MEDIA_FPS) / 1000), atUtcMs);
await withRig({ count: 1, media: 'h264-1080', onPicture }, async ({ system, cameras }) => {
  const { browser, page } = await openBrowser();
  try {
    await signIn(page, system.url);
    const rows: string[][] = [];
    for (const way of ['direct (WebRTC)', 'through the server (MSE)']) {
      if (way.includes('server')) await page.context().addInitScript({ content: withoutPeers });
      await page.goto(`${system.url}/camera/${cameras[0].id}`);
      const ages = await watchCamera(page, sentAt);
      const path = await page.getAttribute('[data-testid=video-tile]', 'data-path');
      rows.push([
        `${way}, path "${String(path)}"`,
        String(ages.presented.length),
        cells(ages.received),
        cells(ages.presented),
        cells(ages.displayed),
        `${String(ages.frames)} of ${String(ages.sent)}`,
        String(ages.unread),
      ]);
    }
    printTable(
      ['ms, p50 / p95 / max', 'n', 'received', 'presented', 'displayed', 'pictures presented', 'number not readable'],
      rows,
    );
    printLoad();
  } finally {
    await browser.close();
  }
});
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

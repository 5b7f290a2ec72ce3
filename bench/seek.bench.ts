import { testMediaFps, testMediaFrames, testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { firstPicture, inTime, openBrowser, signIn } from './measure/browser.ts';
import { percentile, printTable } from './measure/figures.ts';
import type { FootageClient } from './measure/footage-client.ts';
import { directClient, firstBytes, relayedClient } from './measure/footage-client.ts';
import type { RecordedHour } from './measure/recorded-hour.ts';
import { recordHour } from './measure/recorded-hour.ts';
import type { Rig } from './measure/rig.ts';
import { printLoad, withRig } from './measure/rig.ts';
import { typedJumps } from './measure/typed-jumps.ts';

/** Seeking to random instants of a recorded hour of 1080p: to the first bytes, and to the picture on the page. */
const instants = 50;
const jumps = 100;
const hourMs = 3_600_000;
const agoMs = 600_000;
const browserPauseMs = 700;
const typed = 30;
/** Of the site that the rig makes. */
const timeZone = 'Asia/Jerusalem';

interface Seek {
  /** From the change of address to the picture, ms. */
  afterMs: number;
  /** Pictures between the one asked for and the first one seen. */
  off: number;
  /** When the player asked the core, had the first bytes, began and ended to append the first fragment; ms from the start. */
  asked: number;
  answered: number;
  appending: number;
  appended: number;
}

const anyInstant = (hour: RecordedHour): number =>
  Math.floor(hour.fromUtcMs + 3_000 + Math.random() * (hour.toUtcMs - hour.fromUtcMs - 30_000));

/** Number of the picture that is on screen at an instant. */
const pictureAt = (hour: RecordedHour, atUtcMs: number): number =>
  Math.floor(((atUtcMs - hour.fromUtcMs) * testMediaFps) / 1000) % testMediaFrames;

const cells = (values: number[]): string =>
  values.length === 0 ? 'none' : [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1)).join(' / ');

async function askOver(name: string, client: FootageClient, hour: RecordedHour): Promise<string[]> {
  const replies: number[] = [];
  const fragments: number[] = [];
  for (let requestId = 10; requestId < 10 + instants; requestId++) {
    const { replyMs, fragmentMs } = await firstBytes(client, requestId, anyInstant(hour));
    replies.push(replyMs);
    fragments.push(fragmentMs);
    await wait(60); // what was under way when the request was cancelled is not the next one's burden
  }
  client.close();
  return [name, String(fragments.length), cells(replies), cells(fragments)];
}

async function seekOnPage(page: Page, hour: RecordedHour): Promise<{ all: Seek[]; byDepth: [string, number[]][] }> {
  const all: Seek[] = [];
  const byDepth: [string, number[]][] = [
    ['first third of the GOP', []],
    ['second', []],
    ['last', []],
  ];
  const gopPictures = 2 * testMediaFps;
  for (let run = -2; run < jumps; run++) {
    const atUtcMs = anyInstant(hour);
    const picture = pictureAt(hour, atUtcMs);
    const seek = await inTime(
      page,
      page.evaluate(`bench.seek(${String(atUtcMs)}, ${String(picture)}, ${String(testMediaFrames)})`) as Promise<Seek>,
    );
    await wait(browserPauseMs);
    if (run < 0) continue;
    all.push(seek);
    byDepth[Math.floor(((picture % gopPictures) * 3) / gopPictures)][1].push(seek.afterMs);
  }
  return { all, byDepth };
}

/** On a picture that stands still, by the field that people type into: what is asked and what is on screen then. */
async function printTypedJumps(page: Page, hour: RecordedHour): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const asked = Array.from({ length: typed }, () => Math.floor(anyInstant(hour) / 100) * 100);
  const shown = await typedJumps(page, asked, timeZone);
  const half = testMediaFrames / 2;
  const off = shown.map((counter, index) => {
    const ahead = (counter - pictureAt(hour, asked[index]!) + testMediaFrames) % testMediaFrames;
    return ahead > half ? ahead - testMediaFrames : ahead;
  });
  const counts = [...new Set(off)].toSorted((a, b) => a - b);
  console.log(
    `\n${String(typed)} tenths typed while it stands still: ${counts.map((one) => `${String(off.filter((each) => each === one).length)} of them ${String(one)} pictures off`).join(', ')}`,
  );
}

async function measurePage({ system, cameras }: Rig, hour: RecordedHour): Promise<void> {
  const { browser, page } = await openBrowser();
  try {
    await signIn(page, system.url);
    await page.goto(`${system.url}/camera/${cameras[0].id}`);
    await firstPicture(page);
    const { all, byDepth } = await seekOnPage(page, hour);
    await printTypedJumps(page, hour);
    console.log('');
    printTable(
      ['seek to picture in Chromium, ms, p50 / p95 / max', 'n', ''],
      [
        ['any instant', String(all.length), cells(all.map(({ afterMs }) => afterMs))],
        ...byDepth
          .filter(([, values]) => values.length > 0)
          .map(([name, values]) => [`asked instant in the ${name}`, String(values.length), cells(values)]),
      ],
    );
    const exact = all.filter(({ off }) => Math.abs(off) <= 1).length;
    console.log(
      `\n${String(exact)} of ${String(all.length)} showed the asked picture or its neighbour first; the furthest was ${String(Math.max(...all.map(({ off }) => Math.abs(off))))} pictures away`,
    );
    console.log('\nWhere the time goes: ms from the step before');
    // What was still in memory needed no question.
    const step = (of: (seek: Seek) => number): string => cells(all.map(of).filter(Number.isFinite));
    printTable(
      [
        'page asks',
        'first bytes',
        'first fragment whole',
        'taken by the browser',
        'decoded up to the instant and presented',
      ],
      [
        [
          step((seek) => seek.asked),
          step((seek) => seek.answered - seek.asked),
          step((seek) => seek.appending - seek.answered),
          step((seek) => seek.appended - seek.appending),
          step((seek) => seek.afterMs - seek.appended),
        ],
      ],
    );
  } finally {
    await browser.close();
  }
}

console.log(
  'An hour of 1080p15 (GOP 2 s) written by the real recorder fed at full speed; instants at random; the disk cache is warm.',
);
console.log(
  'Protocol: a client without a decoder. Page: history.pushState to ?at=, until the picture with the right number is presented.\n',
);
await withRig({ count: 1, media: 'h264-1080' }, async (rig) => {
  const file = await testMedia('h264-1080');
  const cameraId = rig.cameras[0].id;
  const hour = await recordHour({
    coreFolder: join(rig.system.folder, 'core'),
    cameraId,
    file,
    endUtcMs: Date.now() - agoMs,
    lengthMs: hourMs,
  });
  console.log(
    `recorded ${String(hourMs / 60_000)} minutes in ${hour.seconds.toFixed(1)} s (${(hourMs / 1000 / hour.seconds).toFixed(0)} times as fast as it happens)\n`,
  );
  printTable(
    ['request to first bytes, ms, p50 / p95 / max', 'n', 'first reply', 'first fragment complete'],
    [
      await askOver('data channel', await directClient(rig.system, cameraId), hour),
      await askOver('through the server', await relayedClient(rig.system, cameraId), hour),
    ],
  );
  await measurePage(rig, hour);
  printLoad();
});
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PictureMarks } from './measure/browser.ts';
import { cameraLink, firstPicture, inTime, openBrowser, signIn } from './measure/browser.ts';
import { percentile, printTable } from './measure/figures.ts';
import type { Rig } from './measure/rig.ts';
import { pathOf, printLoad, withRig } from './measure/rig.ts';

/**
 * Click to first picture, on the real page in Chromium, 1080p cameras. Four cameras are opened in turn from the list, so
 * that nobody has watched one for longer than its feed lingers when it is opened again.
 */
const runs = 32;
const betweenRunsMs = 1_100;

interface Variant {
  name: string;
  startOf: (marks: PictureMarks) => number;
  seen: PictureMarks[];
}

async function openFromList(page: Page, cameraId: string, hoverMs: number): Promise<PictureMarks> {
  const link = cameraLink(page, cameraId);
  await link.waitFor();
  if (hoverMs > 0) await link.hover();
  await wait(hoverMs);
  const next = page.evaluate('bench.nextPicture()') as Promise<PictureMarks>;
  await page.evaluate('0'); // the request above has reached the page
  await link.click();
  const marks = await inTime(page, next);
  await wait(betweenRunsMs / 2);
  await page.goBack();
  await link.waitFor();
  await page.mouse.move(5, 700);
  await wait(betweenRunsMs / 2);
  return marks;
}

async function openFresh(page: Page, url: string): Promise<PictureMarks> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  return firstPicture(page);
}

/** Cuts the camera's connection and waits until the core has connected again. */
async function cutCamera({ system }: Rig, index: number): Promise<void> {
  const before = system.cameras.stats(pathOf(index)).sessionsStarted;
  system.cameras.faults(pathOf(index)).drop(0);
  while (system.cameras.stats(pathOf(index)).sessionsStarted === before) await wait(5);
}

async function measure(rig: Rig, page: Page): Promise<Variant[]> {
  const { cameras, system } = rig;
  const clicked = (marks: PictureMarks): number => marks.click ?? 0;
  const variant = (name: string, startOf = clicked): Variant => ({ name, startOf, seen: [] });
  const variants = [
    variant('warm, pointer rests 150 ms on the link'),
    variant('warm, clicked in the moment the pointer arrives'),
    variant('camera reconnected this moment'),
    variant('page opened by its address, empty cache', () => 0),
  ];
  const [rested, hasty, cut, fresh] = variants;
  for (let run = -2; run < runs; run++) {
    const keep = (list: Variant, marks: PictureMarks): void => void (run >= 0 && list.seen.push(marks));
    const camera = cameras[(run + 4) % cameras.length];
    keep(rested, await openFromList(page, camera.id, 150));
  }
  for (let run = 0; run < runs; run++) hasty.seen.push(await openFromList(page, cameras[run % cameras.length].id, 0));
  for (let run = 0; run < runs; run++) {
    const index = run % cameras.length;
    await cutCamera(rig, index);
    cut.seen.push(await openFromList(page, cameras[index].id, 0));
  }
  for (let run = 0; run < runs; run++)
    fresh.seen.push(await openFresh(page, `${system.url}/camera/${cameras[run % cameras.length].id}`));
  return variants;
}

const p50p95 = (values: number[]): string =>
  `${percentile(values, 0.5).toFixed(0)} / ${percentile(values, 0.95).toFixed(0)}`;

function printVariants(variants: Variant[]): void {
  printTable(
    ['ms, p50 / p95', 'n', 'first picture presented', 'and visible', 'after the tile was mounted'],
    variants.map(({ name, startOf, seen }) => [
      name,
      String(seen.length),
      p50p95(seen.map((marks) => marks.frame - startOf(marks))),
      p50p95(seen.map((marks) => marks.visible - startOf(marks))),
      p50p95(seen.map((marks) => marks.frame - marks.tile)),
    ]),
  );
  const steps: [string, (marks: PictureMarks, start: number) => number | undefined][] = [
    ['offer sent', (marks, start) => marks.offer && marks.offer - start],
    ['answer here', (marks) => marks.answer && marks.offer && marks.answer - marks.offer],
    ['way found (ICE)', (marks) => marks.ice && marks.answer && marks.ice - marks.answer],
    ['keys agreed (DTLS)', (marks) => marks.connected && marks.ice && marks.connected - marks.ice],
    ['first picture received', (marks) => marks.received && marks.connected && marks.received - marks.connected],
    ['decoded and presented', (marks) => marks.received && marks.frame - marks.received],
  ];
  console.log('\nWhere the time goes: ms from the step before, p50 / p95');
  printTable(
    ['', ...steps.map(([name]) => name)],
    variants.map(({ name, startOf, seen }) => [
      name,
      ...steps.map(([, of]) =>
        p50p95(seen.map((marks) => of(marks, startOf(marks))).filter((value) => value !== undefined)),
      ),
    ]),
  );
}

console.log(
  'Click (event time of the input) on a camera in the list, or navigation start, to the first requestVideoFrameCallback',
);
console.log(
  'of the live element; "visible" is the first animation frame in which the page shows it. Poster and states do not count.\n',
);
await withRig({ count: 4, media: 'h264-1080' }, async (rig) => {
  const { browser, page } = await openBrowser();
  try {
    await signIn(page, rig.system.url);
    printVariants(await measure(rig, page));
    printLoad();
  } finally {
    await browser.close();
  }
});
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

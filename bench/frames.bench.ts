import { parseArgs } from 'node:util';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { firstPicture, openBrowser, signIn } from './measure/browser.ts';
import { withEventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { printTable } from './measure/figures.ts';
import { measureSteps, stepCells, stepHead } from './measure/main-thread.ts';
import { seedNames } from './measure/names-seed.ts';
import { recordHour } from './measure/recorded-hour.ts';
import { printLoad, withRig, type Rig } from './measure/rig.ts';
import { buildWeb, isWebCurrent, webOutput } from '../tools/cli/web-build.ts';

/**
 * What the page's main thread has to do for each step of scrubbing and scrolling, in ms of the processor, which the load of the machine
 * does not change; 16.7 ms are a frame. `--only timeline|lists`; `--web DIR`: screens that are built already.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, web: { type: 'string' } } });
const steps = 240;
const hourMs = 3_600_000;
const agoMs = 20_000;
const tiles = 8;
const person = { email: 'bench@example.org', password: 'correct horse battery' };
const amount = { roots: 50, children: 950, cores: 500, cameras: 10_000 };

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(page: Page, what: string): Promise<Box> {
  const box = await page.locator(what).first().boundingBox();
  if (box === null) throw new Error(`${what} is not on the screen`);
  return box;
}

/** There and back over `width`, some pixels at each step. */
const swing = (index: number, width: number): number => {
  const at = (index * 7) % (2 * width);
  return at < width ? at : 2 * width - at;
};

async function onTimeline(page: Page): Promise<string[][]> {
  const line = await boxOf(page, '[data-testid=timeline]');
  const at = (share: number): number => line.x + line.width * share;
  const y = line.y + line.height - 8;
  const rows: string[][] = [];
  const run = async (name: string, step: (index: number) => Promise<unknown>): Promise<void> => {
    rows.push([name, ...stepCells(await measureSteps(page, steps, step))]);
  };
  await page.mouse.move(5, 5);
  await run('nothing but the live picture', () => Promise.resolve());
  await run('pointer over the timeline', (index) => page.mouse.move(at(0.1) + swing(index, line.width * 0.5), y));
  await page.mouse.move(at(0.5), y);
  await page.mouse.down();
  await run('timeline dragged', (index) => page.mouse.move(at(0.5) + swing(index, line.width * 0.3), y));
  await page.mouse.up();
  await run('wheel', (index) => page.mouse.wheel(0, index % 40 < 20 ? 60 : -60));
  await page.goto(page.url().replace(/\?.*/, ''));
  await firstPicture(page);
  await page.mouse.click(at(0.4), y);
  await page.locator('[data-testid=video-tile][data-mode=playback][data-seek-ms]').waitFor();
  const clock = await page.locator('[data-testid=timeline]').evaluate((element) => {
    const of = (name: string): number => Number(element.getAttribute(name));
    return (of('aria-valuenow') - of('aria-valuemin')) / (of('aria-valuemax') - of('aria-valuemin'));
  });
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.mouse.move(at(clock), y);
  await page.mouse.down();
  await run('playhead dragged', (index) => page.mouse.move(at(0.2) + swing(index, line.width * 0.4), y));
  const isScrubbing = await page.locator('[data-testid=timeline][data-scrubbing=true]').count();
  await page.mouse.up();
  if (isScrubbing === 0) throw new Error('the playhead was not taken hold of');
  return rows;
}

async function onHome(page: Page, url: string): Promise<string[][]> {
  await page.goto(`${url}/location/home`);
  await page.locator('a[href^="/camera/"] img').first().waitFor();
  const first = await boxOf(page, 'a[href^="/camera/"]');
  const rows: string[][] = [];
  await page.waitForTimeout(1_000);
  const ribbon = await boxOf(page, '[role=slider]');
  await page.mouse.move(ribbon.x + 5, ribbon.y + ribbon.height - 2);
  rows.push([
    'pointer over a ribbon of home',
    ...stepCells(
      await measureSteps(page, steps, (index) =>
        page.mouse.move(ribbon.x + 5 + swing(index, ribbon.width - 10), ribbon.y + ribbon.height - 2),
      ),
    ),
  ]);
  await page.mouse.move(5, 5);
  await page.setViewportSize({ width: 1440, height: 360 });
  await page.mouse.move(first.x + 2, 300);
  rows.push([
    `light wall of ${String(tiles)} scrolled`,
    ...stepCells(await measureSteps(page, steps, (index) => page.mouse.wheel(0, index % 40 < 20 ? 24 : -24))),
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  return rows;
}

async function timeline(rig: Rig): Promise<void> {
  const [camera] = rig.cameras;
  if (camera === undefined) throw new Error('no camera');
  await recordHour({
    coreFolder: join(rig.system.folder, 'core'),
    cameraId: camera.id,
    file: await testMedia('h264-sub'),
    endUtcMs: Date.now() - agoMs,
    lengthMs: hourMs,
  });
  const { browser, page } = await openBrowser();
  try {
    await signIn(page, rig.system.url);
    await page.goto(`${rig.system.url}/camera/${camera.id}`);
    await firstPicture(page);
    await page.waitForTimeout(3_000);
    const rows = [...(await onTimeline(page)), ...(await onHome(page, rig.system.url))];
    printTable(['ms of the main thread for one step', ...stepHead], rows);
  } finally {
    await browser.close();
  }
}

async function lists(): Promise<void> {
  await withEventsRig({ edges: 0, cameras: 0, web: values.web ?? webOutput }, async (rig) => {
    const owner = await connectAsOwner(rig.folder);
    const { browser, page } = await openBrowser();
    try {
      await seedNames(owner, rig.organizationId, amount);
      const { url } = rig.api;
      await signIn(page, url, person);
      const views: [string, string, string][] = [
        ['list of 10,000 cameras', '/location/list', 'main a[href^="/camera/"]'],
        ['list of 1,000 sites', '/location/list?of=sites', 'main a[href^="/location/home?site="]'],
        ['home of 1,000 sites', '/location/home', 'main h2'],
      ];
      const rows: string[][] = [];
      for (const [name, path, row] of views) {
        await page.goto(url + path);
        await page.locator(row).first().waitFor();
        await page.waitForTimeout(1_500);
        await page.mouse.move(800, 600);
        rows.push([
          `${name} scrolled`,
          ...stepCells(await measureSteps(page, steps, (index) => page.mouse.wheel(0, index % 80 < 40 ? 120 : -120))),
        ]);
      }
      printTable(['ms of the main thread for one step', ...stepHead], rows);
    } finally {
      await browser.close();
      await owner.end();
    }
  });
}

if (values.web === undefined && !isWebCurrent()) await buildWeb('collect');
if (values.only !== 'lists') await withRig({ count: tiles, media: 'h264-sub' }, timeline);
if (values.only !== 'timeline') await lists();
printLoad();
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

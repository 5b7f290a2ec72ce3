import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, signIn } from './measure/browser.ts';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { megabytes, percentile, printTable } from './measure/figures.ts';
import { seedNames } from './measure/names-seed.ts';
import { printLoad } from './measure/rig.ts';
import { buildWeb, isWebCurrent, webOutput } from '../tools/cli/web-build.ts';

/** Home with its tree, and the list, of 1,000 sites and 10,000 cameras in a real browser: first rows, typing, memory. `--web DIR`: screens that are built already. */
const { values } = parseArgs({ options: { web: { type: 'string' } } });
const amount = { roots: 50, children: 950, cores: 500, cameras: 10_000 };
const visits = 7;
const person = { email: 'bench@example.org', password: 'correct horse battery' };
const typed = ['haifa hall 5', 'חניון', 'parking north', 'berlin'];
const betweenKeysMs = 110;

/** Notes of every key how long it took until the picture after it; hears keys before anything else does. */
const keyProbe = `window.keyTimes = [];
addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
  channel.port2.postMessage(null);
}), true);`;

/** Time from the beginning of a visit until a row is there, by the page's own clock. */
async function firstRow(page: Page, url: string, row: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(row).first().waitFor();
  return page.evaluate<number>('performance.now()');
}

async function typing(page: Page, field: string): Promise<number[]> {
  await page.evaluate('window.keyTimes = []');
  for (const text of typed) {
    await page.locator(field).click();
    await page.keyboard.type(text, { delay: betweenKeysMs });
    await page.keyboard.press('Escape');
    await page.waitForTimeout(600);
  }
  return page.evaluate<number[]>('window.keyTimes');
}

/** Memory of the page's scripts once what is not needed was let go. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

async function scroll(page: Page, over: string, times: number): Promise<void> {
  await page.locator(over).first().hover();
  for (let step = 0; step < times; step++) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(60);
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

async function measureView(page: Page, view: { name: string; url: string; row: string; field: string }): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const first: number[] = [];
  for (let visit = 0; visit < visits; visit++) first.push(await firstRow(page, view.url, view.row));
  const keys = await typing(page, view.field);
  await scroll(page, view.row, 60);
  const heap = await heapBytes(session);
  await session.detach();
  return [
    view.name,
    ms(percentile(first, 0.5)),
    ms(percentile(first, 1)),
    String(keys.length),
    ms(percentile(keys, 0.5)),
    ms(percentile(keys, 0.95)),
    megabytes(heap),
  ];
}

async function measure(rig: EventsRig): Promise<void> {
  const owner = await connectAsOwner(rig.folder);
  let browser: Browser | undefined;
  try {
    await seedNames(owner, rig.organizationId, amount);
    const opened = await openBrowser();
    ({ browser } = opened);
    const { page } = opened;
    await page.addInitScript({ content: keyProbe });
    const { url } = rig.api;
    await signIn(page, url, person);
    console.log(`${String(amount.roots + amount.children)} sites, ${String(amount.cores)} cores, ${String(amount.cameras)} cameras.`);
    const views = [
      { name: 'home with the tree', url: `${url}/location/home`, row: '[role=treeitem]', field: 'main input[data-search=true]' },
      { name: 'list of cameras', url: `${url}/location/list`, row: 'a[href^="/camera/"]', field: 'main input[data-search=true]' },
    ];
    const rows: string[][] = [];
    for (const view of views) rows.push(await measureView(page, view));
    printTable(['view', 'first row p50', 'slowest', 'keys', 'key p50', 'key p95', 'heap'], rows);
  } finally {
    await browser?.close();
    await owner.end();
  }
}

if (values.web === undefined && !isWebCurrent()) await buildWeb('collect');
await withEventsRig({ edges: 0, cameras: 0, web: values.web ?? webOutput }, measure);
printLoad();

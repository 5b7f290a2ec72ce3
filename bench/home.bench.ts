import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, signIn } from './measure/browser.ts';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { connectAsOwner } from './measure/events-seed.ts';
import { megabytes, percentile, printTable } from './measure/figures.ts';
import { seedNames } from './measure/names-seed.ts';
import { printLoad } from './measure/rig.ts';
import { buildWeb, isWebCurrent, webOutput } from '../tools/cli/web-build.ts';

/**
 * Home with its tree, and the lists, of 1,000 sites and 10,000 cameras in a real browser: first rows, processor and requests of a visit,
 * typing, memory. `--web DIR[,DIR]`: screens that are built already, one after the other. `--visits N`: so many of each; `--rows`: nothing is typed.
 */
const { values } = parseArgs({
  options: {
    web: { type: 'string' },
    visits: { type: 'string', default: '7' },
    rows: { type: 'boolean', default: false },
  },
});
const amount = { roots: 50, children: 950, cores: 500, cameras: 10_000 };
const visits = Number(values.visits);
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

/** When the first element of `row` can be seen with nothing lying over the page, by the page's own clock; a page may evaluate no text. */
const firstRowProbe = (row: string): string => `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('[data-splash]') !== null || !document.querySelector(${JSON.stringify(row)})?.checkVisibility()) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

/** What a visit costs: ms until the first row, ms of the processor over all of the browser's processes until it rests, requests. */
interface Visit {
  firstRowMs: number;
  cpuMs: number;
  requests: number;
}

const restMs = 1_000;

/** Processor time that the browser's processes took so far, by process, s. */
async function cpuSeconds(session: CDPSession): Promise<Map<number, number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

async function visitOnce(page: Page, browserSession: CDPSession, view: { url: string; row: string }): Promise<Visit> {
  await page.goto('about:blank');
  const before = await cpuSeconds(browserSession);
  await page.goto(view.url, { waitUntil: 'commit' });
  const firstRowMs = await page.evaluate<number>(firstRowProbe(view.row));
  await page.waitForTimeout(restMs);
  const after = await cpuSeconds(browserSession);
  const cpuMs =
    [...after].reduce((sum, [id, seconds]) => sum + Math.max(0, seconds - (before.get(id) ?? 0)), 0) * 1_000;
  return {
    firstRowMs,
    cpuMs,
    requests: await page.evaluate<number>("performance.getEntriesByType('resource').length"),
  };
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

interface View {
  name: string;
  url: string;
  row: string;
  /** What is typed into; null where nothing is. */
  field: string | null;
}

async function measureView(page: Page, browserSession: CDPSession, view: View): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const seen: Visit[] = [];
  for (let visit = 0; visit < visits; visit++) seen.push(await visitOnce(page, browserSession, view));
  const first = seen.map(({ firstRowMs }) => firstRowMs);
  const field = values.rows ? null : view.field;
  const keys = field === null ? [] : await typing(page, field);
  if (field !== null) await scroll(page, view.row, 60);
  const heap = await heapBytes(session);
  await session.detach();
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  return [
    view.name,
    ms(median(first)),
    ms(percentile(first, 1)),
    ms(median(seen.map(({ cpuMs }) => cpuMs))),
    String(median(seen.map(({ requests }) => requests))),
    ...(keys.length === 0 ? ['', ''] : [ms(median(keys)), ms(percentile(keys, 0.95))]),
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
    console.log(
      `${String(amount.roots + amount.children)} sites, ${String(amount.cores)} cores, ${String(amount.cameras)} cameras.`,
    );
    const field = 'main input[data-search=true]';
    const { rows: cores } = await owner.query<{ id: string }>('select id from edges limit 1');
    const views: View[] = [
      { name: 'home with the tree', url: `${url}/location/home`, row: '[role=treeitem]', field },
      { name: 'list of cameras', url: `${url}/location/list`, row: 'a[href^="/camera/"]', field },
      {
        name: 'list of sites',
        url: `${url}/location/list?of=sites`,
        row: 'main a[href^="/location/home?site="]',
        field,
      },
      { name: 'cameras by ten', url: `${url}/cameras`, row: 'a[href^="/camera/"]', field: null },
      { name: 'one core', url: `${url}/edge-edit/${cores[0]?.id ?? ''}`, row: 'main [role=tab]', field: null },
    ];
    // The service worker of a first visit fetches the whole application once.
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    await page.waitForTimeout(restMs);
    const browserSession = await browser.newBrowserCDPSession();
    const rows: string[][] = [];
    for (const view of views) rows.push(await measureView(page, browserSession, view));
    printTable(['view', 'first row p50', 'slowest', 'cpu of a visit', 'requests', 'key p50', 'key p95', 'heap'], rows);
  } finally {
    await browser?.close();
    await owner.end();
  }
}

if (values.web === undefined && !isWebCurrent()) await buildWeb('collect');
for (const web of (values.web ?? webOutput).split(',')) {
  console.log(`Screens of ${web}:`);
  await withEventsRig({ edges: 0, cameras: 0, web }, measure);
  printLoad();
}

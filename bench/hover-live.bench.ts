import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser, signIn, type PictureMarks } from './measure/browser.ts';
import { percentile, printTable } from './measure/figures.ts';
import { printLoad, withRig, type Rig } from './measure/rig.ts';

/** Home's pictures come alive: from the pointer that reaches one to the first live picture that is painted over it. Goal: 300 ms. */
const cameras = 8;
const rounds = 6;
/** Longer than a core goes on reading a camera for nobody. */
const betweenRoundsMs = 2_000;
const awayMs = 250;

/** When the pointer reached a tile, and when the screen was painted that first shows it alive, by the page's own clock. */
const probe = `(() => {
  const seen = (window.hovers = { at: 0, asked: 0, waiting: null });
  addEventListener('pointerover', (event) => {
    const tile = event.target.closest?.('a[href^="/camera/"]')?.parentElement ?? null;
    if (tile !== seen.tile) { seen.tile = tile; seen.at = event.timeStamp; seen.asked = 0; }
  }, true);
  const fetched = window.fetch;
  window.fetch = (...given) => {
    const address = given[0] instanceof Request ? given[0].url : String(given[0]);
    if (address.includes('/live/offers')) seen.asked ||= performance.now();
    return fetched(...given);
  };
  new MutationObserver(() => {
    if (seen.waiting === null || !document.querySelector('[data-tile-live="true"]')) return;
    const tell = seen.waiting;
    seen.waiting = null;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => tell({ afterMs: performance.now() - seen.at, askedMs: seen.asked === 0 ? null : seen.asked - seen.at });
      channel.port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-tile-live'] });
})();`;

interface Told {
  afterMs: number;
  askedMs: number | null;
}

interface Hover extends Told {
  marks: Partial<PictureMarks>;
}

/** What happens between the offer and the picture, ms from the step before. */
const steps: [string, (marks: Partial<PictureMarks>) => number | undefined][] = [
  ['answer here', ({ answer, offer }) => answer && offer && answer - offer],
  ['way found (ICE)', ({ ice, answer }) => ice && answer && ice - answer],
  ['keys agreed (DTLS)', ({ connected, ice }) => connected && ice && connected - ice],
  ['first picture received', ({ received, connected }) => received && connected && received - connected],
  ['decoded and presented', ({ frame, received }) => frame && received && frame - received],
];

async function hover(page: Page, cameraId: string): Promise<Hover> {
  void page.evaluate('void bench.nextPicture()');
  const next = page
    .evaluate<Told>(`new Promise((resolve) => (window.hovers.waiting = resolve))`)
    .then(async (told) => ({ ...told, marks: await page.evaluate<Partial<PictureMarks>>('({ ...bench.marks })') }));
  await page.evaluate('0'); // the request above has reached the page
  await page.locator(`a[href="/camera/${cameraId}"]`).first().hover();
  const late = wait(20_000).then(() => {
    throw new Error('no live picture within 20 s');
  });
  late.catch(() => undefined); // when it loses the race nobody listens
  return Promise.race([next, late]);
}

function cells(hovers: readonly Hover[], of: (one: Hover) => number | null): string {
  const values = hovers.flatMap((one) => of(one) ?? []);
  return values.length === 0 ? 'none' : [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0)).join(' / ');
}

function printHovers({ first, rest }: Record<'first' | 'rest', readonly Hover[]>): void {
  const rows = [
    ['the first time on this page', first],
    ['again', rest],
  ] as const;
  printTable(
    ['ms after the pointer reached the picture, p50 / p95 / most', 'n', 'offer sent', 'live picture painted'],
    rows.map(([name, hovers]) => [
      name,
      String(hovers.length),
      cells(hovers, ({ askedMs }) => askedMs),
      cells(hovers, ({ afterMs }) => afterMs),
    ]),
  );
  console.log('\nWhere the time goes after the offer: ms from the step before, p50 / p95 / most');
  printTable(
    ['', ...steps.map(([name]) => name)],
    rows.map(([name, hovers]) => [name, ...steps.map(([, of]) => cells(hovers, ({ marks }) => of(marks) ?? null))]),
  );
}

async function measure({ system, cameras: made }: Rig): Promise<void> {
  const { browser, page } = await openBrowser();
  try {
    await page.addInitScript({ content: probe });
    await signIn(page, system.url);
    await page.goto(`${system.url}/location/home`);
    await page
      .locator(`a[href="/camera/${made[0]?.id ?? ''}"] img`)
      .first()
      .waitFor();
    await wait(2_000);
    const first: Hover[] = [];
    const rest: Hover[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const { id } of made) {
        const seen = await hover(page, id);
        (round === 0 ? first : rest).push(seen);
        await wait(awayMs);
        await page.mouse.move(5, 5);
        await wait(awayMs);
      }
      await wait(betweenRoundsMs);
    }
    printHovers({ first, rest });
    printLoad();
  } finally {
    await browser.close();
  }
}

await withRig({ count: cameras, media: 'h264-sub' }, measure);
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

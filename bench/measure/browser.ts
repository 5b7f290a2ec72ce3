import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { account } from '../../e2e/fixtures/system.ts';
import { findBrowser } from '../../tools/cli/browser/find-browser.ts';

/** When things happened on a page, by the page's own clock, ms. What did not happen is missing. */
export interface PictureMarks {
  click?: number;
  tile: number;
  offer?: number;
  answer?: number;
  ice?: number;
  connected?: number;
  /** Last packet of the first picture. */
  received?: number;
  /** First picture presented by the video element. */
  frame: number;
  /** First animation frame in which the element with the picture is not hidden. */
  visible: number;
}

/** Opens Chromium with the probe in every page. */
export async function openBrowser(): Promise<{ browser: Browser; page: Page }> {
  const found = await findBrowser((line) => console.log(line));
  if (found.path === undefined) throw new Error(found.reason);
  const browser = await chromium.launch({ executablePath: found.path });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ path: fileURLToPath(new URL('../browser/probe.js', import.meta.url)) });
  return { browser, page: await context.newPage() };
}

/** Signs in through the page and ends on the list of cameras. */
export async function signIn(
  page: Page,
  url: string,
  person: { email: string; password: string } = account,
): Promise<void> {
  await page.goto(url);
  await page.locator('input[type=email]').fill(person.email);
  await page.locator('input[type=password]').fill(person.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((at) => !at.pathname.startsWith('/auth/'));
  await page.goto(`${url}/location/list`);
  await page.locator('a[href^="/camera/"]').first().waitFor();
}

/** Link to a camera in the list. */
export const cameraLink = (page: Page, cameraId: string) => page.locator(`a[href="/camera/${cameraId}"]`).first();

/** Marks of the first live picture of the page as it was loaded. */
export const firstPicture = (page: Page): Promise<PictureMarks> =>
  inTime(page, page.evaluate('bench.firstPicture()') as Promise<PictureMarks>);

/** What the page promised; when it does not come within `limitMs`, fails with what the page shows. */
export async function inTime<T>(page: Page, promised: Promise<T>, limitMs = 20_000): Promise<T> {
  const late = wait(limitMs).then(async () => {
    const shown = await page.evaluate(
      'JSON.stringify([location.href, bench.marks, document.querySelector("[data-testid=video-tile]")?.outerHTML.slice(0, 600)])',
    );
    throw new Error(`nothing within ${String(limitMs)} ms: ${String(shown)}`);
  });
  late.catch(() => undefined); // when it loses the race nobody listens
  return Promise.race([promised, late]);
}

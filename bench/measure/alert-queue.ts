import type { Page } from 'playwright-core';
import { openAs, startAlertDesk } from '../../e2e/fixtures/alert-desk.ts';
import { openBrowser } from '../../e2e/fixtures/browser.ts';
import { seedOpenAlerts } from '../../e2e/fixtures/open-alerts.ts';
import { percentile } from './figures.ts';

/** Times between pictures that a page drew, as its own clock has them, ms. */
interface Watched {
  frames: number[];
}

const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = [];
    let lastMs = performance.now();
    const tick = (nowMs: number): void => {
      times.push(nowMs - lastMs);
      lastMs = nowMs;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    (window as unknown as Watched).frames = times;
  });
const framesOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as Watched).frames.splice(0));

/** Rows of figures: what was done with a queue of so many open alerts, and how long its frames took. */
export async function measureQueue(count: number, steps: number): Promise<string[][]> {
  const desk = await startAlertDesk();
  const browser = await openBrowser();
  try {
    const { id: ruleId } = await desk.rule();
    await seedOpenAlerts(desk, ruleId, count);
    const { page } = await openAs(browser, desk.server, {
      view: { language: 'en', theme: 'light', width: 1440 },
    });
    await page.goto('/alert/monitoring');
    await page.locator('[data-alert]').first().waitFor();
    await watch(page);
    const rows: string[][] = [];
    const measure = async (name: string, work: () => Promise<void>): Promise<void> => {
      await framesOf(page);
      await work();
      const frames = await framesOf(page);
      rows.push([
        name,
        String(frames.length),
        ...[0.5, 0.95, 0.99, 1].map((share) => `${percentile(frames, share).toFixed(1)} ms`),
      ]);
    };
    await measure(`${String(steps)} steps by the key J`, () => step(page, steps));
    const box = await page.getByRole('listbox', { name: 'Alerts, newest first' }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 200);
    await measure(`${String(steps)} turns of the wheel`, async () => {
      for (let turn = 0; turn < steps; turn += 1) await page.mouse.wheel(0, 240);
    });
    return rows;
  } finally {
    await browser.close();
    await desk.stop();
  }
}

/** Each step once the one before is shown. */
async function step(page: Page, steps: number): Promise<void> {
  for (let count = 0; count < steps; count += 1) {
    const before = new URL(page.url()).searchParams.get('alert');
    await page.keyboard.press('j');
    await page.waitForFunction((id) => new URL(location.href).searchParams.get('alert') !== id, before);
  }
}

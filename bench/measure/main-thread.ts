import type { CDPSession, Page } from 'playwright-core';
import { percentile } from './figures.ts';

/** What the main thread of a page did, ms of the processor: what else the machine does adds nothing to it. */
export interface MainThread {
  script: number;
  style: number;
  layout: number;
  /** All tasks together: the parts above, painting, and everything else. */
  task: number;
}

/** A run of steps on a page. */
export interface Steps {
  /** Each of the main thread's parts, for one step. */
  perStep: MainThread;
  /** Between one picture of the screen and the next, ms by the clock. */
  frameP50: number;
  frameP95: number;
}

const frameMs = 16;

/** Notes when each picture of the screen was drawn; hangs on nothing of the product. */
const frameProbe = `(() => {
  const times = (window.frameTimes = []);
  const next = (now) => { times.push(now); if (window.frameTimes === times) requestAnimationFrame(next); };
  requestAnimationFrame(next);
})()`;

async function metricsOf(session: CDPSession): Promise<MainThread> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
  return {
    script: of('ScriptDuration'),
    style: of('RecalcStyleDuration'),
    layout: of('LayoutDuration'),
    task: of('TaskDuration'),
  };
}

/** Does `step` so often, about one for each picture of the screen, and answers what one of them costs the page. */
export async function measureSteps(
  page: Page,
  count: number,
  step: (index: number) => Promise<unknown>,
): Promise<Steps> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(frameProbe);
  const before = await metricsOf(session);
  for (let index = 0; index < count; index++) {
    await step(index);
    await page.waitForTimeout(frameMs);
  }
  const after = await metricsOf(session);
  const times = await page.evaluate<number[]>('window.frameTimes.splice(0)');
  await page.evaluate('window.frameTimes = undefined');
  await session.detach();
  const per = (part: keyof MainThread): number => (after[part] - before[part]) / count;
  const between = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    perStep: { script: per('script'), style: per('style'), layout: per('layout'), task: per('task') },
    frameP50: percentile(between, 0.5),
    frameP95: percentile(between, 0.95),
  };
}

/** Cells of a table: script, style and layout, all tasks of one step, and how far pictures of the screen were apart. */
export const stepCells = ({ perStep, frameP50, frameP95 }: Steps): string[] => [
  perStep.script.toFixed(2),
  (perStep.style + perStep.layout).toFixed(2),
  perStep.task.toFixed(2),
  `${frameP50.toFixed(0)} / ${frameP95.toFixed(0)}`,
];

/** What {@link stepCells} answers. */
export const stepHead = ['script', 'style and layout', 'all tasks', 'frames p50 / p95'];

import { wallTimeOf } from '@sightline/domain/time/zone-time';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { eventually } from '../../e2e/fixtures/eventually.ts';

/** A picture that stays this long is the one that was meant to be seen. */
const restMs = 700;
const two = (value: number): string => String(value).padStart(2, '0');

/** The tenth of a second as a person types it, in the zone of the site. */
function typedTenth(atUtcMs: number, timeZone: string): string {
  const { hour, minute, second } = wallTimeOf(atUtcMs, timeZone);
  return `${two(hour)}:${two(minute)}:${two(second)}.${String(Math.floor((atUtcMs % 1000) / 100))}`;
}

/** The number of the picture that stays on screen. */
async function restingPicture(page: Page): Promise<number> {
  const read = async (): Promise<number> => {
    const counter = (await page.evaluate('bench.shownCounter()')) as number | null;
    if (counter === null) throw new Error('no picture of footage can be read');
    return counter;
  };
  return eventually(async () => {
    const first = await read();
    await wait(restMs);
    if ((await read()) !== first) throw new Error('the picture does not rest');
    return first;
  }, 20_000);
}

/** Types tenths of seconds into the jump field of a camera page that stands still; answers the number of the picture that each shows. */
export async function typedJumps(page: Page, instants: readonly number[], timeZone: string): Promise<number[]> {
  const shown: number[] = [];
  for (const atUtcMs of instants) {
    await page.getByRole('button', { name: /^Choose a day or time/ }).click();
    const field = page.getByRole('textbox', { name: /^Time \(/ });
    await field.fill(typedTenth(atUtcMs, timeZone));
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
    await wait(restMs);
    shown.push(await restingPicture(page));
  }
  return shown;
}

import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { rasterMapFile } from '@sightline/simulators/street-map/street-map-file';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, type View } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { account } from '../fixtures/system.ts';

// Maps of finished pictures, which an installation may have instead of shapes of streets.

const views: View[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'he', theme: 'dark', width: 390 },
];
const shots = process.env['SIGHTLINE_SHOTS'];

/** Shares of the map that pictures cover, and how many colours these have: fields of two colours, with frames. */
const picturesOnMap = `(() => {
  const canvas = document.querySelector('[data-testid=map] .pictures canvas, [data-testid=map] canvas.pictures');
  if (!canvas || canvas.width === 0) return { covered: 0, colours: 0 };
  const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const drawn = pixels.filter((pixel) => pixel >>> 24 === 255);
  return { covered: drawn.length / pixels.length, colours: new Set(drawn).size };
})()`;

interface Drawn {
  covered: number;
  colours: number;
}

let server: ServerOnly;
let browser: Browser;

beforeAll(async () => {
  server = await startServerOnly({}, rasterMapFile({ lat: 32.82, lon: 34.99 }));
  await server.api.setUp(account);
  const body = {
    name: 'נמל חיפה (צפון) 3',
    timeZone: 'Asia/Jerusalem',
    city: 'Haifa',
    coordinates: { lat: 32.82, lon: 34.99 },
  };
  await server.api.call(locationsCalls.create, { body });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const look = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `picture-map-${name}.png`) });
};

test.each(views)('pictures are drawn below the sites: $language, $theme, $width px', async (view) => {
  const { page, complaints, context } = await openPage(browser, server.url, view);
  await signIn(page);
  await page.goto('/location/map');
  const map = page.getByTestId('map');
  const marker = map.getByRole('button', { name: /^נמל חיפה \(צפון\) 3, / });
  await marker.hover();
  await page.mouse.wheel(0, -1_500);
  // All tiles of the view: fields of two colours and their frames, with what lies between them.
  await expect
    .poll(() => page.evaluate<Drawn>(picturesOnMap))
    .toMatchObject({
      covered: expect.toSatisfy((part: number) => part > 0.3),
      colours: expect.toSatisfy((count: number) => count >= 4),
    });
  await look(page, `${view.language}-${view.theme}-${String(view.width)}`);
  // Nothing of the map lies over the site.
  await marker.hover();
  await map.getByText('Drawn for tests').waitFor();
  expect(await pageFaults(page, view)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

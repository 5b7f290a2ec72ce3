import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAs, startAlertDesk, type AlertDesk } from '../fixtures/alert-desk.ts';
import { openBrowser, type View } from '../fixtures/browser.ts';
import { pageFaults } from '../fixtures/page-faults.ts';

const english: View = { language: 'en', theme: 'light', width: 1440 };
const shots = process.env['SIGHTLINE_SHOTS'];
const names = ['Alpha', '=Beta', 'Gamma'];

let desk: AlertDesk;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  desk = await startAlertDesk();
  browser = await openBrowser();
  ({ page, complaints } = await openAs(browser, desk.server, { view: english }));
});

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
});

const look = async (name: string, on = page): Promise<void> => {
  if (shots !== undefined) await on.screenshot({ path: join(shots, `${name}.png`) });
};

/** A directory: its address, the name of its file, how an entry is made, and how the names of all are read. */
interface Directory {
  path: string;
  file: string;
  /** What its button for the file is called. */
  all: string;
  make: (name: string) => Promise<unknown>;
  names: () => Promise<string[]>;
}

const named = ({ items }: { items: readonly { name: string }[] }): string[] => items.map(({ name }) => name);
const api = () => desk.server.api;

const directories: Directory[] = [
  {
    path: 'event-types',
    file: 'event-tags.csv',
    all: 'Export event tags as CSV',
    make: (name) =>
      api().call(eventTagsCalls.create, { body: { name, fields: [{ name: 'weight', type: 'Decimal' }] } }),
    names: async () => named(await api().call(eventTagsCalls.list, { query: {} })),
  },
  {
    path: 'youtube',
    file: 'youtube-links.csv',
    all: 'Export YouTube links as CSV',
    make: (name) => api().call(youtubeLinksCalls.create, { body: { name, url: 'https://www.youtube.com/@tv' } }),
    names: async () => named(await api().call(youtubeLinksCalls.list, { query: {} })),
  },
  {
    path: 'variables',
    file: 'variables.csv',
    all: 'Export variables as CSV',
    make: (name) => api().call(orgVariablesCalls.create, { body: { name, type: 'json', value: { a: 1 } } }),
    names: async () => named(await api().call(orgVariablesCalls.list, { query: {} })),
  },
  {
    path: 'entrances',
    file: 'entrances.csv',
    all: 'Export entrances as CSV',
    make: (name) => {
      const line = [
        { x: 0.2, y: 0.5 },
        { x: 0.8, y: 0.5 },
      ];
      return api().call(entrancesCalls.create, {
        body: { name, cameraId: desk.cameras.gate, line, inSide: 'left' },
      });
    },
    names: async () => named(await api().call(entrancesCalls.list, { query: {} })),
  },
  {
    path: 'people',
    file: 'people.csv',
    all: 'Export people as CSV',
    make: (name) => api().call(peopleCalls.create, { body: { name } }),
    names: async () => named(await api().call(peopleCalls.list, { query: {} })),
  },
];

const box = (name: string, on = page) => on.getByRole('checkbox', { name: `Select ${name}`, exact: true }).first();
const bar = () => page.getByRole('region', { name: 'Selected items' });

/** Lines of the file that a press saves, without its head. */
async function saved(press: string, file: string): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: press, exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(file);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text.split('\r\n').slice(1, -1);
}

describe.each(directories)('the directory at $path', (directory) => {
  beforeAll(async () => {
    for (const name of names) await directory.make(name);
  });

  test('saves all that the search leaves as a file, without formulas', async () => {
    await page.goto(`/database/${directory.path}`);
    await box('Alpha').waitFor();
    const lines = await saved(directory.all, directory.file);
    expect(lines.map((line) => line.split(',')[0]).toSorted()).toEqual(["'=Beta", 'Alpha', 'Gamma']);
    await page.getByRole('textbox', { name: /^Search/ }).fill('gam');
    await expect.poll(() => box('Alpha').count()).toBe(0);
    expect(await saved(directory.all, directory.file)).toHaveLength(1);
    await page.getByRole('textbox', { name: /^Search/ }).fill('');
    await box('Alpha').waitFor();
  });

  test('chooses with the keyboard, saves and deletes what is chosen, and nothing else', async () => {
    expect(await bar().count()).toBe(0);
    await box('Alpha').focus();
    await page.keyboard.press('Space');
    await bar().getByText('1 selected').waitFor();
    await box('=Beta').press('Space');
    await bar().getByText('2 selected').waitFor();
    await look(`chosen-${directory.path}`);
    const lines = await saved('Export', directory.file);
    expect(lines.map((line) => line.split(',')[0]).toSorted()).toEqual(["'=Beta", 'Alpha']);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await bar().getByText('3 selected').waitFor();
    await box('Gamma').press('Space');
    await bar().getByRole('button', { name: 'Delete selected' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delete 2 selected items?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await directory.names()).toHaveLength(3);
    await bar().getByRole('button', { name: 'Delete selected' }).click();
    await look(`chosen-${directory.path}-asked`);
    await dialog.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByText('Deleted 2 items').first().waitFor();
    await expect.poll(directory.names).toEqual(['Gamma']);
    await expect.poll(() => bar().count()).toBe(0);
    expect(await box('Gamma').isChecked()).toBe(false);
    // A toast covers the foot of the next page.
    await page.reload();
  });

  test('says that it could not be read for the file, and saves nothing', async () => {
    await page.goto(`/database/${directory.path}`);
    await box('Gamma').waitFor();
    let files = 0;
    page.on('download', () => (files += 1));
    await page.route(/limit=200/, (route) => route.abort());
    await page.getByRole('button', { name: directory.all }).click();
    await page.getByText(/^Couldn't export/).waitFor();
    await page.unroute(/limit=200/);
    expect(files).toBe(0);
  });

  test.each<View>([
    { language: 'he', theme: 'dark', width: 1440 },
    { language: 'he', theme: 'light', width: 390 },
  ])('has no fault in $language, $theme, $width px while one is chosen', async (view) => {
    const opened = await openAs(browser, desk.server, { view });
    await opened.page.goto(`/database/${directory.path}`);
    await opened.page
      .getByRole('checkbox', { name: /^בחירת .*Gamma/ })
      .filter({ visible: true })
      .first()
      .click();
    await opened.page.getByRole('region', { name: 'פריטים שנבחרו' }).waitFor();
    await look(`chosen-${directory.path}-${view.language}-${view.theme}-${String(view.width)}`, opened.page);
    expect(await pageFaults(opened.page, view)).toEqual([]);
    await opened.page.context().close();
  });
});

test('puts chosen people into a group', async () => {
  await api().call(orgGroupsCalls.create, { body: { type: 'People', name: 'Staff', memberIds: [] } });
  await page.goto('/database/people');
  await box('Gamma').click();
  await bar().getByRole('button', { name: 'Add to group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Staff' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added 1 item to the group Staff').waitFor();
  const { items } = await api().call(orgGroupsCalls.list, { query: { type: 'People' } });
  expect(items).toMatchObject([{ name: 'Staff', memberCount: 1 }]);
});

test('nothing goes wrong in the browser meanwhile', () => {
  // Calls that were cut off above are told as such.
  expect(complaints.filter((one) => !/ERR_FAILED|Failed to load/.test(one))).toEqual([]);
});

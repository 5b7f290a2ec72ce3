import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../fixtures/api-client.ts';
import { openBrowser, openPage } from '../fixtures/browser.ts';
import { freePort } from '../fixtures/free-port.ts';
import { Program } from '../fixtures/program.ts';
import { signIn } from '../fixtures/sign-in.ts';
import { account } from '../fixtures/system.ts';

const run = promisify(execFile);
const sources = fileURLToPath(new URL('../../apps/web', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

let folder: string;
let served: string;
let url: string;
let server: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;

const build = (version: string): Promise<unknown> =>
  run(
    process.execPath,
    [
      vite,
      'build',
      '--mode',
      `version=${version}`,
      '--outDir',
      join(folder, version),
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    {
      cwd: sources,
      // The test runner says `test`, and so would a build without this.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );

/** Puts another build in the place of the one that is served, as an update of the server does. */
const serve = async (version: string): Promise<void> => {
  await rm(served, { recursive: true, force: true });
  await cp(join(folder, version), served, { recursive: true });
};

const restart = async (): Promise<void> => {
  await server.stop();
  server.restart();
  await server.ready();
};

/** Waits until the first service worker is in charge of this browser. */
const workerActive = (one: Page): Promise<void> =>
  expect
    .poll(() => one.evaluate<boolean>('navigator.serviceWorker.controller !== null'), { timeout: 45_000 })
    .toBe(true);

const shownBuild = (one: Page): Promise<string | null> =>
  one.evaluate(`document.querySelector('script[type=module][src]').getAttribute('src')`);

const entryOf = async (version: string): Promise<string> =>
  (JSON.parse(await readFile(join(folder, version, 'sw-manifest.json'), 'utf8')) as { entry: string }).entry;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-update-'));
  await chmod(folder, 0o755);
  served = join(folder, 'served');
  await Promise.all([build('1.2.3'), build('1.2.4'), build('1.2.5')]);
  await serve('1.2.3');
  const port = await freePort();
  url = `http://127.0.0.1:${String(port)}`;
  server = new Program('apps/server/src/app/main.ts', [
    '--data',
    join(folder, 'server'),
    '--port',
    String(port),
    '--listen',
    '127.0.0.1',
    '--web',
    served,
  ]);
  await server.ready();
  await new ApiClient(url).setUp(account);
  browser = await openBrowser();
  ({ page, context } = await openPage(browser, url, { language: 'en', theme: 'light', width: 1440, keepsApp: true }));
  await signIn(page);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('UPDATE-001 UPDATE-018 the stable page registers its service worker and asks for the version past every cache', async () => {
  const asked = page.waitForRequest(/sw-manifest\.json/);
  await page.reload();
  const address = new URL((await asked).url());
  expect([
    address.pathname,
    address.searchParams.get('sw_version'),
    address.searchParams.has('sw_update_bust'),
  ]).toEqual(['/sw-manifest.json', '1.2.3', true]);
  await workerActive(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the service worker keeps hashed files only, and neither calls nor the manifest', async () => {
  const kept = await page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  })()`);
  expect(kept.length).toBeGreaterThan(20);
  expect(
    kept.filter((path) => !path.startsWith('/assets/') && !['/index.html', '/first-paint.js'].includes(path)),
  ).toEqual([]);
});

test('START-003 with the server away the page starts from the service worker in its own language, says so, and goes on by itself', async () => {
  await page.evaluate(`localStorage.setItem('sightline-language', 'he')`);
  await page.reload();
  await page.locator('h1').first().waitFor();
  await server.stop();
  await page.reload();
  await page.locator('[data-splash] p', { hasText: /\p{Script=Hebrew}/u }).waitFor();
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
  await page.screenshot({ path: join(process.env['SIGHTLINE_SHOTS'] ?? folder, 'start-away.png') });
  server.restart();
  await server.ready();
  await page.locator('h1').first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/location\//);
  await page.evaluate(`localStorage.setItem('sightline-language', 'en')`);
  await page.reload();
  await page.locator('h1').first().waitFor();
});

test('UPDATE-005 UPDATE-007 UPDATE-008 UPDATE-009 UPDATE-013 AUTH-033 a new version demands the update, which loads it in every tab', async () => {
  const other = await context.newPage();
  await other.goto('/location/list');
  await other.locator('h1').first().waitFor();
  await serve('1.2.4');
  await restart();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ timeout: 45_000 });
  expect(await dialog.locator('h2').innerText()).toBe('Sightline update required');
  expect(await dialog.locator('p').first().innerText()).toBe(
    'A new version is available. Please update now in order to continue.',
  );
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.count()).toBe(1);
  await page.screenshot({ path: join(process.env['SIGHTLINE_SHOTS'] ?? folder, 'update-dialog.png') });
  const reloaded = other.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await reloaded;
  expect(new URL(other.url()).pathname).toBe('/location/list');
  for (const one of [page, other]) {
    await one.locator('h1').first().waitFor();
    expect(await shownBuild(one)).toBe(await entryOf('1.2.4'));
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  await other.close();
});

test('UPDATE-010 UPDATE-014 UPDATE-016 a build of the same version waits and the rail says how to load it', async () => {
  await workerActive(page);
  await serve('1.2.5');
  const manifest = join(served, 'sw-manifest.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('1.2.5', '1.2.4'));
  await restart();
  const hint = page.getByText('Update required.', { exact: false });
  await hint.waitFor({ timeout: 45_000 });
  const text = (await hint.innerText()).replaceAll(/[\u2066-\u2069]/g, '');
  expect(text).toBe('Update required. Press Cmd+Shift+R (Mac) or Ctrl+F5 (Windows) to refresh.');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.screenshot({ path: join(process.env['SIGHTLINE_SHOTS'] ?? folder, 'update-hint.png') });
});

test('UPDATE-011 UPDATE-012 UPDATE-015 a version whose installation fails is said to have failed', async () => {
  const manifest = join(served, 'sw-manifest.json');
  const true125 = await readFile(join(folder, '1.2.5', 'sw-manifest.json'), 'utf8');
  await writeFile(manifest, true125);
  await page.reload();
  await page.locator('h1').first().waitFor();
  await page.getByText('Update required.', { exact: false }).waitFor({ state: 'detached', timeout: 30_000 });
  await serve('1.2.4');
  // A file that the worker counts on is missing, as after a copy that was cut off.
  const worker = join(served, 'sw.js');
  await writeFile(worker, (await readFile(worker, 'utf8')).replace(/assets\/[\w-]+\.js/, 'assets/not-there.js'));
  await writeFile(manifest, true125);
  await restart();
  const hint = page.getByText('Update failed.', { exact: false });
  await hint.waitFor({ timeout: 45_000 });
  const text = (await hint.innerText()).replaceAll(/[\u2066-\u2069]/g, '');
  expect(text).toBe('Update failed. Press Cmd+Shift+R (Mac) or Ctrl+F5 (Windows) to refresh.');
  await page.screenshot({ path: join(process.env['SIGHTLINE_SHOTS'] ?? folder, 'update-failed.png') });
  // Trying again does not make it any better; a whole copy does.
  const looked = page.waitForRequest(/sw-manifest\.json/, { timeout: 45_000 });
  await restart();
  await looked;
  expect(await hint.count()).toBe(1);
  await serve('1.2.5');
  await writeFile(manifest, true125);
  await restart();
  await hint.waitFor({ state: 'detached', timeout: 45_000 });
});

test('UPDATE-003 UPDATE-019 a browser without service workers and a manifest that is gone say nothing', async () => {
  await rm(join(served, 'sw-manifest.json'));
  await restart();
  const bare = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const lines: string[] = [];
  const one = await bare.newPage();
  one.on('console', (message) => lines.push(message.text()));
  await signIn(one);
  await expect
    .poll(() => lines.some((line) => line.includes('The version of the application could not be read')), {
      timeout: 30_000,
    })
    .toBe(true);
  expect(await one.getByRole('dialog').count()).toBe(0);
  await bare.close();
});

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ApiClient } from '../e2e/fixtures/api-client.ts';
import { freePort } from '../e2e/fixtures/free-port.ts';
import { checkout } from '../tools/cli/checkout.ts';
import { firstPicture, openBrowser, signIn } from './measure/browser.ts';
import { printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/** A fresh clone and an empty npm cache, to the first live picture in Chromium; then stop and start again. */
const limitMs = 420_000;
const email = 'demo@sightline.local';

interface Up {
  child: ChildProcess;
  startedMs: number;
  lines: string[];
}

interface Place {
  folder: string;
  clone: string;
  port: number;
  url: string;
}

const rows: string[][] = [];
const note = (what: string, fromMs: number): void => {
  rows.push([what, `${((performance.now() - fromMs) / 1000).toFixed(1)} s`]);
  console.log(`   ${rows.at(-1)!.join(': ')}`);
};

function startUp({ clone, folder, port }: Place): Up {
  const startedMs = performance.now();
  const args = [
    '-u',
    'SIGHTLINE_SKIP_INSTALL',
    `npm_config_cache=${join(folder, 'npm-cache')}`,
    './sightline',
    'up',
    '--port',
    String(port),
    '--data',
    join(folder, 'data'),
  ];
  const child = spawn('env', args, { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return { child, startedMs, lines };
}

async function stopUp({ child }: Up): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Looks again and again until it is there; fails when the program has ended or nothing comes in time. */
async function untilTrue(up: Up, what: string, look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) {
    const isOver = up.child.exitCode !== null || performance.now() - up.startedMs > limitMs;
    if (isOver) throw new Error(`${what} did not come\n${up.lines.slice(-15).join('\n')}`);
    await wait(50);
  }
}

const answers = async (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  );

async function onlineCamera(api: ApiClient): Promise<string | null> {
  const { items } = await api.call(camerasCalls.list, { query: { limit: 50 } });
  return items.find((camera) => camera.status.state === 'online')?.id ?? null;
}

async function firstTime(place: Place, page: Page): Promise<void> {
  const up = startUp(place);
  try {
    await untilTrue(up, 'the server', () => answers(`${place.url}/readyz`));
    note('fresh clone: server ready', up.startedMs);
    await untilTrue(up, 'the demo', () =>
      Promise.resolve(up.lines.some((line) => line.startsWith('Sightline runs at'))),
    );
    note('fresh clone: sign-in printed', up.startedMs);
    const api = new ApiClient(place.url);
    const password = readFileSync(join(place.folder, 'data/demo/password'), 'utf8').trim();
    await api.signIn(email, password);
    let cameraId: string | null = null;
    await untilTrue(up, 'a camera that is online', async () => (cameraId = await onlineCamera(api)) !== null);
    note('fresh clone: first camera online', up.startedMs);
    await signIn(page, place.url, { email, password });
    await page.goto(`${place.url}/camera/${String(cameraId)}`);
    await firstPicture(page);
    note('fresh clone: first live picture on the page', up.startedMs);
  } finally {
    const stoppingMs = performance.now();
    await stopUp(up);
    note('stopped after SIGTERM', stoppingMs);
  }
  console.log(
    up.lines
      .filter((line) => !/%|password/.test(line))
      .slice(-25)
      .map((line) => `   | ${line}`)
      .join('\n'),
  );
}

async function secondTime(place: Place, page: Page): Promise<void> {
  const up = startUp(place);
  try {
    await untilTrue(up, 'the server', () => answers(`${place.url}/readyz`));
    note('started again: server ready', up.startedMs);
    await page.reload();
    await firstPicture(page);
    note('started again: live picture on the page', up.startedMs);
  } finally {
    await stopUp(up);
  }
}

console.log(
  'git clone of what is committed here, empty npm cache, ./sightline up with the demo; the first picture is one that Chromium has',
);
console.log(
  'presented on the camera page after signing in with the printed password. Then SIGTERM, and ./sightline up again.\n',
);
const folder = mkdtempSync(join(tmpdir(), 'sightline-first-light-'));
chmodSync(folder, 0o755);
const port = await freePort();
const place: Place = { folder, clone: join(folder, 'clone'), port, url: `http://127.0.0.1:${String(port)}` };
const { browser, page } = await openBrowser();
try {
  execFileSync('git', ['clone', '-q', `file://${checkout}`, place.clone]);
  if (existsSync(join(place.clone, 'node_modules'))) throw new Error('the clone is not fresh');
  await firstTime(place, page);
  await secondTime(place, page);
  console.log('');
  printTable(['', 'after'], rows);
  printLoad();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

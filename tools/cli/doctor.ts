import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requireTraversable } from '../../apps/server/src/platform/database/embedded/data-folder.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/embedded-postgres.ts';
import { chooseAccount } from '../../apps/server/src/platform/database/embedded/program-account.ts';
import { checkout } from './checkout.ts';
import { dataFolderOf, requireFreePort } from './data-location.ts';
import { systemBrowser } from './browser/find-browser.ts';
import { runProgram } from './programs/run-program.ts';

/** `warn`: the product runs, something is missing. `bad`: it will not run. */
export type Finding = { subject: string; state: 'ok' | 'warn' | 'bad'; text: string };

const lowSpaceGigabytes = 10;
const clockToleranceMs = 2_000;

/** Looks at this machine without changing it, prints a table, and returns whether `up` can be expected to work. */
export async function runDoctor(options: { data?: string; port: number; host: string }): Promise<boolean> {
  const checks: [string, () => Finding['text'] | Promise<Finding['text']>, Finding['state']][] = [
    ['Node', checkNode, 'bad'],
    ['data folder', () => checkFolder(options.data), 'bad'],
    ['disk space', () => checkSpace(options.data), 'warn'],
    [
      `port ${options.port}`,
      () => requireFreePort(options.port, options.host).then(() => `free on ${options.host}`),
      'bad',
    ],
    ['PostgreSQL', checkPostgres, 'bad'],
    ['media library', checkMediaLibrary, 'warn'],
    ['browser for tests', checkBrowser, 'warn'],
    ['clock', checkClock, 'warn'],
  ];
  const findings: Finding[] = [];
  for (const [subject, check, stateWhenWrong] of checks) findings.push(await examine(subject, check, stateWhenWrong));
  for (const { subject, state, text } of findings) console.log(`${state.padEnd(5)} ${subject.padEnd(18)} ${text}`);
  return findings.every((finding) => finding.state !== 'bad');
}

async function examine(
  subject: string,
  check: () => string | Promise<string>,
  stateWhenWrong: Finding['state'],
): Promise<Finding> {
  try {
    return { subject, state: 'ok', text: await check() };
  } catch (error) {
    return { subject, state: stateWhenWrong, text: error instanceof Error ? error.message : String(error) };
  }
}

function checkNode(): string {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 24) throw new Error(`this is Node ${process.versions.node}; install 24 or newer`);
  return `${process.versions.node} (${process.execPath})`;
}

function checkFolder(data: string | undefined): string {
  const folder = nearestFolder(data);
  accessSync(folder, constants.W_OK);
  requireTraversable(folder, chooseAccount());
  const wanted = dataFolderOf(data);
  return folder === wanted ? wanted : `${wanted} (will be created)`;
}

/** The data folder, or the closest folder above it that exists: looking must not make anything. */
function nearestFolder(data: string | undefined): string {
  let folder = dataFolderOf(data);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

function checkSpace(data: string | undefined): string {
  const folder = nearestFolder(data);
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bavail * bsize) / 1e9;
  const text = `${gigabytes.toFixed(1)} GB free at ${folder}`;
  if (gigabytes < lowSpaceGigabytes) throw new Error(`${text}; free up space for recordings`);
  return text;
}

async function checkPostgres(): Promise<string> {
  if (process.env['DATABASE_URL']) return 'DATABASE_URL is set; the embedded one is not used';
  const folder = mkdtempSync(join(tmpdir(), 'sightline-doctor-'));
  chmodSync(folder, 0o711);
  const startedAtMs = performance.now();
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => undefined });
    const readyMs = performance.now() - startedAtMs;
    await postgres.stop();
    return `embedded 18 started in ${(readyMs / 1000).toFixed(1)} s and stopped`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkMediaLibrary(): Promise<string> {
  const resolve = createRequire(join(checkout, 'apps/edge/package.json')).resolve;
  try {
    resolve('node-av');
  } catch {
    throw new Error('node-av is not installed: no transcoding, no motion detection, no demo scenes');
  }
  // In a process of its own: a native library that cannot be loaded may end the process.
  const { code, output } = await runProgram(process.execPath, ['-e', 'await import("node-av")'], {
    cwd: join(checkout, 'apps/edge'),
    output: 'collect',
    limitMs: 20_000,
  });
  if (code !== 0) throw new Error(`node-av is installed but does not load: ${output.trim().split('\n').at(-1) ?? ''}`);
  return 'node-av loads';
}

async function checkBrowser(): Promise<string> {
  const path = await systemBrowser();
  if (path === undefined) throw new Error('none installed; "./sightline test" looks for one in apt and npm');
  return path;
}

/** Certificates, tokens and recordings all trust the clock; the kernel knows whether it is kept in step. */
async function checkClock(): Promise<string> {
  const now = new Date();
  if (now.getUTCFullYear() < 2025) throw new Error(`the clock says ${now.toISOString()}; set the right time`);
  const before = performance.now();
  const wall = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const driftMs = Math.abs(Date.now() - wall - (performance.now() - before));
  if (driftMs > clockToleranceMs)
    throw new Error(`the clock jumped by ${Math.round(driftMs)} ms during the check; turn on NTP`);
  const { code, output } = await runProgram('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], {
    output: 'collect',
    limitMs: 5_000,
  });
  if (code !== 0) return `${now.toISOString()} (unknown whether it is synchronized)`;
  if (output.trim() === 'no') throw new Error(`${now.toISOString()}, not synchronized; turn on NTP`);
  return `${now.toISOString()}, synchronized`;
}

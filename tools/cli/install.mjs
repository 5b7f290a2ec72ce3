// Installs from the lock file without install scripts, with progress. Plain JavaScript and no dependency:
// it runs on the system's Node (20 or newer) before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.argv[2] ?? process.cwd();
const pollMs = 1_000;
const quietPollMs = 10_000;

const wanted = wantedPackages();
if (process.argv.includes('--check')) {
  for (const { path, version } of missingPackages()) console.log(`missing: ${path} ${version}`);
  process.exit(missingPackages().length === 0 ? 0 : 1);
}
if (missingPackages().length === 0) process.exit(0); // installed by hand from this very lock file
const turn = await takeTurn();
process.exit(missingPackages().length === 0 ? 0 : await install());

/**
 * Paths with versions of the packages that must be there on this platform: all that are not optional, and the
 * optional ones that we ask for ourselves. npm drops optional packages of optional packages as it sees fit.
 */
function wantedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const asked = new Set();
  for (const entry of Object.values(packages)) {
    if (entry.resolved || entry.integrity) continue; // a third party's, not a workspace of ours
    for (const name of Object.keys(entry.optionalDependencies ?? {})) asked.add(`node_modules/${name}`);
  }
  // npm drops it under Node 20, and only machines without a browser need it: tools/cli/browser/find-browser.ts fetches it then.
  asked.delete('node_modules/@sparticuz/chromium');
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && (!entry.optional || asked.has(path)))
    .filter(([, entry]) => fits(entry.os, process.platform) && fits(entry.cpu, process.arch))
    .map(([path, entry]) => ({ path, version: entry.version }));
}

function fits(rule, value) {
  if (!rule) return true;
  const list = [rule].flat();
  if (list.includes(`!${value}`)) return false;
  return list.some((name) => name === value) || list.every((name) => name.startsWith('!'));
}

function missingPackages() {
  return wanted.filter(({ path, version }) => installedVersion(path) !== version);
}

function installedVersion(path) {
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).version;
  } catch {
    return undefined; // not there yet
  }
}

/** Two copies started at once on a fresh clone must not install over each other: the second one waits. */
async function takeTurn() {
  const path = join(tmpdir(), `sightline-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
  let told = false;
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(path, { force: true }));
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
      return path;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holders = readHolders(path);
    const isBeingWritten =
      holders.length === 0 && Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 5_000;
    if (!isBeingWritten && !holders.some(isAlive)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told)
      console.log(`installing packages: waiting for another copy (process ${holders[0]}) that installs already`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The copy that installs, and its npm: after `kill -9` of the copy npm goes on alone. */
function readHolders(path) {
  try {
    return readFileSync(path, 'utf8').split(' ').map(Number).filter(Boolean);
  } catch {
    return []; // released meanwhile
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  const startedAt = Date.now();
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=optional',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => npm.kill());
  writeFileSync(turn, [process.pid, npm.pid].filter(Boolean).join(' '));
  let complaint = '';
  npm.stdout.on('data', (chunk) => (complaint += chunk));
  npm.stderr.on('data', (chunk) => (complaint += chunk));
  const terminal = process.stdout.isTTY;
  const show = () => {
    const present = wanted.length - missingPackages().length;
    const line = `installing packages: ${present} of ${wanted.length}, ${folderMegabytes()} MB on disk, ${Math.round((Date.now() - startedAt) / 1000)} s`;
    process.stdout.write(terminal ? `\r\x1b[K${line}` : `${line}\n`);
  };
  const timer = setInterval(show, terminal ? pollMs : quietPollMs);
  show();
  return new Promise((resolve) => {
    npm.on('error', (error) => {
      clearInterval(timer);
      console.error(
        `\nsightline: npm could not be started (${error.code}); it comes with Node, see https://nodejs.org.`,
      );
      resolve(1);
    });
    npm.on('close', (code) => {
      clearInterval(timer);
      if (code === 0) show();
      if (terminal) process.stdout.write('\n');
      resolve(code === 0 ? 0 : explain(complaint));
    });
  });
}

/** One line for what we know, npm's own words for the rest. */
function explain(complaint) {
  if (/ENOSPC/.test(complaint)) {
    console.error(`sightline: the disk that holds ${root} is full; free some space and start again.`);
    return 7;
  }
  if (/EACCES|EROFS|EPERM/.test(complaint)) {
    console.error(`sightline: the folder ${root} cannot be written by this user; packages cannot be installed.`);
    return 4;
  }
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(complaint)) {
    console.error(
      "sightline: the npm registry cannot be reached; check the network or npm's registry setting and start again.",
    );
    return 1;
  }
  // npm adds its whole manual; its reason comes first.
  console.error(complaint.trim().split('\n').slice(0, 12).join('\n'));
  console.error('sightline: npm could not install the packages (its words are above).');
  return 1;
}

function folderMegabytes() {
  let bytes = 0;
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      try {
        if (entry.isDirectory()) walk(path);
        else if (entry.isFile()) bytes += statSync(path).size;
      } catch {
        continue; // npm moves folders while we look
      }
    }
  };
  const folder = join(root, 'node_modules');
  if (existsSync(folder)) {
    try {
      walk(folder);
    } catch {
      return '?'; // npm replaced the folder while we looked
    }
  }
  return Math.round(bytes / 1e6);
}

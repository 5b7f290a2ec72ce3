import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartFailure } from './start-failure.ts';

const fastShutdownMs = 30_000;
const hardShutdownMs = 5_000;

/**
 * Makes the cluster free for a new postmaster. Call only while holding the data lock: whatever still
 * runs on it then is an orphan of a killed supervisor. A stale postmaster.pid is removed even when its
 * number now belongs to another process, which is normal in containers.
 */
export async function clearCluster(cluster: string, log: (line: string) => void): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', hardShutdownMs],
    ['SIGKILL', hardShutdownMs],
  ];
  for (const [signal, waitMs] of steps) {
    const orphans = findPostgres(cluster);
    if (orphans.length === 0) break;
    log(`stopping ${orphans.length} PostgreSQL processes left behind on ${cluster} (${signal})`);
    const postmaster = postmasterPid(cluster);
    // The postmaster takes its children with it; without one, each is told itself.
    const targets = signal === 'SIGINT' && postmaster && orphans.includes(postmaster) ? [postmaster] : orphans;
    for (const pid of targets) signalProcess(pid, signal);
    await waitUntilGone(cluster, waitMs);
  }
  const left = findPostgres(cluster);
  if (left.length > 0) {
    throw new StartFailure(
      'database_start_failed',
      `PostgreSQL processes ${left.join(', ')} still use ${cluster} and cannot be stopped.`,
    );
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** Process number from postmaster.pid, whether or not that process lives. */
export function postmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Every PostgreSQL process works inside its data folder, so the working directory identifies them all. */
export function findPostgres(cluster: string): number[] {
  return process.platform === 'linux' ? findByWorkingDirectory(cluster) : findByArguments(cluster);
}

function findByWorkingDirectory(cluster: string): number[] {
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    if (readLink(`/proc/${name}/cwd`) !== cluster) continue;
    const program = basename(readLink(`/proc/${name}/exe`) ?? '').replace(' (deleted)', '');
    if (program === 'postgres') found.push(Number(name));
  }
  return found;
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // ended meanwhile, or another user's process, which then is not ours
  }
}

function findByArguments(cluster: string): number[] {
  const listing = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).stdout ?? '';
  const lines = listing.split('\n').filter((line) => line.includes(`/bin/postgres -D ${cluster} `));
  return lines.filter((line) => !line.includes('/bin/sh ')).map((line) => Number.parseInt(line, 10));
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitUntilGone(cluster: string, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (findPostgres(cluster).length > 0 && Date.now() < deadline) await sleep(10);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from './cluster-init.ts';
import { StartFailure } from './start-failure.ts';
import type { WatchedProgram } from './watchdog.ts';

const startLimitMs = 120_000; // recovery after a crash under load may take long on a slow disk
const pollMs = 5;

/**
 * Waits until PostgreSQL accepts connections: line 8 of postmaster.pid says "ready" and the file belongs
 * to the child of our own watchdog. Without the second test a stale file would report ready at once.
 */
export async function waitUntilReady(watched: WatchedProgram, dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
  const abort = new AbortController();
  const ended = watched.exited.then((exit) => {
    throw describeFailure(exit.complaint, dataDir);
  });
  const ready = (async () => {
    const pid = await watched.programPid;
    const deadline = Date.now() + startLimitMs;
    while (!saysReady(pidFile, pid)) {
      if (abort.signal.aborted) return;
      if (Date.now() > deadline)
        throw new StartFailure('database_start_failed', `PostgreSQL was not ready after ${startLimitMs / 1000} s.`);
      await sleep(pollMs);
    }
  })();
  try {
    await Promise.race([ready, ended]);
  } finally {
    abort.abort();
    ended.catch(() => undefined); // a later exit is the supervisor's business
  }
}

function saysReady(pidFile: string, pid: number): boolean {
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    return Number.parseInt(lines[0] ?? '', 10) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false; // not written yet
  }
}

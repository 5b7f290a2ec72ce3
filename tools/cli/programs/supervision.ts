import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataLock } from '../../../apps/server/src/platform/database/embedded/data-lock.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ManagedChild } from './managed-child.ts';
import { listProcesses } from './process-table.ts';

/** Everything is gone 10 s after it was asked to stop; what is left of that goes to the slowest. */
const childLimitMs = 8_300;
/** Cameras and core get this head start, so that the core can still hand its last records to the server. */
const headStartMs = 1_500;

const stopLimitMs = 9_500;

const stopSignals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A data folder with the locks of the programs that use it. */
export type HeldFolder = { dataFolder: string; lock: DataLock };

/**
 * Runs `start`, then waits for Ctrl-C or SIGTERM, then stops `children` (last started first) and releases the
 * lock. A signal during the start stops it too; a second signal ends everything at once. A child that gave up
 * ends the rest, and its reason is thrown.
 */
export async function superviseUntilStopped(
  children: ManagedChild[],
  held: HeldFolder,
  start: () => Promise<void>,
): Promise<number> {
  let signals = 0;
  let stopNow: () => void = () => undefined;
  const asked = new Promise<'asked'>((resolve) => (stopNow = () => resolve('asked')));
  const onSignal = (): void => {
    signals += 1;
    if (signals > 1) for (const child of children) child.kill();
    stopNow();
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  try {
    const starting = start();
    starting.catch(() => undefined); // after a signal a start may fail because its children were stopped
    await Promise.race([starting, asked]);
    await Promise.race([asked, ...children.map(endsForGood)]);
    console.log('\nstopping ...');
    return exitCodes.ok;
  } finally {
    const startedAtMs = performance.now();
    await stopAll(children);
    await untilDatabaseGone(held.dataFolder, startedAtMs + stopLimitMs);
    await held.lock.release();
    for (const signal of stopSignals) process.off(signal, onSignal);
    if (signals > 0) console.log(`stopped in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
  }
}

async function endsForGood(child: ManagedChild): Promise<never> {
  throw await child.givenUp;
}

async function stopAll(children: ManagedChild[]): Promise<void> {
  const [first, ...others] = children;
  const othersStopped = Promise.all(others.map((child) => child.stop(childLimitMs)));
  await Promise.race([othersStopped, sleep(headStartMs, undefined, { ref: false })]);
  await first?.stop(childLimitMs - headStartMs);
  await othersStopped;
}

/** A server that was ended in the middle of its start leaves the database to its watchdog, which needs a moment. */
async function untilDatabaseGone(dataFolder: string, deadline: number): Promise<void> {
  const home = `${join(dataFolder, 'server', 'database')}/`;
  while (listProcesses().some((one) => one.command.includes(home)) && performance.now() < deadline) await sleep(20);
}

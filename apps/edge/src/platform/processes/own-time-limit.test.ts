import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { startOwnTimeLimit } from './own-time-limit.ts';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs a program that holds the first processor as far as it can. */
function burn(): number {
  const child = spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

test.runIf(existsSync('/proc/self/schedstat'))(
  'counts what a process had of the processor, and not what it waited for it',
  async () => {
    const [pid] = [burn(), burn(), burn(), burn()];
    const limitMs = 600;
    let endedAfterMs = 0;
    const startedAtMs = performance.now();
    startOwnTimeLimit(pid, limitMs, () => (endedAfterMs = performance.now() - startedAtMs));
    await vi.waitFor(() => expect(endedAfterMs).toBeGreaterThan(0));
    // It had a quarter of the time, or less where others want it too.
    expect(endedAfterMs).toBeGreaterThan(2 * limitMs);
  },
);

test('ends what knows no time of its own by the clock, and nothing that was stopped', async () => {
  const ended: string[] = [];
  startOwnTimeLimit(2 ** 22 + 1, 50, () => ended.push('one'));
  startOwnTimeLimit(2 ** 22 + 1, 50, () => ended.push('stopped')).stop();
  await vi.waitFor(() => expect(ended).toEqual(['one']));
});

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { createTimeReader } from './process-time.ts';

const burn = 'for (;;);';
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs a program on the first processor alone. */
function run(program: string): number {
  const child = spawn('taskset', ['-c', '0', process.execPath, '-e', program], { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

const isCounted = existsSync('/proc/self/schedstat');

test.skipIf(!isCounted)('tells how long a process waited for a processor that others hold', async () => {
  const pids = [run(burn), run(burn), run(burn), run(burn)];
  const readTime = createTimeReader(pids[0] ?? 0);
  expect(readTime()).toBeNull();
  let waitedMs = 0;
  await vi.waitFor(
    () => {
      waitedMs += readTime()?.waitedMs ?? 0;
      expect(waitedMs).toBeGreaterThan(1_000);
    },
    { interval: 200 },
  );
});

test.skipIf(!isCounted)('tells of no wait where a process sleeps', async () => {
  const readTime = createTimeReader(run('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'));
  readTime();
  await vi.waitFor(
    () => {
      const time = readTime();
      expect(time).not.toBeNull();
      expect(time?.waitedMs).toBeLessThan(20);
      expect(time?.isHeldUp).toBe(false);
    },
    { interval: 500 },
  );
});

test('knows nothing of a process that is gone', () => {
  const readTime = createTimeReader(2 ** 22 + 1);
  expect(readTime()).toBeNull();
  expect(readTime()).toBeNull();
});

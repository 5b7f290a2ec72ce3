import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RepeatingJob } from './repeating-job.ts';

const everyMs = 1000;

describe('a repeating job', () => {
  let lines: string[];
  let job: RepeatingJob | null;
  const start = (work: (isStopping: () => boolean) => Promise<void>): RepeatingJob => {
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    job = new RepeatingJob({ everyMs, work, log, failure: 'it did not work' });
    job.start();
    return job;
  };

  beforeEach(() => {
    lines = [];
    job = null;
    vi.useFakeTimers();
  });
  afterEach(async () => {
    await job?.stop();
    vi.useRealTimers();
  });

  it('waits longer after each failure in a row, writes each one down, and goes on as before after a success', async () => {
    const runsAtMs: number[] = [];
    const startedAtMs = Date.now();
    start(async () => {
      runsAtMs.push(Date.now() - startedAtMs);
      if (runsAtMs.length <= 3) throw new Error('no database');
    });
    await vi.advanceTimersByTimeAsync(16_000);
    expect(runsAtMs).toEqual([0, 2000, 6000, 14_000, 15_000, 16_000]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/no database.*it did not work/);
  });

  it('waits a minute at most', async () => {
    let runs = 0;
    start(() => {
      runs += 1;
      return Promise.reject(new Error('never'));
    });
    await vi.advanceTimersByTimeAsync(600_000);
    const before = runs;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toBe(before + 1);
  });

  it('never runs twice at a time, however long a run lasts and however often it is woken', async () => {
    let going = 0;
    let most = 0;
    const lasting = start(async () => {
      most = Math.max(most, ++going);
      await new Promise((resolve) => setTimeout(resolve, 3500));
      going -= 1;
    });
    lasting.wake();
    await vi.advanceTimersByTimeAsync(2000);
    lasting.wake();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(most).toBe(1);
    const end = lasting.stop();
    await vi.advanceTimersByTimeAsync(3500);
    await end;
  });

  it('runs at once when it is woken, and then in its pace', async () => {
    let runs = 0;
    const woken = start(async () => void (runs += 1));
    await vi.advanceTimersByTimeAsync(900);
    woken.wake();
    await vi.advanceTimersByTimeAsync(900);
    expect(runs).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(runs).toBe(3);
  });

  it('lets the run in hand end when it is stopped, tells it so, and begins no other', async () => {
    let runs = 0;
    let isTold = false;
    const stopped = start(async (isStopping) => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
      isTold = isStopping();
    });
    const end = stopped.stop();
    await vi.advanceTimersByTimeAsync(500);
    await end;
    expect(isTold).toBe(true);
    stopped.wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(1);
  });
});

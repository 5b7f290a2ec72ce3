import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clockCorrectionMs, nowUtcMs } from '../../platform/clock.ts';
import { correctClock } from '../../platform/processes/shared-clock.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { ClockKeeping } from './clock-keeping.ts';

const dayMs = 86_400_000;
const log = pino({ level: 'silent' });
let dataFolder: string;
let worker: WorkerClient | null = null;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'clock-'));
});

afterEach(async () => {
  await worker?.stop();
  worker = null;
  correctClock(0);
  rmSync(dataFolder, { recursive: true });
});

class Machine {
  offsetMs = 0;
  passedMs = 0;
  suspendedMs = 0;
  nowUtcMs = (): number => Date.UTC(2026, 10, 20) + this.upMs() + this.offsetMs;
  monotonicMs = (): number => this.passedMs;
  upMs = (): number => this.passedMs + this.suspendedMs;
}

test('what the server said of the clock is remembered from start to start, until the clock is set right', () => {
  const machine = new Machine();
  const startAnew = (): ClockKeeping => {
    correctClock(0);
    return new ClockKeeping({ dataFolder, log, machine });
  };
  machine.offsetMs = 3 * dayMs;
  const first = startAnew();
  for (const offsetMs of [null, machine.offsetMs, machine.offsetMs]) first.measured(offsetMs);
  expect(clockCorrectionMs()).toBe(-3 * dayMs);

  // Ended without a word, and off for an hour without the server.
  machine.passedMs += 3_600_000;
  const second = startAnew();
  expect(clockCorrectionMs()).toBe(-3 * dayMs);
  second.stop();

  machine.offsetMs = 0;
  const third = startAnew();
  expect(clockCorrectionMs()).toBe(0);
  third.stop();
  expect(existsSync(join(dataFolder, 'clock.json'))).toBe(false);
});

test('a memory that is damaged is none', () => {
  writeFileSync(join(dataFolder, 'clock.json'), '{"correctionMs":');
  new ClockKeeping({ dataFolder, log, machine: new Machine() }).stop();
  expect(clockCorrectionMs()).toBe(0);
});

test('all processes of a core go by one clock: those that begin later, those that run, and what they started themselves', async () => {
  const [clock, channel, shared] = ['clock', 'processes/worker-channel', 'processes/shared-clock'].map((name) =>
    JSON.stringify(fileURLToPath(new URL(`../../platform/${name}.ts`, import.meta.url))),
  );
  const inner = join(dataFolder, 'inner.ts');
  writeFileSync(
    inner,
    `import { nowUtcMs } from ${clock!};
    import { hearClock } from ${shared!};
    process.on('message', (message) => { if (!hearClock(message)) process.send(nowUtcMs() - Date.now()); });`,
  );
  const entry = join(dataFolder, 'worker.ts');
  writeFileSync(
    entry,
    `import { fork } from 'node:child_process';
    import { once } from 'node:events';
    import { clockArguments, nowUtcMs } from ${clock!};
    import { shareClock } from ${shared!};
    import { runWorker } from ${channel!};
    const child = fork(${JSON.stringify(inner)}, clockArguments());
    shareClock(child);
    const asked = async () => { child.send('how late is it?'); return (await once(child, 'message'))[0]; };
    runWorker({
      configure: () => undefined,
      commands: { read: async () => [nowUtcMs() - Date.now(), await asked()] , crash: async () => process.kill(process.pid, 'SIGKILL') },
      stop: async () => undefined,
    });`,
  );
  correctClock(-3 * dayMs);
  worker = new WorkerClient({ name: 'test', entry, log, onEvent: () => undefined });
  worker.start();
  const read = (): Promise<unknown> => worker!.request('read', null, 60_000);
  expect(await read()).toEqual([-3 * dayMs, -3 * dayMs]);
  correctClock(dayMs);
  expect(await read()).toEqual([dayMs, dayMs]);
  await expect(worker.request('crash', null, 60_000)).rejects.toMatchObject({ code: 'core_part_down' });
  await vi.waitFor(async () => expect(await read()).toEqual([dayMs, dayMs]), { timeout: 60_000 });
  expect(nowUtcMs() - Date.now()).toBeCloseTo(dayMs, -2);
});

test('whoever listens hears how far the clock can be trusted: set by somebody, confirmed, and put right before it is', () => {
  const machine = new Machine();
  const keeping = new ClockKeeping({ dataFolder, log, machine });
  const heard: unknown[] = [];
  keeping.listen({
    jumped: (byMs) => heard.push(['jumped', byMs]),
    confirmed: () => heard.push('confirmed'),
    corrected: (byMs) => heard.push(['corrected', byMs, clockCorrectionMs()]),
  });
  const lookAfter = (ms: number): void => {
    machine.passedMs += ms;
    keeping.look();
  };
  lookAfter(1_000);
  keeping.measured(100);
  expect(heard.splice(0)).toEqual(['confirmed']);
  machine.offsetMs = 3 * dayMs;
  lookAfter(1_000);
  lookAfter(1_000);
  for (let times = 0; times < 3; times += 1) keeping.measured(3 * dayMs);
  expect(heard.splice(0)).toEqual([['jumped', 3 * dayMs], ['corrected', -3 * dayMs, 0], 'confirmed', 'confirmed']);
  machine.offsetMs = 0;
  for (let times = 0; times < 3; times += 1) lookAfter(1_000);
  expect(heard.splice(0)).toEqual([
    ['jumped', -3 * dayMs],
    ['corrected', 3 * dayMs, -3 * dayMs],
  ]);
  // One that says something else each time cannot be put right, and nothing waits for it without end.
  for (let times = 1; times <= 20; times += 1) keeping.measured(times * 100_000);
  expect(heard).toEqual(['confirmed']);
  keeping.stop();
});

test('a machine that was suspended is no clock that was set, however it went before', () => {
  const machine = new Machine();
  const keeping = new ClockKeeping({ dataFolder, log, machine });
  const heard: unknown[] = [];
  const note = (what: string) => (byMs?: number) => heard.push([what, byMs]);
  keeping.listen({ jumped: note('jumped'), confirmed: note('confirmed'), corrected: note('corrected') });
  keeping.look();
  machine.suspendedMs += 3_600_000;
  machine.passedMs += 1_000;
  keeping.look();
  expect(heard).toEqual([]);
  // Behind by just as long as it slept: reckoned without the sleep it would seem to have been set right.
  machine.offsetMs = -7_200_000;
  for (const offsetMs of [-7_200_000, -7_200_000]) keeping.measured(offsetMs);
  expect(clockCorrectionMs()).toBe(7_200_000);
  machine.suspendedMs += 7_200_000;
  for (let times = 0; times < 3; times += 1) keeping.look();
  expect(clockCorrectionMs()).toBe(7_200_000);
  keeping.stop();
});

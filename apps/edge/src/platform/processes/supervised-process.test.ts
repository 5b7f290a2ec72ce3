import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SupervisedProcess } from './supervised-process.ts';
import { Watchdog } from './watchdog.ts';
import { usualLimits } from './watchdog-policy.ts';
import { WorkerClient } from './worker-client.ts';

const channel = fileURLToPath(new URL('./worker-channel.ts', import.meta.url));
const progressMark = fileURLToPath(new URL('./progress-mark.ts', import.meta.url));
let folder: string;
let worker: WorkerClient | null = null;
const others: SupervisedProcess[] = [];
let events: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'));
  events = [];
  killsAtMs = [];
});

afterEach(async () => {
  await Promise.all([worker?.stop(), ...others.splice(0).map((other) => other.stop())]);
  worker = null;
  rmSync(folder, { recursive: true });
});

function startWorker(body: string): WorkerClient {
  const entry = join(folder, 'worker.ts');
  writeFileSync(entry, `import { runWorker, emitFromWorker } from ${JSON.stringify(channel)};\n${body}`);
  worker = new WorkerClient({
    name: 'test',
    entry,
    log: pino({ level: 'silent' }),
    watchdog: quickWatchdog(),
    onEvent: (event) => events.push(event),
  });
  worker.start();
  return worker;
}

/** Ends what is silent for two seconds. */
const quickWatchdog = (): Watchdog => new Watchdog({ ...usualLimits, silentMs: 2_000 });

let made = 0;
/** When the watchdog ended a process. */
let killsAtMs: number[] = [];

/** A process that runs `body`; answers what it said and how it ended. */
function supervise(
  body: string,
  watchdog: Watchdog,
  recordsFootage = false,
): { said: unknown[]; ends: string[]; process: SupervisedProcess } {
  const entry = join(folder, `other-${String(made++)}.ts`);
  writeFileSync(entry, `import { openProgressMark } from ${JSON.stringify(progressMark)};\n${helpers}\n${body}`);
  const [said, ends]: [unknown[], string[]] = [[], []];
  const log = pino({}, { write: (line) => void (line.includes('killing it') && killsAtMs.push(performance.now())) });
  const process = new SupervisedProcess({
    name: 'other',
    entry,
    log,
    watchdog,
    recordsFootage,
    onMessage: (message) => said.push(message),
    onStart: () => undefined,
    onCrash: (detail) => ends.push(detail),
  });
  others.push(process);
  process.start();
  return { said, ends, process };
}

/** `sleep` lets nothing else of the process run; `say` is at the other end before it goes on. */
const helpers = `
const sleep = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const say = (what) => new Promise((resolve) => process.send(what, resolve));
`;

const polite = `runWorker({
  configure: (config) => emitFromWorker({ configured: config }),
  commands: {
    double: async (body) => body * 2,
    crash: async () => process.kill(process.pid, 'SIGKILL'),
    hang: async () => { for (;;); },
    never: () => new Promise(() => undefined),
    broken: async () => { throw new Error('secret detail'); },
  },
  stop: async () => undefined,
});`;

test('answers requests and passes failures on by code', async () => {
  const worker = startWorker(polite);
  worker.configure({ a: 1 });
  await vi.waitFor(() => expect(events).toContainEqual({ configured: { a: 1 } }), { timeout: 10_000 });
  await expect(worker.request('double', 21, 1_000)).resolves.toBe(42);
  await expect(worker.request('broken', 0, 1_000)).rejects.toMatchObject({ code: 'internal' });
  await expect(worker.request('nothing', 0, 1_000)).rejects.toMatchObject({ code: 'bad_request' });
  await expect(worker.request('__proto__', 0, 1_000)).rejects.toMatchObject({ code: 'bad_request' });
  await expect(worker.request('never', 0, 50)).rejects.toMatchObject({ code: 'core_timeout' });
});

test('starts a killed worker again, configures it again, and fails what was asked meanwhile', async () => {
  const worker = startWorker(polite);
  worker.configure({ a: 1 });
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 10_000 });
  await expect(worker.request('crash', 0, 60_000)).rejects.toMatchObject({ code: 'core_part_down' });
  // Nobody is there at this moment: whoever comes next answers.
  expect(worker.pid).toBeNull();
  await expect(worker.request('double', 2, 60_000)).resolves.toBe(4);
  expect(events).toHaveLength(2);
});

test('kills a worker that fell silent and starts it again', async () => {
  const worker = startWorker(polite);
  worker.configure({});
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 10_000 });
  const before = worker.pid;
  worker.request('hang', 0, 20_000).catch(() => undefined);
  await vi.waitFor(() => expect(events).toHaveLength(2), { timeout: 40_000 });
  expect(worker.pid).not.toBe(before);
});

test('gives a process its time to start', async () => {
  const {
    said,
    ends,
    process: slow,
  } = supervise(`sleep(5_000); await say('up'); setInterval(() => say('beat'), 200);`, quickWatchdog());
  const { pid } = slow;
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(5));
  expect([slow.pid, ends]).toEqual([pid, []]);
});

test('keeps a recorder that still writes, though no word of it comes, and ends it when it writes no more', async () => {
  const body = `const note = openProgressMark(process.argv); await say('up'); for (let n = 0; n < 28; n += 1) { note(); sleep(250); } await say('written'); sleep(1e8);`;
  const { said, ends } = supervise(body, quickWatchdog(), true);
  await vi.waitFor(() => expect(said).toContain('written'));
  expect(ends).toEqual([]);
  await vi.waitFor(() => expect(ends).toEqual([expect.stringMatching(/^silent for \d+ s/)]));
});

test('ends nobody for what it slept through itself', async () => {
  const watchdog = quickWatchdog();
  const all = [1, 2, 3].map(() => supervise(`setInterval(() => say('beat'), 100);`, watchdog, true));
  await vi.waitFor(() => expect(all.every(({ said }) => said.length > 2)).toBe(true));
  const pids = all.map(({ process: one }) => one.pid);
  // This process is the main one here: nothing of it runs, as in a machine that was suspended.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000);
  const before = all.map(({ said }) => said.length);
  await vi.waitFor(() => expect(all.every(({ said }, index) => said.length > (before[index] ?? 0) + 100)).toBe(true));
  expect(all.map(({ process: one }) => one.pid)).toEqual(pids);
  expect(all.flatMap(({ ends }) => ends)).toEqual([]);
});

test('never ends all of them at once', async () => {
  const watchdog = new Watchdog({ ...usualLimits, silentMs: 1_000, betweenKillsMs: 4_000 });
  const all = [1, 2, 3].map(() => supervise(`await say('up'); sleep(1e8);`, watchdog));
  await vi.waitFor(() => expect(killsAtMs.length).toBeGreaterThanOrEqual(3), { timeout: 40_000 });
  expect(Math.min(...killsAtMs.slice(1).map((atMs, index) => atMs - (killsAtMs[index] ?? 0)))).toBeGreaterThan(3_900);
  await vi.waitFor(() => expect(all.every(({ ends }) => ends.length > 0)).toBe(true));
});

test('goes on trying to start a process that the system refused to start', async () => {
  const ends: string[] = [];
  const refused = new SupervisedProcess({
    name: 'refused',
    entry: join(folder, 'nowhere.ts'),
    log: pino({ level: 'silent' }),
    // More than any system hands to a program.
    env: { MORE: 'x'.repeat(8_000_000) },
    onMessage: () => undefined,
    onStart: () => undefined,
    onCrash: (detail) => ends.push(detail),
  });
  others.push(refused);
  refused.start();
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(1));
});

test('leaves no process behind when it stops', async () => {
  const worker = startWorker(polite);
  await vi.waitFor(() => expect(worker.pid).not.toBeNull(), { timeout: 10_000 });
  const pid = worker.pid ?? 0;
  await worker.stop();
  expect(() => process.kill(pid, 0)).toThrow();
});

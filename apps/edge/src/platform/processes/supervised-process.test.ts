import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerClient } from './worker-client.ts';

const channel = fileURLToPath(new URL('./worker-channel.ts', import.meta.url));
let folder: string;
let worker: WorkerClient;
let events: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'));
  events = [];
});

afterEach(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true });
});

function startWorker(body: string): WorkerClient {
  const entry = join(folder, 'worker.ts');
  writeFileSync(entry, `import { runWorker, emitFromWorker } from ${JSON.stringify(channel)};\n${body}`);
  worker = new WorkerClient({ name: 'test', entry, log: pino({ level: 'silent' }), onEvent: (event) => events.push(event) });
  worker.start();
  return worker;
}

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
  startWorker(polite);
  worker.configure({ a: 1 });
  await vi.waitFor(() => expect(events).toContainEqual({ configured: { a: 1 } }), { timeout: 10_000 });
  await expect(worker.request('double', 21, 1_000)).resolves.toBe(42);
  await expect(worker.request('broken', 0, 1_000)).rejects.toMatchObject({ code: 'internal' });
  await expect(worker.request('nothing', 0, 1_000)).rejects.toMatchObject({ code: 'bad_request' });
  await expect(worker.request('__proto__', 0, 1_000)).rejects.toMatchObject({ code: 'bad_request' });
  await expect(worker.request('never', 0, 50)).rejects.toMatchObject({ code: 'core_timeout' });
});

test('starts a killed worker again, configures it again, and fails what was asked meanwhile', async () => {
  startWorker(polite);
  worker.configure({ a: 1 });
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 10_000 });
  await expect(worker.request('crash', 0, 5_000)).rejects.toMatchObject({ code: 'unavailable' });
  await vi.waitFor(() => expect(events).toHaveLength(2), { timeout: 5_000 });
  await expect(worker.request('double', 2, 2_000)).resolves.toBe(4);
});

test('kills a worker that fell silent and starts it again', async () => {
  startWorker(polite);
  worker.configure({});
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 10_000 });
  const before = worker.pid;
  worker.request('hang', 0, 20_000).catch(() => undefined);
  await vi.waitFor(() => expect(events).toHaveLength(2), { timeout: 12_000 });
  expect(worker.pid).not.toBe(before);
}, 20_000);

test('leaves no process behind when it stops', async () => {
  startWorker(polite);
  await vi.waitFor(() => expect(worker.pid).not.toBeNull(), { timeout: 10_000 });
  const pid = worker.pid ?? 0;
  await worker.stop();
  expect(() => process.kill(pid, 0)).toThrow();
});

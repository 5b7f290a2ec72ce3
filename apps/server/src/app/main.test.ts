import { fork, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

type Message = { type: string; url?: string; code?: string; message?: string; name?: string };

let database: TestDatabase;
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await acquireTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sightline-main-'));
  await chmod(folder, 0o711);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function run(
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; told: Message[]; until(type: string): Promise<Message>; exit: Promise<number | null> } {
  const child = fork(new URL('main.ts', import.meta.url), ['--data', join(folder, 'data'), '--port', '0', ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      SIGHTLINE_LOG_LEVEL: 'silent',
      DATABASE_URL: database.connectionString,
      ...env,
    },
  });
  children.push(child);
  const told: Message[] = [];
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const until = (type: string): Promise<Message> =>
    new Promise((resolve, reject) => {
      child.on('message', (message: Message) => {
        if (message.type === type) resolve(message);
      });
      child.once('exit', () => reject(new Error(`it ended after ${JSON.stringify(told)}`)));
    });
  child.on('message', (message: Message) => told.push(message));
  return { child, told, until, exit };
}

describe('the program', () => {
  it.each([
    ['listen_insecure', ['--listen', '0.0.0.0'], {}],
    ['database_unreachable', [], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }],
  ] as const)('says %s and ends', async (code, args, env) => {
    const { until, exit } = run([...args], env);
    expect(await until('failed')).toMatchObject({ code });
    expect(await exit).toBe(1);
  });

  it('says that its port is taken and ends', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const { until, exit } = run(['--port', String(port)]);
    expect(await until('failed')).toMatchObject({ code: 'port_taken' });
    expect(await exit).toBe(1);
    holder.close();
  });

  it('tells its steps, is ready, and ends when its supervisor is gone or asks for it', async () => {
    for (const end of [
      (child: ChildProcess) => child.disconnect(),
      (child: ChildProcess) => child.kill('SIGTERM'),
      (child: ChildProcess) => child.kill('SIGINT'),
    ]) {
      const { child, until, told, exit } = run([]);
      const { url } = await until('ready');
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(told.filter((message) => message.type === 'step').map((message) => message.name)).toEqual([
        'read configuration',
        'migrate database',
        'start server',
      ]);
      end(child);
      expect(await exit).toBe(0);
    }
  });
});

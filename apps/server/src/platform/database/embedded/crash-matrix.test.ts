import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clusterProcesses,
  isAlive,
  killHard,
  lostRows,
  queryRows,
  removeFolder,
  spawnCrashChild,
  start,
  startCrashChild,
  temporaryFolder,
  until,
  watchdogsOf,
  type CrashChild,
} from '../../../../testing/platform/database/embedded/crash-rig.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import type { PostgresExit } from './postgres-supervisor.ts';
import { chooseAccount } from './program-account.ts';

// Whole clusters are made and killed here; a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;
let children: CrashChild[];

beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'database');
  running = undefined;
  children = [];
});

afterEach(async () => {
  for (const child of children) child.process.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exited));
  await running?.stop();
  await until(() => clusterProcesses(dataDir).length === 0);
  removeFolder(folder);
});

async function child(connections = 0): Promise<CrashChild> {
  const started = await startCrashChild(dataDir, { connections });
  children.push(started);
  return started;
}

describe('when a process dies', () => {
  test('a killed server takes PostgreSQL with it and loses no acknowledged row', async () => {
    const server = await child(4);
    await until(() => server.acknowledged.length > 300);
    const watchdogs = watchdogsOf(server.postmasterPid);
    expect(watchdogs).toHaveLength(2);
    await killHard(server);
    await until(() => clusterProcesses(dataDir).length === 0 && watchdogs.every((pid) => !isAlive(pid)), 5_000);
    running = await start(dataDir);
    expect(await lostRows(running.connectionString, server.acknowledged)).toEqual([]);
  });

  test('an orphan whose server and watchdog were both killed is stopped by the next start', async () => {
    const server = await child();
    const watchdogs = watchdogsOf(server.postmasterPid);
    for (const pid of watchdogs) process.kill(pid, 'SIGSTOP'); // so that neither acts before all three are gone
    server.process.kill('SIGKILL');
    for (const pid of watchdogs) process.kill(pid, 'SIGKILL');
    await server.exited;
    await until(() => watchdogs.every((pid) => !isAlive(pid)));
    expect(isAlive(server.postmasterPid)).toBe(true);
    const log: string[] = [];
    running = await start(dataDir, (line) => log.push(line));
    expect(isAlive(server.postmasterPid)).toBe(false);
    expect(log.join('\n')).toMatch(/left behind/);
    expect(log.join('\n')).not.toMatch(/not properly shut down/);
  });

  test('a killed postmaster under load is restarted and loses no acknowledged row', async () => {
    const server = await child(8);
    await until(() => server.acknowledged.length > 500);
    process.kill(server.postmasterPid, 'SIGKILL');
    const before = server.acknowledged.length;
    await until(() => server.acknowledged.length > before + 500);
    expect(await lostRows(server.connectionString, [...server.acknowledged])).toEqual([]);
  });

  test('a killed postmaster is reported to listeners, and the socket and password stay the same', async () => {
    running = await start(dataDir);
    const exits: PostgresExit[] = [];
    running.onExit((exit) => exits.push(exit));
    const first = running.postmasterPid()!;
    process.kill(first, 'SIGKILL');
    await until(() => running!.postmasterPid() !== undefined && running!.postmasterPid() !== first);
    expect(exits).toMatchObject([{ restarting: true }]);
    expect(await queryRows(running.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a watchdog killed alone does not leave PostgreSQL without one', async () => {
    running = await start(dataDir);
    const first = running.postmasterPid()!;
    for (const pid of watchdogsOf(first)) process.kill(pid, 'SIGKILL');
    await until(() => running!.postmasterPid() !== undefined && running!.postmasterPid() !== first);
    expect(isAlive(first)).toBe(false);
    expect(watchdogsOf(running.postmasterPid()!)).toHaveLength(2);
  });

  test('a killed backend ends its own connection only, the postmaster stays', async () => {
    running = await start(dataDir);
    const postmaster = running.postmasterPid();
    const [backend] = await queryRows(
      running.connectionString,
      `select pid from pg_stat_activity where backend_type = 'client backend'`,
    );
    expect(backend).toBeDefined();
    const victim = queryRows(running.connectionString, 'select pg_sleep(30)');
    victim.catch(() => undefined);
    let pid = 0;
    await until(async () => {
      const rows = await queryRows(
        running!.connectionString,
        `select pid from pg_stat_activity where query = 'select pg_sleep(30)'`,
      );
      pid = Number(rows[0]?.['pid'] ?? 0);
      return pid > 0;
    });
    process.kill(pid, 'SIGKILL');
    await expect(victim).rejects.toThrow(/terminat/i);
    await until(() =>
      queryRows(running!.connectionString, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    expect(running.postmasterPid()).toBe(postmaster);
  });

  test('a server killed and started again at once takes over the stale lock', async () => {
    const server = await child(2);
    await until(() => server.acknowledged.length > 50);
    await killHard(server);
    running = await start(dataDir);
    expect(await lostRows(running.connectionString, server.acknowledged)).toEqual([]);
  });

  test('a server killed while the cluster is being made starts anew', async () => {
    const server = spawnCrashChild(dataDir);
    children.push(server);
    await until(() => unfinishedClusters().some((name) => existsSync(join(dataDir, name, 'PG_VERSION'))), 20_000);
    await killHard(server);
    expect(existsSync(join(dataDir, 'cluster'))).toBe(false);
    running = await start(dataDir);
    expect(await queryRows(running.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(unfinishedClusters()).toEqual([]);
  });
});

describe('when something is in the way', () => {
  test('a stale postmaster.pid whose number now belongs to another process is removed', async () => {
    await (await start(dataDir)).stop();
    const account = chooseAccount();
    const other = spawn('sleep', ['60'], account ? { uid: account.uid, gid: account.gid } : {});
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    writeFileSync(
      pidFile,
      [other.pid, join(dataDir, 'cluster'), 1, 5432, join(dataDir, 'socket'), '', '0 0', 'ready   ', ''].join('\n'),
    );
    if (account) chownSync(pidFile, account.uid, account.gid);
    running = await start(dataDir);
    expect(running.postmasterPid()).not.toBe(other.pid);
    expect(isAlive(other.pid!)).toBe(true);
    expect(await queryRows(running.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    other.kill();
  });

  test('a second server on the same folder is refused and the first is unharmed', async () => {
    const first = await child(1);
    const second = await child();
    expect(second.lines[0]).toMatch(
      /^refused data_folder_locked The data folder .* in use by another running copy \(process \d+\)/,
    );
    const before = first.acknowledged.length;
    await until(() => first.acknowledged.length > before);
    expect(isAlive(first.postmasterPid)).toBe(true);
    expect(first.lines.filter((line) => line.startsWith('failed'))).toEqual([]);
  });

  test('SIGTERM takes everything down in good order', async () => {
    const server = await child(2);
    await until(() => server.acknowledged.length > 50);
    const watchdogs = watchdogsOf(server.postmasterPid);
    server.process.kill('SIGTERM');
    await server.exited;
    expect(server.process.exitCode).toBe(0);
    expect(clusterProcesses(dataDir)).toEqual([]);
    expect(watchdogs.filter(isAlive)).toEqual([]);
    const log: string[] = [];
    running = await start(dataDir, (line) => log.push(line));
    expect(log.join('\n')).toMatch(/database system was shut down at/);
  });

  test('a folder of another major version is left untouched', async () => {
    const cluster = join(dataDir, 'cluster');
    mkdirSync(cluster, { recursive: true, mode: 0o711 });
    writeFileSync(join(dataDir, 'password'), 'kept');
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'database_start_failed',
      message: expect.stringContaining('version 17'),
    });
    expect(readFileSync(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  test('a path too long for a socket address is served from a private folder elsewhere', async () => {
    dataDir = join(folder, 'long'.repeat(30), 'database');
    running = await start(dataDir);
    expect(running.connection.host).toMatch(/^\/tmp\/sightline-[0-9a-f]{16}$/);
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'data_folder_locked' });
    expect(await queryRows(running.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

function unfinishedClusters(): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('cluster.new')) : [];
}

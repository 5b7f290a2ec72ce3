/**
 * Global set-up of vitest: one PostgreSQL for the whole run, from which every test file gets a clone of a
 * migrated template through `@sightline/testing/database/test-database`. It starts at the first request, so
 * that runs without a database test do not pay for it. fsync is off and the folder is in memory where possible.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../../../src/platform/database/embedded/embedded-postgres.ts';
import { testRoot } from './test-root.ts';

type Cluster = { adminUrl: string; embedded: boolean; template: string; stop: () => Promise<void> };

const prefix = 'sightline-test-';
const staleDatabaseMs = 2 * 3_600_000;
let cluster: Promise<Cluster> | undefined;
let queue: Promise<unknown> = Promise.resolve();
let counter = 0;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}socket-`));
  const socket = join(folder, 'http');
  const server = createServer((request, response) => {
    // One at a time: a template cannot be cloned while somebody is connected to it.
    queue = queue.then(() => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  project.provide('testClusterSocket', socket);
  return async () => {
    server.closeAllConnections();
    server.close();
    await queue;
    const running = await cluster?.catch(() => undefined); // a failed start was told to each test that asked
    await running?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    cluster ??= startCluster();
    const running = await cluster;
    const url = request.url ?? '';
    const body =
      request.method === 'POST' ? await createClone(running, url.endsWith('?empty')) : await dropClone(running, url);
    response.end(JSON.stringify(body));
  } catch (error) {
    response.statusCode = 500;
    response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

async function startCluster(): Promise<Cluster> {
  const external = process.env['DATABASE_URL'];
  const base = external ? { adminUrl: external, embedded: false, stop: async () => undefined } : await startTemporary();
  const template = `sl_test_${Date.now()}_${process.pid}_template`;
  await asAdmin(base.adminUrl, async (client) => {
    if (!base.embedded) await dropLeftovers(client);
    await client.query(`create database ${template}`);
  });
  await migrateTemplate(urlOf(base.adminUrl, template));
  const stop = async (): Promise<void> => {
    if (!base.embedded)
      await asAdmin(base.adminUrl, (client) => client.query(`drop database if exists ${template} with (force)`));
    await base.stop();
  };
  return { ...base, template, stop };
}

async function startTemporary(): Promise<Omit<Cluster, 'template'>> {
  const root = testRoot();
  await removeLeftoverFolders(root);
  const folder = await mkdtemp(join(root, `${prefix}${process.pid}-`));
  await chmod(folder, 0o711);
  const lines: string[] = [];
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'database'),
      fsync: false,
      log: (line) => lines.push(line),
    });
    const stop = async (): Promise<void> => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { adminUrl: postgres.connectionString, embedded: true, stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the test cluster did not start: ${String(error)}\n${lines.join('\n')}`, { cause: error });
  }
}

/** A killed run leaves its folder (PostgreSQL itself ends with it); the number of the process is in the name. */
async function removeLeftoverFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(root, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'sl\\_test\\_%'`,
  );
  for (const { datname } of rows) {
    const age = Date.now() - Number(datname.split('_')[2]);
    if (age > staleDatabaseMs) await client.query(`drop database if exists ${datname} with (force)`);
  }
}

async function migrateTemplate(connectionString: string): Promise<void> {
  const module = new URL('../../../../src/platform/database/migrate.ts', import.meta.url);
  if (!existsSync(module)) return;
  const { migrate } = (await import(module.href)) as { migrate: (connectionString: string) => Promise<unknown> };
  await migrate(connectionString);
}

async function createClone(running: Cluster, empty: boolean): Promise<{ name: string; connectionString: string }> {
  const name = `sl_test_${Date.now()}_${process.pid}_${(counter += 1)}`;
  // File copy is fastest without fsync; with it, it forces checkpoints and the other strategy wins.
  const strategy = running.embedded ? 'file_copy' : 'wal_log';
  const source = empty ? 'template0' : running.template;
  await asAdmin(running.adminUrl, (client) =>
    client.query(`create database ${name} template ${source} strategy ${strategy}`),
  );
  return { name, connectionString: urlOf(running.adminUrl, name) };
}

async function dropClone(running: Cluster, url: string): Promise<object> {
  const name = url.split('/').at(-1) ?? '';
  if (!/^sl_test_\d+_\d+_\d+$/.test(name)) throw new Error(`not a test database: ${name}`);
  await asAdmin(running.adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  return {};
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server and user, another database. An embedded address has no host before the path, which URL cannot parse. */
function urlOf(adminUrl: string, database: string): string {
  const [, server, options = ''] = /^([a-z]+:\/\/[^/]*\/)[^?]*(\?.*)?$/.exec(adminUrl) ?? [];
  if (server === undefined)
    throw new Error('DATABASE_URL must name a database, as in postgresql://user:password@host:5432/database');
  return `${server}${database}${options}`;
}

/** What the crash tests share: a program that writes under load, and questions about what still runs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../../src/platform/database/embedded/embedded-postgres.ts';
import { findPostgres } from '../../../../src/platform/database/embedded/orphan-cleanup.ts';
import { testRoot } from './test-root.ts';

export type CrashChild = {
  process: ChildProcess;
  /** What the database has acknowledged so far. */
  acknowledged: string[];
  lines: string[];
  postmasterPid: number;
  connectionString: string;
  exited: Promise<void>;
};

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(testRoot(), 'sightline-crash-'));
  chmodSync(folder, 0o711);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export type CrashOptions = { connections?: number; uid?: number; gid?: number };

export function spawnCrashChild(dataDir: string, options: CrashOptions = {}): CrashChild {
  const { connections = 0, ...owner } = options;
  const program = fileURLToPath(new URL('crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [program, dataDir, String(connections)], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started: CrashChild = {
    process: child,
    acknowledged: [],
    lines: [],
    postmasterPid: 0,
    connectionString: '',
    exited: new Promise((resolve) => child.once('close', () => resolve())),
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ack ')) started.acknowledged.push(line.slice(4));
    else started.lines.push(line);
  });
  return started;
}

/** Starts the program and waits for its first word: ready or refused. */
export async function startCrashChild(dataDir: string, options: CrashOptions = {}): Promise<CrashChild> {
  const started = spawnCrashChild(dataDir, options);
  await until(() => started.lines.length > 0 || started.process.exitCode !== null, 30_000);
  const [word, pid, url] = (started.lines[0] ?? '').split(' ');
  if (word === 'ready') Object.assign(started, { postmasterPid: Number(pid), connectionString: url });
  return started;
}

export async function killHard(child: CrashChild): Promise<void> {
  child.process.kill('SIGKILL');
  await child.exited;
}

/** Watchdog and reader shells of the postmaster, found by their process group. */
export function watchdogsOf(postmasterPid: number): number[] {
  const group = statOf(postmasterPid)?.group;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== postmasterPid && statOf(pid)?.group === group && statOf(pid)?.name === 'sh');
}

function statOf(pid: number): { name: string; state: string; group: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), state, group: Number(group) };
  } catch {
    return undefined; // ended meanwhile
  }
}

export function clusterProcesses(dataDir: string): number[] {
  return findPostgres(join(dataDir, 'cluster'));
}

export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== 'Z';
}

export async function until(condition: () => boolean | Promise<boolean>, limitMs = 10_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`the condition did not come true within ${limitMs} ms: ${condition.toString()}`);
    await sleep(10);
  }
}

export function start(dataDir: string, log: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log });
}

export async function queryRows(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the query in progress reports it
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Acknowledged rows that the database no longer has. */
export async function lostRows(connectionString: string, acknowledged: string[]): Promise<string[]> {
  const rows = await queryRows(connectionString, 'select id::text from acknowledged');
  const found = new Set(rows.map((row) => row['id']));
  return acknowledged.filter((id) => !found.has(id));
}

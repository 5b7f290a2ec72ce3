import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ProgramAccount } from './program-account.ts';
import type { StagedPrograms } from './program-staging.ts';
import { diskFull, StartFailure } from './start-failure.ts';
import { watchProgram } from './watchdog.ts';

/** Name of the owner role of an embedded cluster. */
export const clusterUser = 'sightline';

type InitOptions = { dataDir: string; programs: StagedPrograms; account: ProgramAccount | undefined; fsync: boolean };

/** The random password of this data folder, made at first use; mode 0600. */
export function readOrMakePassword(dataDir: string): string {
  const path = join(dataDir, 'password');
  if (existsSync(path)) {
    const password = readFileSync(path, 'utf8').trim();
    if (password !== '') return password;
  }
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new StartFailure(
      'database_start_failed',
      `The database password file ${path} is missing; restore it from your backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return password;
}

/** Makes the cluster when there is none. Built under another name and renamed, so that an interrupted run leaves nothing half-made. */
export async function initialiseCluster(options: InitOptions, password: string): Promise<'made' | 'existing'> {
  const cluster = join(options.dataDir, 'cluster');
  // A name of its own each time: an initdb that outlived its starter for a moment must not write into the next one's.
  const fresh = `${cluster}.new-${randomUUID().slice(0, 8)}`;
  for (const name of readdirSync(options.dataDir))
    if (name.startsWith('cluster.new')) removeFolder(join(options.dataDir, name));
  if (existsSync(cluster)) {
    requireSameMajor(cluster);
    return 'existing';
  }
  try {
    mkdirSync(fresh, { mode: 0o700 });
    await runInitdb(options, fresh, password);
    writeFileSync(join(fresh, 'pg_hba.conf'), 'local all all scram-sha-256\n');
    renameSync(fresh, cluster);
    return 'made';
  } catch (error) {
    removeFolder(fresh);
    throw error;
  }
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function requireSameMajor(cluster: string): void {
  const versionFile = join(cluster, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'unknown';
  if (version === '18') return;
  const message = `The folder ${cluster} holds PostgreSQL data of version ${version}, this copy runs version 18; it was left untouched.`;
  throw new StartFailure('database_start_failed', message);
}

async function runInitdb(options: InitOptions, fresh: string, password: string): Promise<void> {
  const { account, programs, fsync, dataDir } = options;
  const passwordFile = join(dataDir, 'initdb-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    chownSync(fresh, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  chmodSync(fresh, 0o700);
  const args = [
    '-D',
    fresh,
    '-U',
    clusterUser,
    `--pwfile=${passwordFile}`,
    '--auth-local=scram-sha-256',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  try {
    const watched = watchProgram({
      program: programs.initdb,
      args: fsync ? args : [...args, '--no-sync'],
      account,
      log: () => undefined,
    });
    const exit = await watched.exited;
    if (exit.code !== 0) throw describeFailure(exit.complaint, dataDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Finds the reason in what PostgreSQL printed. */
export function describeFailure(complaint: string, dataDir: string): StartFailure {
  if (/No space left on device|Disk quota exceeded/.test(complaint)) return diskFull(dataDir);
  const lines = complaint
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const reason = lines.find((line) => /fatal|panic|error/i.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
  return new StartFailure('database_start_failed', `PostgreSQL did not start: ${reason}`);
}

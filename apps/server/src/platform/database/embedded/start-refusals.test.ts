import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  lostRows,
  queryRows,
  removeFolder,
  start,
  startCrashChild,
  temporaryFolder,
  until,
} from '../../../../testing/platform/database/embedded/crash-rig.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const canMount = isRoot && mountsWork();
// Whole clusters are made and killed here; a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let unmount: (() => void) | undefined;

beforeEach(() => {
  folder = temporaryFolder();
  unmount = undefined;
});

afterEach(() => {
  unmount?.();
  removeFolder(folder);
});

function mountSmallDisk(megabytes: number): string {
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', disk]);
  unmount = () => execFileSync('umount', ['-l', disk]);
  return disk;
}

function mountsWork(): boolean {
  const probe = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // containers usually forbid it
  } finally {
    removeFolder(probe);
  }
}

test('refuses a file in place of the data folder', async () => {
  writeFileSync(join(folder, 'file'), 'kept');
  await expect(start(join(folder, 'file'))).rejects.toMatchObject({ code: 'data_folder_unwritable' });
  await expect(start(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'data_folder_unwritable' });
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
});

test.skipIf(!isRoot)(
  'refuses a folder below one that the database account cannot enter, and names it (skipped without root)',
  async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(start(join(closed, 'data'))).rejects.toMatchObject({
      code: 'data_folder_untraversable',
      message: expect.stringContaining(`cannot enter ${closed};`),
    });
    chmodSync(closed, 0o711);
    await (await start(join(closed, 'data'))).stop();
  },
);

test.skipIf(!isRoot)('refuses a folder that an ordinary user may not write (skipped without root)', async () => {
  const child = await startCrashChild(join(folder, 'data'), nobody);
  await child.exited;
  expect(child.lines[0]).toMatch(/^refused data_folder_unwritable .*choose another with --data/);
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!isRoot)('an ordinary user starts and stops in a folder of their own (skipped without root)', async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  chownSync(own, nobody.uid, nobody.gid);
  const child = await startCrashChild(own, nobody);
  expect(child.lines[0]).toMatch(/^ready /);
  child.process.kill('SIGTERM');
  await child.exited;
  expect(child.process.exitCode).toBe(0);
});

test.skipIf(!canMount)(
  'a full disk stops the first start before anything is made (skipped where mounts are forbidden)',
  async () => {
    const disk = mountSmallDisk(60);
    await expect(start(join(disk, 'data'))).rejects.toMatchObject({ code: 'disk_full' });
    expect(existsSync(join(disk, 'data', 'cluster'))).toBe(false);
  },
);

test.skipIf(!canMount)(
  'a disk that fills up later refuses the start and damages nothing (skipped where mounts are forbidden)',
  async () => {
    const disk = mountSmallDisk(260);
    const dataDir = join(disk, 'data');
    const first = await start(dataDir);
    await queryRows(first.connectionString, 'create table kept as select generate_series(1, 1000) as id');
    await first.stop();
    fillUp(disk);
    await expect(start(dataDir)).rejects.toMatchObject({ code: 'disk_full' });
    rmSync(join(disk, 'filler'));
    const second = await start(dataDir);
    expect(await queryRows(second.connectionString, 'select count(*)::int as rows from kept')).toEqual([
      { rows: 1000 },
    ]);
    await second.stop();
  },
);

test.skipIf(!canMount)(
  'a disk that fills up while writing loses no acknowledged row and goes on when there is room (skipped where mounts are forbidden)',
  async () => {
    const disk = mountSmallDisk(260);
    const child = await startCrashChild(join(disk, 'data'), { connections: 4 });
    await until(() => child.acknowledged.length > 200);
    fillUp(disk);
    await until(() => child.lines.some((line) => line.startsWith('failed')), 20_000);
    rmSync(join(disk, 'filler'));
    const before = child.acknowledged.length;
    await until(() => child.acknowledged.length > before + 200, 20_000);
    expect(await lostRows(child.connectionString, [...child.acknowledged])).toEqual([]);
    child.process.kill('SIGTERM');
    await child.exited;
  },
);

test('keeps the password and the cluster from other accounts', async () => {
  const running = await start(join(folder, 'data'));
  expect(statSync(join(folder, 'data', 'password')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'data', 'cluster')).mode & 0o777).toBe(0o700);
  expect(statSync(running.connection.host).mode & 0o777).toBe(0o700);
  const wrong = running.connectionString.replace(/:[^:@]+@/, ':wrong@');
  await expect(queryRows(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  const [settings] = await queryRows(
    running.connectionString,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
            datlocprovider::text as provider, datlocale as locale from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual({ fsync: 'on', checksums: 'on', addresses: '', provider: 'b', locale: 'C.UTF-8' });
  await running.stop();
});

function fillUp(disk: string): void {
  const filler = join(disk, 'filler');
  for (const size of [1_000_000, 4_096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
}

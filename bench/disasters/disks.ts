import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { coverageOf } from '../../e2e/fixtures/footage.ts';
import {
  accountAfter,
  after,
  cameraNow,
  isAccounted,
  secondsUntil,
  toldAfter,
  withScene,
  type Disaster,
  type Scene,
  type Seen,
} from './disaster.ts';
import { playThrough, relayedClient } from '../measure/footage-client.ts';
import { accountOf } from './account.ts';

const smallDiskMb = 300;
const busyWriters = 12;
const busyMs = 30_000;
const block = Buffer.alloc(1_048_576);

/** A core all of whose folders lie on a small disk. */
async function onSmallDisk(cameras: number, work: (scene: Scene, disk: string) => Promise<Seen>): Promise<Seen> {
  const disk = await mkdtemp(join(tmpdir(), 'sightline-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(smallDiskMb)}m`, 'tmpfs', disk]);
  try {
    return await withScene(cameras, (scene) => work(scene, disk), { coreFolder: disk });
  } finally {
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  }
}

/** Somebody else's file that takes everything, also what is freed meanwhile. Answers what ends it. */
function fill(path: string): () => void {
  const file = openSync(path, 'w');
  const write = (): void => {
    try {
      for (;;) writeSync(file, block);
    } catch {
      // Full: again when something was freed.
    }
  };
  write();
  const timer = setInterval(write, 100);
  return () => {
    clearInterval(timer);
    closeSync(file);
    rmSync(path);
  };
}

const segments = (folder: string): number =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.mp4')).length;

const full: Disaster = {
  slug: 'disk-full',
  name: 'the disk of the core is full to the last byte',
  promise: 'told within 2 s; everything goes on when there is room; nothing goes silently',
  needsRoot: true,
  run: ({ cameras }) =>
    onSmallDisk(cameras, async (scene, disk) => {
      const filledUtcMs = Date.now();
      const before = segments(disk);
      const free = fill(join(disk, 'foreign.bin'));
      const [told, notice] = await Promise.all([
        secondsUntil(async () => (await cameraNow(scene, scene.cameras[0].id)).status.state !== 'online', 20_000),
        toldAfter(scene, filledUtcMs, 20_000),
      ]);
      const kept = segments(disk);
      free();
      const account = await accountAfter(scene, Date.now());
      return {
        account,
        say: `not online ${after(told)}; ${notice.say}; files of footage ${String(before)} → ${String(kept)}; ${account.causes.join(', ')}`,
        isKept: isAccounted(account) && told !== null && notice.seconds !== null,
      };
    }),
};

/** Writes block after block, each of them to the disk itself, until it is ended; a file of its own stays small. */
const writer = `
  const { constants: { O_CREAT, O_SYNC, O_WRONLY }, openSync, writeSync } = require('node:fs');
  const file = openSync(process.argv[1], O_CREAT | O_SYNC | O_WRONLY);
  const block = Buffer.alloc(${String(block.length)});
  for (let at = 0; ; at = (at + 1) % 64) writeSync(file, block, 0, block.length, at * block.length);
`;

/** Other programs that write to the disk without a pause; answers what ends them. */
function makeDiskBusy(folder: string): () => void {
  const files = Array.from({ length: busyWriters }, (_, index) => join(folder, `busy-${String(index)}`));
  const children = files.map((path) => spawn(process.execPath, ['-e', writer, path], { stdio: 'ignore' }));
  const stop = (): void => children.forEach((child) => void child.kill('SIGKILL'));
  process.once('exit', stop);
  return () => {
    process.off('exit', stop);
    stop();
    for (const path of files) rmSync(path, { force: true });
  };
}

/** Longest time that 64 KB took to be on the disk while `ms` passed: how slow it was. */
async function slowestWrite(path: string, ms: number): Promise<number> {
  const endMs = performance.now() + ms;
  let slowest = 0;
  for (let now = performance.now(); now < endMs; now = performance.now()) {
    const file = await open(path, constants.O_CREAT | constants.O_SYNC | constants.O_WRONLY);
    await file.write(block.subarray(0, 65_536));
    await file.close();
    slowest = Math.max(slowest, performance.now() - now);
    await wait(100);
  }
  await rm(path);
  return slowest;
}

const slow: Disaster = {
  slug: 'disk-slow',
  name: `a disk that ${String(busyWriters)} others write to without a pause for ${String(busyMs / 1000)} s`,
  promise: 'every second recorded or named',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      const calm = makeDiskBusy(scene.system.folder);
      const slowest = await slowestWrite(join(scene.system.folder, 'probe'), busyMs).finally(calm);
      const account = await accountAfter(scene, Date.now());
      return {
        account,
        say: `64 KB took up to ${(slowest / 1000).toFixed(1)} s; ${account.causes.join(', ') || 'nothing lost'}`,
        isKept: isAccounted(account),
      };
    }),
};

/** Oldest file of footage that is no longer written to. */
function oldestSegment(folder: string): string {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.mp4') && existsSync(path));
  const [oldest] = files.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  if (oldest === undefined) throw new Error('there is no footage');
  return oldest;
}

const deleted: Disaster = {
  slug: 'file-deleted',
  name: 'a file of footage is deleted behind the back of the core',
  promise: 'whoever plays it is told at once; from then on the time is a gap that says why',
  run: () =>
    withScene(1, async (scene) => {
      const { system, cameras, sinceUtcMs } = scene;
      // A restart closes the file that was being written, so that there is one of the past.
      await system.edge.stop();
      system.edge.restart();
      await system.edge.ready();
      const backUtcMs = Date.now();
      await accountAfter(scene, backUtcMs);
      rmSync(oldestSegment(system.coreFolder));
      const range = { fromUtcMs: sinceUtcMs, toUtcMs: backUtcMs };
      const player = await relayedClient(system, cameras[0].id);
      const shown = await playThrough(player, 1, range).finally(() => player.close());
      const found = await secondsUntil(
        async () =>
          (await coverageOf(system, cameras[0].id, range)).recorded.every(({ toUtcMs }) => toUtcMs > backUtcMs - 1_000),
        30_000,
      );
      const notice = await toldAfter(scene, backUtcMs, 10_000);
      const account = accountOf(await coverageOf(system, cameras[0].id, range));
      return {
        account,
        say: `player is told ${shown.join(', ') || 'nothing'}; no longer said to be recorded ${after(found)}; ${notice.say}; ${account.causes.join(', ')}`,
        isKept: isAccounted(account) && found !== null && shown.includes('footage_missing') && notice.seconds !== null,
      };
    }),
};

/** What becomes of disks. */
export const disks: Disaster[] = [full, slow, deleted];

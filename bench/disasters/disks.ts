import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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
import { accountOf } from './account.ts';

const smallDiskMb = 300;
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

const slow: Disaster = {
  name: 'a disk that others write to without a pause',
  promise: 'every second recorded or named',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      const files = Array.from({ length: 6 }, (_, index) => join(scene.system.folder, `busy-${String(index)}`));
      const endUtcMs = Date.now() + 20_000;
      const handles = files.map((path) => openSync(path, 'ws'));
      while (Date.now() < endUtcMs) {
        for (const handle of handles) writeSync(handle, block);
        await wait(0);
      }
      for (const handle of handles) closeSync(handle);
      for (const path of files) rmSync(path);
      const account = await accountAfter(scene, Date.now());
      return { account, say: account.causes.join(', ') || 'nothing lost', isKept: isAccounted(account) };
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
  name: 'a file of footage is deleted behind the back of the core',
  promise: 'found when somebody plays it, within a day otherwise; the time is a gap that says why',
  run: () =>
    withScene(1, async (scene) => {
      const { system, cameras, sinceUtcMs } = scene;
      // A restart closes the file that was being written, so that there is one of the past.
      await system.edge.stop();
      rmSync(oldestSegment(system.coreFolder));
      system.edge.restart();
      await system.edge.ready();
      const backUtcMs = Date.now();
      await accountAfter(scene, backUtcMs);
      const range = { fromUtcMs: sinceUtcMs, toUtcMs: backUtcMs };
      const found = await secondsUntil(
        async () =>
          (await coverageOf(system, cameras[0].id, range)).recorded.every(({ toUtcMs }) => toUtcMs > backUtcMs - 1_000),
        30_000,
      );
      const account = accountOf(await coverageOf(system, cameras[0].id, range));
      return {
        account,
        say: `no longer said to be recorded ${after(found)}; ${account.causes.join(', ')}`,
        isKept: isAccounted(account) && found !== null,
      };
    }),
};

/** What becomes of disks. */
export const disks: Disaster[] = [full, slow, deleted];

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descendants } from '../../e2e/fixtures/processes.ts';
import { accountAfter, isAccounted, withScene, type Disaster, type Scene, type Seen } from './disaster.ts';

const diskMb = 600;
const stallMs = 20_000;

/** A core all of whose folders lie on a disk of their own, which can be held. */
async function onOwnDisk(cameras: number, work: (scene: Scene, disk: string) => Promise<Seen>): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-stall-'));
  const [image, disk] = [join(folder, 'image'), join(folder, 'disk')];
  await mkdir(disk);
  execFileSync('truncate', ['-s', `${String(diskMb)}M`, image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  execFileSync('mount', ['-o', 'loop', image, disk]);
  try {
    const coreFolder = join(disk, 'core');
    await mkdir(coreFolder);
    return await withScene(cameras, (scene) => work(scene, disk), { coreFolder });
  } finally {
    execFileSync('umount', ['-l', disk]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whoever writes to the disk waits for so long, as with one that finds a bad sector and tries it again and again. */
async function stall(disk: string, forMs: number): Promise<void> {
  // One program for both: a disk that is held when the bench ends would hold everybody for good, and nobody who waits can be killed.
  const script = 'fsfreeze --freeze "$1"; sleep "$2"; fsfreeze --unfreeze "$1"';
  const child = spawn('sh', ['-c', script, 'sh', disk, String(forMs / 1000)], { stdio: 'ignore', detached: true });
  await once(child, 'exit');
}

const workersOf = ({ system }: Scene): number[] =>
  descendants(system.edge.pid).flatMap(({ pid, command }) => (command.includes('-worker') ? [pid] : []));

/** A disk that does not answer for a while and then goes on as if nothing had been. */
export const stalledDisk: Disaster = {
  slug: 'disk-stalled',
  name: `a disk that takes nothing for ${String(stallMs / 1000)} s`,
  promise: 'no process is ended; every second recorded or named',
  needsRoot: true,
  run: ({ cameras }) =>
    onOwnDisk(cameras, async (scene, disk) => {
      const before = workersOf(scene);
      await stall(disk, stallMs);
      const account = await accountAfter(scene, Date.now());
      const ended = before.filter((pid) => !workersOf(scene).includes(pid)).length;
      return {
        account,
        say: `${String(ended)} processes ended; ${account.causes.join(', ') || 'nothing lost'}`,
        isKept: ended === 0 && isAccounted(account),
      };
    }),
};

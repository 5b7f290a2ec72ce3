import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { readFile, realpath, statfs } from 'node:fs/promises';

type EdgeDisk = NonNullable<EdgeHealth['disks']>[number];

interface Mount {
  device: string;
  mount: string;
  kind: string;
}

const maxDisks = 20;
const unescape = (text: string): string =>
  text.replaceAll(/\\(\d{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** What the machine has mounted, by `/proc/mounts`; empty on machines that have no such list. */
export function readMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [device = '', mount = '', kind = ''] = line.split(' ');
    return mount === '' ? [] : [{ device: unescape(device), mount: unescape(mount), kind }];
  });
}

const holds = (mount: string, path: string): boolean => mount === '/' || path === mount || path.startsWith(`${mount}/`);

/**
 * The disks of a machine: one mount of each local device, and whatever the footage lies on. Shares of other machines are left
 * out, unless footage lies there: asking one that is away would hang.
 */
export function chooseDisks(mounts: readonly Mount[], volume: string): (Mount & { holdsFootage: boolean })[] {
  const ofFootage = mounts
    .filter(({ mount }) => holds(mount, volume))
    .toSorted((a, b) => b.mount.length - a.mount.length)[0];
  const chosen = new Map<string, Mount>();
  if (ofFootage) chosen.set(ofFootage.device, ofFootage);
  for (const mount of mounts.toSorted((a, b) => a.mount.length - b.mount.length)) {
    const isLocal = mount.device.startsWith('/dev/') || mount.kind === 'zfs' || mount.mount === '/';
    const isPacked = ['squashfs', 'iso9660'].includes(mount.kind);
    if (isLocal && !isPacked && !chosen.has(mount.device)) chosen.set(mount.device, mount);
  }
  return [...chosen.values()].slice(0, maxDisks).map((mount) => ({ ...mount, holdsFootage: mount === ofFootage }));
}

/** Room on the disks of this machine. One that cannot be asked has no room: saying so matters more than ever. */
export async function readDisks(volume: string, mountsPath = '/proc/mounts'): Promise<EdgeDisk[]> {
  const text = await readFile(mountsPath, 'utf8').catch(() => '');
  const path = await realpath(volume).catch(() => volume);
  const chosen = chooseDisks(readMounts(text), path);
  const disks = chosen.length > 0 ? chosen : [{ device: '', mount: volume, kind: '', holdsFootage: true }];
  return Promise.all(
    disks.map(async ({ mount, kind, holdsFootage }) => {
      const { bavail, blocks, bsize } = await statfs(holdsFootage ? volume : mount).catch(() => ({
        bavail: 0,
        blocks: 0,
        bsize: 0,
      }));
      return {
        mount: mount.slice(0, 300),
        kind: kind.slice(0, 40),
        freeBytes: bavail * bsize,
        totalBytes: blocks * bsize,
        holdsFootage,
      };
    }),
  );
}

import { edgeHealth } from '@sightline/contracts/edges/edge';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseDisks, readDisks, readMounts } from './machine-disks.ts';
import { MachineHealth } from './machine-health.ts';
import { readTemperatures } from './machine-temperatures.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'machine-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, content: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};

test('a machine without thermometers says so, and one that answers nonsense has none', async () => {
  expect(await readTemperatures(folder)).toBeNull();
  put('class/thermal/thermal_zone0/type', 'acpitz\n');
  put('class/thermal/thermal_zone0/temp', '-274000\n');
  put('class/hwmon/hwmon0/temp1_input', '\n');
  expect(await readTemperatures(folder)).toBeNull();
});

test('reads zones and chips by their names', async () => {
  put('class/thermal/thermal_zone0/type', 'x86_pkg_temp\n');
  put('class/thermal/thermal_zone0/temp', '47000\n');
  put('class/hwmon/hwmon1/name', 'nvme\n');
  put('class/hwmon/hwmon1/temp1_label', 'Composite\n');
  put('class/hwmon/hwmon1/temp1_input', '38850\n');
  expect(await readTemperatures(folder)).toEqual([
    { name: 'x86_pkg_temp', celsius: 47 },
    { name: 'nvme Composite', celsius: 38.9 },
  ]);
});

test('of each local device one mount counts, shares of other machines do not, and the disk of the footage is marked', () => {
  const mounts = readMounts(
    [
      '/dev/sda1 / ext4 rw 0 0',
      '/dev/sda1 /var/snap ext4 rw 0 0',
      '/dev/sdb1 /mnt/big\\040disk xfs rw 0 0',
      '/dev/loop3 /snap/core squashfs ro 0 0',
      'nas:/video /mnt/nas nfs4 rw 0 0',
      'proc /proc proc rw 0 0',
      'tmpfs /run tmpfs rw 0 0',
      '',
    ].join('\n'),
  );
  const chosen = (volume: string) =>
    chooseDisks(mounts, volume).map(({ mount, holdsFootage }) => [mount, holdsFootage]);
  expect(chosen('/mnt/big disk/footage')).toEqual([
    ['/mnt/big disk', true],
    ['/', false],
  ]);
  expect(chosen('/mnt/bigger')).toEqual([
    ['/', true],
    ['/mnt/big disk', false],
  ]);
  expect(chosen('/mnt/nas/footage')[0]).toEqual(['/mnt/nas', true]);
});

test('a machine that has no list of mounts still tells of the disk with footage; one that is gone has no room', async () => {
  const [disk] = await readDisks(folder, join(folder, 'absent'));
  expect(disk).toMatchObject({ mount: folder, holdsFootage: true });
  expect(disk?.totalBytes).toBeGreaterThan(0);
  expect(await readDisks(join(folder, 'gone'), join(folder, 'absent'))).toMatchObject([
    { freeBytes: 0, totalBytes: 0 },
  ]);
});

test('a folder without its disk has no room: that of the disk below is not told for it', async () => {
  const health = await new MachineHealth(folder, () => Promise.resolve(false)).read();
  expect(health).toMatchObject({ diskFreeBytes: 0, diskTotalBytes: 0 });
  expect(health.disks?.some(({ holdsFootage }) => holdsFootage)).toBe(false);
});

test('EDGE-004: what a heartbeat carries fits the contract, with disks, load and machine', async () => {
  const health = await new MachineHealth(folder).read();
  expect(edgeHealth.parse(health)).toEqual(health);
  expect(health.disks?.filter(({ holdsFootage }) => holdsFootage)).toHaveLength(1);
  expect(health.load).toHaveLength(3);
  expect(health.machine?.node).toBe(process.versions.node);
});

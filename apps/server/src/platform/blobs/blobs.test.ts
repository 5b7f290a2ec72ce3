import { existsSync, mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDiskBlobs } from './blobs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-blobs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = new Uint8Array(10);
const free = (): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

it('says that the disk of the server is full when the file system does', async () => {
  const blobs = await openDiskBlobs(folder, { keptFreeBytes: 0 });
  symlinkSync('/dev/full', join(folder, 'objects', 'one'));
  await expect(blobs.put('one', new Uint8Array(10_000))).rejects.toMatchObject({ code: 'server_disk_full' });
});

it('leaves the database its room: keeps nothing more before the disk is full, and still reads and deletes', async () => {
  const before = await openDiskBlobs(folder, { keptFreeBytes: 0 });
  await before.put('o/old', bytes);
  const blobs = await openDiskBlobs(folder, { keptFreeBytes: free() * 2 });
  await expect(blobs.put('o/new', bytes)).rejects.toMatchObject({ code: 'server_disk_full' });
  const draft = join(blobs.draftFolder, 'draft');
  writeFileSync(draft, bytes);
  await expect(blobs.moveIn(draft, 'o/moved')).rejects.toMatchObject({ code: 'server_disk_full' });
  await expect(blobs.requireRoom(0)).rejects.toMatchObject({ code: 'server_disk_full' });
  expect(existsSync(join(folder, 'objects', 'o', 'moved'))).toBe(false);
  expect(await blobs.read('o/old')).toHaveLength(10);
  await blobs.remove('o/old');
  expect(await blobs.stat('o/old')).toBeNull();
});

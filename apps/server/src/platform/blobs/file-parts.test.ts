import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDiskBlobs } from './blobs.ts';
import { FileParts } from './file-parts.ts';

const file = randomBytes(2500);
const sha256 = createHash('sha256').update(file).digest('hex');
let folder: string;

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'file-parts-'))));
afterEach(() => rm(folder, { recursive: true }));

const open = (requireRoom = (_bytes: number): Promise<void> => Promise.resolve()): FileParts =>
  new FileParts({ draftFolder: folder, requireRoom });

const piece = (from: number | null, to = from ?? 0) => ({
  name: 'x',
  from,
  totalBytes: file.length,
  bytes: from === null ? new Uint8Array() : file.subarray(from, to),
});

test('pieces make up the file, and its sum is known with the last one', async () => {
  const parts = open();
  expect(await parts.add(piece(null))).toMatchObject({ received: 0, sha256: null });
  expect(await parts.add(piece(0, 1000))).toMatchObject({ received: 1000, sha256: null });
  expect(await parts.add(piece(1000, 2000))).toMatchObject({ received: 2000, sha256: null });
  const whole = await parts.add(piece(2000, 2500));
  expect(whole).toMatchObject({ received: 2500, sha256 });
  expect((await readFile(whole.path)).equals(file)).toBe(true);
  await parts.remove('x');
  expect(await readdir(folder)).toEqual([]);
});

test('a piece that came already or too early is not taken, and it is said how far the file is', async () => {
  const parts = open();
  await parts.add(piece(0, 1000));
  expect(await parts.add(piece(0, 1000))).toMatchObject({ received: 1000, isMisplaced: true });
  expect(await parts.add(piece(2000, 2500))).toMatchObject({ received: 1000, isMisplaced: true });
  await expect(parts.add({ ...piece(1000, 2500), totalBytes: 2000 })).rejects.toMatchObject({ code: 'bad_request' });
  // Two at once: one of them.
  const both = await Promise.all([parts.add(piece(1000, 2000)), parts.add(piece(1000, 2000))]);
  expect(both.filter(({ isMisplaced }) => isMisplaced)).toHaveLength(1);
  expect(both.map(({ received }) => received)).toEqual([2000, 2000]);
});

test('what was there stays after a restart of the server', async () => {
  await open().add(piece(0, 1700));
  const parts = open();
  expect(await parts.add(piece(null))).toMatchObject({ received: 1700 });
  expect(await parts.add(piece(1700, 2500))).toMatchObject({ received: 2500, sha256 });
});

test('pieces leave the database its room: none is taken beyond it, and what is there stays for later', async () => {
  const before = open();
  await before.add(piece(0, 1000));
  const { bavail, bsize } = await statfs(folder);
  const { requireRoom } = await openDiskBlobs(folder, { keptFreeBytes: bavail * bsize * 2 });
  const full = open(requireRoom);
  await expect(full.add(piece(1000, 2000))).rejects.toMatchObject({ code: 'server_disk_full' });
  await expect(full.add(piece(null))).rejects.toMatchObject({ code: 'server_disk_full' });
  expect(await open().add(piece(null))).toMatchObject({ received: 1000 });
});

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeDisk } from '../footage/disk.ts';
import { keepingRoom } from './room-keeping-disk.ts';

const [mib, gib] = [1024 ** 2, 1024 ** 3];
let volume: string;
beforeEach(() => {
  volume = mkdtempSync(join(tmpdir(), 'room-'));
});
afterEach(() => rmSync(volume, { recursive: true }));

const full = expect.objectContaining({ code: 'ENOSPC' });
const disk = (freeBytes: number, totalBytes: number) =>
  keepingRoom({ disk: nodeDisk, volume, room: () => Promise.resolve({ freeBytes, totalBytes }) });

test('footage does not take the last room of a disk, which the store needs to say that it is full', async () => {
  await expect(disk(60 * mib, 100 * gib).create(join(volume, '1.mp4'))).rejects.toEqual(full);
  await expect(disk(2 * mib, 24 * mib).create(join(volume, '1.mp4'))).rejects.toEqual(full);
});

test('what is left open is completed in that room, and where there is more footage is written', async () => {
  const file = await disk(4 * mib, 24 * mib).create(join(volume, '1.mp4'));
  await disk(70 * mib, 100 * gib).write(file, [new Uint8Array(10)], 0);
  const last = disk(0, 24 * mib);
  await expect(last.write(file, [new Uint8Array(10)], 10)).rejects.toEqual(full);
  await last.truncate(file, 5);
  await last.close(file);
  await last.remove(join(volume, '1.mp4'));
});

test('a disk that cannot be asked for its room is written to, and says itself what is wrong', async () => {
  const away = keepingRoom({ disk: nodeDisk, volume, room: () => Promise.reject(new Error('away')) });
  await away.close(await away.create(join(volume, '1.mp4')));
  expect(existsSync(join(volume, '1.mp4'))).toBe(true);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesBesideFootage, floorBeside, SoftwareRoom } from './software-room.ts';

let folder: string;
let room: SoftwareRoom;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'software-room-'));
  room = new SoftwareRoom(folder, folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, bytes: number): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), Buffer.alloc(bytes, 1));
};

describe('room of software', () => {
  it('holds versions, what is unpacked, and packages that come', async () => {
    expect(await room.bytes()).toBeLessThan(50_000);
    put('versions/0.2.0-0123456789ab/a/b', 300_000);
    put('versions/0.3.0-0123456789ab.unfinished/a', 200_000);
    put('incoming/package', 400_000);
    const first = await room.bytes();
    expect(first).toBeGreaterThanOrEqual(900_000);
    expect(first).toBeLessThan(1_000_000);
    put('versions/0.3.0-0123456789ab.unfinished/b', 500_000);
    put('incoming/package', 600_000);
    expect(await room.bytes()).toBeGreaterThanOrEqual(1_600_000);
  });

  it('is free again when a version goes, and after it came back', async () => {
    put('versions/0.2.0-0123456789ab/a', 800_000);
    await room.bytes();
    rmSync(join(folder, 'versions'), { recursive: true });
    expect(await room.bytes()).toBeLessThan(50_000);
    put('versions/0.2.0-0123456789ab/a', 300_000);
    expect(await room.bytes()).toBeLessThan(400_000);
  });

  it('takes nothing of footage that lies on another disk', async () => {
    put('incoming/package', 400_000);
    expect(await new SoftwareRoom(folder, '/proc').bytes()).toBe(0);
  });

  it('is told of exports as well, wherever those lie', async () => {
    put('exports/one.mp4', 500_000);
    expect(await bytesBesideFootage(join(folder, 'exports'), folder)).toBeGreaterThanOrEqual(500_000);
    expect(await bytesBesideFootage(join(folder, 'exports'), '/proc')).toBe(0);
    expect(await bytesBesideFootage(join(folder, 'absent'), folder)).toBe(0);
  });

  it('cannot be told when the folder is away', async () => {
    await expect(new SoftwareRoom(join(folder, 'absent'), folder).bytes()).rejects.toThrow('ENOENT');
  });
});

/** On a disk that footage has filled, so much is free as it leaves. */
describe('what footage leaves free', () => {
  it.each([
    ['nothing is there', 5e9, 0, 5e9],
    ['a version is there', 5e9, 0.6e9, 4.4e9],
    ['more is there than the reserve holds', 5e9, 4.5e9, 1e9],
    ['the reserve is no larger than what must stay free', 1e9, 0.6e9, 1e9],
    ['the disk is small', 0.25e9, 0.6e9, 0.25e9],
  ])('when %s', (...[, floor, software, expected]) => {
    expect(floorBeside(floor, software)).toBe(expected);
    // What is fetched beside it fits into the rest, or is refused: footage gives nothing for it.
    const package_ = 0.5e9;
    if (expected >= package_ + 1e9)
      expect(expected - package_).toBeGreaterThanOrEqual(floorBeside(floor, software + package_));
  });

  it.each([
    ['are there', 5e9, 0, 1e9, 4e9],
    ['are there beside software', 5e9, 1e9, 2e9, 2e9],
    ['would take all of it', 5e9, 1e9, 20e9, 1e9],
    ['are on a small disk', 1e9, 0.6e9, 20e9, 0.5e9],
  ])('when exports %s', (...[, floor, software, exports_, expected]) => {
    expect(floorBeside(floor, software, exports_)).toBe(expected);
  });
});

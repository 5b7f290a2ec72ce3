import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { motionFolder, motionPath, pruneMotion } from '../motion/motion-files.ts';
import { keptMotion } from './motion-retention.ts';

const cameraId = '0198c000-0000-7000-8000-00000000000a';
const removedId = '0198c000-0000-7000-8000-00000000000b';
const hourMs = 3_600_000;
const nowUtcMs = Date.UTC(2026, 4, 20, 12, 30);
let volume: string;

beforeEach(() => {
  volume = mkdtempSync(join(tmpdir(), 'motion-retention-'));
});

afterEach(() => rmSync(volume, { recursive: true }));

function write(id: string, hour: number): string {
  const path = motionPath(volume, id, hour);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x');
  return path;
}

const hourOf = (utcMs: number): number => Math.floor(utcMs / hourMs);

test('nothing happens where nothing was analysed yet', async () => {
  await pruneMotion(volume, new Map());
  expect(existsSync(join(volume, 'motion'))).toBe(false);
});

test('motion goes with the days of its camera, and wholly with the camera', async () => {
  const old = write(cameraId, hourOf(nowUtcMs) - 24 * 7 - 1);
  const kept = write(cameraId, hourOf(nowUtcMs) - 24 * 7);
  write(removedId, hourOf(nowUtcMs));
  await pruneMotion(volume, keptMotion([{ cameraId, retentionDays: 7, oldestUtcMs: null }], nowUtcMs));
  expect([existsSync(old), existsSync(kept), existsSync(motionFolder(volume, removedId))]).toEqual([
    false,
    true,
    false,
  ]);
});

test('motion goes with footage that a full disk took before its days were over', () => {
  const oldestUtcMs = nowUtcMs - 5 * hourMs;
  const streams = [
    { cameraId, retentionDays: 7, oldestUtcMs: nowUtcMs - hourMs },
    { cameraId, retentionDays: 7, oldestUtcMs },
    { cameraId, retentionDays: 7, oldestUtcMs: null },
  ];
  expect(keptMotion(streams, nowUtcMs)).toEqual(new Map([[cameraId, oldestUtcMs]]));
});

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LostPicture } from './pictures-lost.ts';
import type { NewThumbnail } from './thumbnail-spool.ts';
import { ThumbnailSpool } from './thumbnail-spool.ts';

let folder: string;
let spool: ThumbnailSpool;
let acknowledged = Infinity;
let lines: string[] = [];
let lost: LostPicture[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });

function open(maxBytes?: number): ThumbnailSpool {
  const parts = {
    folder: join(folder, 'spool'),
    log,
    lastSequence: () => 7,
    acknowledgedSequence: () => acknowledged,
    onLost: (one: LostPicture) => void lost.push(one),
  };
  return new ThumbnailSpool(maxBytes === undefined ? parts : { ...parts, maxBytes });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thumbnail-spool-'));
  acknowledged = Infinity;
  lines = [];
  lost = [];
  spool = open();
});

afterEach(async () => {
  await spool.stop();
  rmSync(folder, { recursive: true });
});

const cameraId = uuidv7();
const picture = (more: Partial<NewThumbnail> = {}): NewThumbnail => ({
  eventId: uuidv7(),
  cameraId,
  startedAtUtcMs: 1_700_000_000_000,
  kind: 'object',
  jpeg: new Uint8Array(1_000).fill(7),
  ...more,
});
const files = (): string[] => readdirSync(join(folder, 'spool'));
const nobody = (): boolean => false;

test('takes nothing for a picture that is none, and throws away what a crash left half written', () => {
  for (const name of [
    '1_x_y_2_object.jpg',
    `9_${cameraId}_${cameraId}_5_portrait.jpg`,
    `3_${cameraId}_${cameraId}_5_face.jpg.partial`,
  ])
    writeFileSync(join(folder, 'spool', name), 'x');
  spool = open();
  expect(spool.size).toEqual({ count: 0, bytes: 0 });
  expect(files()).toEqual([]);
});

test('drops the oldest beyond its room, tells which, and logs it once', async () => {
  spool = open(3_500);
  const pictures = Array.from({ length: 6 }, () => picture());
  for (const one of pictures) await spool.put(one);
  expect(spool.size).toEqual({ count: 3, bytes: 3_000 });
  await vi.waitFor(() => expect(files()).toHaveLength(3));
  expect(files().every((name) => pictures.slice(3).some((one) => name.includes(one.eventId)))).toBe(true);
  expect(lost).toEqual(pictures.slice(0, 3).map(({ jpeg: _jpeg, ...one }) => one));
  expect(lines).toHaveLength(1);
});

test('goes on without a picture that the disk does not take', async () => {
  rmSync(join(folder, 'spool'), { recursive: true });
  await spool.put(picture());
  expect(spool.size.count).toBe(0);
  expect(lines).toHaveLength(1);
  await spool.put(picture());
  expect(lines).toHaveLength(1);
  expect(lost).toHaveLength(2);
});

test('a picture whose newer one the disk does not take is not lost', async () => {
  const first = picture();
  await spool.put(first);
  const file = join(folder, 'spool', files()[0]!);
  rmSync(join(folder, 'spool'), { recursive: true });
  await spool.put(first);
  expect(lost).toEqual([]);
  // Its file went with the folder: that is seen when it is to be sent.
  expect(await spool.read(spool.next(nobody)!)).toBeNull();
  expect(lost).toMatchObject([{ eventId: first.eventId, kind: 'object' }]);
  expect(existsSync(file)).toBe(false);
});

test('what is taken over, sent, or forgotten on purpose is not lost', async () => {
  const first = picture();
  await spool.put(first);
  await spool.put(first);
  spool.done(spool.next(nobody)!);
  await spool.put(picture());
  spool.clear();
  expect(lost).toEqual([]);
});

test('a newer picture of the same kind takes the place of the older one, others stay', async () => {
  const first = picture();
  await spool.put(first);
  await spool.put({ ...first, kind: 'face' });
  await spool.put({ ...first, jpeg: new Uint8Array(10) });
  expect(spool.size).toEqual({ count: 2, bytes: 1_010 });
  await vi.waitFor(() => expect(files()).toHaveLength(2));
});

test('an answer about the older picture leaves the newer one', async () => {
  const first = picture();
  await spool.put(first);
  const older = spool.next(nobody)!;
  await spool.put({ ...first, jpeg: new Uint8Array([1, 2, 3]) });
  expect(await spool.read(older)).toBeNull();
  spool.done(older);
  const newer = spool.next(nobody)!;
  expect(await spool.read(newer)).toEqual({
    eventId: first.eventId,
    cameraId,
    startedAtUtcMs: first.startedAtUtcMs,
    kind: 'object',
    jpeg: 'AQID',
  });
  spool.done(newer);
  expect(spool.next(nobody)).toBeNull();
  await vi.waitFor(() => expect(files()).toEqual([]));
});

test('holds a picture back until the server knows its event', async () => {
  acknowledged = 6;
  await spool.put(picture());
  expect(spool.next(nobody)).toBeNull();
  acknowledged = 7;
  expect(spool.next(nobody)).not.toBeNull();
});

test('keeps pictures over a restart, and goes on behind them', async () => {
  const older = picture();
  await spool.put(older);
  await spool.stop();
  spool = open();
  const newer = picture();
  await spool.put(newer);
  expect(spool.size).toEqual({ count: 2, bytes: 2_000 });
  expect((await spool.read(spool.next(nobody)!))?.eventId).toBe(newer.eventId);
  expect((await spool.read(spool.next((key) => key.startsWith(newer.eventId))!))?.eventId).toBe(older.eventId);
});

test('forgets everything when it is told to', async () => {
  await spool.put(picture());
  spool.clear();
  expect(spool.next(nobody)).toBeNull();
  await vi.waitFor(() => expect(files()).toEqual([]));
  expect(existsSync(join(folder, 'spool'))).toBe(true);
});

test('gives pictures of events that a wrong clock dated their right times, also for the next start', async () => {
  const [wrong, right] = [picture({ startedAtUtcMs: 9_000 }), picture({ startedAtUtcMs: 4_000 })];
  for (const one of [wrong, right]) await spool.put(one);
  spool.correctTimes((utcMs) => (utcMs > 5_000 ? utcMs - 6_000 : utcMs));
  for (const opened of [spool, open()]) {
    const first = opened.next(nobody)!;
    const other = opened.next((key) => key === first.key)!;
    const read = await Promise.all([first, other].map((one) => opened.read(one)));
    expect(new Map(read.map((one) => [one?.eventId, one?.startedAtUtcMs]))).toEqual(
      new Map([
        [wrong.eventId, 3_000],
        [right.eventId, 4_000],
      ]),
    );
  }
});

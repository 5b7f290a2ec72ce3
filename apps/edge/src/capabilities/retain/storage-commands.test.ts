import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { overviewCommand, storageCommand } from './storage-commands.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nowUtcMs = Date.UTC(2026, 10, 20, 12);
const [cameraId, streamId] = [uuidv7(), uuidv7()];
let folder: string;
let stores: EdgeStores;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-commands-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  const desired = cameraConfig({ id: cameraId, stream: { id: streamId } });
  stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, nowUtcMs);
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const parts = () => ({ ...stores, volume: join(folder, 'footage'), nowUtcMs: () => nowUtcMs });
const dayStarts = [nowUtcMs - dayMs, nowUtcMs];

function hours(count: number, bytes: number): void {
  for (let hour = 1; hour <= count; hour++) {
    const startUtcMs = nowUtcMs - hour * hourMs;
    stores.segments.put(
      testSegment({
        streamId,
        path: `${streamId}/${String(hour)}.mp4`,
        startUtcMs,
        endUtcMs: startUtcMs + hourMs,
        bytes,
      }),
    );
  }
}

test('STOR-001: a camera that nobody knows has no storage', async () => {
  await expect(storageCommand(parts(), { cameraId: uuidv7(), dayStarts })).rejects.toMatchObject({ code: 'not_found' });
});

test('tells the floor of days that its owner set', async () => {
  const { output } = edgeCommands['storage.overview'];
  expect(output.parse(await overviewCommand({ ...parts(), leastDays: () => 7 })).leastDays).toBe(7);
});

test('STOR-001: a camera without footage is all missing, and promises nothing', async () => {
  const answer = edgeCommands['recordings.storage'].output.parse(
    await storageCommand(parts(), { cameraId, dayStarts }),
  );
  expect(answer.days).toEqual([
    { regular: [], smart: [], none: [{ fromUtcMs: dayStarts[0], toUtcMs: dayStarts[1], cause: null }] },
  ]);
  expect(answer.forecast).toMatchObject({
    cameraId,
    heldBytes: 0,
    bytesPerDay: null,
    fitsDays: null,
    oldestUtcMs: null,
  });
});

test('STOR-001: measures what is written a day from what is there, and says for how long the disk has room', async () => {
  hours(12, 1e9);
  const { freeBytes, floorBytes, cameras } = edgeCommands['storage.overview'].output.parse(
    await overviewCommand(parts()),
  );
  expect(cameras).toHaveLength(1);
  expect(cameras[0]).toMatchObject({
    heldBytes: 12e9,
    bytesPerDay: 24e9,
    oldestUtcMs: nowUtcMs - 12 * hourMs,
    retentionDays: 7,
  });
  expect(cameras[0]?.fitsDays).toBeCloseTo((Math.max(0, freeBytes - floorBytes) + 12e9) / 24e9, 6);
  const { days } = await storageCommand(parts(), { cameraId, dayStarts });
  expect(days[0]?.regular).toEqual([{ fromUtcMs: nowUtcMs - 12 * hourMs, toUtcMs: nowUtcMs }]);
});

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCoverage } from './read-coverage.ts';
import { nowUtcMs, systemClock } from '../../platform/clock.ts';
import { socketPathFor } from '../../platform/data-folder-lock.ts';
import { correctClock } from '../../platform/processes/shared-clock.ts';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { MediaSupervision } from './media-supervision.ts';

const threeDaysMs = 3 * 86_400_000;
const [cameraId, streamId] = [uuidv7(), uuidv7()];
let folder: string;
let stores: EdgeStores;
let cameras: RtspServer;
let media: MediaSupervision | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clock-ahead-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  cameras = await startRtspServer();
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  const desired = cameraConfig({ id: cameraId, stream: { id: streamId, url: cameras.url('gate') } });
  stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, Date.now());
}, 60_000);

afterEach(async () => {
  await media?.stop();
  stores.store.close();
  await cameras.stop();
  correctClock(0);
  rmSync(folder, { recursive: true, force: true });
});

/** A camera begins with its last keyframe, which is filed by its own time: at most so long before the recorder asked for it. */
const keyframeAgeMs = 2_000;

const filed = () => stores.segments.overlapping(streamId, -1e15, 1e15);

/** Runs the recorder until it has filed something new, of about this moment. */
async function record(): Promise<void> {
  const fromUtcMs = nowUtcMs() - keyframeAgeMs;
  const before = new Set(filed().map(({ path }) => path));
  const isNew = ({ path, startUtcMs, knownEndUtcMs }: SegmentRow): boolean =>
    !before.has(path) && startUtcMs >= fromUtcMs && knownEndUtcMs > startUtcMs;
  media = new MediaSupervision({
    stores,
    volume: join(folder, 'footage'),
    busSocketPath: socketPathFor(folder, 'media.sock'),
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  media.start();
  await vi.waitFor(() => expect(filed().some(isNew)).toBe(true), { timeout: 20_000 });
  await media.stop();
  media = null;
}

/** A start within one keyframe's pictures leaves nothing out; so the next one waits until a camera begins later. */
const keyframeAfter = (utcMs: number): Promise<void> =>
  vi.waitUntil(() => nowUtcMs() > utcMs + keyframeAgeMs + 100, { timeout: 10_000 }).then(() => undefined);

test('a start after a clock that was ahead says why nothing was recorded before it', async () => {
  correctClock(threeDaysMs);
  await record();
  // Somebody sets the clock right while the core is off; it is started, ends, and is started again.
  correctClock(0);
  const fromUtcMs = nowUtcMs();
  await record();
  await keyframeAfter(nowUtcMs());
  await record();
  const now = nowUtcMs();
  const { recorded, gaps } = readCoverage(stores, { streamId, fromUtcMs, toUtcMs: now, nowUtcMs: now });
  expect(recorded).toHaveLength(2);
  const [first, second] = recorded;
  const between = gaps.filter((gap) => gap.fromUtcMs >= first!.fromUtcMs && gap.toUtcMs <= second!.toUtcMs);
  expect(between.map(({ cause }) => cause)).toEqual(['edge_down']);
}, 90_000);

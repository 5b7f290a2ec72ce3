import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StreamRegistry } from '../ingest/stream-registry.ts';
import { openEdgeStores, type EdgeStores } from '../../platform/store/edge-stores.ts';
import { notifyAnew } from './tell-anew.ts';

const nowUtcMs = Date.UTC(2026, 10, 20);
const cameraId = uuidv7();
const streamId = uuidv7();
let folder: string;
let stores: EdgeStores;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tell-anew-'));
  stores = openEdgeStores(folder);
  stores.desired.apply(
    {
      sequence: 1,
      entity: 'camera',
      entityId: cameraId,
      revision: 1,
      desired: cameraConfig({ id: cameraId, stream: { id: streamId } }),
    },
    1,
  );
});
afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const told = () => stores.outbox.after(0, 1000).map(({ body }) => body);

test('a server that was brought back from an older copy hears the gaps of its memory again, under their own ids, and how streams are now', () => {
  const put = (
    startUtcMs: number,
    cause: 'camera_no_video' | 'recording_no_motion' | 'footage_expired',
    isOpen = false,
  ) => stores.gaps.put({ streamId, startUtcMs, endUtcMs: startUtcMs + 5_000, cause, isOpen });
  const gap = put(nowUtcMs - 100_000, 'camera_no_video');
  put(nowUtcMs - 40 * 86_400_000, 'camera_no_video');
  put(nowUtcMs - 90_000, 'recording_no_motion');
  put(nowUtcMs - 80_000, 'footage_expired');
  put(nowUtcMs - 70_000, 'camera_no_video', true);
  const registry = new StreamRegistry({
    nowUtcMs: () => nowUtcMs,
    onChange: (body) => stores.outbox.append(nowUtcMs, body),
    onReorders: () => undefined,
  });
  registry.setWanted([{ streamId, cameraId } as never]);
  const before = told().filter(({ kind }) => kind === 'streamStatus').length;
  notifyAnew({ stores, notifyAll: () => registry.notifyAll(), nowUtcMs });
  expect(told().filter(({ kind }) => kind === 'gap')).toEqual([
    {
      kind: 'gap',
      gapId: gap.id,
      cameraId,
      streamId,
      fromUtcMs: gap.startUtcMs,
      toUtcMs: gap.endUtcMs,
      cause: 'camera_no_video',
    },
  ]);
  const statuses = told().filter(({ kind }) => kind === 'streamStatus');
  expect(statuses).toHaveLength(before + 1);
  expect(statuses.at(-1)).toMatchObject({ cameraId, streamId });
});

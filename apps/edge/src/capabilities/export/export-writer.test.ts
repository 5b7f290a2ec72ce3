import { mkdtemp, readdir, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import { openFootage } from '../footage/open-footage.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { planExport } from './export-plan.ts';
import { openFlacSound } from './export-sound.ts';
import { writeExport } from './export-writer.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);

let folder: string;
let store: Store;
const opened: OpenFootage[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-writer-'));
  store = openStore(join(folder, 'edge.sqlite'));
});

afterEach(async () => {
  for (const footage of opened.splice(0)) await footage.close();
  store.close();
  await rm(folder, { recursive: true });
});

function open(): OpenFootage {
  const footage = openFootage({
    storePath: join(folder, 'edge.sqlite'),
    volume: folder,
    nowUtcMs: () => startMs + 3_600_000,
  });
  opened.push(footage);
  return footage;
}

it('says that the footage has expired when retention deletes it between the plan and the file', async () => {
  const clip = await readClip(await testMedia('h264-sub'));
  const { path } = await writeSegment({ store, volume: folder, streamId: 'cam', startUtcMs: startMs, clip });
  const plan = await planExport(open().source, {
    streamId: 'cam',
    fromUtcMs: startMs + 1_000,
    toUtcMs: startMs + 5_000,
  });
  await unlink(join(folder, path));
  // Nothing of the segment is open any more, as after a restart of the worker.
  const { segments } = open().source;
  const writing = writeExport({
    plan,
    segments,
    file: join(folder, 'out.mp4'),
    openSound: openFlacSound,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(writing).rejects.toMatchObject({ code: 'footage_expired' });
  expect(await readdir(folder)).not.toContain('out.mp4');
});

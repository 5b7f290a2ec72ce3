import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordingNotice } from './recording-notices.ts';
import { nodeDisk } from '../footage/disk.ts';
import { HeldBudget } from './held-budget.ts';
import type { RecordMessage } from '../footage/record-messages.ts';
import { plainTarget } from './recording-target.ts';
import { StreamRecorder } from './stream-recorder.ts';

test('says what could not be read and where it lies, also of a camera that is not known', () => {
  const message = { type: 'footage.setAside' as const, streamId: 's', path: 'damaged/s/1.mp4' };
  expect(recordingNotice(message, () => 'camera')).toEqual({
    code: 'footage_set_aside',
    subject: 'camera',
    detail: 'camera (damaged/s/1.mp4)',
  });
  expect(recordingNotice(message, () => undefined)).toEqual({
    code: 'footage_set_aside',
    subject: 's',
    detail: 's (damaged/s/1.mp4)',
  });
});

test('says once that memory did not hold the wished time before the motion, and how much of it was left', async () => {
  const volume = mkdtempSync(join(tmpdir(), 'pre-roll-'));
  const messages: RecordMessage[] = [];
  const emit = (message: RecordMessage): unknown => messages.push(message);
  const held = new HeldBudget(25_000);
  const recorder = new StreamRecorder({
    streamId: 's',
    volume,
    disk: nodeDisk,
    syncPolicy: 'fragment',
    emit,
    held,
    diskState: () => undefined,
    prepare: async () => undefined,
  });
  const startMs = Date.now();
  recorder.source(startMs);
  recorder.setTarget({ ...plainTarget('motion'), preRollMs: 30_000 });
  for (let second = 0; second < 6; second++) {
    const ticks = { pts90k: second * 90_000, dts90k: second * 90_000 };
    recorder.unit(
      { kind: 'video', data: new Uint8Array(10_000), key: true, ...ticks, arrivalMs: startMs, gap: false },
      false,
    );
    recorder.assess({ fromUtcMs: startMs, untilUtcMs: startMs + second * 1000 + 500, isActive: false, cause: null });
  }
  const cuts = messages.filter((message) => message.type === 'record.preRollCut');
  expect(cuts).toMatchObject([{ streamId: 's', wantedMs: 30_000, leftMs: 500 }]);
  expect(recordingNotice(cuts[0]!, () => 'camera')).toEqual({
    code: 'recording_pre_roll_cut',
    subject: 'camera',
    detail: 'camera (0.5 s / 30.0 s)',
  });
  expect(recordingNotice(cuts[0]!, () => undefined)).toBeNull();
  await recorder.stop();
  rmSync(volume, { recursive: true });
});

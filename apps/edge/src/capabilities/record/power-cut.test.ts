import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFragmentIndex, type FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeDisk } from '../footage/disk.ts';
import { type CrashKind, replayCrash, traceDisk, type TraceStep } from '../../../testing/record/disk-trace.fixture.ts';
import { startRig, until } from '../../../testing/record/recorder.fixture.ts';
import { repairSegmentFile, segmentsToRepair } from './repair-volume.ts';

let folder: string;
let trace: TraceStep[];
/** The files as they were meant to be. */
const meant = new Map<string, Uint8Array>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-power-'));
  const server = await startRtspServer();
  await server.addStream('a', { file: await testMedia('h264-sub') });
  const volume = join(folder, 'real');
  const traced = traceDisk(nodeDisk, volume);
  const rig = startRig(server.url('a'), {
    volume,
    disk: traced.disk,
    segmentMs: 2000,
    emit(message) {
      if (message.type === 'fragment.written')
        traced.trace.push({ op: 'promise', path: message.path, offset: message.offset, length: message.bytes });
    },
  });
  await until(() => traced.trace.filter((step) => step.op === 'promise').length >= 7, 'seven fragments', 30_000);
  await rig.source.stop();
  await rig.recorder.stop();
  await server.stop();
  trace = traced.trace;
  for (const name of readdirSync(volume, { recursive: true }) as string[])
    if (name.endsWith('.mp4')) meant.set(name, readFileSync(join(volume, name)));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Crashes, repairs as a start does, and answers what is left by path. */
async function crashAndRepair(crash: {
  steps: number;
  kind: CrashKind;
  seed: number;
}): Promise<{ volume: string; left: Map<string, FragmentRecord[]> }> {
  const volume = mkdtempSync(join(folder, 'crash-'));
  replayCrash(trace, { ...crash, random: seeded(crash.seed), into: volume });
  const left = new Map<string, FragmentRecord[]>();
  for (const path of segmentsToRepair({ volume, streamId: 's', openSegments: null, accountedUntilUtcMs: null })) {
    const records = await repairSegmentFile(path, {
      volume,
      streamId: 's',
      disk: nodeDisk,
      syncPolicy: 'fragment',
      emit: () => undefined,
    });
    if (records.length > 0) left.set(path, records);
  }
  return { volume, left };
}

function check(volume: string, left: Map<string, FragmentRecord[]>, steps: number): void {
  for (const step of trace.slice(0, steps)) {
    if (step.op !== 'promise') continue;
    expect(
      left.get(step.path)?.some((record) => record.offset === step.offset && record.bytes === step.length),
      `${step.path} at ${step.offset} after ${steps} steps`,
    ).toBe(true);
  }
  for (const [path, records] of left) {
    const bytes = readFileSync(join(volume, path));
    expect(Buffer.compare(bytes, meant.get(path)!.subarray(0, bytes.length)), `${path} after ${steps} steps`).toBe(0);
    expect(bytes.length).toBe(records.at(-1)!.offset + records.at(-1)!.bytes);
    expect(decodeFragmentIndex(readFileSync(join(volume, path.replace('.mp4', '.idx'))))).toEqual(records);
  }
}

describe('a power cut', () => {
  it('at any moment loses nothing that was acknowledged and leaves nothing that is damaged', async () => {
    expect(trace.filter((step) => step.op === 'create').length).toBeGreaterThanOrEqual(6);
    for (let steps = 0; steps <= trace.length; steps++) {
      const crashes = [
        { kind: 'all' as const, seed: 1 },
        { kind: 'none' as const, seed: 1 },
        ...[1, 2, 3, 4].map((seed) => ({ kind: 'torn' as const, seed: seed * 7919 + steps })),
      ];
      for (const crash of crashes) {
        const { volume, left } = await crashAndRepair({ ...crash, steps });
        check(volume, left, steps);
        rmSync(volume, { recursive: true, force: true });
      }
    }
  }, 60_000);

  it('leaves files that play from the first to the last picture', async () => {
    for (const steps of [0.4, 0.7, 1].map((share) => Math.floor(trace.length * share))) {
      const { volume, left } = await crashAndRepair({ kind: 'torn', seed: 42, steps });
      expect(left.size).toBeGreaterThan(0);
      for (const [path, records] of left) {
        const { pictures } = await decodeFile(join(volume, path));
        expect(pictures).toHaveLength(records.reduce((sum, record) => sum + record.samples, 0));
        expect(pictures.every((picture) => picture.counter !== null)).toBe(true);
      }
    }
  }, 30_000);

  it('during the repair is repaired again', async () => {
    const volume = mkdtempSync(join(folder, 'again-'));
    replayCrash(trace, { steps: trace.length - 4, kind: 'torn', random: seeded(5), into: volume });
    const options = { volume, streamId: 's', disk: nodeDisk, syncPolicy: 'fragment' as const, emit: () => undefined };
    const paths = segmentsToRepair({ volume, streamId: 's', openSegments: null, accountedUntilUtcMs: null });
    const first = [];
    for (const path of paths) first.push(await repairSegmentFile(path, options));
    const second = [];
    for (const [index, path] of paths.entries())
      if (first[index]!.length > 0) second.push(await repairSegmentFile(path, options));
    expect(second).toEqual(first.filter((records) => records.length > 0));
  });
});

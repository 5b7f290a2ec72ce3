import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fragmentEndMs } from '@sightline/media/fragment-index/find-fragment';
import { decodeFragmentIndex } from '@sightline/media/fragment-index/fragment-record';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribeStream } from '../../platform/media-bus/media-bus-client.ts';
import type { DesiredStream } from '../../capabilities/ingest/ingest-messages.ts';
import {
  accountErrors,
  desired,
  footageOf,
  WorkerMessages,
  until,
} from '../../../testing/app/workers/media-session.fixture.ts';

let server: RtspServer;
let folder: string;
const streamIds = ['a', 'b', 'c'];

beforeAll(async () => {
  server = await startRtspServer();
  for (const name of streamIds) await server.addStream(name, { file: await testMedia('h264-sub') });
  folder = await mkdtemp(join(tmpdir(), 'sightline-worker-'));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(
  book: WorkerMessages,
  volume: string,
  mode: 'on' | 'motion' = 'on',
): { child: ChildProcess; exited: Promise<void> } {
  const child = fork(fileURLToPath(new URL('./media-worker.ts', import.meta.url)), { execArgv: [] });
  child.on('message', (message) => book.take(message as never));
  const streams: DesiredStream[] = streamIds.map((name) =>
    desired(name, server.url(name), {
      recording: { mode, preRollMs: 4000, accountedUntilUtcMs: book.accountedUntil(name) },
    }),
  );
  child.send({
    type: 'configure',
    streams,
    volume,
    busSocketPath: join(folder, 'bus'),
    syncPolicy: 'fragment',
    openSegments: book.openSegments(),
    keptStreams: [],
  });
  return { child, exited: new Promise((resolve) => child.once('exit', () => resolve())) };
}

/** Up to when files of a stream reach, by their own index. */
function newestOf(volume: string, name: string): number {
  const ends = readdirSync(join(volume, name), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.idx'))
    .flatMap((path) => decodeFragmentIndex(readFileSync(join(volume, name, path))).map(fragmentEndMs));
  return Math.max(0, ...ends);
}

const acknowledged = (book: WorkerMessages, name: string): number =>
  Math.max(0, ...book.of(name).fragments.map((fragment) => fragment.endAtUtcMs));

describe('the media worker', () => {
  it('killed while writing loses nothing it acknowledged, at most one fragment, and says so', async () => {
    const volume = join(folder, 'killed');
    const book = new WorkerMessages();
    let worker = start(book, volume);
    for (let round = 1; round <= 3; round++) {
      const from = Date.now();
      await until(() => streamIds.every((name) => acknowledged(book, name) > from + 1500 + round * 130), 'footage');
      worker.child.kill('SIGKILL');
      const killedMs = Date.now();
      await worker.exited;
      const promised = streamIds.map((name) => acknowledged(book, name));
      const expected = new Map(streamIds.map((name) => [name, footageOf(book.of(name))]));
      await new Promise((resolve) => setTimeout(resolve, 700));
      worker = start(book, volume);
      await until(() => streamIds.every((name) => acknowledged(book, name) > killedMs + 700), 'footage again');
      for (const [index, name] of streamIds.entries()) {
        const repaired = [...book.of(name).closed.values()].filter((segment) => segment.repaired).at(-1)!;
        expect(repaired.endAtUtcMs).toBeGreaterThanOrEqual(promised[index]!);
        expect(killedMs - repaired.endAtUtcMs).toBeLessThan(1600);
        const now = footageOf(book.of(name));
        for (const part of expected.get(name)!)
          expect(now.some((one) => one.startMs <= part.startMs && one.endMs >= part.endMs)).toBe(true);
        expect(accountErrors(book.of(name))).toEqual({ unexplained: [], both: [] });
        expect([...book.of(name).gaps.values()].map((gap) => gap.cause)).toContain('edge_down');
      }
    }
    worker.child.kill('SIGTERM');
    await worker.exited;
    for (const name of streamIds) {
      for (const path of book.of(name).closed.keys()) {
        const { pictures } = await decodeFile(join(volume, path));
        expect(pictures.every((picture) => picture.counter !== null)).toBe(true);
      }
    }
  }, 60_000);

  it('killed while footage waits for a judgement explains every moment of it', async () => {
    const volume = join(folder, 'waiting');
    const book = new WorkerMessages();
    const assess = (child: ChildProcess): NodeJS.Timeout => {
      let fromUtcMs = Date.now();
      return setInterval(() => {
        const untilUtcMs = Date.now();
        const said = { type: 'activity', fromUtcMs, untilUtcMs, isActive: false, cause: null };
        if (child.connected) for (const cameraId of streamIds) child.send({ ...said, cameraId });
        fromUtcMs = untilUtcMs;
      }, 200);
    };
    const quiet = (since: number): boolean =>
      streamIds.every((name) =>
        [...book.of(name).gaps.values()].some((gap) => gap.cause === 'recording_no_motion' && gap.endAtUtcMs > since),
      );
    let worker = start(book, volume, 'motion');
    let assessing = assess(worker.child);
    await until(() => quiet(0), 'quiet');
    worker.child.kill('SIGKILL');
    const killedMs = Date.now();
    clearInterval(assessing);
    await worker.exited;
    worker = start(book, volume, 'motion');
    assessing = assess(worker.child);
    await until(() => quiet(killedMs), 'quiet again', 40_000);
    clearInterval(assessing);
    worker.child.kill('SIGTERM');
    await worker.exited;
    for (const name of streamIds) {
      expect(accountErrors(book.of(name))).toEqual({ unexplained: [], both: [] });
      expect([...book.of(name).gaps.values()].map((gap) => gap.cause)).toContain('edge_down');
    }
  }, 90_000);

  it('goes on recording when its parent goes away, makes room for the next one, and one alone writes', async () => {
    const volume = join(folder, 'orphan');
    const book = new WorkerMessages();
    const worker = start(book, volume);
    await until(() => streamIds.every((name) => acknowledged(book, name) > 0), 'footage');
    worker.child.disconnect();
    const goneMs = Date.now();
    // Nobody hears it; its files say that it goes on.
    await until(() => streamIds.every((name) => newestOf(volume, name) > goneMs + 3_000), 'footage without a parent');
    expect(worker.child.exitCode).toBeNull();
    let endedMs = 0;
    void worker.exited.then(() => (endedMs = Date.now()));
    const next = start(book, volume);
    const begun = new Map<string, number>();
    next.child.on('message', (message: { type: string; streamId?: string }) => {
      if (message.type === 'segment.opened' && !begun.has(message.streamId ?? ''))
        begun.set(message.streamId ?? '', endedMs);
    });
    await until(() => streamIds.every((name) => acknowledged(book, name) > goneMs + 5_000), 'footage of the next one');
    expect(worker.child.exitCode).toBe(0);
    expect(streamIds.every((name) => (begun.get(name) ?? 0) > 0)).toBe(true);
    next.child.send({ type: 'stop' });
    await next.exited;
    for (const name of streamIds) {
      expect(accountErrors(book.of(name))).toEqual({ unexplained: [], both: [] });
      const gaps = [...book.of(name).gaps.values()].filter((gap) => gap.startAtUtcMs > goneMs);
      // Nothing is missing but the change itself, and that is named.
      expect(gaps.map(({ cause }) => cause)).toEqual(['edge_down']);
      expect(gaps[0]?.startAtUtcMs).toBeGreaterThan(goneMs + 3_000);
    }
  }, 60_000);

  it('ends when it is told to, without a parent too, with its segments closed', async () => {
    const book = new WorkerMessages();
    const worker = start(book, join(folder, 'alone'));
    await until(() => streamIds.every((name) => acknowledged(book, name) > 0), 'footage');
    worker.child.disconnect();
    worker.child.kill('SIGTERM');
    await worker.exited;
    expect(worker.child.exitCode).toBe(0);
    expect(existsSync(join(folder, 'bus'))).toBe(false);
  }, 60_000);

  it('that hangs without a parent is ended by the next one', async () => {
    const volume = join(folder, 'hanging');
    const book = new WorkerMessages();
    const worker = start(book, volume);
    await until(() => streamIds.every((name) => acknowledged(book, name) > 0), 'footage');
    worker.child.kill('SIGSTOP');
    const next = start(book, volume);
    const stoppedMs = Date.now();
    await until(
      () => streamIds.every((name) => acknowledged(book, name) > stoppedMs),
      'footage of the next one',
      40_000,
    );
    expect(worker.child.signalCode).toBe('SIGKILL');
    next.child.disconnect();
    next.child.kill('SIGTERM');
    await next.exited;
  }, 60_000);

  it('gives viewers a picture at once and returns to them after a crash', async () => {
    const book = new WorkerMessages();
    const volume = join(folder, 'viewers');
    let worker = start(book, volume);
    await until(() => acknowledged(book, 'a') > 0, 'footage');
    const heard: string[] = [];
    const askedMs = Date.now();
    let firstArrivalMs = 0;
    const viewer = subscribeStream(join(folder, 'bus'), 'a', {
      config: () => heard.push('config'),
      unit: (unit) => {
        if (unit.kind === 'video' && unit.key) heard.push('key');
        if (firstArrivalMs === 0) firstArrivalMs = unit.arrivalMs;
      },
      status: (status) => heard.push(status.state),
      interrupted: () => heard.push('interrupted'),
    });
    await until(() => firstArrivalMs > 0, 'a picture');
    // From the kept group of pictures: the viewer waited for no keyframe.
    expect(firstArrivalMs).toBeLessThan(askedMs);
    expect(heard.slice(0, 3)).toEqual(['online', 'config', 'key']);
    worker.child.kill('SIGKILL');
    await worker.exited;
    worker = start(book, volume);
    await until(
      () => heard.lastIndexOf('key') > heard.indexOf('interrupted') && heard.includes('interrupted'),
      'pictures again',
    );
    viewer.close();
    worker.child.send({ type: 'stop' });
    await worker.exited;
  });
});

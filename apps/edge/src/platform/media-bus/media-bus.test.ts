import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessUnit, AudioUnit, MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subscribeStream } from './media-bus-client.ts';
import { createFrameReader, encodeJson } from './media-bus-codec.ts';
import { kindSubscribe } from './media-bus-protocol.ts';
import { MediaBusServer } from './media-bus-server.ts';

const testConfig: StreamConfig = {
  video: {
    codec: 'h264',
    sps: [Uint8Array.of(0x67, 1)],
    pps: [Uint8Array.of(0x68)],
    vps: [],
    width: 640,
    height: 360,
    codecString: 'avc1.4D401F',
    nominalFps: 15,
    reorders: false,
  },
  audio: { codec: 'aac', sampleRate: 16_000, channels: 1, specific: Uint8Array.of(0x14, 8), codecString: 'mp4a.40.2' },
};
const unit = (index: number, bytes = 1000): AccessUnit => ({
  kind: 'video',
  data: new Uint8Array(bytes).fill(index & 255),
  key: index % 30 === 0,
  pts90k: index * 6000,
  dts90k: index * 6000 - 3,
  arrivalMs: 1.7e12 + index + 0.5,
  gap: index === 30,
});
const sound: AudioUnit = { kind: 'audio', data: Uint8Array.of(1, 2), pts90k: -500, samples: 1024, arrivalMs: 5 };

let folder: string;
let path: string;
let bus: MediaBusServer;
let cached: MediaUnit[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-bus-'));
  path = join(folder, 'bus');
  cached = [];
  bus = new MediaBusServer(path, (streamId) =>
    streamId === 'a' ? { config: testConfig, units: cached } : { config: null, units: [] },
  );
  await bus.start();
});
afterEach(async () => {
  await bus.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function until(condition: () => boolean, what: string): Promise<void> {
  const endMs = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > endMs) throw new Error(`waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A reader that subscribes and reads only when told. */
async function lazyReader(): Promise<{ socket: Socket; units: () => number[] }> {
  const socket = connect(path);
  socket.pause();
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(encodeJson(kindSubscribe, { streamId: 'a' }));
  await until(() => bus.subscribers('a') > 0, 'the subscription');
  const seen: number[] = [];
  const read = createFrameReader((frame) => {
    if (frame.kind === 1) seen.push(frame.pts90k / 6000);
  });
  socket.on('data', (chunk) => read(chunk));
  socket.pause();
  return { socket, units: () => seen };
}

describe('the media bus', () => {
  it('drops peers that talk nonsense, and goes on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        const socket = connect(path);
        socket.on('error', () => socket.destroy());
        await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
        socket.end(bytes);
        await new Promise<void>((resolve) => socket.once('close', () => resolve()));
      }),
      { numRuns: 30 },
    );
    const heard: MediaUnit[] = [];
    cached = [unit(0)];
    const viewer = subscribeStream(path, 'a', { config: () => undefined, unit: (one) => heard.push(one) });
    await until(() => heard.length === 1, 'a unit');
    viewer.close();
  });

  it('gives configuration and the cached group first, then what comes, unchanged', async () => {
    cached = [unit(0), sound, unit(1)];
    bus.status('a', { state: 'online', reason: null, epochMs: 1.7e12 });
    const heard: unknown[] = [];
    const viewer = subscribeStream(path, 'a', {
      config: (config) => heard.push(config),
      unit: (one) => heard.push(one),
      status: (status) => heard.push(status),
    });
    await until(() => heard.length === 5, 'the burst');
    bus.unit('a', unit(2));
    bus.unit('b', unit(3));
    bus.status('a', { state: 'offline', reason: 'camera_stalled', epochMs: 1.7e12 });
    await until(() => heard.length === 7, 'the rest');
    expect(heard).toEqual([
      { state: 'online', reason: null, epochMs: 1.7e12 },
      testConfig,
      unit(0),
      sound,
      unit(1),
      unit(2),
      { state: 'offline', reason: 'camera_stalled', epochMs: 1.7e12 },
    ]);
    viewer.close();
    await until(() => bus.subscribers('a') === 0, 'the end of the subscription');
  });

  it('waits for a stream that is not there yet', async () => {
    const heard: string[] = [];
    const viewer = subscribeStream(path, 'b', {
      config: () => heard.push('config'),
      unit: (one) => heard.push(one.kind === 'video' && one.key ? 'key' : 'unit'),
    });
    await until(() => bus.subscribers('b') === 1, 'the subscription');
    bus.unit('b', unit(29));
    bus.config('b', testConfig);
    bus.unit('b', unit(30));
    await until(() => heard.length === 2, 'config and key');
    expect(heard).toEqual(['config', 'key']);
    viewer.close();
  });

  it('lets a reader that does not read lose up to a keyframe, with bounded memory, while others miss nothing', async () => {
    const slow = await lazyReader();
    const quick: number[] = [];
    const viewer = subscribeStream(path, 'a', {
      config: () => undefined,
      unit: (one) => quick.push(one.pts90k / 6000),
    });
    await until(() => bus.subscribers('a') === 2, 'both');
    for (let index = 0; index < 900; index++) {
      bus.unit('a', unit(index, 60_000));
      if (index % 10 === 0) await until(() => quick.length >= index - 20, 'the quick reader');
    }
    await until(() => quick.length === 900, 'everything');
    slow.socket.resume();
    await until(() => slow.units().length > 5, 'the backlog');
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (let index = 905; index < 960; index++) bus.unit('a', unit(index, 1000));
    await until(() => slow.units().at(-1) === 959, 'the live edge');
    const seen = slow.units();
    for (let i = 1; i < seen.length; i++) if (seen[i] !== seen[i - 1]! + 1) expect(seen[i]! % 30).toBe(0);
    // What waited for it: the 4 MiB that may be queued and what the socket's own buffers hold, of the 54 MB that came.
    const waited = seen.filter((index) => index < 900).length * 60_000;
    expect(waited).toBeLessThan(6_000_000);
    slow.socket.destroy();
    viewer.close();
  });

  it('cuts the viewers of a stream that is removed', async () => {
    let interrupted = 0;
    const viewer = subscribeStream(path, 'a', {
      config: () => undefined,
      unit: () => undefined,
      interrupted: () => interrupted++,
    });
    await until(() => bus.subscribers('a') === 1, 'the subscription');
    bus.unit('a', unit(0));
    await new Promise((resolve) => setTimeout(resolve, 50));
    bus.remove('a');
    await until(() => interrupted === 1, 'the interruption');
    viewer.close();
  });
});

import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CameraSource } from '../../capabilities/analyse/camera-source.ts';
import { desired, startSession, type TestSession, until } from '../../../testing/app/workers/media-session.fixture.ts';

let cameras: RtspServer;
let one: TestSession;

beforeAll(async () => {
  cameras = await startRtspServer();
}, 60_000);
afterAll(async () => {
  await one.stop();
  await cameras.stop();
});

describe('the clock of analysed pictures', () => {
  it('is the one that footage is filed under, however far arrival is from it, after a reconnect as well', async () => {
    for (const kind of ['h264-sub', 'h264-bframes'] as const)
      await cameras.addStream(kind, { file: await testMedia(kind) });
    one = await startSession();
    const streams = ['h264-sub', 'h264-bframes'];
    await one.configure(streams.map((name) => desired(name, cameras.url(name))));
    const fragmentStarts = (name: string): number[] =>
      one.book.of(name).fragments.map((fragment) => fragment.startAtUtcMs);
    await until(() => streams.every((name) => fragmentStarts(name).length > 1), 'footage');
    // From now on pictures are filed 400 ms away from when they arrive, which is less than what anchors them anew.
    for (const name of streams) cameras.faults(name).clockJump(400);
    const keys: { name: string; wallMs: number; arrivalMs: number }[] = [];
    const sources = streams.map((name) => {
      const source: CameraSource = new CameraSource(
        one.busSocketPath,
        { streamId: name, kind: 'sub' },
        {
          config: () => undefined,
          unit: (unit) => {
            if (unit.key) keys.push({ name, wallMs: source.wallOf(unit.dts90k), arrivalMs: unit.arrivalMs });
          },
        },
      );
      return source;
    });
    const keysOf = (name: string): typeof keys => keys.filter((key) => key.name === name);
    await until(() => streams.every((name) => keysOf(name).length >= 4), 'keyframes');
    for (const name of streams) cameras.faults(name).drop(500);
    const before = keys.length;
    await until(() => streams.every((name) => keys.slice(before).some((key) => key.name === name)), 'keyframes again');
    const wanted = [...keys];
    await until(
      () => wanted.every((key) => fragmentStarts(key.name).some((startMs) => Math.abs(startMs - key.wallMs) <= 1)),
      'the same instants in footage',
    );
    // A keyframe among B-frames comes two pictures after it was taken.
    for (const name of streams)
      expect(Math.max(...keysOf(name).map((key) => Math.abs(key.arrivalMs - key.wallMs)))).toBeGreaterThan(200);
    for (const source of sources) source.close();
  }, 60_000);
});

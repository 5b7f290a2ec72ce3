import { splitLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { loadMedia } from '@sightline/simulators/rtsp/loaded-media';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, expect, test } from 'vitest';
import { rtspDriver } from '../../drivers/rtsp/rtsp-driver.ts';
import { StreamIngest } from './stream-ingest.ts';

const frameMs = 1000 / 15;
const clipMs = 12_000;
const keyEveryMs = 2000;
const rounds = 4;
const picturesEach = 12;

let server: RtspServer | undefined;
const running: StreamIngest[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await server?.stop();
});

interface Filed {
  /** When it is to be seen, ms from the beginning of the clip; null for bytes that more than one picture has. */
  clipMs: number | null;
  utcMs: number;
  arrivalMs: number;
}

/** When the picture of these bytes is to be seen in the clip, ms; null for bytes that more than one has. */
async function pictureTimes(file: string): Promise<(data: Uint8Array) => number | null> {
  const { video } = await loadMedia(file);
  const known = new Map<string, number | null>();
  const keyOf = (slice: Uint8Array): string => Buffer.from(slice).toString('base64');
  for (const { parts, pts } of video.units)
    known.set(keyOf(parts.at(-1)!), known.has(keyOf(parts.at(-1)!)) ? null : pts / 90);
  return (data) => known.get(keyOf(splitLengthPrefixed(data).at(-1)!)) ?? null;
}

function connectTo(url: string, timeOf: (data: Uint8Array) => number | null): Filed[] {
  const filed: Filed[] = [];
  const desired = {
    streamId: 's',
    cameraId: 'c',
    kind: 'main',
    username: null,
    password: null,
    transport: 'tcp',
    driver: 'rtsp',
    startReordering: false,
  } as const;
  const ingest = new StreamIngest(
    { ...desired, url, recording: { mode: 'on', accountedUntilUtcMs: null } },
    { rtsp: rtspDriver, nodeAv: null },
    {
      config: () => undefined,
      status: () => undefined,
      unit: (unit) => {
        if (unit.kind === 'video')
          filed.push({
            clipMs: timeOf(unit.data),
            utcMs: ingest.epochMs + unit.pts90k / 90,
            arrivalMs: unit.arrivalMs,
          });
      },
    },
  );
  ingest.start();
  running.push(ingest);
  return filed;
}

test.each(['h264-sub', 'h264-bframes'] as const)(
  'a picture of %s is filed within one frame of its time, also on a connection that begins with a keyframe of before',
  async (kind) => {
    const file = await testMedia(kind);
    const timeOf = await pictureTimes(file);
    // The camera's clock ticks evenly; the machine may hand a picture over late, never early.
    const sent: { atUtcMs: number; dueMs: number; zeroMs: number }[] = [];
    server = await startRtspServer();
    // A picture that waits for a later one was taken before that one left.
    const onPicture = (dueMs: number, atUtcMs: number, pts90k: number): void =>
      void sent.push({ dueMs, atUtcMs, zeroMs: atUtcMs - pts90k / 90 });
    await server.addStream('cam', { file, onPicture });
    const connections: Filed[][] = [];
    for (let round = 0; round < rounds; round++) {
      // To who comes shortly after a keyframe the camera sends that one first, late.
      const [first] = sent;
      const sinceKeyMs = (): number =>
        first === undefined ? 150 : (Date.now() - first.atUtcMs + first.dueMs) % keyEveryMs;
      await expect
        .poll(() => Math.abs(sinceKeyMs() - 150 - round * 20), { timeout: 30_000, interval: 5 })
        .toBeLessThan(30);
      const filed = connectTo(server.url('cam'), timeOf);
      connections.push(filed);
      await expect.poll(() => filed.length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(picturesEach);
      await running.pop()!.stop();
    }
    const zeroMs = Math.min(...sent.map((one) => one.zeroMs));
    for (const filed of connections) {
      // Where the machine held up every one of the first pictures, no more can be asked of the line.
      const firsts = sent.filter(({ atUtcMs }) => atUtcMs >= filed[0]!.arrivalMs - frameMs).slice(0, 5);
      const heldUpMs = Math.min(...firsts.map((one) => one.zeroMs)) - zeroMs;
      for (const { clipMs: takenMs, utcMs } of filed) {
        if (takenMs === null) continue;
        const away = (((utcMs - zeroMs - takenMs) % clipMs) + clipMs) % clipMs;
        expect(Math.min(away, clipMs - away)).toBeLessThan(frameMs + heldUpMs);
      }
    }
  },
  120_000,
);

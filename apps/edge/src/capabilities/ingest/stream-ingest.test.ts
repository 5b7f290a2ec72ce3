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
  index: number | null;
  utcMs: number;
  arrivalMs: number;
}

/** Which picture of the clip these bytes are; null for bytes that more than one has. */
async function pictureIndex(file: string): Promise<(data: Uint8Array) => number | null> {
  const { video } = await loadMedia(file);
  const known = new Map<string, number | null>();
  const keyOf = (slice: Uint8Array): string => Buffer.from(slice).toString('base64');
  for (const [index, { parts }] of video.units.entries())
    known.set(keyOf(parts.at(-1)!), known.has(keyOf(parts.at(-1)!)) ? null : index);
  return (data) => known.get(keyOf(splitLengthPrefixed(data).at(-1)!)) ?? null;
}

function connectTo(url: string, indexOf: (data: Uint8Array) => number | null): Filed[] {
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
            index: indexOf(unit.data),
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

test('a picture is filed within one frame of its time, also on a connection that begins with a keyframe of before', async () => {
  const file = await testMedia('h264-sub');
  const indexOf = await pictureIndex(file);
  // The camera's clock ticks evenly; the machine may hand a picture over late, never early.
  const sent: { atUtcMs: number; dueMs: number }[] = [];
  server = await startRtspServer();
  await server.addStream('cam', { file, onPicture: (dueMs, atUtcMs) => sent.push({ dueMs, atUtcMs }) });
  const connections: Filed[][] = [];
  for (let round = 0; round < rounds; round++) {
    // To who comes shortly after a keyframe the camera sends that one first, late.
    const [first] = sent;
    const sinceKeyMs = (): number =>
      first === undefined ? 150 : (Date.now() - first.atUtcMs + first.dueMs) % keyEveryMs;
    await expect
      .poll(() => Math.abs(sinceKeyMs() - 150 - round * 20), { timeout: 30_000, interval: 5 })
      .toBeLessThan(30);
    const filed = connectTo(server.url('cam'), indexOf);
    connections.push(filed);
    await expect.poll(() => filed.length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(picturesEach);
    await running.pop()!.stop();
  }
  const zeroMs = Math.min(...sent.map(({ atUtcMs, dueMs }) => atUtcMs - dueMs));
  for (const filed of connections) {
    // Where the machine held up every one of the first pictures, no more can be asked of the line.
    const firsts = sent.filter(({ atUtcMs }) => atUtcMs >= filed[0]!.arrivalMs - frameMs).slice(0, 5);
    const heldUpMs = Math.min(...firsts.map(({ atUtcMs, dueMs }) => atUtcMs - dueMs - zeroMs));
    for (const { index, utcMs } of filed) {
      if (index === null) continue;
      const away = (((utcMs - zeroMs - index * frameMs) % clipMs) + clipMs) % clipMs;
      expect(Math.min(away, clipMs - away)).toBeLessThan(frameMs + heldUpMs);
    }
  }
}, 120_000);

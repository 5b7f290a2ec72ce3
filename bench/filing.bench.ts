import { setTimeout as wait } from 'node:timers/promises';
import { rtspDriver } from '../apps/edge/src/drivers/rtsp/rtsp-driver.ts';
import { StreamIngest } from '../apps/edge/src/capabilities/ingest/stream-ingest.ts';
import { splitLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { loadMedia } from '@sightline/simulators/rtsp/loaded-media';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import { testMediaFps, testMediaFrames, testMedia } from '@sightline/testing/cameras/test-media';
import type { TestMediaKind } from '@sightline/testing/cameras/test-media';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { percentile, printTable } from './measure/figures.ts';

/**
 * How far the time under which a picture is filed lies from the time at which the camera took it: what a seek to an instant is off by.
 * `--media` chooses the kind of test media.
 */
const connections = 24;
const picturesEach = 45;
const frameMs = 1000 / testMediaFps;
const clipMs = testMediaFrames * frameMs;

const { values } = parseArgs({ options: { media: { type: 'string', default: 'h264-1080' } } });
const file = await testMedia(values.media as TestMediaKind);
const { video } = await loadMedia(file);
const known = new Map<string, number | null>();
const keyOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
for (const { parts, pts } of video.units)
  known.set(keyOf(parts.at(-1)!), known.has(keyOf(parts.at(-1)!)) ? null : pts / 90);

// The simulated camera's clock: the picture that left with the least delay says where it stands. What waits for a later one was taken
// before that one left.
let zeroMs = Number.POSITIVE_INFINITY;
const server = await startRtspServer();
await server.addStream('cam', {
  file,
  onPicture: (_dueMs, atUtcMs, pts90k) => void (zeroMs = Math.min(zeroMs, atUtcMs - pts90k / 90)),
});

interface FiledPicture {
  /** When it is to be seen, ms from the beginning of the clip. */
  clipMs: number;
  /** The time under which it is filed. */
  utcMs: number;
}

async function connectOnce(): Promise<FiledPicture[]> {
  const filed: FiledPicture[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let pictures = 0;
  const desire = {
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
    { ...desire, url: server.url('cam'), recording: { mode: 'on', accountedUntilUtcMs: null } },
    { rtsp: rtspDriver, nodeAv: null },
    {
      config: () => undefined,
      status: () => undefined,
      unit: (unit) => {
        if (unit.kind !== 'video') return;
        const takenMs = known.get(keyOf(splitLengthPrefixed(unit.data).at(-1)!)) ?? null;
        if (takenMs !== null) filed.push({ clipMs: takenMs, utcMs: ingest.epochMs + unit.pts90k / 90 });
        pictures += 1;
        if (pictures === picturesEach) resolve();
      },
    },
  );
  ingest.start();
  await enough;
  await ingest.stop();
  return filed;
}

const runs: FiledPicture[][] = [];
for (let run = 0; run < connections; run++) {
  runs.push(await connectOnce());
  await wait(Math.random() * 2000);
}
await server.stop();

// Positive: filed too late, so that a seek shows a picture of before.
const errorOf = ({ clipMs: takenMs, utcMs }: FiledPicture): number => {
  const away = (((utcMs - zeroMs - takenMs) % clipMs) + clipMs) % clipMs;
  return away > clipMs / 2 ? away - clipMs : away;
};
const first = runs.flatMap((filed) => filed.slice(0, 1).map(errorOf));
const all = runs.flatMap((filed) => filed.map(errorOf));
const perConnection = runs.map((filed) => percentile(filed.map(errorOf), 0.5));
const row = (name: string, values: number[]): string[] => [
  name,
  String(values.length),
  [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1)).join(' / '),
  String(values.filter((value) => Math.abs(value) > frameMs).length),
];
console.log(
  `${values.media} over RTSP on loopback, a connection at a random moment each time; filed time minus the time at which the camera took the picture.\n`,
);
printTable(
  ['ms, p50 / p95 / max', 'n', 'filed too late by', 'further than one frame (67 ms)'],
  [
    row('first picture of a connection', first),
    row('median of a connection', perConnection),
    row('every picture', all),
  ],
);
console.log(`\nload average ${loadavg()[0]!.toFixed(1)}`);
process.exit(0); // nothing of ours is left

import { testMedia } from '@sightline/testing/cameras/test-media';
import type { TestMediaKind } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { TestCameraBus } from '../apps/edge/testing/live/test-camera-bus.ts';
import { readClip } from '../apps/edge/testing/play/test-footage.ts';
import type { CameraPrivacy } from '../apps/edge/src/capabilities/privacy/camera-privacy.ts';
import { Transcoders } from '../apps/edge/src/capabilities/transcode/transcoders.ts';
import { megabytes, percent, printTable } from './measure/figures.ts';
import { measureUsage } from './measure/process-meter.ts';
import { printLoad } from './measure/rig.ts';

/** What hiding costs per camera while somebody watches it: the process that decodes, hides and encodes, in the live worker's place. */
const settleMs = 4_000;
const windowMs = 10_000;

const area = [
  { x: 0.2, y: 0.3 },
  { x: 0.6, y: 0.3 },
  { x: 0.6, y: 0.8 },
  { x: 0.2, y: 0.8 },
];
const zones: CameraPrivacy = { areas: [area], objects: [], isLookedFor: true, how: 'pixelate' };
const whole: CameraPrivacy = { areas: [], objects: ['person'], isLookedFor: false, how: 'pixelate' };

const cases: { what: string; media: TestMediaKind; privacy: CameraPrivacy | null; cameras: number }[] = [
  { what: 'sub 640x360, an area of 20 %', media: 'h264-sub', privacy: zones, cameras: 1 },
  { what: 'the same, four cameras', media: 'h264-sub', privacy: zones, cameras: 4 },
  { what: 'sub 640x360, the whole picture', media: 'h264-sub', privacy: whole, cameras: 1 },
  { what: 'main 1280x720 (no sub), an area of 20 %', media: 'h264-720', privacy: zones, cameras: 1 },
  { what: 'main 1280x720, converted with nothing hidden', media: 'h264-720', privacy: null, cameras: 1 },
];

async function measure({ media, privacy, cameras }: (typeof cases)[number]): Promise<string[]> {
  const bus = await TestCameraBus.start();
  const pids: number[] = [];
  const transcoders = new Transcoders(() => bus.socketPath, { onStarted: (pid) => pids.push(pid) });
  const clip = await readClip(await testMedia(media));
  let pictures = 0;
  const events = { config: () => undefined, unit: () => void (pictures += 1), status: () => undefined };
  const ends: (() => void)[] = [];
  for (let index = 0; index < cameras; index += 1) {
    const streamId = `camera-${String(index)}`;
    bus.play(streamId, clip);
    const units =
      privacy === null
        ? transcoders.units(streamId)
        : transcoders.hiding({ streamId, privacy, watchObjects: () => () => undefined });
    ends.push(units(events));
  }
  await wait(settleMs);
  const before = pictures;
  const { coreShare, pssBytes } = await measureUsage(pids, windowMs);
  const perSecond = (pictures - before) / (windowMs / 1000) / cameras;
  for (const end of ends) end();
  await bus.stop();
  return [percent(coreShare / cameras), megabytes(pssBytes / cameras), perSecond.toFixed(1)];
}

console.log(
  'Hiding parts of live pictures at 15 a second, per camera, however many watch it; share of one core by scheduler nanoseconds.\n',
);
const rows: string[][] = [];
for (const one of cases) rows.push([one.what, ...(await measure(one))]);
printTable(['pictures', 'processor', 'memory', 'pictures/s'], rows);
printLoad();
process.exit(0);

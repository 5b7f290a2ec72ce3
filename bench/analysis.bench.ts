import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkout } from '../tools/cli/checkout.ts';
import { runProgram } from '../tools/cli/programs/run-program.ts';
import { startAnalyser } from './measure/analyser.ts';
import { startCameras } from './measure/cameras.ts';
import { megabytes, percent, printTable } from './measure/figures.ts';
import { measureUsage } from './measure/process-meter.ts';
import { startMotion } from './measure/recorders.ts';
import { printLoad } from './measure/rig.ts';

/**
 * Recording with analysis beside Debian's `motion` on the same streams in the same run: `--cameras 1,8 --duty 0,20,100`
 * chooses, `--looks 2` bounds the detections a second while something moves, `--footage PATH` says where the clips are.
 */
const { values } = parseArgs({
  options: {
    cameras: { type: 'string', default: '1,8,32' },
    duty: { type: 'string', default: '0,20,100' },
    looks: { type: 'string', default: '5' },
    footage: { type: 'string', default: resolve(checkout, '../shared/footage') },
  },
});
const counts = values.cameras.split(',').map(Number);
const duties = values.duty.split(',');
/** A cycle of the clips with pauses is as long as the window, so that each window holds one of each. */
const windowMs = 20_000;
/** The analysis begins to rely on what it learnt about a camera after some seconds. */
const warmUpMs = 25_000;
const size = { width: 768, height: 432, fps: 10, isDetecting: true };
const source = join(values.footage, 'kiosk-queue.mp4');
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  folders.push(folder);
  return folder;
}

async function clipOf(duty: string, folder: string): Promise<string> {
  const file = join(folder, `duty-${duty}.mp4`);
  const { code } = await runProgram(
    process.execPath,
    [fileURLToPath(new URL('./measure/duty-clip-process.ts', import.meta.url)), source, duty, file],
    {
      output: 'collect',
    },
  );
  if (code !== 0) throw new Error(`the clip with ${duty} % of motion was not made`);
  return file;
}

async function measureSightline(urls: string[], duty: string, modelsFolder: string): Promise<string[]> {
  const analyser = startAnalyser(urls, await newFolder(), {
    modelsFolder,
    maxInferencesPerSecond: Number(values.looks),
  });
  await wait(warmUpMs);
  const openedBefore = new Map(analyser.opened);
  // A status speaks of the last ten seconds: two of them cover the window.
  const firstHalf = wait(windowMs / 2).then(() => analyser.status());
  const [media, decode] = await Promise.all([
    measureUsage([analyser.mediaPid], windowMs),
    measureUsage([analyser.decodePid], windowMs),
  ]);
  const { inference: second, cameras } = await analyser.status();
  const { inference: first } = await firstHalf;
  const inference = {
    givenFps: (first.givenFps + second.givenFps) / 2,
    wantedFps: (first.wantedFps + second.wantedFps) / 2,
  };
  const lost = cameras.filter(
    (camera) => analyser.opened.get(camera.cameraId) === openedBefore.get(camera.cameraId),
  ).length;
  const missingMs = analyser.missingMs();
  await analyser.stop();
  const share = 1 / urls.length;
  return [
    percent((media.coreShare + decode.coreShare) * share, 2),
    percent(decode.coreShare * share, 2),
    megabytes((media.pssBytes + decode.pssBytes) * share),
    megabytes(decode.pssBytes * share),
    `${(inference.givenFps * share).toFixed(2)} of ${(inference.wantedFps * share).toFixed(2)}`,
    duty === '0' ? '-' : `${String(lost)} of ${String(urls.length)}`,
    `${String(Math.round(missingMs))} ms`,
  ];
}

async function measureMotion(urls: string[]): Promise<string[]> {
  if (spawnSync('which', ['motion']).status !== 0) return ['not installed', '', '', '', '', '', ''];
  const motion = await startMotion(urls, await newFolder(), size);
  await wait(warmUpMs);
  const usage = await measureUsage(motion.pids(), windowMs);
  await motion.stop();
  return [percent(usage.coreShare / urls.length, 2), '', megabytes(usage.pssBytes / urls.length), '', '', '', ''];
}

console.log(
  'Each system alone on the same 768x432 streams of 10 pictures a second, cameras in another process: 25 s to settle, then a window of 20 s.',
);
console.log(
  'Sightline records everything and detects with its built-in models; motion records what moves. Events: cameras whose walk in the window opened none.\n',
);
if (!existsSync(source)) throw new Error(`${source} is not there: name the folder of the clips with --footage`);
const modelsFolder = await builtInModelsFolder();
const clips = await newFolder();
const rows: string[][] = [];
try {
  for (const duty of duties) {
    const file = await clipOf(duty, clips);
    for (const count of counts) {
      const cameras = await startCameras(Array.from({ length: count }, () => file));
      const head = [String(count), `${duty} %`];
      rows.push([...head, 'Sightline', ...(await measureSightline(cameras.urls, duty, modelsFolder))]);
      rows.push([...head, 'motion', ...(await measureMotion(cameras.urls))]);
      await cameras.stop();
      console.log(
        rows
          .slice(-2)
          .map((row) => `   ${row.join('  ')}`)
          .join('\n'),
      );
    }
  }
  console.log('');
  printTable(
    [
      'cameras',
      'motion',
      'system',
      'core per camera',
      'of it analysis',
      'memory per camera',
      'of it analysis',
      'detections/s given',
      'events lost',
      'not recorded',
    ],
    rows,
  );
  printLoad();
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

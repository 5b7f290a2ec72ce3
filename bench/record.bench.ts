import { testMedia } from '@sightline/testing/cameras/test-media';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCameras } from './measure/cameras.ts';
import { megabytes, percent, printTable } from './measure/figures.ts';
import { measureUsage } from './measure/process-meter.ts';
import type { Recorder } from './measure/recorders.ts';
import { printLoad } from './measure/rig.ts';
import { startFfmpeg, startMotion, startSightline } from './measure/recorders.ts';

/**
 * Recording only, beside `ffmpeg -c copy` and Debian `motion`, on the same streams in the same run: share of one core
 * and PSS per camera. Each system runs alone for a warm-up and a window; the cameras run in a process of their own.
 */
/** Arguments choose other numbers of cameras: `bench record 8 16`. */
const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 8, 16, 32];
const warmUpMs = 7_000;
const windowMs = 12_000;
const size = { width: 1920, height: 1080, fps: 15 };

const systems: {
  name: string;
  program: string | null;
  start: (urls: string[], folder: string) => Promise<Recorder>;
}[] = [
  { name: 'Sightline', program: null, start: startSightline },
  { name: 'ffmpeg -c copy', program: 'ffmpeg', start: startFfmpeg },
  { name: 'motion', program: 'motion', start: (urls, folder) => startMotion(urls, folder, size) },
];

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function measure(
  start: (urls: string[], folder: string) => Promise<Recorder>,
  urls: string[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const recorder = await start(urls, folder);
  await new Promise((resolve) => setTimeout(resolve, warmUpMs));
  const before = await bytesBelow(folder);
  const usage = await measureUsage(recorder.pids(), windowMs);
  const written = (await bytesBelow(folder)) - before;
  await recorder.stop();
  await rm(folder, { recursive: true, force: true });
  const perCamera = 1 / urls.length;
  return [
    percent(usage.coreShare * perCamera, 3),
    megabytes(usage.pssBytes * perCamera),
    `${((written * 8) / windowMs / urls.length / 1000).toFixed(2)} Mbit/s`,
  ];
}

console.log(
  'Each system alone on the same 1080p15 streams of 3.6 Mbit/s, cameras in another process: a warm-up, then a window of 12 s.',
);
console.log(
  'Share of one core by scheduler nanoseconds, memory as proportional set size, each over all processes of the system.\n',
);
const file = await testMedia('h264-1080');
const rows: string[][] = [];
for (const count of counts) {
  const cameras = await startCameras(Array.from({ length: count }, () => file));
  for (const system of systems) {
    if (system.program && spawnSync('which', [system.program]).status !== 0) {
      rows.push([String(count), system.name, 'not installed', '', '']);
      continue;
    }
    rows.push([String(count), system.name, ...(await measure(system.start, cameras.urls))]);
  }
  await cameras.stop();
}
printTable(['cameras', 'system', 'core per camera', 'memory per camera', 'written per camera'], rows);
printLoad();

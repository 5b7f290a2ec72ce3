import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { causes, coverageOf, recordedMs } from '../e2e/fixtures/footage.ts';
import { descendants } from '../e2e/fixtures/processes.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type System } from '../e2e/fixtures/system.ts';
import { checkout } from '../tools/cli/checkout.ts';
import { runProgram } from '../tools/cli/programs/run-program.ts';
import { buildWeb, isWebCurrent } from '../tools/cli/web-build.ts';
import { startCameras } from './measure/cameras.ts';
import { megabytes, percent, printTable } from './measure/figures.ts';
import { measureUsage } from './measure/process-meter.ts';
import { printLoad } from './measure/rig.ts';

/**
 * One server and one core with 64 cameras for half an hour on a disk of 4 GB: is every second recorded, and do processor and memory stay flat?
 * `--cameras`, `--minutes`, `--duty` (0, 20 or 100 % of motion) and `--gigabytes` choose; `--footage PATH` says where the clips are. Needs root: the disk is
 * a file system in memory, so that retention has to make room while recording goes on.
 */
const { values } = parseArgs({
  options: {
    cameras: { type: 'string', default: '64' },
    minutes: { type: 'string', default: '30' },
    duty: { type: 'string', default: '20' },
    gigabytes: { type: 'string', default: '4' },
    footage: { type: 'string', default: resolve(checkout, '../shared/footage') },
  },
});
const count = Number(values.cameras);
const warmUpMs = 60_000;
const roundMs = 60_000;
/** What a core has written is asked for a while after: files are told when they are closed. */
const settledMs = 20_000;

interface Round {
  server: { coreShare: number; pssBytes: number };
  core: { coreShare: number; pssBytes: number };
  /** Of all cameras together, ms. */
  recorded: number;
  causes: string[];
  usedBytes: number;
}

const treeOf = (pid: number): number[] => [pid, ...descendants(pid).map((one) => one.pid)];

async function usedBytes(disk: string): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(disk);
  return (blocks - bfree) * bsize;
}

async function measureRound(system: System, ids: readonly string[], disk: string): Promise<Round> {
  const [server, core] = await Promise.all([
    measureUsage(treeOf(system.server.pid), roundMs),
    measureUsage(treeOf(system.edge.pid), roundMs),
  ]);
  const toUtcMs = Date.now() - settledMs;
  const coverages = await Promise.all(
    ids.map((id) => coverageOf(system, id, { fromUtcMs: toUtcMs - roundMs, toUtcMs })),
  );
  return {
    server,
    core,
    recorded: coverages.reduce((sum, one) => sum + recordedMs(one), 0),
    causes: [...new Set(coverages.flatMap(causes))],
    usedBytes: await usedBytes(disk),
  };
}

const rowOf = (round: Round, index: number): string[] => [
  String(index + 1),
  percent(round.recorded / (count * roundMs), 3),
  round.causes.join(', ') || '-',
  percent(round.core.coreShare, 0),
  megabytes(round.core.pssBytes),
  percent(round.server.coreShare, 0),
  megabytes(round.server.pssBytes),
  megabytes(round.usedBytes),
  (loadavg()[0] ?? 0).toFixed(1),
];

const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
const disk = await mkdtemp(join(tmpdir(), 'sightline-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${values.gigabytes}g`, 'tmpfs', disk]);
try {
  if (!isWebCurrent()) await buildWeb('collect');
  const clip = join(folder, 'clip.mp4');
  const maker = fileURLToPath(new URL('./measure/duty-clip-process.ts', import.meta.url));
  const { code } = await runProgram(
    process.execPath,
    [maker, join(values.footage, 'kiosk-queue.mp4'), values.duty, clip],
    { output: 'collect' },
  );
  if (code !== 0) throw new Error('the clip was not made: name the folder of the clips with --footage');
  const cameras = await startCameras(Array.from({ length: count }, () => clip));
  const system = await startSystem({ models: await builtInModelsFolder(), edgeArgs: ['--footage', disk] });
  try {
    const site = await setUpSite(system);
    const ids: string[] = [];
    for (const [index, main] of cameras.urls.entries())
      ids.push((await addCamera(system, site, { name: `Camera ${String(index + 1)}`, main })).id);
    for (const id of ids) await waitForCamera(system, id, 'online');
    await wait(warmUpMs);
    const rows: string[][] = [];
    for (let index = 0; index < Number(values.minutes); index++) {
      rows.push(rowOf(await measureRound(system, ids, disk), index));
      console.log(rows.at(-1)?.join('  '));
    }
    const { items } = await system.api.call(camerasCalls.list, { query: { limit: 200 } });
    console.log(
      `\n${String(items.filter(({ status }) => status.state === 'online').length)} of ${String(count)} cameras are online at the end\n`,
    );
    printTable(
      [
        'minute',
        'recorded of wall time',
        'causes of gaps',
        'core: of one processor',
        'memory',
        'server',
        'memory',
        'disk used',
        'load',
      ],
      rows,
    );
    printLoad();
  } finally {
    await system.stop();
    await cameras.stop();
  }
} finally {
  execFileSync('umount', ['-l', disk]);
  for (const path of [folder, disk]) await rm(path, { recursive: true, force: true });
}

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findDescendant } from '../e2e/fixtures/processes.ts';
import { megabytes, percent, printTable } from './measure/figures.ts';
import { measureUsage } from './measure/process-meter.ts';
import type { Rig } from './measure/rig.ts';
import { printLoad, withRig } from './measure/rig.ts';

/** What each viewer of one 1080p camera costs the core: 0, 1 and 8 peer connections, each in turn, twice. */
const counts = [0, 1, 8, 0, 1, 8];
const settleMs = 5_000;
const windowMs = 12_000;

interface Sample {
  count: number;
  live: number;
  media: number;
  main: number;
  livePssBytes: number;
  packetsPerS: number;
}

async function startViewers(
  url: string,
  cameraId: string,
  count: number,
): Promise<{ child: ChildProcess; packets: () => number }> {
  const entry = fileURLToPath(new URL('./measure/viewer-process.ts', import.meta.url));
  const child = fork(entry, [url, cameraId, String(count)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`the viewers ended with ${String(code)}`);
  });
  ended.catch(() => undefined); // told below; later on the packets that are missing tell
  await Promise.race([once(child, 'message'), ended]);
  let seen = 0;
  child.on('message', ({ packets }: { packets: number[] }) => (seen += packets.reduce((sum, one) => sum + one, 0)));
  return { child, packets: () => seen };
}

async function sample({ system, cameras }: Rig, count: number): Promise<Sample> {
  const viewers = count === 0 ? null : await startViewers(system.url, cameras[0].id, count);
  await wait(settleMs);
  const pids = [
    findDescendant(system.edge.pid, 'live-worker.ts'),
    findDescendant(system.edge.pid, 'media-worker.ts'),
    system.edge.pid,
  ];
  const before = viewers?.packets() ?? 0;
  const [live, media, main] = await Promise.all(pids.map((pid) => measureUsage([pid], windowMs)));
  const packetsPerS = ((viewers?.packets() ?? 0) - before) / (windowMs / 1000);
  if (viewers) {
    const exited = once(viewers.child, 'exit');
    viewers.child.disconnect();
    await exited;
  }
  return {
    count,
    live: live.coreShare,
    media: media.coreShare,
    main: main.coreShare,
    livePssBytes: live.pssBytes,
    packetsPerS,
  };
}

console.log(
  'Peer connections of one 1080p15 camera of 3.6 Mbit/s from another process; share of one core by scheduler nanoseconds',
);
console.log("of the live worker, the media worker and the core's main process, each over all its threads.\n");
await withRig({ count: 1, media: 'h264-1080' }, async (rig) => {
  const samples: Sample[] = [];
  for (const count of counts) samples.push(await sample(rig, count));
  const row = ({ count, live, media, main, livePssBytes, packetsPerS }: Sample): string[] => [
    String(count),
    percent(live),
    percent(media),
    percent(main),
    megabytes(livePssBytes),
    packetsPerS.toFixed(0),
  ];
  printTable(
    ['viewers', 'live worker', 'media worker', 'main process', 'live worker memory', 'packets/s received'],
    samples.map(row),
  );
  const mean = (count: number, of: (one: Sample) => number): number => {
    const own = samples.filter((one) => one.count === count).map(of);
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  };
  const total = (one: Sample): number => one.live + one.media + one.main;
  console.log('');
  printTable(
    ['cost', 'share of a core', 'memory of the live worker'],
    [
      [
        'the first viewer',
        percent(mean(1, total) - mean(0, total)),
        megabytes(mean(1, (one) => one.livePssBytes) - samples[0].livePssBytes),
      ],
      [
        'each further viewer',
        percent((mean(8, total) - mean(1, total)) / 7, 3),
        megabytes((mean(8, (one) => one.livePssBytes) - mean(1, (one) => one.livePssBytes)) / 7),
      ],
    ],
  );
  printLoad();
});
process.exit(0); // nothing of ours is left; a fetch kept alive would hold the process for seconds

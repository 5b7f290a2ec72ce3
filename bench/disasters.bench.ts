import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildWeb, isWebCurrent } from '../tools/cli/web-build.ts';
import { chooseCases } from './disasters/choose-cases.ts';
import { deaths } from './disasters/deaths.ts';
import type { Disaster, Seen } from './disasters/disaster.ts';
import { disks } from './disasters/disks.ts';
import { helpersKilled } from './disasters/helpers-killed.ts';
import { outside } from './disasters/outside.ts';
import { stalledDisk } from './disasters/stalled-disk.ts';
import { stores } from './disasters/stores.ts';
import { printTable } from './measure/figures.ts';

/**
 * Everything that goes wrong one day, done on purpose to a whole product with simulated cameras: what is promised, what was seen, and
 * whether every second is recorded or named. `--only a,b` runs these cases, or those whose name holds the word, `--cameras N` gives
 * each scene as many cameras, `--list` names them. About twenty minutes for all; a small disk needs root.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    cameras: { type: 'string', default: '2' },
    list: { type: 'boolean' },
  },
});
const all: Disaster[] = [...deaths, ...helpersKilled, ...disks, stalledDisk, ...outside, ...stores];
const isRoot = process.getuid?.() === 0;

const load = (): string => loadavg()[0]!.toFixed(0);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

async function rowOf({ name, promise, needsRoot, run }: Disaster): Promise<string[]> {
  if (needsRoot && !isRoot) return [name, promise, 'not tried: needs root', '', '', '', '', ''];
  try {
    const { account, say, isKept }: Seen = await run({ cameras: Number(values.cameras) });
    const { wallMs, recordedMs, namedMs, unnamedMs } = account;
    const lengths = [`${seconds(recordedMs)} of ${seconds(wallMs)}`, seconds(namedMs), seconds(unnamedMs)];
    return [name, promise, say, ...lengths, load(), isKept ? 'kept' : 'BROKEN'];
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return [name, promise, `failed: ${String(why)}`, '', '', '', load(), 'BROKEN'];
  }
}

const chosen = chooseCases(all, values.only);
if ('unknown' in chosen) {
  console.error(`no case is called "${chosen.unknown}"; there are: ${all.map(({ slug }) => slug).join(', ')}`);
  process.exitCode = 2;
} else if (values.list) {
  for (const { slug, name, promise } of chosen.cases) console.log(`${slug}: ${name}: ${promise}`);
} else {
  if (!isWebCurrent()) await buildWeb('collect');
  const rows: string[][] = [];
  for (const disaster of chosen.cases) {
    rows.push(await rowOf(disaster));
    console.log(rows.at(-1)?.join(' · '));
  }
  console.log('');
  printTable(['fault', 'promise', 'seen for', 'recorded s', 'named s', 'unnamed s', 'load', ''], rows);
}

import { parseArgs } from 'node:util';
import { buildWeb, isWebCurrent } from '../tools/cli/web-build.ts';
import { deaths } from './disasters/deaths.ts';
import type { Disaster, Seen } from './disasters/disaster.ts';
import { disks } from './disasters/disks.ts';
import { outside } from './disasters/outside.ts';
import { stores } from './disasters/stores.ts';
import { printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/**
 * Everything that goes wrong one day, done on purpose to a whole product with simulated cameras: what is promised, what was seen, and
 * whether every second is recorded or named. `--only WORD` runs those whose name holds the word (again and again for several),
 * `--cameras N` gives each scene as many cameras, `--list` names them. About twenty minutes for all; a small disk needs root.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    cameras: { type: 'string', default: '2' },
    list: { type: 'boolean' },
  },
});
const all: Disaster[] = [...deaths, ...disks, ...outside, ...stores];
const isRoot = process.getuid?.() === 0;

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

async function rowOf(disaster: Disaster): Promise<string[]> {
  const { name, promise } = disaster;
  if (disaster.needsRoot && !isRoot) return [name, promise, 'not tried: needs root', '', '', '', ''];
  try {
    const { account, say, isKept }: Seen = await disaster.run({ cameras: Number(values.cameras) });
    const { wallMs, recordedMs, namedMs, unnamedMs } = account;
    return [
      name,
      promise,
      say,
      `${seconds(recordedMs)} of ${seconds(wallMs)}`,
      seconds(namedMs),
      seconds(unnamedMs),
      isKept ? 'kept' : 'BROKEN',
    ];
  } catch (error) {
    return [
      name,
      promise,
      `failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      '',
      '',
      '',
      'BROKEN',
    ];
  }
}

const chosen = all.filter(({ name }) => values.only?.some((word) => name.includes(word)) ?? true);
if (values.list) {
  for (const { name, promise } of chosen) console.log(`${name}: ${promise}`);
} else {
  if (!isWebCurrent()) await buildWeb('collect');
  const rows: string[][] = [];
  for (const disaster of chosen) {
    rows.push(await rowOf(disaster));
    console.log(rows.at(-1)?.join(' · '));
  }
  console.log('');
  printTable(['fault', 'promise', 'seen', 'recorded s', 'named s', 'unnamed s', ''], rows);
  printLoad();
}

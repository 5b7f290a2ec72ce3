import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { installedProgram } from '../tools/cli/checkout.ts';
import { runProgram } from '../tools/cli/programs/run-program.ts';
import { printTable } from './measure/figures.ts';

/**
 * The random histories of `link-simulation/link-simulation.test.ts`, thousands instead of the hundreds of an ordinary run of the tests:
 * `--seeds N` of them (3,000), one process for each processor. A history that ends otherwise than it must is named with its seed, and
 * the bench then fails.
 */
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '3000' } } });
const seeds = Number(values.seeds);
const parts = Math.min(availableParallelism(), seeds);

async function simulatePart(part: number): Promise<boolean> {
  const first = Math.floor((seeds * part) / parts) + 1;
  const end = Math.floor((seeds * (part + 1)) / parts) + 1;
  const env = { SIGHTLINE_FIRST_SEED: String(first), SIGHTLINE_SEEDS: String(end - first) };
  const test = ['run', 'bench/link-simulation/link-simulation.test.ts'];
  const { code, output } = await runProgram(installedProgram('vitest'), test, { env, output: 'collect' });
  if (code !== 0) console.error(output);
  return code === 0;
}

if (!Number.isSafeInteger(seeds) || seeds < 1) {
  console.error('--seeds takes a number from 1');
  process.exitCode = 2;
} else {
  const startedAtMs = performance.now();
  const held = await Promise.all(Array.from({ length: parts }, (_, part) => simulatePart(part)));
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
  const verdict = held.every(Boolean) ? 'kept' : 'BROKEN';
  printTable(['histories', 'seconds', 'load', ''], [[String(seeds), seconds, loadavg()[0]!.toFixed(0), verdict]]);
  if (verdict === 'BROKEN') process.exitCode = 1;
}

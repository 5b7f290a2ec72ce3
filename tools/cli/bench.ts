import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkout } from './checkout.ts';
import { UsageError } from './exit-codes.ts';
import { runProgram } from './programs/run-program.ts';

/** Runs `bench/<name>.bench.ts`, all of them or those named, one after the other, each with `args`. Returns whether all ended well. */
export async function runBenches(names: string[], args: string[] = []): Promise<boolean> {
  const known = listBenches();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`there is no bench "${unknown}"; there are: ${known.join(', ') || 'none yet'}`);
  if (known.length === 0) throw new Error('there is no bench in bench/');
  let good = true;
  for (const name of names.length > 0 ? names : known) {
    console.log(`== bench ${name}`);
    const startedAtMs = performance.now();
    const { code } = await runProgram(process.execPath, [join(checkout, 'bench', `${name}.bench.ts`), ...args], {
      output: 'show',
    });
    console.log(
      `== bench ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s\n`,
    );
    good &&= code === 0;
  }
  return good;
}

export function listBenches(): string[] {
  return globSync('*.bench.ts', { cwd: join(checkout, 'bench') })
    .map((file) => basename(file, '.bench.ts'))
    .toSorted();
}

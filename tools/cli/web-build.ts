import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { diskFull, StartFailure } from '../../apps/server/src/platform/database/embedded/start-failure.ts';
import { checkout, installedProgram } from './checkout.ts';
import { runProgram } from './programs/run-program.ts';

const webFolder = join(checkout, 'apps/web');
export const webOutput = join(webFolder, 'dist');
const stamp = join(webOutput, '.sources');

/** Whether what is built was built from the sources as they are now. */
export function isWebCurrent(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === checksumOfSources();
}

/** Builds beside the old output and then takes its place, so that an interrupted build leaves the old one. */
export async function buildWeb(output: 'show' | 'collect', { isStrict = false } = {}): Promise<void> {
  const checksum = checksumOfSources();
  const fresh = `${webOutput}.new-${process.pid}`;
  try {
    // The tests refuse what weighs more than its budget; whoever starts the product is served all the same.
    const args = [
      'build',
      ...(isStrict ? ['--mode', 'budget'] : []),
      '--logLevel',
      'warn',
      '--outDir',
      fresh,
      '--emptyOutDir',
    ];
    const result = await runProgram(installedProgram('vite'), args, { cwd: webFolder, output, env: { NO_COLOR: '1' } });
    if (result.code !== 0) throw explainBuild(result.output);
    writeFileSync(join(fresh, '.sources'), checksum);
    rmSync(webOutput, { recursive: true, force: true });
    renameSync(fresh, webOutput);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** One line where the reason is not in the sources. */
export function explainBuild(output: string): Error {
  if (/\bENOSPC\b/.test(output)) return diskFull(checkout);
  if (!/\b(EACCES|EROFS|EPERM)\b/.test(output))
    return new Error(`the web app could not be built:\n${readable(output)}`);
  const message = `The checkout ${checkout} cannot be written by this user, so the web app cannot be built; start once as its owner, or give --web DIR.`;
  return new StartFailure('data_folder_unwritable', message);
}

/** What the builder says, without colours and without its own call stack. */
function readable(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  return lines.filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line)).join('\n');
}

function checksumOfSources(): string {
  const patterns = [
    'apps/web/{src,build,public}/**/*',
    'apps/web/*',
    'packages/*/src/**/*',
    'packages/*/package.json',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  const files = globSync(patterns, {
    cwd: checkout,
    exclude: (name) => name === 'node_modules' || name.startsWith('dist'),
  });
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).toSorted()) {
    const path = join(checkout, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

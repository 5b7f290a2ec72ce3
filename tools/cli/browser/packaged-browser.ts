import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { checkout } from '../checkout.ts';
import { runProgram } from '../programs/run-program.ts';

const packageName = '@sparticuz/chromium';
const notifyEveryMs = 5_000;

/**
 * npm's Chromium for Linux x64, for machines without a browser; undefined elsewhere or when it cannot be had.
 * npm under Node 20 leaves this package out (it asks for a newer Node), so it is fetched here when it is
 * missing, at the version and with the checksum of our lock file.
 */
export async function fetchPackagedBrowser(report: (line: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { version, integrity } = lockedPackage();
  const folder = join(checkout, 'node_modules/.cache/sightline', `chromium-${version}`);
  const launcher = join(folder, 'launch');
  if (existsSync(launcher)) return launcher;
  const fresh = `${folder}.new-${process.pid}`;
  const stopTelling = notifyTime(report, 'npm chromium: downloading and unpacking (about 70 MB)');
  try {
    mkdirSync(fresh, { recursive: true });
    const packed = await packedFiles(fresh, { version, integrity });
    await unpack(packed, fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return launcher;
  } catch (error) {
    report(`npm chromium: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    stopTelling();
    rmSync(fresh, { recursive: true, force: true });
  }
}

type LockedPackage = { version: string; integrity: string };

function lockedPackage(): LockedPackage {
  const lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage | undefined>;
  };
  const entry = lock.packages[`node_modules/${packageName}`];
  if (!entry) throw new Error(`${packageName} is not in package-lock.json`);
  return entry;
}

/** The folder with the compressed files: npm's own, or that of a tarball fetched into `fresh`. */
async function packedFiles(fresh: string, locked: LockedPackage): Promise<string> {
  const installed = join(checkout, 'node_modules', packageName, 'bin');
  if (existsSync(installed)) return installed;
  await must('npm', ['pack', `${packageName}@${locked.version}`, '--ignore-scripts', '--pack-destination', fresh]);
  const [name] = globSync('*.tgz', { cwd: fresh });
  if (name === undefined) throw new Error('npm pack left no file');
  const tarball = join(fresh, name);
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (found !== locked.integrity) throw new Error('the downloaded package does not have the checksum of our lock file');
  await must('tar', ['-xzf', tarball, '-C', fresh]);
  rmSync(tarball);
  return join(fresh, 'package/bin');
}

async function unpack(packed: string, fresh: string): Promise<void> {
  await decompress(join(packed, 'chromium.br'), join(fresh, 'chromium'));
  for (const name of ['al2023', 'fonts', 'swiftshader']) {
    const archive = join(fresh, `${name}.tar`);
    await decompress(join(packed, `${name}.tar.br`), archive);
    await must('tar', ['-xf', archive, '-C', fresh]);
    rmSync(archive);
  }
  rmSync(join(fresh, 'package'), { recursive: true, force: true });
  // Its libraries and fonts are its own: a slim machine has none.
  const script = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
export LD_LIBRARY_PATH="$here/lib:$here\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`;
  writeFileSync(join(fresh, 'launch'), script, { mode: 0o755 });
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}

async function must(program: string, args: string[]): Promise<void> {
  // npm runs on our Node here, which by itself knows only the authorities built into it: a company's proxy has its own.
  const { code, output } = await runProgram(program, args, { output: 'collect', env: { NODE_USE_SYSTEM_CA: '1' } });
  if (code === 0) return;
  const lines = output.trim().split('\n');
  // npm says the reason in the middle: after its codes, before the place of its log.
  const reason = lines.find((line) => /^npm error (?!code|errno|A complete log)/.test(line)) ?? lines.at(-1);
  throw new Error(`${program} failed: ${reason ?? ''}`);
}

function notifyTime(report: (line: string) => void, text: string): () => void {
  const startedAtMs = performance.now();
  report(text);
  const timer = setInterval(
    () => report(`${text}, ${Math.round((performance.now() - startedAtMs) / 1000)} s`),
    notifyEveryMs,
  );
  return () => clearInterval(timer);
}

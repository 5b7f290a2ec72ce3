import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Workspaces that a core consists of; packages are consumed from source. */
const program = 'apps/edge';
const workspaces = ['packages/contracts', 'packages/domain', 'packages/media', 'packages/node-io'];

const onlyForTests = /(\.(test|spec|suite|fixture)\.ts$|\/test-[^/]+\.ts$)/;
/** Binaries that some packages bring for every system lie in folders of these names. */
const systems = ['linux', 'darwin', 'win32'];
const processors = ['x64', 'arm64', 'ia32', 'arm'];

interface Manifest {
  name?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Paths of a release below the checkout, with forward slashes, and the links that lead from package names to workspaces. */
export interface ReleaseFiles {
  paths: string[];
  links: { path: string; target: string }[];
}

/** Collects the core, the packages it is made of, and every package of others that it needs on this platform. */
export function collectReleaseFiles(checkout: string, machine: { platform: string; arch: string }): ReleaseFiles {
  const own = [program, ...workspaces];
  const sources = own
    .flatMap((folder) => [`${folder}/package.json`, ...filesBelow(checkout, `${folder}/src`)])
    .filter((path) => !onlyForTests.test(path));
  const installed = [...neededPackages(checkout, own)]
    .flatMap((folder) => filesBelow(checkout, folder))
    .filter((path) => isForMachine(path, machine));
  const texts = ['LICENSE', 'LICENSES.md'].filter((path) => existsSync(join(checkout, path)));
  const links = workspaces.map((target) => ({ path: `node_modules/${nameOf(checkout, target)}`, target }));
  return { paths: [...new Set([...texts, ...sources, ...installed])].toSorted(), links };
}

const nameOf = (checkout: string, folder: string): string => readManifest(join(checkout, folder)).name ?? folder;
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Files of a folder; links and what is installed inside of it for itself come by their own names. */
function filesBelow(checkout: string, folder: string): string[] {
  return readdirSync(join(checkout, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    const found = lstatSync(join(checkout, path));
    if (found.isDirectory()) return name === 'node_modules' ? [] : filesBelow(checkout, path);
    return found.isFile() ? [path] : [];
  });
}

/** Folders of all packages that these need, directly or through others. What is optional and not installed is left out. */
function neededPackages(checkout: string, own: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const waiting = own.map((folder) => join(checkout, folder));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readManifest(folder);
    const may = new Set([
      ...Object.keys(optionalDependencies ?? {}),
      ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional === true),
    ]);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = name.startsWith('@sightline/') ? null : findPackage(checkout, folder, name);
      if (found === null) {
        if (!name.startsWith('@sightline/') && !may.has(name))
          throw new Error(`${name}, which ${folder} needs, is not installed; run "npm ci --ignore-scripts"`);
        continue;
      }
      const path = relative(checkout, found).split(sep).join('/');
      if (needed.has(path)) continue;
      needed.add(path);
      waiting.push(found);
    }
  }
  return needed;
}

/** Looks for a package as Node does: in the folder that asks, then above it, up to the checkout. */
function findPackage(checkout: string, from: string, name: string): string | null {
  for (let folder = from; folder.startsWith(checkout); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  return null;
}

/** False for binaries of other systems and processors. */
function isForMachine(path: string, { platform, arch }: { platform: string; arch: string }): boolean {
  const parts = path.split('/').slice(0, -1);
  const binaries = parts.findIndex((part) => part === 'bin' || part === 'prebuilds');
  if (binaries === -1) return true;
  const marks = parts.slice(binaries + 1).flatMap((part) => part.split('-'));
  const system = marks.find((mark) => systems.includes(mark));
  const processor = marks.find((mark) => processors.includes(mark));
  return (system === undefined || system === platform) && (processor === undefined || processor === arch);
}

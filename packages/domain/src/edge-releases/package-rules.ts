import { packageContentBytes, type PackageManifest } from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';

/** True for a path that stays below its folder on every system: relative, forward slashes, no dots, no drive. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > 300 || /[\\:]|\p{Cc}/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Folders above a path, the nearest last. */
const foldersAbove = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
};

/** Refuses a manifest whose files or links would leave their folder, hide one another, or miss the program. */
export function requireSoundManifest(manifest: PackageManifest): void {
  const { files, links, entry } = manifest;
  const unsafe =
    [...files, ...links].find(({ path }) => !isSafePath(path))?.path ??
    links.find(({ target }) => !isSafePath(target))?.target;
  if (unsafe !== undefined) throw new AppError('core_package_unsafe', { reason: 'path', path: unsafe });
  // Some file systems take two names for one.
  const taken = new Set<string>();
  for (const { path } of [...files, ...links]) {
    const name = path.toLowerCase();
    if (taken.has(name)) throw new AppError('core_package_unsafe', { reason: 'twice', path });
    taken.add(name);
  }
  const through = [...files, ...links].find(({ path }) =>
    foldersAbove(path).some((folder) => taken.has(folder.toLowerCase())),
  );
  if (through !== undefined) throw new AppError('core_package_unsafe', { reason: 'through', path: through.path });
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const astray = links.find(({ target }) => !folders.has(target));
  if (astray !== undefined) throw new AppError('core_package_unsafe', { reason: 'link', path: astray.path });
  if (!files.some(({ path }) => path === entry)) throw new AppError('core_package_broken', { reason: 'entry' });
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > packageContentBytes)
    throw new AppError('payload_too_large', { bytes: packageContentBytes });
}

/** Compares versions of three numbers: below 0 when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  return left.map((value, index) => value - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Refuses a package that this server could not speak with. */
export function requireFitForServer(
  manifest: PackageManifest,
  server: { version: string; protocol: { min: number; max: number } },
): void {
  const { linkProtocol, minServerVersion } = manifest;
  const speaks = linkProtocol.max >= server.protocol.min && linkProtocol.min <= server.protocol.max;
  if (!speaks) throw new AppError('core_package_protocol', { reason: 'protocol', ...linkProtocol });
  if (compareVersions(server.version, minServerVersion) < 0)
    throw new AppError('core_package_protocol', { reason: 'server', minServerVersion });
}

/** A machine with the store of its core: `nodeMajor` 24, `dataFormat` as it is on the disk. */
export interface CoreMachine {
  platform: string;
  arch: string;
  nodeMajor: number;
  dataFormat: number;
}

/** Refuses a package that cannot run on this machine or cannot read what the core has stored. */
export function requireFitForMachine(manifest: Omit<PackageManifest, 'files' | 'links'>, machine: CoreMachine): void {
  const { platform, arch, node, dataFormat } = manifest;
  if (platform !== machine.platform || arch !== machine.arch)
    throw new AppError('core_package_platform', { platform, arch });
  if (machine.nodeMajor < node.min || machine.nodeMajor >= node.below)
    throw new AppError('core_package_platform', { node });
  if (machine.dataFormat < dataFormat.from || machine.dataFormat > dataFormat.to)
    throw new AppError('core_update_data_format', { format: machine.dataFormat });
}

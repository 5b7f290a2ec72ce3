import type { PackageManifest } from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import type { PackageFile } from '@sightline/domain/edge-releases/package-order';
import { requireFitForMachine } from '@sightline/domain/edge-releases/package-rules';
import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  statfsSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  releaseFacts,
  SoftwareFolder,
  syncFolder,
  type ReleaseFacts,
} from '../../platform/software/software-folder.ts';
import { keptFreeBytes } from '../../platform/software/software-room.ts';
import { readPackage, type PackageSink } from '@sightline/node-io/edge-releases/read-package';

export interface UnpackRelease {
  file: string;
  softwareFolder: string;
  name: string;
  version: string;
  trustedKeys: string[];
  nodeMajor: number;
  /** Format of the store that the version has to read. */
  dataFormat: number;
}

class FolderSink implements PackageSink {
  readonly #folder: string;
  readonly #check: (manifest: PackageManifest) => void;
  readonly #made = new Set<string>();
  #handle = -1;

  constructor(folder: string, check: (manifest: PackageManifest) => void) {
    this.#folder = folder;
    this.#check = check;
  }

  begin(manifest: PackageManifest): void {
    this.#check(manifest);
  }

  open({ path, executable }: PackageFile): void {
    this.#makeFolder(dirname(path));
    // Never through anything that is there already.
    this.#handle = openSync(join(this.#folder, path), 'wx', executable ? 0o755 : 0o644);
  }

  write(chunk: Buffer): void {
    for (let done = 0; done < chunk.length;) done += writeSync(this.#handle, chunk, done);
  }

  close(): void {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
  }

  finish(links: PackageManifest['links']): void {
    for (const { path, target } of links) {
      this.#makeFolder(dirname(path));
      symlinkSync(relative(dirname(path), target), join(this.#folder, path), 'junction');
    }
    for (const folder of this.#made) syncFolder(join(this.#folder, folder));
  }

  #makeFolder(path: string): void {
    if (this.#made.has(path)) return;
    mkdirSync(join(this.#folder, path), { recursive: true });
    for (let folder = path; folder !== '.'; folder = dirname(folder)) this.#made.add(folder);
  }
}

/**
 * Checks a package and makes a version of it that can be run, all of it or nothing. Works without pause: to be run in a process
 * of its own. Fails with the codes of a package that must not be used, and with `disk_full`.
 */
export async function unpackRelease(request: UnpackRelease): Promise<ReleaseFacts> {
  const software = new SoftwareFolder(request.softwareFolder);
  const folder = software.beginVersion(request.name);
  const sink = new FolderSink(folder, (manifest) => {
    if (manifest.version !== request.version)
      throw new AppError('core_package_broken', { reason: 'version', version: manifest.version });
    requireFitForMachine(manifest, {
      platform: process.platform,
      arch: process.arch,
      nodeMajor: request.nodeMajor,
      dataFormat: request.dataFormat,
    });
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < manifest.files.reduce((sum, { bytes }) => sum + bytes, keptFreeBytes))
      throw new AppError('disk_full');
  });
  const { manifest } = await readPackage(createReadStream(request.file), { trustedKeys: request.trustedKeys, sink });
  sink.finish(manifest.links);
  const facts = releaseFacts.parse(manifest);
  software.finishVersion(request.name, facts);
  return facts;
}

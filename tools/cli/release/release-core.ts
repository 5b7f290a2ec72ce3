import {
  manifestName,
  packageFilesFolder,
  packageSigningPrefix,
  signatureName,
  type PackageManifest,
} from '@sightline/contracts/edge-releases/core-package';
import { linkProtocol } from '@sightline/contracts/link/link';
import { requireSoundManifest } from '@sightline/domain/edge-releases/package-rules';
import { createHash, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { edgeVersion } from '../../../apps/edge/src/platform/edge-config.ts';
import { storeSteps } from '../../../apps/edge/src/platform/store/schema.ts';
import { productVersion } from '../../../apps/server/src/app/version.ts';
import { checkout } from '../checkout.ts';
import { collectReleaseFiles, type ReleaseFiles } from './release-files.ts';
import { publicHalf } from './release-key.ts';

/** What goes into a package. Paths are below `root`. */
export interface ReleaseContent extends ReleaseFiles {
  root: string;
  facts: Omit<PackageManifest, 'files' | 'links' | 'format' | 'product'>;
}

/** Node that this code was tested with: native parts are bound to it. */
const nodeMajor = Number(process.versions.node.split('.')[0]);

/** The core of this checkout, for machines like this one. */
export function releaseOfCheckout(minServerVersion = productVersion): ReleaseContent {
  const machine = { platform: process.platform, arch: process.arch };
  return {
    root: checkout,
    ...collectReleaseFiles(checkout, machine),
    facts: {
      version: edgeVersion,
      ...machine,
      node: { min: nodeMajor, below: nodeMajor + 1 },
      linkProtocol,
      minServerVersion,
      dataFormat: { from: 1, to: storeSteps.length },
      entry: 'apps/edge/src/app/main.ts',
    },
  };
}

function describe({ root, paths, links, facts }: ReleaseContent): PackageManifest {
  const files = paths.map((path) => {
    const bytes = readFileSync(join(root, path));
    const executable = (statSync(join(root, path)).mode & 0o111) !== 0;
    return { path, bytes: bytes.length, sha512: createHash('sha512').update(bytes).digest('base64url'), executable };
  });
  return { format: 1, product: 'sightline-core', ...facts, files, links };
}

/** Writes a signed package, all of it or nothing. The archive holds the manifest first, then the signature, then the files. */
export async function writeRelease(content: ReleaseContent, key: KeyObject, out: string): Promise<PackageManifest> {
  const manifest = describe(content);
  requireSoundManifest(manifest);
  const bytes = Buffer.from(JSON.stringify(manifest));
  const signature = sign(null, Buffer.concat([Buffer.from(packageSigningPrefix), bytes]), key).toString('base64url');
  const folder = mkdtempSync(join(dirname(out), '.release-'));
  try {
    writeFileSync(join(folder, manifestName), bytes);
    writeFileSync(join(folder, signatureName), JSON.stringify({ publicKey: publicHalf(key), signature }));
    const names = new Map([manifestName, signatureName].map((name) => [join(folder, name), name]));
    for (const path of content.paths) names.set(join(content.root, path), `${packageFilesFolder}${path}`);
    const draft = join(folder, 'package.tar.gz');
    const onWriteEntry = (entry: { absolute: string; path: string }): void => {
      entry.path = names.get(entry.absolute) ?? entry.path;
    };
    await create(
      { file: draft, gzip: true, portable: true, strict: true, preservePaths: true, noDirRecurse: true, onWriteEntry },
      [...names.keys()],
    );
    renameSync(draft, out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return manifest;
}

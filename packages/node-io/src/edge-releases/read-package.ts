import {
  packageSigningPrefix,
  type PackageManifest,
  type PackageSignature,
} from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import { PackageOrder, type PackageFile } from '@sightline/domain/edge-releases/package-order';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';

/** Where the files of a package go while it is read. Throws to end the reading. */
export interface PackageSink {
  /** The manifest was signed by a trusted key and is sound; nothing was written yet. */
  begin(manifest: PackageManifest): void;
  open(file: PackageFile): void;
  write(chunk: Buffer): void;
  /** The file has the hash that was signed. */
  close(file: PackageFile): void;
}

function isSignedBy({ publicKey, signature }: PackageSignature, manifest: Buffer): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(
    null,
    Buffer.concat([Buffer.from(packageSigningPrefix), manifest]),
    key,
    Buffer.from(signature, 'base64url'),
  );
}

/** What a package says of itself, and who signed that. */
export interface SignedPackage {
  manifest: PackageManifest;
  /** Public key, base64url. */
  signedBy: string;
}

const nowhere: PackageSink = {
  begin: () => undefined,
  open: () => undefined,
  write: () => undefined,
  close: () => undefined,
};

/** Collects a small entry; what its header claims was checked before. */
function collect(entry: ReadEntry, take: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  entry.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  entry.on('end', () => take(Buffer.concat(chunks)));
}

function takeFile(entry: ReadEntry, file: PackageFile, parts: { order: PackageOrder; sink: PackageSink }): void {
  const hash = createHash('sha512');
  parts.sink.open(file);
  entry.on('data', (chunk) => {
    hash.update(chunk);
    parts.sink.write(Buffer.from(chunk));
  });
  entry.on('end', () => {
    parts.order.requireHash(file, hash.digest('base64url'));
    parts.sink.close(file);
  });
}

/**
 * Reads a package to its end and hands its files to the sink, or to nobody, believing nothing that a trusted key did not sign. Answers
 * once every file came with its hash. Fails with a code of `PackageOrder`; the sink may have files by then, none of which may be used.
 */
export async function readPackage(
  source: Readable,
  parts: { trustedKeys: readonly string[]; sink?: PackageSink },
): Promise<SignedPackage> {
  const { trustedKeys, sink = nowhere } = parts;
  let [manifest, signedBy] = [Buffer.alloc(0) as Buffer, ''];
  const order = new PackageOrder((signature) => {
    signedBy = signature.publicKey;
    return trustedKeys.includes(signedBy) && isSignedBy(signature, manifest);
  });
  const parser = new Parser({ strict: true });
  const takeEntry = (entry: ReadEntry): void => {
    const step = order.next({ path: entry.path, type: entry.type, bytes: entry.size });
    if (step.kind === 'file') return takeFile(entry, step.file, { order, sink });
    collect(entry, (bytes) => {
      if (step.kind === 'manifest') {
        manifest = bytes;
        order.manifest(bytes.toString('utf8'));
      } else {
        order.signature(bytes.toString('utf8'));
        sink.begin(order.trusted());
      }
    });
  };
  parser.on('entry', takeEntry);
  parser.on('ignoredEntry', takeEntry);
  const archive = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const take = (): void => {
        order.take(chunk.length);
        parser.write(chunk);
      };
      done(attempt(take));
    },
    final: (done) => done(attempt(() => parser.end())),
  });
  try {
    await pipeline(source, createGunzip(), archive);
  } catch (error) {
    // What zlib and tar complain of is a broken archive; disk errors and refusals are said as they are.
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw error instanceof AppError || !/^(Z_|ERR_|TAR_)/.test(code)
      ? error
      : new AppError('core_package_broken', { reason: code }, { cause: error });
  }
  return { manifest: order.end(), signedBy };
}

/** What listeners throw comes out of the call that fed them. */
function attempt(work: () => unknown): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

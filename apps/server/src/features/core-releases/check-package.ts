import { packageSigningPrefix, type PackageManifest, type PackageSignature } from '@sightline/contracts/core-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import { PackageOrder } from '@sightline/domain/core-releases/package-order';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';

/** What a package says of itself, and who signed that. */
export interface CheckedPackage {
  manifest: PackageManifest;
  signedBy: string;
}

function isSignedBy({ publicKey, signature }: PackageSignature, manifest: Buffer): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, Buffer.concat([Buffer.from(packageSigningPrefix), manifest]), key, Buffer.from(signature, 'base64url'));
}

/**
 * Reads a package to its end without writing anything: signature by a trusted key, every file with its hash, nothing else. The
 * cores check the same again by keys of their own.
 */
export async function checkPackage(source: Readable, trustedKeys: readonly string[]): Promise<CheckedPackage> {
  let [manifest, signedBy] = [Buffer.alloc(0) as Buffer, ''];
  const order = new PackageOrder((signature) => {
    signedBy = signature.publicKey;
    return trustedKeys.includes(signedBy) && isSignedBy(signature, manifest);
  });
  const takeEntry = (entry: ReadEntry): void => {
    const step = order.next({ path: entry.path, type: entry.type, bytes: entry.size });
    const hash = createHash('sha512');
    const chunks: Buffer[] = [];
    entry.on('data', (chunk) => void (step.kind === 'file' ? hash.update(chunk) : chunks.push(Buffer.from(chunk))));
    entry.on('end', () => {
      if (step.kind === 'file') return order.requireHash(step.file, hash.digest('base64url'));
      const bytes = Buffer.concat(chunks);
      if (step.kind === 'signature') return order.signature(bytes.toString('utf8'));
      manifest = bytes;
      order.manifest(bytes.toString('utf8'));
    });
  };
  const parser = new Parser({ strict: true });
  parser.on('entry', takeEntry);
  parser.on('ignoredEntry', takeEntry);
  const archive = new Writable({
    write: (chunk: Buffer, _encoding, done) => done(attempt(() => parser.write(chunk))),
    final: (done) => done(attempt(() => parser.end())),
  });
  try {
    await pipeline(source, createGunzip(), archive);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw error instanceof AppError || !/^(Z_|TAR_)/.test(code) ? error : new AppError('core_package_broken', { reason: code }, { cause: error });
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

import {
  manifestBytes,
  manifestName,
  packageFilesFolder,
  packageManifest,
  packageSignature,
  signatureBytes,
  signatureName,
  type PackageManifest,
  type PackageSignature,
} from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireSoundManifest } from './package-rules.ts';

/** An entry of the archive, as its header says. */
export interface PackageEntry {
  path: string;
  /** As tar names it: `File`, `SymbolicLink`, ... */
  type: string;
  bytes: number;
}

/** A file of the manifest. */
export type PackageFile = PackageManifest['files'][number];

/** What is to be done with an entry. */
export type PackageStep = { kind: 'manifest' } | { kind: 'signature' } | { kind: 'file'; file: PackageFile };

/** What an archive may take beside its contents: two headers of a file and its filling up, and the end with what came in one piece with it. */
const [besideFile, besideAll] = [4_096, 262_144];

const tooLarge = (bytes: number): AppError => new AppError('payload_too_large', { bytes });

/** Reads JSON of a package; anything else is a broken package. */
function parsed<T>(text: string, schema: { safeParse: (value: unknown) => { data?: T } }, reason: string): T {
  try {
    const { data } = schema.safeParse(JSON.parse(text));
    if (data !== undefined) return data;
  } catch {
    // Not JSON: said below like everything else that is not what it should be.
  }
  throw new AppError('core_package_broken', { reason });
}

/**
 * The order in which a package is believed: manifest, then its signature, then only what the manifest lists, each once. Nothing
 * else of the archive is looked at. Fails with `core_package_broken`, `core_package_unsafe`, `core_package_unsigned`,
 * `core_package_hash`, `payload_too_large`.
 */
export class PackageOrder {
  #manifest: PackageManifest | null = null;
  #isSigned = false;
  /** Bytes of the archive that may come, unpacked: few can hide very many. */
  #room = manifestBytes + signatureBytes + besideAll;
  readonly #left = new Map<string, PackageFile>();
  readonly #isSignedBy: (signature: PackageSignature) => boolean;

  /** `isSignedBy` says whether the key is trusted and signed the bytes that came as manifest. */
  constructor(isSignedBy: (signature: PackageSignature) => boolean) {
    this.#isSignedBy = isSignedBy;
  }

  /** So many bytes of the archive, unpacked, are about to be looked at. */
  take(bytes: number): void {
    this.#room -= bytes;
    if (this.#room < 0) throw new AppError('core_package_unsafe', { reason: 'trailing' });
  }

  next({ path, type, bytes }: PackageEntry): PackageStep {
    if (type !== 'File' && type !== 'OldFile') throw new AppError('core_package_unsafe', { reason: type, path });
    if (this.#manifest === null) {
      if (path !== manifestName) throw new AppError('core_package_broken', { reason: 'manifest' });
      if (bytes > manifestBytes) throw tooLarge(manifestBytes);
      return { kind: 'manifest' };
    }
    if (!this.#isSigned) {
      if (path !== signatureName) throw new AppError('core_package_unsigned', { reason: 'absent' });
      if (bytes > signatureBytes) throw tooLarge(signatureBytes);
      return { kind: 'signature' };
    }
    const name = path.startsWith(packageFilesFolder) ? path.slice(packageFilesFolder.length) : '';
    const file = this.#left.get(name);
    if (file === undefined) throw new AppError('core_package_unsafe', { reason: 'unlisted', path });
    if (file.bytes !== bytes) throw new AppError('core_package_hash', { path: name });
    this.#left.delete(name);
    return { kind: 'file', file };
  }

  manifest(text: string): void {
    this.#manifest = parsed(text, packageManifest, 'manifest');
  }

  /** Only a signed manifest is looked into. */
  signature(text: string): void {
    const signature = parsed(text, packageSignature, 'signature');
    if (this.#manifest === null || !this.#isSignedBy(signature))
      throw new AppError('core_package_unsigned', { reason: 'key' });
    requireSoundManifest(this.#manifest);
    this.#room = besideAll;
    for (const file of this.#manifest.files) {
      this.#left.set(file.path, file);
      this.#room += file.bytes + besideFile;
    }
    this.#isSigned = true;
  }

  /** The manifest, once it is signed and sound. */
  trusted(): PackageManifest {
    if (this.#manifest === null || !this.#isSigned) throw new AppError('core_package_broken', { reason: 'end' });
    return this.#manifest;
  }

  /** `sha512` of what came for a file, base64url. */
  requireHash(file: PackageFile, sha512: string): void {
    if (file.sha512 !== sha512) throw new AppError('core_package_hash', { path: file.path });
  }

  /** The archive ended: answers its manifest. */
  end(): PackageManifest {
    const manifest = this.trusted();
    const [missing] = this.#left.keys();
    if (missing !== undefined) throw new AppError('core_package_broken', { reason: 'missing', path: missing });
    return manifest;
  }
}

import { z } from 'zod';

/** Largest package that a server or a core takes. */
export const packageBytes = 1_000_000_000;
/** Largest part of a package that is sent in parts: proxies let a megabyte pass unless they are told otherwise. */
export const packagePartBytes = 1_000_000;
/** Largest content of a package, unpacked. */
export const packageContentBytes = 3_000_000_000;

/** Packages that an organization keeps, at most. */
export const keptPackages = 40;
/** Bytes of all packages that an organization keeps, at most. */
export const keptPackageBytes = 20_000_000_000;

/** Largest manifest; it comes before any file. */
export const manifestBytes = 16_000_000;
/** Largest signature; it follows the manifest. */
export const signatureBytes = 2_000;

/** Name of the manifest inside the archive. */
export const manifestName = 'manifest.json';
/** Name of the signature inside the archive. */
export const signatureName = 'signature.json';
/** Folder of the files inside the archive. */
export const packageFilesFolder = 'files/';

/** Written before the bytes of the manifest when it is signed, so that a signature is good for this purpose alone. */
export const packageSigningPrefix = 'sightline-core-package:';

/** Version of a core's software: three numbers. */
export const coreVersion = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/);

const path = z.string().min(1).max(300);
const count = z.number().int().min(0);

/** What is in a package and where it may run. The bytes of this JSON are what is signed. */
export const packageManifest = z.object({
  format: z.literal(1),
  product: z.literal('sightline-core'),
  version: coreVersion,
  /** As Node names them: `linux`, `x64`. */
  platform: z.string().min(1).max(20),
  arch: z.string().min(1).max(20),
  /** Major versions of Node: `min` and newer, before `below`. */
  node: z.object({ min: count, below: count }),
  linkProtocol: z.object({ min: count, max: count }),
  minServerVersion: coreVersion,
  /** Formats of the core's own store that it can read; it brings older ones to `to`. */
  dataFormat: z.object({ from: count, to: count }),
  /** The program, among the files. */
  entry: path,
  files: z
    .array(z.object({ path, bytes: count, sha512: z.string().regex(/^[A-Za-z0-9_-]{86}$/), executable: z.boolean() }))
    .max(80_000),
  /** Folders that are also found at another place; made by whoever unpacks, because an archive may hold no links. */
  links: z.array(z.object({ path, target: path })).max(50),
});

/** Raw Ed25519 public key of whoever signs releases, base64url, 32 bytes. */
export const releaseKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Who signed a manifest: key and signature, base64url. */
export const packageSignature = z.object({ publicKey: releaseKey, signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/) });

export type PackageManifest = z.infer<typeof packageManifest>;
export type PackageSignature = z.infer<typeof packageSignature>;

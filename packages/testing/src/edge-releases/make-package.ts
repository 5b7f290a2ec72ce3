import { createHash, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';

/** A key that signs packages in tests. */
export interface TestReleaseKey {
  privateKey: KeyObject;
  publicKey: string;
}

/** An entry of an archive, with what its header claims. */
export interface TestEntry {
  path: string;
  content?: string;
  type?: 'File' | 'SymbolicLink' | 'Link' | 'Directory' | 'CharacterDevice';
  linkpath?: string;
}

/** What a test package differs in from one that is whole. */
export interface TestPackage {
  files?: Record<string, string>;
  manifest?: Record<string, unknown>;
  key?: TestReleaseKey;
  /** Changes the entries after everything was signed. */
  entries?: (entries: TestEntry[]) => TestEntry[];
  /** Empty bytes after the end of the archive. */
  trailing?: number;
}

export function makeReleaseKey(): TestReleaseKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '' };
}

const defaultKey = makeReleaseKey();
export const testReleaseKey = defaultKey.publicKey;

function tarOf(entries: TestEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = 'File', linkpath }) => {
    const body = Buffer.from(content);
    const header = new Header({
      path,
      type,
      size: body.length,
      mode: 0o644,
      ...(linkpath === undefined ? {} : { linkpath }),
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A package as `./sightline release-core` writes it: small, for this machine, signed; or broken as the test wants it. */
export function makePackage(request: TestPackage = {}): Buffer {
  const { files = { 'apps/edge/src/app/main.ts': 'process.exit(0);\n' }, key = defaultKey } = request;
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  const manifest = {
    format: 1,
    product: 'sightline-core',
    version: '0.2.0',
    platform: process.platform,
    arch: process.arch,
    node: { min: nodeMajor, below: nodeMajor + 1 },
    linkProtocol: { min: 1, max: 1 },
    minServerVersion: '0.1.0',
    dataFormat: { from: 1, to: 1000 },
    entry: 'apps/edge/src/app/main.ts',
    files: Object.entries(files).map(([path, content]) => {
      const sha512 = createHash('sha512').update(content).digest('base64url');
      return { path, bytes: Buffer.byteLength(content), sha512, executable: false };
    }),
    links: [],
    ...request.manifest,
  };
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(`sightline-core-package:${text}`), key.privateKey).toString('base64url');
  const entries: TestEntry[] = [
    { path: 'manifest.json', content: text },
    { path: 'signature.json', content: JSON.stringify({ publicKey: key.publicKey, signature }) },
    ...Object.entries(files).map(([path, content]) => ({ path: `files/${path}`, content })),
  ];
  return gzipSync(
    Buffer.concat([tarOf(request.entries ? request.entries(entries) : entries), Buffer.alloc(request.trailing ?? 0)]),
  );
}

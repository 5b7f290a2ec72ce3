import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../exit-codes.ts';

/** Makes a key that signs releases of the core in a new file, and says the public half. */
export function makeReleaseKey(file: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`"${file}" exists already; a key is never overwritten`);
    throw error;
  }
  console.log(`the key is in ${file}: keep it away from servers and cores, and keep a copy of it`);
  console.log(
    `public key, for SIGHTLINE_RELEASE_KEYS of the server and --release-keys of cores:\n${publicHalf(privateKey)}`,
  );
}

/** A private key from its file. */
export function readReleaseKey(file: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(file));
  } catch (error) {
    throw new UsageError(`"${file}" holds no private key (${error instanceof Error ? error.message : String(error)})`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new UsageError(`"${file}" holds a key of another kind; make one with "./sightline release-key"`);
  return key;
}

/** Raw public key, base64url: what servers and cores are given. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? '';
}

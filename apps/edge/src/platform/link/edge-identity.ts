import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** Raw 32-byte Ed25519 public key as base64url. */
function rawPublicKey(privateKey: KeyObject): string {
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  if (!jwk.x) throw new Error('The key pair of this core is not Ed25519.');
  return jwk.x;
}

/** The edge's own key pair. The private half is made here and never leaves the disk it was made on. */
export class EdgeIdentity {
  readonly #path: string;
  #privateKey: KeyObject;
  #next: KeyObject | null = null;

  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) this.#write(path, generateKeyPairSync('ed25519').privateKey);
    this.#privateKey = createPrivateKey(readFileSync(path));
  }

  get publicKey(): string {
    return rawPublicKey(this.#privateKey);
  }

  /** Ed25519 signature over UTF-8 text, base64url. */
  sign(text: string): string {
    return sign(null, Buffer.from(text, 'utf8'), this.#privateKey).toString('base64url');
  }

  /** How long this key has been in use. */
  ageMs(nowUtcMs: number): number {
    return nowUtcMs - statSync(this.#path).mtimeMs;
  }

  /** Makes the key that will replace this one; it is kept beside it until the server has taken it. */
  prepareRotation(): { publicKey: string; signature: string } {
    const next = generateKeyPairSync('ed25519').privateKey;
    this.#write(`${this.#path}.next`, next);
    this.#next = next;
    const publicKey = rawPublicKey(next);
    return { publicKey, signature: this.sign(publicKey) };
  }

  /** The server knows the new key: it is the only one from now on. */
  completeRotation(): void {
    if (!this.#next) return;
    renameSync(`${this.#path}.next`, this.#path);
    this.#privateKey = this.#next;
    this.#next = null;
  }

  /** The server refused the key although it was rotated: an interrupted rotation may have left the newer one behind. */
  tryInterruptedRotation(): boolean {
    const pending = `${this.#path}.next`;
    if (!existsSync(pending)) return false;
    this.#privateKey = createPrivateKey(readFileSync(pending));
    renameSync(pending, this.#path);
    return true;
  }

  #write(path: string, key: KeyObject): void {
    const partial = `${path}.partial`;
    writeFileSync(partial, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    renameSync(partial, path);
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Reads the key file, making it (mode 0600) when absent. 32 bytes. */
export function loadSealingKey(path: string): Buffer {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx' });
  const key = readFileSync(path);
  if (key.byteLength !== 32) throw new Error(`The key file ${path} is damaged: it must hold 32 bytes.`);
  return key;
}

/** Encrypts text with AES-256-GCM; a fresh nonce each time. Text form: base64 of nonce (12), tag (16), cipher text. */
export function sealText(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Reverses `sealText`; throws when the text was changed or sealed with another key. */
export function openSealedText(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

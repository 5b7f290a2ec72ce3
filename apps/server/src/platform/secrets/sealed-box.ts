import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
const wrappedBytes = nonceBytes + keyBytes + tagBytes;

function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

export interface SealedBox {
  /** `context` binds the value to its place: moved to another row it does not open. */
  seal(plain: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
}

/** Envelope encryption: each value has a key of its own, which the master key wraps (so that the master can change). */
export function createSealedBox(masterKey: Buffer): SealedBox {
  return {
    seal: (plain, context) => {
      const key = randomBytes(keyBytes);
      return Buffer.concat([
        Buffer.from([version]),
        encrypt(masterKey, key, context),
        encrypt(key, Buffer.from(plain), context),
      ]);
    },
    open: (sealed, context) => {
      if (sealed[0] !== version || sealed.length < 1 + wrappedBytes + nonceBytes + tagBytes)
        throw new Error('a sealed value has an unknown form');
      const key = decrypt(masterKey, sealed.subarray(1, 1 + wrappedBytes), context);
      return decrypt(key, sealed.subarray(1 + wrappedBytes), context).toString('utf8');
    },
  };
}

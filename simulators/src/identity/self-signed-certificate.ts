import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A key with a certificate that it signed itself. */
export interface CertifiedKey {
  privateKey: KeyObject;
  /** PKCS #8, PEM. */
  privatePem: string;
  /** X.509 as base64 without armour. */
  certificate: string;
}

const tags = {
  integer: 0x02,
  bits: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  time: 0x18,
  version: 0xa0,
} as const;
/** sha256WithRSAEncryption with its empty parameters. */
const signatureAlgorithm = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const commonName = Buffer.from('550403', 'hex');

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** `YYYYMMDDHHMMSSZ`. */
const time = (ms: number): Buffer =>
  der(tags.time, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

/** Makes an RSA key and its certificate, of today and for a year unless told otherwise. */
export function makeCertifiedKey(
  name: string,
  { fromMs = Date.now() - 86_400_000, toMs = Date.now() + 365 * 86_400_000 } = {},
): CertifiedKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const who = der(
    tags.sequence,
    der(tags.set, der(tags.sequence, der(tags.oid, commonName), der(tags.utf8, Buffer.from(name)))),
  );
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const body = der(
    tags.sequence,
    der(tags.version, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, serial),
    signatureAlgorithm,
    who,
    der(tags.sequence, time(fromMs), time(toMs)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    privateKey,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: der(tags.sequence, body, signatureAlgorithm, signature).toString('base64'),
  };
}

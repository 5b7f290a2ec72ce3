import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

// What an authenticator writes, as far as passkeys need it: CBOR with short maps, strings and bytes.
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
const cborNumber = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 } as const;

interface Asked {
  challenge: string;
  origin: string;
  /** Of whom the keys are; by default the host of the origin. */
  rpId?: string;
}

/** A key of a device that exists in tests only; it signs what it is asked, also wrong things. */
export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #private: KeyObject;
  readonly #x: Buffer;
  readonly #y: Buffer;
  #counter = 0;
  /** Whether the person was recognised by the device. */
  isVerified = true;
  /** Goes on with each use, as keys do that are on one device only. */
  counts = true;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#private = privateKey;
    this.#x = Buffer.from(x, 'base64url');
    this.#y = Buffer.from(y, 'base64url');
  }

  /** The answer to `passkeys.begin`. */
  make(asked: Asked): Record<string, unknown> {
    const key = cborMap([
      [cborNumber(1), cborNumber(2)],
      [cborNumber(3), cborNumber(-7)],
      [cborNumber(-1), cborNumber(1)],
      [cborNumber(-2), cborBytes(this.#x)],
      [cborNumber(-3), cborBytes(this.#y)],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(Buffer.concat([this.#data(asked, flags.attested), attested]))],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to `passkeys.beginSignIn`. */
  sign(asked: Asked): Record<string, unknown> {
    if (this.counts) this.#counter += 1;
    const [data, client] = [this.#data(asked, 0), clientData('webauthn.get', asked)];
    const signature = createSign('sha256')
      .update(data)
      .update(createHash('sha256').update(client).digest())
      .sign(this.#private);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  /** As a copy of the key that did not hear of what the other one did. */
  turnBack(): void {
    this.#counter = 0;
  }

  #data({ origin, rpId = new URL(origin).hostname }: Asked, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const bits = flags.present | (this.isVerified ? flags.verified : 0) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([bits]), counter]);
  }

  #answer(response: Record<string, unknown>): Record<string, unknown> {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

const clientData = (type: string, { challenge, origin }: Asked): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

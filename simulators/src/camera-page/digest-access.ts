import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const realm = 'Simulated camera';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Lets in by HTTP Digest as RFC 2617 describes it, with `qop=auth`: the address in the proof must be the one that was asked for. */
export class DigestAccess {
  readonly #nonce = randomBytes(16).toString('hex');
  readonly #account: { username: string; password: string };

  constructor(account: { username: string; password: string }) {
    this.#account = account;
  }

  get challenge(): string {
    return `Digest realm="${realm}", qop="auth", nonce="${this.#nonce}", opaque="77aa", algorithm=MD5`;
  }

  isOpenTo({ headers, url, method }: IncomingMessage): boolean {
    const { username, password } = this.#account;
    const fields = new Map(
      [...(headers.authorization ?? '').matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi)].map((m) => [
        m[1]!.toLowerCase(),
        m[2] ?? m[3] ?? '',
      ]),
    );
    const of = (name: string): string => fields.get(name) ?? '';
    if (of('username') !== username || of('nonce') !== this.#nonce || of('uri') !== url) return false;
    const [secret, action] = [md5(`${username}:${realm}:${password}`), md5(`${method ?? ''}:${url}`)];
    return of('response') === md5([secret, this.#nonce, of('nc'), of('cnonce'), of('qop'), action].join(':'));
  }
}

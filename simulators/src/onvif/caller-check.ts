import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { OnvifAuth } from './onvif-device-api.ts';
import { textOf } from './soap-text.ts';

const realm = 'Simulated device';
const tokenAgeMs = 5_000;

interface Account {
  username: string;
  password: string;
}

const hash = (algorithm: 'md5' | 'sha1', ...parts: (string | Buffer)[]): Buffer => {
  const made = createHash(algorithm);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** How a request says who sent it. */
export const authOf = (xml: string, headers: IncomingHttpHeaders): 'none' | 'token' | 'digest' => {
  if (/^digest /i.test(headers.authorization ?? '')) return 'digest';
  return /<(?:[\w.-]+:)?UsernameToken[\s>]/.test(xml) ? 'token' : 'none';
};

/**
 * Checks callers as cameras do: tokens more than 5 s away from the device's own clock, and nonces that came before, are
 * refused; HTTP Digest is RFC 2617 with `qop=auth`.
 */
export class CallerCheck {
  readonly #account: Account;
  readonly #auth: OnvifAuth;
  readonly #nowUtcMs: () => number;
  readonly #remembersNonces: boolean;
  readonly #usedNonces = new Set<string>();
  readonly #nonce = randomBytes(16).toString('hex');

  constructor(options: Account & { auth: OnvifAuth; remembersNonces: boolean; nowUtcMs: () => number }) {
    this.#account = options;
    this.#auth = options.auth;
    this.#remembersNonces = options.remembersNonces;
    this.#nowUtcMs = options.nowUtcMs;
  }

  /** `WWW-Authenticate` of a refusal, or null where HTTP Digest is not spoken. */
  get challenge(): string | null {
    return this.#auth === 'digest' || this.#auth === 'either'
      ? `Digest realm="${realm}", qop="auth", nonce="${this.#nonce}", opaque="5ccc"`
      : null;
  }

  isAllowed(xml: string, request: { headers: IncomingHttpHeaders; url: string }): boolean {
    if (this.#auth === 'none') return true;
    const kind = authOf(xml, request.headers);
    if (kind === 'digest') return this.#auth !== 'token' && this.#digestIsRight(request);
    return kind === 'token' && this.#auth !== 'digest' && this.#tokenIsRight(xml);
  }

  #tokenIsRight(xml: string): boolean {
    const [username, digest, nonce, created] = ['Username', 'Password', 'Nonce', 'Created'].map(
      (name) => textOf(xml, name) ?? '',
    ) as [string, string, string, string];
    const agesMs = Math.abs(Date.parse(created) - this.#nowUtcMs());
    if (username !== this.#account.username || !(agesMs <= tokenAgeMs) || this.#usedNonces.has(nonce)) return false;
    const isRight =
      hash('sha1', Buffer.from(nonce, 'base64'), created, this.#account.password).toString('base64') === digest;
    if (isRight && this.#remembersNonces) this.#usedNonces.add(nonce);
    return isRight;
  }

  #digestIsRight({ headers, url }: { headers: IncomingHttpHeaders; url: string }): boolean {
    const fields = new Map(
      [...(headers.authorization ?? '').matchAll(/([a-z]+)=(?:"([^"]*)"|([^\s,]+))/gi)].map((m) => [
        m[1]!.toLowerCase(),
        m[2] ?? m[3] ?? '',
      ]),
    );
    const of = (name: string): string => fields.get(name) ?? '';
    if (of('username') !== this.#account.username || of('nonce') !== this.#nonce || of('uri') !== url) return false;
    const secret = hash('md5', `${this.#account.username}:${realm}:${this.#account.password}`).toString('hex');
    const action = hash('md5', `POST:${url}`).toString('hex');
    const expected = hash('md5', [secret, this.#nonce, of('nc'), of('cnonce'), of('qop'), action].join(':')).toString(
      'hex',
    );
    return of('qop') === 'auth' && of('response') === expected;
  }
}
